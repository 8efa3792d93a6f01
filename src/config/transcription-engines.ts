export const transcriptionEngines = ['pocketsphinx', 'sherpa', 'openai', 'vosk', 'wyoming', 'none'] as const;
export type TranscriptionEngineName = (typeof transcriptionEngines)[number];
/** Costs nothing until a call needs words. */
export const defaultTranscriptionEngine: TranscriptionEngineName = 'pocketsphinx';
