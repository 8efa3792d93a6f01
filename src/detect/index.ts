export { createCallDetector } from './call-detector.ts';
export { audioClasses } from './types.ts';
export type {
  AudioClass,
  CallDetector,
  Decision,
  DetectorEvent,
  DetectorOptions,
  HeardWords,
  KnownRecording,
  ToneKind,
} from './types.ts';
export { Passages } from './repetition/passages.ts';
