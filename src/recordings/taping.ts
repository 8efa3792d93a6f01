import type { Readable } from 'node:stream';
import type { Leg } from '../calls/telephony.ts';

/** What recording needs of the telephone side; implemented by `src/asterisk`. */

/** `far`: what the far end says. `owner`: what it is sent, by the owner or by this service. */
export const tapeSides = ['far', 'owner'] as const;
export type TapeSide = (typeof tapeSides)[number];

/** Both sides of a leg being recorded, until it ends; whatever becomes of this process. */
export interface Tape {
  /** Resolves when nothing is recorded any more and all of it is there; never rejects. */
  readonly ended: Promise<void>;
  /** Resolves when something could not be written, with the reason. */
  readonly failed: Promise<string>;
  stop(): Promise<void>;
}

/** A part of one side, µ-law at 8 kHz without a header; `number` counts from 0. */
export interface TapePiece {
  name: string;
  recordingId: string;
  side: TapeSide;
  number: number;
}

export interface Taping {
  /** @param maxSeconds how long the leg can last. @throws AppError `unavailable` */
  begin(leg: Leg, recordingId: string, maxSeconds: number): Promise<Tape>;
  /** One that an earlier process began; undefined when it is not running. @throws AppError `unavailable` */
  resume(recordingId: string): Promise<Tape | undefined>;
  /** What there is of all recordings. @throws AppError `unavailable` */
  pieces(): Promise<TapePiece[]>;
  /** @throws AppError `unavailable`, `not_found` */
  read(piece: TapePiece): Promise<Readable>;
  /** One that is gone counts as removed. @throws AppError `unavailable` */
  remove(piece: TapePiece): Promise<void>;
}
