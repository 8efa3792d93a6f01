import { dayMs } from './durations.ts';

export const recordingFormats = ['wav', 'ogg'] as const;
export type RecordingFormat = (typeof recordingFormats)[number];

/**
 * `recording`: Asterisk writes it. `finishing`: it is over, and its parts are made into one file. `kept`: the file is there.
 * `lost`: nothing of it could be saved.
 */
export const recordingStates = ['recording', 'finishing', 'kept', 'lost'] as const;
export type RecordingState = (typeof recordingStates)[number];

/** A recording of both sides of a call. Times are epoch milliseconds. */
export interface CallRecording {
  id: string;
  callId: string;
  state: RecordingState;
  format: RecordingFormat;
  startedAtMs: number;
  endedAtMs: number | null;
  seconds: number;
  fileBytes: number;
  /** Why part of the call is missing from it; null when nothing is. */
  fault: string | null;
}

/** When it is deleted for its age, epoch ms; null: never. @param keepDays 0 keeps it forever. */
export function expiryOf(recording: CallRecording, keepDays: number): number | null {
  return keepDays === 0 ? null : recording.startedAtMs + keepDays * dayMs;
}

/** Not reported as a fault: an overloaded machine loses some of it (a thirtieth was seen), and starting and ending take time. */
const minShare = 0.9;
const spareSeconds = 3;

/**
 * The fault of a recording that is shorter than its call: a full disk is reported in no other way. Null if it is not shorter, or if that is
 * unknown.
 */
export function faultOfLength(
  { startedAtMs, endedAtMs }: Pick<CallRecording, 'startedAtMs' | 'endedAtMs'>,
  seconds: number,
): string | null {
  if (endedAtMs === null) return null;
  const wanted = (endedAtMs - startedAtMs) / 1000;
  if (seconds >= wanted * minShare - spareSeconds) return null;
  return `only ${Math.round(seconds)} s of ${Math.round(wanted)} s could be written`;
}
