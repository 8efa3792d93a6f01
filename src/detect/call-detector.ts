import type {
  AudioClass,
  CallDetector,
  DetectorEvent,
  DetectorOptions,
  Observation,
  ToneKind,
} from './types.ts';
import { createFramer, hopSeconds, sampleRate } from './features/framing.ts';
import { createSpectralAnalyser } from './features/log-mel.ts';
import { createToneTracker } from './tones/tone-tracker.ts';
import { createCallState } from './decision/call-state.ts';
import { createProvisionalClassifier } from './provisional.ts';

const toneClasses: Partial<Record<ToneKind, AudioClass>> = {
  ringback: 'ringing',
  dtmf: 'dtmf',
  busy: 'tone',
  congestion: 'tone',
  sit: 'tone',
  fax: 'tone',
  beep: 'tone',
};

/** The detector of one call: samples in, what happened out. */
export function createCallDetector(options: DetectorOptions): CallDetector {
  const sensitivity = Math.min(1, Math.max(0, options.sensitivity ?? 0.5));
  const framer = createFramer();
  const analyser = createSpectralAnalyser();
  const tones = createToneTracker();
  const classifier = createProvisionalClassifier();
  const state = createCallState(3 - 3 * (sensitivity - 0.5));
  let observation: Observation | undefined;
  let samples = 0;

  return {
    get decision() {
      return state.decision;
    },
    get observation() {
      return observation;
    },
    get seconds() {
      return samples / sampleRate;
    },
    push(frame) {
      const events: DetectorEvent[] = [];
      framer.push(frame, (window, hop) => {
        const at = (hop + 1) * hopSeconds;
        const spectral = analyser.analyse(window);
        for (const heard of tones.step(window, spectral, at)) events.push({ kind: 'tone', ...heard });
        const judged = classifier.step(at, spectral.rmsDb);
        const sounding = tones.sounding;
        const named = sounding === 'unnamed' ? undefined : sounding;
        const audioClass = (named && toneClasses[named]) ?? judged.audioClass;
        const personLogOdds = sounding ? -4 : judged.personLogOdds;
        observation = {
          at,
          audioClass,
          confidence: named ? 0.95 : judged.confidence,
          features: { rmsDb: spectral.rmsDb, personLogOdds },
        };
        events.push(
          ...state.step({
            at,
            rmsDb: spectral.rmsDb,
            audioClass,
            confidence: observation.confidence,
            personLogOdds,
            repeatSimilarity: 0.5,
            tone: named,
          }),
        );
      });
      samples += frame.length;
      return events;
    },
    setPhase(phase) {
      state.setPhase(phase);
    },
    hearWords() {},
    rejectPerson() {
      state.reject(samples / sampleRate);
    },
    learned() {
      return [];
    },
  };
}
