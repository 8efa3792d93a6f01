import type { CallDetector, DetectorEvent } from '../detect/index.ts';
import { lastingRingSeconds } from './rings.ts';

export interface StandInOptions {
  /** The gateway speaks to a person who falls silent, and greets the person that it rings for. */
  asksBack?: boolean | undefined;
  /** The owner answers each ring, and sends the call back if this returns true for the instant (seconds). */
  refuses?: ((at: number) => boolean) | undefined;
}

/** Acts as the gateway and its owner during a recorded call, in which nobody can hear them. */
export interface StandIn {
  /** Takes what the detector found in the newest frame. @returns the instant of a refusal, seconds, if there was one. */
  notice(events: readonly DetectorEvent[]): number | undefined;
}

/** From the decision to speak until it is heard. */
const playAfterSeconds = 0.15;
/** The default sound of GREETING. */
const greetingSeconds = 1.7;
const greetAgainSeconds = 8;
/** The time to reach the phone, answer it and listen. */
const refuseAfterSeconds = 6;

/** The part of a detector that they use. */
export type StoodInFor = Pick<CallDetector, 'seconds' | 'setSpeaking' | 'rejectPerson'>;

export function createStandIn(detector: StoodInFor, { asksBack = false, refuses }: StandInOptions): StandIn {
  let ringsSince: number | undefined;
  let speaksFrom = Infinity;
  let speaksUntil = -Infinity;
  let isSpeaking = false;

  function speak(at: number): void {
    if (!asksBack || at < speaksUntil + playAfterSeconds) return;
    speaksFrom = Math.min(speaksFrom, at + playAfterSeconds);
  }

  function move(at: number): void {
    if (!isSpeaking && at >= speaksFrom) {
      isSpeaking = true;
      speaksFrom = Infinity;
      speaksUntil = at + greetingSeconds;
      detector.setSpeaking(true);
    } else if (isSpeaking && at >= speaksUntil) {
      isSpeaking = false;
      detector.setSpeaking(false);
    }
  }

  /** Refuses once the phone was reached, or if the ring had lasted when it stopped. */
  function answer(at: number, hasStopped: boolean): number | undefined {
    const since = ringsSince;
    if (refuses === undefined || since === undefined) return undefined;
    if (at < since + (hasStopped ? lastingRingSeconds : refuseAfterSeconds) || !refuses(since))
      return undefined;
    ringsSince = undefined;
    detector.rejectPerson();
    return at;
  }

  return {
    notice(events) {
      const at = detector.seconds;
      const stops = events.some(({ kind }) => kind === 'person_retracted');
      const refusedAt = stops ? answer(at, true) : undefined;
      for (const event of events) {
        if (event.kind === 'turn_end') speak(at);
        if (event.kind === 'person') {
          ringsSince ??= at;
          speak(at);
        }
        if (event.kind === 'person_retracted') ringsSince = undefined;
      }
      if (ringsSince !== undefined && at >= speaksUntil + greetAgainSeconds) speak(at);
      move(at);
      return refusedAt ?? answer(at, false);
    },
  };
}
