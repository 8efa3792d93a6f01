/**
 * RFC 4733 digits. ITU-T Q.24 asks for 40 ms of tone and of pause; menus behind compressed or transcoded lines miss such
 * short ones, and few are slower than this.
 */
export const dtmfTiming = { duration: 120, between: 100 } as const;

/** `w` is a pause of half a second in Asterisk's digit strings. */
const pauseMs = 500;

/** How long Asterisk takes to send `digits`, until the last one has ended. */
export function dtmfMilliseconds(digits: string): number {
  let milliseconds = 0;
  for (const digit of digits) {
    milliseconds += digit === 'w' ? pauseMs : dtmfTiming.duration + dtmfTiming.between;
  }
  return milliseconds;
}
