/** What uvu reported about one test file. */
export interface FileResult {
  passed: number;
  total: number;
  /** The names of its tests that failed. */
  failures: string[];
}

/**
 * uvu writes the name of each file and `(passed / total)` for each suite in it. A throw in `before` leaves `(0 / 6)` and exit code 0,
 * so the difference is counted, not the exit code alone.
 */
export function readOutput(output: string): Map<string, FileResult> {
  const files = new Map<string, FileResult>();
  let current: FileResult = { passed: 0, total: 0, failures: [] };
  for (const line of output.split('\n')) {
    if (/^[\w./-]+\.ts$/.test(line)) files.set(line, (current = { passed: 0, total: 0, failures: [] }));
    // At the end of the line: what a test prints may have two numbers in brackets as well.
    const [, passed, total] = / {2}\((\d+) \/ (\d+)\)$/.exec(line) ?? [];
    current.passed += Number(passed ?? 0);
    current.total += Number(total ?? 0);
    const [, name] = /^ {3}FAIL .*?"(.*)"$/.exec(line) ?? [];
    if (name !== undefined) current.failures.push(name);
  }
  return files;
}
