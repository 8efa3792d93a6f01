/**
 * How a trunk is sent digits: as events (RFC 4733) if it agrees on these, else as tones; or, whatever it agrees on, as SIP INFO or as tones
 * alone.
 */
export const trunkDtmfs = ['auto', 'info', 'tones'] as const;
export type TrunkDtmf = (typeof trunkDtmfs)[number];
