/** As the driver writes a `DateTime`; it compares as text. */
export function databaseTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+00:00');
}
