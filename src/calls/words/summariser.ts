import type { CallSummary } from '../../domain/call-summary.ts';

/** What a summary is made of. */
export interface TalkText {
  intent: string;
  company: string;
  /** A line for each sentence, beginning with its speaker. */
  transcript: string;
}

/** Reduces what was said in a call to a few facts. */
export interface Summariser {
  /** @throws AppError `unavailable`, `bad_upstream` */
  summarise(talk: TalkText, signal: AbortSignal): Promise<Omit<CallSummary, 'atMs'>>;
}
