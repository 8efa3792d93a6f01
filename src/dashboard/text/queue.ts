/** A queue's own estimate: `3rd in line, about 4 min`; '' if it gave none. */
export function tellQueue(position: number | null, waitMinutes: number | null): string {
  const place = position === null ? '' : position === 1 ? 'Next in line' : `${ordinal(position)} in line`;
  const wait =
    waitMinutes === null
      ? ''
      : waitMinutes < 1
        ? 'less than a minute'
        : `about ${Math.round(waitMinutes)} min`;
  if (place === '') return wait === '' ? '' : `Announced wait: ${wait}`;
  return wait === '' ? place : `${place}, ${wait}`;
}

export function ordinal(position: number): string {
  const tens = position % 100;
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][position % 10] ?? 'th');
  return `${position}${ending}`;
}
