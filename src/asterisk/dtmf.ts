/**
 * RFC 4733 digits. 100 ms with 100 ms between is what exchanges accept for sure (ITU-T Q.24 asks for 40 ms each way;
 * menus on compressed lines miss shorter ones).
 */
export const dtmfTiming = { duration: 120, between: 100 } as const;

/** `w` is a pause of half a second in Asterisk's digit strings. */
const PAUSE_MS = 500;

/** How long Asterisk takes to send `digits`, until the last one has ended. */
export function dtmfMilliseconds(digits: string): number {
  let milliseconds = 0;
  for (const digit of digits) {
    milliseconds += digit === 'w' ? PAUSE_MS : dtmfTiming.duration + dtmfTiming.between;
  }
  return milliseconds;
}
