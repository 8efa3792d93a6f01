import type { PersonHeard } from '../hearing/hearing.ts';
import type { LiveCall } from '../live-call.ts';
import type { Greeting } from '../plan.ts';
import { delay } from '../waiting.ts';
import { describeError } from '../../domain/errors.ts';
import { announcePerson } from './person.ts';

/** Longer is dead air; shorter would talk over the person. */
const pauseSeconds = 6;
/** A person who was just asked back, or reassured, has heard the same. */
const notAgainSeconds = 4;

/**
 * While the owner's devices ring: greets the person and then reassures them, again and again, even if they are heard only now. Silent
 * while nobody is there.
 */
export function greetFarEnd(call: LiveCall, signal: AbortSignal): Greeting {
  const greetings: Greeting[] = [];
  let greeted: Greeting | undefined;
  const begin = (say: typeof greet): void => void greetings.push((greeted = say(call, signal)));
  const attendTo = (person: PersonHeard): void => {
    announcePerson(call, person);
    begin(greet);
  };
  const waiting = call.hearing.takePerson();
  const { status, call: known } = call.ledger;
  const wasTalking = status === 'connected' && known.mode !== 'hold_slayer';
  if (status === 'human_detected') begin(greet);
  else if (known.person !== null || wasTalking) begin(reassureFarEnd);
  else if (waiting !== undefined) attendTo(waiting);
  const leave = call.hearing.subscribe((event) => {
    if (event.kind === 'person') {
      call.hearing.takePerson(); // the devices are ringing for them already
      if (greeted === undefined) attendTo(event);
    }
    if (event.kind !== 'person_retracted') return;
    void greeted?.stop();
    greeted = undefined;
  });
  signal.addEventListener('abort', leave, { once: true });
  const over = async (end: 'stop' | 'finish'): Promise<void> => {
    leave();
    await Promise.all(greetings.map((each) => each[end]()));
  };
  return { stop: () => over('stop'), finish: () => over('finish') };
}

function greet(call: LiveCall, signal: AbortSignal): Greeting {
  const { greeting: sound, reassurances } = call.needs.settings;
  call.ledger.note({}, ['greeting_started', { sound }]);
  return repeatGreeting(call, signal, { first: sound, then: reassurances });
}

/** Reassures a person who was greeted before, or was talking with the owner, and now hears nobody. */
export function reassureFarEnd(call: LiveCall, signal: AbortSignal): Greeting {
  const { greeting, reassurances } = call.needs.settings;
  return repeatGreeting(call, signal, { first: reassurances[0] ?? greeting, then: reassurances });
}

const lookMs = 1000;

/**
 * On hold: nobody took the call, and the person is still there. They are reassured until it rings again, or they are gone.
 * @returns the function that ends this; resolves when nothing is playing any more.
 */
export function reassureWhoIsThere(call: LiveCall, signal: AbortSignal): () => Promise<void> {
  const isThere = (): boolean => call.hearing.decision.state === 'person';
  if (!isThere()) return async () => undefined;
  const reassurance = reassureFarEnd(call, signal);
  const looking = setInterval(() => isThere() || void reassurance.stop(), lookMs);
  return () => {
    clearInterval(looking);
    return reassurance.stop();
  };
}

function repeatGreeting(
  call: LiveCall,
  signal: AbortSignal,
  { first, then }: { first: string; then: readonly string[] },
): Greeting {
  const { far } = call.legs;
  const [stopping, ending] = [new AbortController(), new AbortController()];
  const either = AbortSignal.any([signal, stopping.signal]);
  const waits = AbortSignal.any([either, ending.signal]);
  const say = (text: string): Promise<void> =>
    call.voice.sayOrPlaySubstitute(far, text, either).catch((error: unknown) => {
      if (!either.aborted)
        call.needs.log.warn('the greeting failed', { call: call.id, error: describeError(error) });
    });
  const playing = (async () => {
    await delay(Math.max(0, notAgainSeconds - call.voice.silentSeconds), waits);
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
