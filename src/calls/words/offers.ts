import { languageTables } from '../../domain/menu-speech/language-of.ts';
import { fold } from '../../domain/menu-speech/language.ts';
import type { Prompt } from '../../domain/menu-speech/read-prompt.ts';
import type { CallLedger } from '../call-ledger.ts';

/** Offers already noted for a call: announcements repeat every half minute. */
const told = new WeakMap<CallLedger, Set<string>>();

/**
 * Notes that the far end offers to call back, or that a voicemail answers: once per call, and again for another key.
 * @param transcript what was said, as it may be shown.
 */
export function noteOffers(ledger: CallLedger, prompt: Prompt, transcript: string): void {
  if (prompt.offersCallBack) {
    const digits = callBackKey(prompt);
    if (isNews(ledger, `call back ${digits}`)) ledger.note({}, ['callback_offered', { digits, transcript }]);
  }
  if (isVoicemail(prompt) && isNews(ledger, 'voicemail'))
    ledger.note({}, ['voicemail_detected', { transcript }]);
}

function isNews(ledger: CallLedger, what: string): boolean {
  const before = told.get(ledger) ?? new Set();
  if (before.has(what)) return false;
  told.set(ledger, before.add(what));
  return true;
}

function callBackKey({ options, language }: Prompt): string | null {
  const { callBack, voicemail } = languageTables[language].phrases;
  const says = (text: string, patterns: readonly RegExp[]): boolean =>
    patterns.some((pattern) => pattern.test(text));
  const named = options.find(({ text }) => says(text, callBack));
  const [only] = options.length === 1 ? options.filter(({ text }) => !says(text, voicemail)) : [];
  return (named ?? only)?.digits ?? null;
}

/**
 * A menu or a queue may offer to take a message; one that offers nothing else is a voicemail. A key that only ends the
 * message is no offer: "when done, hang up or press the pound key".
 */
function isVoicemail({
  isVoicemail: takesMessage,
  options,
  language,
  queue,
  asksToHold,
  offersToStay,
}: Prompt): boolean {
  const { endsMessage } = languageTables[language].phrases;
  const offersElse = options.some(({ text }) => !endsMessage.test(fold(text)));
  return takesMessage && !offersElse && queue === null && !asksToHold && !offersToStay;
}
