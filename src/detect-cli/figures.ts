/** A figure as shown; – if there is none, such as the share of persons found in calls without any. */
export function figure(value: number | undefined, digits: number): string {
  return value === undefined || !Number.isFinite(value) ? '–' : value.toFixed(digits);
}

export function percent(share: number): string {
  return Number.isFinite(share) ? `${Math.round(100 * share)} %` : '–';
}
