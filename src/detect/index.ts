export { createCallDetector } from './call-detector.ts';
export { audioClasses, toneKinds } from './types.ts';
export type {
  AudioClass,
  CallDetector,
  Decision,
  DetectorEvent,
  DetectorOptions,
  HeardWords,
  KnownRecording,
  ListeningPhase,
  Observation,
  PersonGrade,
  ToneKind,
} from './types.ts';
