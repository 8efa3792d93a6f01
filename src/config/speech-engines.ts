export const speechEngines = ['flite', 'openai', 'wyoming', 'none'] as const;
export type SpeechEngineName = (typeof speechEngines)[number];
