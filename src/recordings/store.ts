import type { CallRecording } from '../domain/recording.ts';

export interface RecordingQuery {
  callId?: string | undefined;
  limit: number;
  /** The previous page's `nextCursor`. */
  cursor?: string | undefined;
}

/** With the number and the company of its call. */
export interface ListedRecording extends CallRecording {
  number: string;
  company: string;
}

export interface RecordingPage {
  recordings: ListedRecording[];
  total: number;
  /** Of all files together. */
  totalBytes: number;
  nextCursor: string | null;
}

/** Recordings are changed and removed through the journal, together with the events that report this. */
export interface RecordingStore {
  insert(recording: CallRecording): Promise<void>;
  get(recordingId: string): Promise<CallRecording | undefined>;
  /** Recordings in progress or being finished, oldest first. */
  open(): Promise<CallRecording[]>;
  /** Recordings that are over, oldest first. */
  over(): Promise<CallRecording[]>;
  /** A call's newest file. */
  keptOf(callId: string): Promise<CallRecording | undefined>;
  /** Which of these calls have a file. */
  recorded(callIds: readonly string[]): Promise<Set<string>>;
  /** Newest first. */
  page(query: RecordingQuery): Promise<RecordingPage>;
}
