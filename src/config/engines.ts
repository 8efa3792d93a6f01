export const speechEngines = ['flite', 'openai', 'wyoming', 'none'] as const;
export type SpeechEngineName = (typeof speechEngines)[number];

export const defaultSpeechEngine: SpeechEngineName = 'flite';

export const transcriptionEngines = [
  'moonshine',
  'pocketsphinx',
  'sherpa',
  'openai',
  'vosk',
  'wyoming',
  'none',
] as const;
export type TranscriptionEngineName = (typeof transcriptionEngines)[number];
/** Those that send what they hear to a service, which may ask money for it. */
export const remoteTranscriptionEngines: readonly TranscriptionEngineName[] = ['openai', 'vosk', 'wyoming'];
/** Uses no resources until a call needs a transcript. */
export const defaultTranscriptionEngine: TranscriptionEngineName = 'moonshine';
