import type { CallRecording } from '../domain/recording.ts';

export interface RecordingQuery {
  callId?: string | undefined;
  limit: number;
  /** The `nextCursor` of the page before. */
  cursor?: string | undefined;
}

export interface RecordingPage {
  recordings: CallRecording[];
  total: number;
  /** Of all files together. */
  totalBytes: number;
  nextCursor: string | null;
}

export interface RecordingStore {
  insert(recording: CallRecording): Promise<void>;
  update(recording: CallRecording): Promise<void>;
  get(recordingId: string): Promise<CallRecording | undefined>;
  /** @returns whether it was there. */
  remove(recordingId: string): Promise<boolean>;
  /** Those that are being recorded or finished, oldest first. */
  open(): Promise<CallRecording[]>;
  /** Those that are over, oldest first. */
  over(): Promise<CallRecording[]>;
  /** The newest file of a call. */
  keptOf(callId: string): Promise<CallRecording | undefined>;
  /** Which of these calls have a file. */
  recorded(callIds: readonly string[]): Promise<Set<string>>;
  /** Newest first. */
  page(query: RecordingQuery): Promise<RecordingPage>;
}
