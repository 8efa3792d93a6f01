/** Between two options; a second is the shortest that Asterisk has a sound for. */
export const pause = 'silence/1';

/** A number, digit by digit. */
export const digits = (number: string): string[] => Array.from(number, (digit) => `digits/${digit}`);
