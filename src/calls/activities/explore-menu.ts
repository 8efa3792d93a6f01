import { exploringStep } from '../../domain/flow.ts';
import { digitsMask } from '../../domain/flow-secrets.ts';
import { findPrompt, type Move, nextMove } from '../../domain/menu-choice/next-move.ts';
import type { Prompt } from '../../domain/menu-speech/read-prompt.ts';
import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { waitFor } from '../waiting.ts';
import { notePrompt, shownText } from './hear-menus.ts';
import { markActed, sendNoted } from './send-digits.ts';
import { untilPerson } from './until-person.ts';

/** What comes later than this after digits is no answer to them. */
const answerSeconds = 25;

/**
 * Finds the way through a menu that no flow knows, by what is said there. What it does not understand is held on: a menu is heard on
 * hold as well (see `hearMenus`), and a person at any time.
 * @param heard the prompt that is to be answered; absent after a restart, which listens first.
 */
export async function exploreMenu(
  call: LiveCall,
  heard: Prompt | undefined,
  signal: AbortSignal,
): Promise<Plan> {
  if (!call.menuEar.isOpen) return { do: 'hold' };
  await call.menus.recall();
  const wasInterrupted = call.ledger.call.flowStepActed;
  if (wasInterrupted)
    call.ledger.note({ flowStepActed: false }, [
      'ivr_step_uncertain',
      {
        step_id: exploringStep,
        reason: 'interrupted while sending: what may have gone out is not sent again',
      },
    ]);
  if (call.ledger.status !== 'navigating') call.ledger.move('flow_starts');
  call.hearing.setPhase('menu');
  const stopHearing = call.menuEar.subscribe(() => undefined);
  try {
    return await untilPerson(call, signal, (either) => findWay(call, heard, wasInterrupted, either));
  } finally {
    stopHearing();
  }
}

async function findWay(
  call: LiveCall,
  heard: Prompt | undefined,
  wasInterrupted: boolean,
  signal: AbortSignal,
): Promise<Plan> {
  let prompt = heard ?? (await nextPrompt(call, signal));
  // The end of the menu that may have been answered already may still be playing.
  if (wasInterrupted && prompt !== undefined && findPrompt(prompt, call.menus.memory) !== undefined)
    prompt = await nextPrompt(call, signal);
  while (prompt !== undefined && !call.ownerHasKeypad) {
    notePrompt(call, prompt);
    const move = nextMove(prompt, call.menus.memory, call.ledger.call);
    call.menus.remember(prompt, move);
    if (move.do === 'ask_owner') askOwner(call, prompt, move.reason);
    if (move.do !== 'press') break;
    await press(call, move, signal);
    prompt = await nextPrompt(call, signal);
  }
  return { do: 'hold' };
}

/** Undefined where nothing more is said, or music begins. */
async function nextPrompt(call: LiveCall, signal: AbortSignal): Promise<Prompt | undefined> {
  const next = await waitFor<Prompt | undefined>(signal, answerSeconds, (settle) => {
    const leaveEar = call.menuEar.subscribe(settle);
    const leaveHearing = call.hearing.subscribe((event) => event.kind === 'hold' && settle(undefined));
    return () => {
      leaveEar();
      leaveHearing();
    };
  });
  return next === 'timeout' ? undefined : next;
}

/** Stored before anything goes out, so that no restart sends it a second time. Digits of facts are in no event. */
async function press(
  call: LiveCall,
  move: Extract<Move, { do: 'press' }>,
  signal: AbortSignal,
): Promise<void> {
  const { digits, reason, fact = '' } = move;
  const shown = fact === '' ? digits : digitsMask;
  call.ledger.note({}, ['menu_option_chosen', { digits: shown, reason, fact }]);
  await markActed(call, signal);
  await sendNoted(call, { digits, shown, stepId: exploringStep }, signal);
  call.ledger.note({ flowStepActed: false });
}

function askOwner(call: LiveCall, { transcript }: Prompt, reason: string): void {
  call.ledger.note({}, ['menu_needs_owner', { reason, transcript: shownText(call, transcript) }]);
}
