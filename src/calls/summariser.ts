import type { CallSummary } from '../domain/call-summary.ts';

/** What a summary is made of. */
export interface TalkText {
  intent: string;
  company: string;
  /** A line for each sentence, with who said it before it. */
  transcript: string;
}

/** Makes a few facts of what was said in a call. */
export interface Summariser {
  /** @throws AppError `unavailable`, `bad_upstream` */
  summarise(talk: TalkText, signal: AbortSignal): Promise<Omit<CallSummary, 'atMs'>>;
}
