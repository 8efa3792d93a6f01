import { isWithin } from '../../domain/durations.ts';
import { maskDigits } from '../../domain/mask-digits.ts';
import { nextMove } from '../../domain/menu-choice/next-move.ts';
import type { Prompt } from '../../domain/menu-speech/read-prompt.ts';
import type { LiveCall } from '../live-call.ts';
import { noteOffers } from '../words/offers.ts';

export interface MenuHeard {
  kind: 'menu';
  prompt: Prompt;
}

/** In a queue a key may be named at any time ("press 1 to leave a message"); music follows it, but never follows a menu that waits. */
const waitsSeconds = 3;

/**
 * On hold: notes places in the queue and waiting times and, where the call may explore, reports a menu that waits for an answer: left
 * unanswered, it leads to nobody. Once music has been heard, the call has a place in a queue that a wrong key would lose, so only an option
 * that fits is taken. If the recogniser fails, this continues once it is back.
 * @returns the function that stops this.
 */
export function hearMenus(call: LiveCall, found: (menu: MenuHeard) => void): () => void {
  const { ledger, needs } = call;
  const { exploresMenus } = needs.settings;
  const isWanted = exploresMenus || ledger.call.services.transcription;
  if (!isWanted || !call.menuEar.hasEngine || ledger.call.mode !== 'hold_slayer') return () => undefined;
  let isOver = false;
  let waiting: NodeJS.Timeout | undefined;
  const report = (prompt: Prompt): void => {
    const isHeld = call.hearing.hasHeldMusic;
    const { memory, meanings } = call.menus;
    const move = nextMove(prompt, memory, { ...ledger.call, meanings }, { isHeld });
    if (isOver || move.do === 'wait' || call.hearing.pulse?.audioType === 'music') return;
    const fits = move.do === 'press' && move.option !== undefined;
    if (fits || !isHeld) found({ kind: 'menu', prompt });
  };
  const leave = call.menuEar.subscribe((prompt) => {
    noteQueue(call, prompt);
    void noteOffers(call, prompt, shownText(call, prompt.transcript));
    // Once the owner has talked with somebody, menus are the owner's to answer.
    if (!exploresMenus || ledger.call.connectedAtMs !== null || call.keypad.isInUse) return;
    void call.menus.understand(prompt, ledger.call.intent).then(() => {
      if (isOver) return;
      clearTimeout(waiting);
      if (call.hearing.hasHeldMusic) waiting = setTimeout(() => report(prompt), waitsSeconds * 1000);
      else report(prompt);
    });
  });
  return () => {
    isOver = true;
    clearTimeout(waiting);
    leave();
  };
}

/** What was said in a menu, as events. */
export function notePrompt(call: LiveCall, prompt: Prompt): void {
  noteQueue(call, prompt);
  void noteOffers(call, prompt, shownText(call, prompt.transcript));
  const choices = prompt.options.map(({ digits, text }) => ({ digits, text: shownText(call, text) }));
  const options = choices.map(({ digits, text }) => (text === '' ? digits : `${digits}: ${text}`));
  call.ledger.note({}, [
    'ivr_menu_detected',
    { transcript: shownText(call, prompt.transcript), options, choices },
  ]);
}

/** A menu may read out what was typed in. */
export function shownText(call: LiveCall, said: string): string {
  return call.needs.settings.masksDigits ? maskDigits(said) : said;
}

/** If the same announcement comes twice within this time, it was heard once: as the end of one prompt and the start of the next. */
const sameAnnouncementSeconds = 10;

function noteQueue(call: LiveCall, { queue }: Prompt): void {
  if (queue === null) return;
  const before = call.ledger.call.queue;
  const { position, waitMinutes } = queue;
  const saidAtMs = Date.now();
  const isSame =
    before !== null &&
    before.position === position &&
    before.waitMinutes === waitMinutes &&
    isWithin(sameAnnouncementSeconds * 1000, before.saidAtMs, saidAtMs);
  if (isSame) return;
  call.ledger.note({ queue: { position, waitMinutes, saidAtMs } }, [
    'queue_position',
    { position, wait_minutes: waitMinutes },
  ]);
}
