import type { DeviceWithState } from '../../domain/device.ts';
import { describeError } from '../../domain/errors.ts';
import type { LiveCall } from '../live-call.ts';
import type { Leg } from '../telephony.ts';
import { soundInTime } from '../speech.ts';
import { delay, untilConnected, waitFor } from '../waiting.ts';

/** A voicemail presses no key; an owner has heard the prompt about three times by then. */
const answerSeconds = 15;
const pauseSeconds = 1;
const acceptKey = '1';
const declineKey = '2';
/** Asterisk's own: "press 1 to accept this call, or 2 to reject it". */
const plainPrompt = 'sound:followme/options';

const forPerson = 'Holdfast has a person on the line. Press 1 to take the call.';
const forCall = 'This is Holdfast with your call. Press 1 to take it.';

/** Everything that a device may be asked. */
export const confirmPrompts: readonly string[] = [forPerson, forCall];

export type Confirmation = 'answered' | 'declined' | 'gone' | 'unconfirmed';

/** While the device rings, so that whoever answers hears the prompt at once. */
export function preparePrompt(call: LiveCall): void {
  call.needs.speech.media(promptOf(call)).catch(() => undefined); // reported when it is played
}

/**
 * Asks whoever answered to press a key: a voicemail cannot, and the far end must not be connected to one.
 * @throws Interrupted
 */
export async function confirmAnswer(
  call: LiveCall,
  device: DeviceWithState,
  leg: Leg,
  signal: AbortSignal,
): Promise<Confirmation> {
  const { id, name } = device;
  call.ledger.note({}, ['device_asked', { device: id, name, wait_seconds: answerSeconds }]);
  const answered = new AbortController();
  const asking = ask(call, leg, AbortSignal.any([signal, answered.signal]));
  try {
    for (;;) {
      const pressed = await keyPressed(call, leg, signal);
      if (pressed !== 'unheard') return pressed === 'timeout' ? 'unconfirmed' : pressed;
      await untilConnected(call.needs.telephony, signal);
    }
  } finally {
    answered.abort();
    await asking; // a channel that plays takes no other order
  }
}

/** `unheard`: Asterisk was away in the meantime, and a key pressed then is unknown. */
function keyPressed(
  call: LiveCall,
  leg: Leg,
  signal: AbortSignal,
): Promise<Exclude<Confirmation, 'unconfirmed'> | 'unheard' | 'timeout'> {
  return waitFor<Exclude<Confirmation, 'unconfirmed'> | 'unheard'>(signal, answerSeconds, (settle) => {
    if (leg.state === 'gone') settle('gone');
    const leaveLeg = leg.subscribe((event) => {
      if (event.kind === 'gone') settle('gone');
      if (event.kind !== 'dtmf') return;
      if (event.digit === acceptKey) settle('answered');
      if (event.digit === declineKey) settle('declined');
    });
    const leaveLink = call.needs.telephony.onConnection(({ connected }) => !connected && settle('unheard'));
    return () => {
      leaveLeg();
      leaveLink();
    };
  });
}

/** Why a device that was answered did not get the call. */
export function whyUnconfirmed(confirmation: Exclude<Confirmation, 'answered'>): string {
  switch (confirmation) {
    case 'declined':
      return `it was answered, and ${declineKey} was pressed: declined`;
    case 'gone':
      return `it was answered and hung up before ${acceptKey} was pressed`;
    case 'unconfirmed':
      return `it was answered, but ${acceptKey} was not pressed within ${answerSeconds} s: perhaps a voicemail`;
  }
}

/** Asks until `signal` aborts. Never rejects. */
async function ask(call: LiveCall, leg: Leg, signal: AbortSignal): Promise<void> {
  try {
    const sound = await soundInTime(call.needs.speech, promptOf(call), signal).catch((error: unknown) => {
      signal.throwIfAborted();
      call.needs.log.warn('a plain prompt is played', { call: call.id, why: describeError(error) });
      return plainPrompt;
    });
    while (leg.state === 'up') {
      await leg.play(sound, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        call.needs.log.warn('the owner was not asked', { call: call.id, error: describeError(error) });
      });
      await delay(pauseSeconds, signal);
    }
  } catch (error) {
    if (!signal.aborted)
      call.needs.log.warn('the owner was not asked', { call: call.id, error: describeError(error) });
  }
}

function promptOf(call: LiveCall): string {
  return call.ledger.call.person === null ? forCall : forPerson;
}
