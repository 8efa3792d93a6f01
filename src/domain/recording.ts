export const recordingFormats = ['wav', 'ogg'] as const;
export type RecordingFormat = (typeof recordingFormats)[number];

/**
 * `recording`: Asterisk writes it. `finishing`: it is over, and its parts are made into one file. `kept`: the file is there.
 * `lost`: nothing of it could be had.
 */
export const recordingStates = ['recording', 'finishing', 'kept', 'lost'] as const;
export type RecordingState = (typeof recordingStates)[number];

/** What was said in a call, both sides. Times are epoch milliseconds. */
export interface CallRecording {
  id: string;
  callId: string;
  state: RecordingState;
  format: RecordingFormat;
  startedAtMs: number;
  endedAtMs: number | null;
  seconds: number;
  fileBytes: number;
  /** Why something of the call is missing in it; null when nothing is. */
  fault: string | null;
}

const dayMs = 86_400_000;

/** When age alone takes it away; null: never. @param keepDays 0 for ever. */
export function expiryOf(recording: CallRecording, keepDays: number): number | null {
  return keepDays === 0 ? null : recording.startedAtMs + keepDays * dayMs;
}

/** What an overloaded machine loses (a thirtieth was seen) and what a start and an end take is no fault. */
const leastShare = 0.9;
const spareSeconds = 3;

/** Says that a recording is shorter than what it is of: a disk that was full tells nobody. Null where it is not, or nobody knows. */
export function faultOfLength(
  { startedAtMs, endedAtMs }: Pick<CallRecording, 'startedAtMs' | 'endedAtMs'>,
  seconds: number,
): string | null {
  if (endedAtMs === null) return null;
  const wanted = (endedAtMs - startedAtMs) / 1000;
  if (seconds >= wanted * leastShare - spareSeconds) return null;
  return `only ${Math.round(seconds)} s of ${Math.round(wanted)} s could be written`;
}
