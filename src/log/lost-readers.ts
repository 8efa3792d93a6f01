/**
 * Whoever reads what this process writes may end before it: a terminal is closed, a supervisor is restarted. That costs lines, not the
 * service: uncaught, the error would be logged as a fault, which cannot be written either, without end.
 */
export function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}
