/** Between two options; a second is the shortest that Asterisk has a sound for. */
export const pause = 'silence/1';

/** A number, digit by digit. */
export const digits = (number: string): string[] => Array.from(number, (digit) => `digits/${digit}`);

/** "Press two for do not disturb." */
export const pressFor = (key: string, ...what: string[]): string[] => [
  'dir-multi1',
  `digits/${key}`,
  'dir-multi2',
  ...what,
];
/** "For hours, press one." */
export const forPress = (key: string, ...what: string[]): string[] => [
  'for',
  ...what,
  'vm-press',
  `digits/${key}`,
];
/** "To leave the conference, press eight." */
export const toPress = (key: string, what: string): string[] => [what, 'vm-press', `digits/${key}`];
