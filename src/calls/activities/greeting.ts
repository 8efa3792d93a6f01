import type { LiveCall } from '../live-call.ts';
import type { Greeting } from '../plan.ts';
import { delay, Interrupted } from '../waiting.ts';
import { describeError } from '../../domain/errors.ts';

/** The person is asked to wait again after this long; shorter would talk over them. */
const pauseSeconds = 8;
/** Somebody who was asked back has just heard the same greeting. */
const notAgainSeconds = 4;

/** Asks the person to wait, again and again, while the owner's devices ring. Silent when no person was heard. */
export function greetFarEnd(call: LiveCall, signal: AbortSignal): Greeting {
  if (call.ledger.status !== 'human_detected') return { stop: async () => undefined };
  const { far } = call.legs;
  const stopping = new AbortController();
  const either = AbortSignal.any([signal, stopping.signal]);
  const playing = (async () => {
    const sound = call.needs.settings.greeting;
    call.ledger.note({}, ['greeting_started', { sound }]);
    await delay(Math.max(0, notAgainSeconds - call.voice.silentSeconds), either);
    while (!either.aborted && far.state === 'up') {
      await call.voice.say(far, sound, either);
      await delay(pauseSeconds, either);
    }
  })().catch((error: unknown) => {
    if (!(error instanceof Interrupted))
      call.needs.log.warn('the greeting failed', { call: call.id, error: describeError(error) });
  });
  return {
    stop: async () => {
      stopping.abort();
      await playing;
    },
  };
}
