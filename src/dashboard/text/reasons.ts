/** The gateway's reasons without what only its log and raw events are for. */

/** `the line is busy (SIP 486, Q.850 cause 17)`; the setting that turned the recogniser off. */
export const plainReason = (reason: string): string =>
  reason
    .replace(/\s*\((?:SIP|Q\.850)[^)]*\)/g, '')
    .replace(/^STT_ENGINE is none$/, 'no recogniser is set up');
