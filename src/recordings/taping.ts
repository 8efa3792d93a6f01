import type { Readable } from 'node:stream';
import type { Leg } from '../calls/telephony.ts';

/** What recording needs from the telephony side; implemented by `src/asterisk`. */

/** `far`: what the far end says. `owner`: what the far end hears, from the owner or from this service. */
export const tapeSides = ['far', 'owner'] as const;
export type TapeSide = (typeof tapeSides)[number];

/** The channel of each side in a recording's file: the owner left, the far end right. */
export const channelOf: Readonly<Record<TapeSide, number>> = { owner: 0, far: 1 };

/** Both sides of a leg being recorded until it ends, whatever happens to this process. */
export interface Tape {
  /**
   * Resolves when recording has stopped and everything is written: with the time (epoch ms), or null if that was not noticed. Never
   * rejects.
   */
  readonly ended: Promise<number | null>;
  /** Resolves with the reason when something could not be written. */
  readonly failed: Promise<string>;
  /** Never rejects. */
  stop(): Promise<void>;
}

/** A piece of one side, headerless µ-law at 8 kHz; `number` counts from 0. */
export interface TapePiece {
  name: string;
  recordingId: string;
  side: TapeSide;
  number: number;
}

export interface Taping {
  /** @param maxSeconds the longest the leg can last. @throws AppError `unavailable` */
  begin(leg: Leg, recordingId: string, maxSeconds: number): Promise<Tape>;
  /** Resumes one started by an earlier process; undefined when it is not running. @throws AppError `unavailable` */
  resume(recordingId: string): Promise<Tape | undefined>;
  /** The pieces of all recordings. @throws AppError `unavailable` */
  pieces(): Promise<TapePiece[]>;
  /** @throws AppError `unavailable`, `not_found` */
  read(piece: TapePiece): Promise<Readable>;
  /** Succeeds if it is already gone. @throws AppError `unavailable` */
  remove(piece: TapePiece): Promise<void>;
}
