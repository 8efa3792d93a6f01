/** 20 ms at 8 kHz, one octet per sample. */
export const frameSamples = 160;
export const frameMs = 20;
/** Silence in µ-law. */
export const silentOctet = 0xff;
