/** Asterisk's own CANCEL comes first. */
const marginSeconds = 5;

/**
 * Variables with which an INVITE says how long it is good for (RFC 3261, section 13.2.1): a phone that changes its network while it rings
 * does not get the CANCEL, and would ring on after the call is over.
 */
export function ringingFor(seconds: number): Record<string, string> {
  return { 'PJSIP_HEADER(add,Expires)': String(Math.ceil(seconds) + marginSeconds) };
}
