import { describeError } from '../../domain/errors.ts';
import type { LiveCall } from '../live-call.ts';

/** A menu that was just given digits may still be listening. */
const afterDigitsSeconds = 20;

/**
 * While a call is on hold: says to whoever falls silent, and may be a person, what a person would be told anyway. It keeps an agent
 * on the line who hears nothing otherwise; what follows decides (src/detect/turns). The ring waits for none of it.
 * @returns the function that ends it; what is being said is finished.
 */
export function askBack(call: LiveCall, signal: AbortSignal): () => void {
  const { greeting, asksBack } = call.needs.settings;
  if (!asksBack) return () => undefined;
  return call.hearing.subscribe((event) => {
    if (event.kind !== 'turn_end' || call.voice.isSpeaking || !call.farIsUp) return;
    if (call.voice.secondsSinceDigits < afterDigitsSeconds) return;
    call.ledger.note({}, ['asked_back', { sound: greeting, reason: reasonOf(event) }]);
    call.voice.sayOrGreet(call.far, greeting, signal).catch((error: unknown) => {
      if (!signal.aborted)
        call.needs.log.warn('nothing was said', { call: call.id, error: describeError(error) });
    });
  });
}

function reasonOf({ startedAt, endedAt }: { startedAt: number; endedAt: number }): string {
  return `a voice of ${(endedAt - startedAt).toFixed(1)} s fell silent`;
}
