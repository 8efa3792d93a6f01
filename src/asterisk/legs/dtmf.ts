/**
 * RFC 4733 digits. ITU-T Q.24 requires 40 ms of tone and of pause; menus behind compressed or transcoded lines miss
 * digits that short, and few need them longer than this.
 */
export const dtmfTiming = { duration: 120, between: 100 } as const;

/** `w` is a half-second pause in Asterisk's digit strings. */
const pauseMs = 500;

/** How long Asterisk takes to send `digits`, up to the end of the last one. */
export function dtmfMilliseconds(digits: string): number {
  let milliseconds = 0;
  for (const digit of digits) {
    milliseconds += digit === 'w' ? pauseMs : dtmfTiming.duration + dtmfTiming.between;
  }
  return milliseconds;
}
