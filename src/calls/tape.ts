import type { CallLedger } from './call-ledger.ts';
import type { Leg } from './telephony.ts';

/** The audio file of a call. */
export interface KeptRecording {
  id: string;
  seconds: number;
  fileBytes: number;
  /** When it expires; null: never. */
  expiresAtMs: number | null;
}

/** Recordings of calls. */
export interface CallTape {
  /** Records the call from the answer of `far` to its end, if the call wants it. Never throws. @param maxSeconds of the leg. */
  follow(ledger: CallLedger, far: Leg, maxSeconds: number): void;
  /**
   * The notice that both sides hear when they are connected (`sound:name`); undefined if the call is not being recorded. Resolves once
   * that is known: a recording takes a moment to begin, and a direct call is connected as soon as it is answered. Never rejects.
   */
  notice(callId: string): Promise<string | undefined>;
  keptOf(callId: string): Promise<KeptRecording | undefined>;
  /** Which of these calls have a recording. */
  recorded(callIds: readonly string[]): Promise<ReadonlySet<string>>;
}
