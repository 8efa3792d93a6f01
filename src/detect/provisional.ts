import type { AudioClass } from './types.ts';

/**
 * A classifier by simple means: music keeps sounding, speech has gaps; a person speaks after the holding has
 * stopped and then waits for an answer. The trained network takes its place.
 */
export interface ProvisionalClassifier {
  step(at: number, rmsDb: number): { audioClass: AudioClass; confidence: number; personLogOdds: number };
}

export function createProvisionalClassifier(): ProvisionalClassifier {
  const levels: number[] = [];
  let quietSince = 0;
  let soundSince = -1;
  let heldSeconds = 0;
  let personLogOdds = -4;
  return {
    step(at, rmsDb) {
      levels.push(rmsDb);
      if (levels.length > 100) levels.shift();
      const loud = rmsDb > -50;
      if (loud) {
        if (soundSince < 0) soundSince = at;
      } else if (soundSince >= 0) {
        quietSince = at;
        soundSince = -1;
      }
      const ordered = [...levels].sort((a, b) => a - b);
      const peak = ordered[Math.floor(ordered.length * 0.95)]!;
      const gaps = levels.filter((level) => level < peak - 18).length / levels.length;
      if (peak < -50) {
        if (at - quietSince > 1 && soundSince < 0) personLogOdds = Math.max(-4, personLogOdds - 0.02);
        return { audioClass: 'silence', confidence: 0.9, personLogOdds };
      }
      const speech = gaps > 0.12 || (soundSince >= 0 && at - soundSince < 1.2 && heldSeconds > 0);
      if (!speech) {
        heldSeconds += 0.02;
        personLogOdds = Math.max(-5, personLogOdds - 0.05);
        return { audioClass: 'music', confidence: 0.6, personLogOdds };
      }
      const recentGap = !loud && at - quietSince < 1.5;
      personLogOdds += recentGap ? 0.06 : gaps > 0.3 ? 0.03 : -0.005;
      personLogOdds = Math.max(-5, Math.min(5, personLogOdds));
      return {
        audioClass: personLogOdds > 2 ? 'live_human' : 'announcement',
        confidence: 0.5,
        personLogOdds,
      };
    },
  };
}
