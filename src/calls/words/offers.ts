import { languageTables } from '../../domain/menu-speech/language-of.ts';
import { fold } from '../../domain/menu-speech/language.ts';
import type { Prompt } from '../../domain/menu-speech/read-prompt.ts';
import type { CallLedger } from '../call-ledger.ts';
import type { CallMenus } from '../hearing/call-menus.ts';

/**
 * Notes that the far end offers to call back, or that a voicemail answers: once per call, whatever process hears it, and again for another
 * key.
 * @param transcript what was said, as it may be shown.
 */
export async function noteOffers(
  { ledger, menus }: { ledger: CallLedger; menus: CallMenus },
  prompt: Prompt,
  transcript: string,
): Promise<void> {
  if (!prompt.offersCallBack && !isVoicemail(prompt)) return;
  await menus.recall();
  if (ledger.isOver) return;
  if (prompt.offersCallBack) {
    const digits = callBackKey(prompt);
    if (menus.noteOffer('callback_offered', digits))
      ledger.note({}, ['callback_offered', { digits, transcript }]);
  }
  if (isVoicemail(prompt) && menus.noteOffer('voicemail_detected'))
    ledger.note({}, ['voicemail_detected', { transcript }]);
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
