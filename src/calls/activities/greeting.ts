import type { LiveCall } from '../live-call.ts';
import type { Greeting } from '../plan.ts';
import { delay } from '../waiting.ts';
import { describeError } from '../../domain/errors.ts';

/** Longer is dead air; shorter would talk over the person. */
const pauseSeconds = 6;
/** A person who was just asked back has heard the same greeting. */
const notAgainSeconds = 4;

/** Greets the person and then reassures them, again and again, while the owner's devices ring. Silent when no person was heard. */
export function greetFarEnd(call: LiveCall, signal: AbortSignal): Greeting {
  if (call.ledger.status !== 'human_detected')
    return { stop: async () => undefined, finish: async () => undefined };
  const { greeting: sound, reassurances } = call.needs.settings;
  call.ledger.note({}, ['greeting_started', { sound }]);
  const firstAfter = Math.max(0, notAgainSeconds - call.voice.silentSeconds);
  return sayAgainAndAgain(call, signal, { first: sound, then: reassurances, firstAfter });
}

/** Reassures a person who was talking with the owner and now hears nobody. */
export function reassureFarEnd(call: LiveCall, signal: AbortSignal): Greeting {
  const { greeting, reassurances } = call.needs.settings;
  return sayAgainAndAgain(call, signal, {
    first: reassurances[0] ?? greeting,
    then: reassurances,
    firstAfter: 0,
  });
}

function sayAgainAndAgain(
  call: LiveCall,
  signal: AbortSignal,
  { first, then, firstAfter }: { first: string; then: readonly string[]; firstAfter: number },
): Greeting {
  const { far } = call.legs;
  const [stopping, ending] = [new AbortController(), new AbortController()];
  const either = AbortSignal.any([signal, stopping.signal]);
  const waits = AbortSignal.any([either, ending.signal]);
  const say = (text: string): Promise<void> =>
    call.voice.sayOrGreet(far, text, either).catch((error: unknown) => {
      if (!either.aborted)
        call.needs.log.warn('the greeting failed', { call: call.id, error: describeError(error) });
    });
  const playing = (async () => {
    await delay(firstAfter, waits);
    for (let said = 0; !waits.aborted && far.state === 'up'; said++) {
      const next = said === 0 ? first : then[(said - 1) % then.length];
      await say(next ?? first);
      await delay(pauseSeconds, waits);
    }
  })().catch(() => undefined); // interrupted
  return {
    stop: async () => {
      stopping.abort();
      await playing;
    },
    finish: async () => {
      ending.abort();
      await playing;
    },
  };
}
