/** Held by the one tab of this browser that is its phone. */
export const phoneLock = 'holdfast-phone';
