import { withTimeLimit } from '../../async/time-limit.ts';
import { identify } from '../../detect/repetition/fingerprint.ts';
import { AppError, describeError } from '../../domain/errors.ts';
import { exploringStep } from '../../domain/flow.ts';
import { digitsMask } from '../../domain/flow-secrets.ts';
import { isAllowed } from '../../domain/menu-choice/allowed-options.ts';
import type { Choice } from '../../domain/menu-choice/choose-option.ts';
import { findPrompt, goesOn, optionsOf } from '../../domain/menu-choice/menu-memory.ts';
import type { Move } from '../../domain/menu-choice/move.ts';
import { asksForSomething, nextMove } from '../../domain/menu-choice/next-move.ts';
import { isRefusalAlone, type Prompt } from '../../domain/menu-speech/read-prompt.ts';
import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { waitFor } from '../waiting.ts';
import { notePrompt, shownText } from './hear-menus.ts';
import { askOwner } from './notice-menu.ts';
import { markActed, sendNoted } from './send-digits.ts';
import { untilPerson } from './until-person.ts';

/** What is heard later than this after the digits is not an answer to them. */
const answerSeconds = 25;

/**
 * Finds the way through a menu that no flow knows, by what it says. When it does not understand, the call holds: menus are heard on
 * hold too (see `hearMenus`), and a person at any time.
 * @param heard the prompt to answer; absent after a restart, which listens first.
 */
export async function exploreMenu(
  call: LiveCall,
  heard: Prompt | undefined,
  signal: AbortSignal,
): Promise<Plan> {
  if (!call.menuEar.isAvailable || !call.needs.settings.exploresMenus) return { do: 'hold' };
  await call.menus.recall();
  signal.throwIfAborted();
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
  call.menuEar.open();
  return untilPerson(call, signal, (either) => findWay(call, heard, wasInterrupted, either));
}

async function findWay(
  call: LiveCall,
  heard: Prompt | undefined,
  wasInterrupted: boolean,
  signal: AbortSignal,
): Promise<Plan> {
  let prompt = heard ?? (await nextPrompt(call, signal));
  // This may be the rest of a menu that has been answered already.
  if (wasInterrupted && prompt !== undefined && findPrompt(prompt, call.menus.memory) !== undefined)
    prompt = await nextPrompt(call, signal);
  let repeats = 0; // of the prompt that is still unanswered
  while (prompt !== undefined && !call.keypad.isInUse) {
    notePrompt(call, prompt);
    // Either the menu follows, or nothing does.
    if (isRefusalAlone(prompt)) {
      prompt = await nextPrompt(call, signal);
      continue;
    }
    call.menus.hear(prompt);
    const mayHearAgain = repeats < maxRepeats;
    let move = await decide(call, prompt, mayHearAgain, signal);
    if (move.do === 'hear_again') {
      const again: Prompt | Silence = await promptAgain(call, move.seconds, signal);
      // The owner's own key, or the queue, came first.
      if (call.keypad.isInUse || again === 'waits_on') break;
      if (again !== 'silent') {
        if (!goesOn(optionsOf(prompt), optionsOf(again))) repeats += 1;
        prompt = again;
        continue;
      }
      move = await decide(call, prompt, false, signal);
    }
    if (call.keypad.isInUse) break; // the owner pressed a key while the move was being decided
    if (move.do !== 'press') {
      call.menus.remember(prompt, move);
      if (move.do === 'ask_owner') askOwner(call, move.reason, prompt);
      break;
    }
    await press(call, prompt, move, signal);
    repeats = 0;
    prompt = await nextPrompt(call, signal);
  }
  return { do: 'hold' };
}

async function decide(
  call: LiveCall,
  prompt: Prompt,
  mayHearAgain: boolean,
  signal: AbortSignal,
): Promise<Move> {
  const decided = await askDecider(call, prompt, signal);
  const { isUnreliable: hearsBadly } = call.menuEar;
  const isHeld = call.hearing.hasHeldMusic;
  await call.menus.understand(prompt, call.ledger.call.intent);
  signal.throwIfAborted();
  const { memory, meanings } = call.menus;
  return nextMove(
    prompt,
    memory,
    { ...call.ledger.call, meanings },
    { decided, mayHearAgain, hearsBadly, isHeld },
  );
}

/** A menu that is misheard differently each time must still be answered. */
const maxRepeats = 2;
/** No menu is longer. */
const longestMenuSeconds = 90;
const lookMs = 500;

