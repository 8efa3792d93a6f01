export { createCallDetector } from './call-detector.ts';
export { audioClasses, toneKinds } from './types.ts';
export type {
  AudioClass,
  CallDetector,
  Decision,
  DetectorEvent,
  DetectorOptions,
  KnownRecording,
  ListeningPhase,
  Observation,
  ToneKind,
} from './types.ts';
