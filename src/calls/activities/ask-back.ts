import { describeError } from '../../domain/errors.ts';
import type { LiveCall } from '../live-call.ts';

/** A menu that was just given digits may still be listening. */
const afterDigitsSeconds = 20;

/**
 * On hold: when a voice that may be a person's falls silent, plays the greeting that a person would hear anyway. An agent who would
 * otherwise hear nothing stays on the line, and the reaction is evidence (src/detect/turns). Ringing never waits for it.
 * @returns the function that stops this; a greeting already playing plays to its end.
 */
export function askBack(call: LiveCall, signal: AbortSignal): () => void {
  const { greeting, asksBack } = call.needs.settings;
  if (!asksBack) return () => undefined;
  return call.hearing.subscribe((event) => {
    if (event.kind !== 'turn_end' || call.voice.isSpeaking || !call.legs.farIsUp) return;
    if (call.voice.secondsSinceDigits < afterDigitsSeconds || call.menuEar.hearsMenu) return;
    call.ledger.note({}, ['asked_back', { sound: greeting, reason: reasonOf(event) }]);
    call.voice.sayOrPlaySubstitute(call.legs.far, greeting, signal).catch((error: unknown) => {
      if (!signal.aborted)
        call.needs.log.warn('nothing was said', { call: call.id, error: describeError(error) });
    });
  });
}

function reasonOf({ startedAt, endedAt }: { startedAt: number; endedAt: number }): string {
  return `a voice of ${(endedAt - startedAt).toFixed(1)} s fell silent`;
}