/** The far end waits for a key, or the call waits on: music plays, it rings, or the owner has the keypad. */
type Silence = 'silent' | 'waits_on';

/**
 * The prompt when it goes on or is repeated; silence after so many seconds without a voice. A nudge in between ("please make your
 * selection now") does not count.
 */
async function promptAgain(call: LiveCall, seconds: number, signal: AbortSignal): Promise<Prompt | Silence> {
  const again = await waitFor<Prompt | Silence>(signal, longestMenuSeconds, (settle) => {
    const { now } = call.hearing.clock;
    let heardAtMs = now();
    const leaveEar = call.menuEar.subscribe((prompt) => {
      if (asksForSomething(prompt) || prompt.asksToHold || prompt.queue !== null) settle(prompt);
    });
    const leaveHearing = call.hearing.subscribe((event) => {
      if (event.kind === 'hold') settle(event.audioClass === 'music' ? 'waits_on' : 'silent');
    });
    const looking = setInterval(() => {
      if (call.keypad.isInUse) return settle('waits_on');
      heardAtMs = call.menuEar.isHearing ? now() : Math.max(heardAtMs, call.menuEar.voicedAtMs);
      if (now() - heardAtMs > seconds * 1000) settle(isHeldOrRung(call) ? 'waits_on' : 'silent');
    }, lookMs);
    return () => {
      clearInterval(looking);
      leaveEar();
      leaveHearing();
    };
  });
  return again === 'timeout' ? 'silent' : again;
}

function isHeldOrRung(call: LiveCall): boolean {
  const audioType = call.hearing.pulse?.audioType;
  return audioType === 'music' || audioType === 'ringing';
}

/** Few menus wait longer than this for a key. */
const decideMs = 4_000;

/** Undefined if there is nobody to ask, if nothing fits, or if the answer was not one of the options: then the tables decide. */
async function askDecider(call: LiveCall, prompt: Prompt, signal: AbortSignal): Promise<Choice | undefined> {
  const { menuDecider, log } = call.needs;
  const { intent, company, facts } = call.ledger.call;
  if (menuDecider === undefined || prompt.number !== null || prompt.options.length < 2) return undefined;
  const options = prompt.options.filter((option) => isAllowed({ intent, facts }, option));
  try {
    const question = { intent, company, transcript: prompt.transcript, options };
    const decision = await withTimeLimit(signal, decideMs, (limit) => menuDecider.decide(question, limit));
    signal.throwIfAborted();
    const option = options.find(({ digits }) => digits === decision?.digits);
    if (decision === undefined) return undefined;
    if (option === undefined) throw new AppError('bad_upstream', `"${decision.digits}" was not offered`);
    return { option, fit: 'intent', reason: `the chat model chose "${option.text}": ${decision.reason}` };
  } catch (error) {
    signal.throwIfAborted();
    log.warn('the chat service did not choose in a menu: the built-in tables do', {
      call: call.id,
      why: describeError(error),
    });
    return undefined;
  }
}

/** Undefined if nothing more is said, or music begins. */
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

/**
 * Stored before anything goes out, so that no restart sends it a second time. Nothing was chosen if the owner pressed keys in the
 * meantime. Digits of facts appear in no event.
 */
async function press(
  call: LiveCall,
  prompt: Prompt,
  move: Extract<Move, { do: 'press' }>,
  signal: AbortSignal,
): Promise<void> {
  const { digits, fact = '' } = move;
  // It may quote the menu.
  const reason = shownText(call, move.reason);
  const shown = fact === '' ? digits : digitsMask;
  await markActed(call, signal);
  if (!call.keypad.isInUse) {
    call.menus.remember(prompt, move);
    const sound = keepSound(call, prompt);
    call.ledger.note({}, ['menu_option_chosen', { digits: shown, reason, fact, sound }]);
    await sendNoted(call, { digits, shown, stepId: exploringStep });
  }
  if (!call.ledger.isOver) call.ledger.note({ flowStepActed: false });
  signal.throwIfAborted();
}

/** Lets a flow learned from this call recognise the menu. The key does not wait for a database that is away. @returns its id, or ''. */
function keepSound(call: LiveCall, prompt: Prompt): string {
  const fingerprint = call.menuEar.soundOf(prompt);
  if (fingerprint === undefined) return '';
  const id = identify(fingerprint);
  call.needs.menuSounds.keep({ id, fingerprint }, Date.now()).catch((error: unknown) =>
    call.needs.log.warn('the sound of a menu was not stored', {
      call: call.id,
      error: describeError(error),
    }),
  );
  return id;
}
