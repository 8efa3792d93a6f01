export function dateOrNull(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

/** The format in which the driver writes a `DateTime`; it sorts as text. */
export function databaseTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+00:00');
}
