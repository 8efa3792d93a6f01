import type { Step } from '../../domain/flow.ts';
import { shownDigits } from '../../domain/flow-secrets.ts';
import type { LiveCall } from '../live-call.ts';
import { untilConnected } from '../waiting.ts';

/** Digits wait no longer than this for the database: getting through the menu matters more. */
const storeSeconds = 2;

const ownKeys = 'the owner has just pressed the same keys';

/**
 * Sends the digits of a flow's step, once. The owner's own keys come first. The step's digits follow once those have been sent and no more
 * have come, unless the owner has just pressed the very same keys.
 * @param reason why these were chosen; undefined where there was no choice.
 */
export async function sendDigits(
  call: LiveCall,
  step: Step,
  digits: string,
  signal: AbortSignal,
  reason?: string,
): Promise<void> {
  const shown = shownDigits(step, digits);
  const noteChoice = (why: string): void =>
    call.ledger.note({}, ['menu_option_chosen', { digits: shown, reason: why, fact: '', sound: '' }]);
  for (;;) {
    if (await call.keypad.waitForOwner(digits, signal)) {
      noteChoice(ownKeys);
      return;
    }
    await markActed(call, signal);
    if (!call.keypad.isInUse) break;
    call.ledger.note({ flowStepActed: false }); // the owner pressed a key while it was being stored
  }
  if (reason !== undefined) noteChoice(reason);
  await sendNoted(call, { digits, shown, stepId: step.id });
}

/**
 * Stored before anything goes out, so that no restart sends it a second time. While Asterisk is away nothing goes out and so nothing is
 * uncertain; the same holds when the owner asks for something else before it goes out.
 */
export async function markActed(call: LiveCall, signal: AbortSignal): Promise<void> {
  await untilConnected(call.needs.telephony, signal);
  call.ledger.note({ flowStepActed: true });
  await call.ledger.storedWithin(storeSeconds);
  if (signal.aborted && !call.ledger.isOver) call.ledger.note({ flowStepActed: false });
  signal.throwIfAborted();
}

/** Sends digits after `markActed`; those that are going out are waited for, whatever else is asked. @param shown what events may say of them. */
export async function sendNoted(
  call: LiveCall,
  { digits, shown, stepId }: { digits: string; shown: string; stepId: string },
): Promise<void> {
  call.voice.noteDigits();
  call.menuEar.answerGoesOut();
  await call.legs.far.sendDtmf(digits);
  // The far end may have hung up meanwhile.
  if (!call.ledger.isOver) call.ledger.note({}, ['ivr_dtmf_sent', { digits: shown, step_id: stepId }]);
}
