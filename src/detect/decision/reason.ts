import type { ToneKind } from '../types.ts';
import type { Context } from './context.ts';
import type { PersonEvidence } from './person-evidence.ts';
import type { SpeechActivity } from './speech-activity.ts';

export interface ReasonInputs {
  at: number;
  context: Context;
  speech: SpeechActivity;
  evidence: PersonEvidence;
  repeatSimilarity: number;
  phrase: string | undefined;
}

const recentSeconds = 12;

/** Why a person was declared, in plain words: "music stopped 0.4 s before; new voice; 1.1 s of speech, then 0.8 s pause; sounds live". */
export function explainPerson({
  at,
  context,
  speech,
  evidence,
  repeatSimilarity,
  phrase,
}: ReasonInputs): string {
  const parts: string[] = [];
  const sinceMusic = speech.startedAt - context.heardMusicEndedAt;
  if (context.heardMusicEndedAt > 0 && sinceMusic < recentSeconds)
    parts.push(
      sinceMusic < 0.1 ? 'straight out of the music' : `music stopped ${sinceMusic.toFixed(1)} s before`,
    );
  const { lastTone } = context;
  if (lastTone && at - lastTone.at < recentSeconds && lastTone.tone !== 'dtmf')
    parts.push(
      `${toneNames[lastTone.tone]} ${Math.max(0, speech.startedAt - lastTone.at).toFixed(1)} s before`,
    );
  if (context.floorRiseDb > 6) parts.push('background noise of another room');
  const isOther = evidence.voice > 1;
  parts.push(
    isOther ? "another voice than this call's recordings" : repeatSimilarity < 0.68 ? 'new voice' : 'voice',
  );
  parts.push(
    speech.pauseSeconds > 0.3
      ? `${speech.voicedSeconds.toFixed(1)} s of speech, then ${speech.pauseSeconds.toFixed(1)} s pause`
      : `${speech.voicedSeconds.toFixed(1)} s of speech`,
  );
  if (phrase !== undefined)
    parts.push(
      evidence.words > 0 ? `“${phrase}”, as agents say` : `although “${phrase}” is what recordings say`,
    );
  parts.push(soundOf(evidence.model));
  return parts.join('; ');
}

/** The network's opinion in words. The total of the evidence is reported as the confidence. */
function soundOf(logOdds: number): string {
  if (logOdds >= 1) return 'sounds live';
  return logOdds > -1 ? 'may be live or recorded, by its sound' : 'although it sounds recorded';
}

/** Tones as a listener would call them. */
export const toneNames: Record<ToneKind, string> = {
  ringback: 'ringing',
  busy: 'a busy tone',
  congestion: 'a busy tone',
  sit: 'the signal of a failed call',
  dtmf: 'key tones',
  fax: 'a fax tone',
  beep: 'a beep',
};
