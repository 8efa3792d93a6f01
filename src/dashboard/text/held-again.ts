/** Why a call is on hold again after a person was heard, in the gateway's words (`hold_resumed`), as the owner is told. */
export function tellHeldAgain(reason: string): { text: string; isMissed: boolean } {
  if (/no device answered/.test(reason))
    return {
      text: 'None of your devices took the call. I ring again as soon as they speak.',
      isMissed: true,
    };
  const text = reason.startsWith('the far end is not a person')
    ? 'Back on hold. I will not take that voice for a person again.'
    : reason.startsWith('no person after all')
      ? 'Back on hold: it was no person after all. I ring you when one answers.'
      : 'Back on hold. I ring you when a person answers.';
  return { text, isMissed: false };
}
