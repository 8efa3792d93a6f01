import { AppError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';

/** Failures are printed beside the result. */
export const terminalLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: (message) => console.error(message),
  error: (message) => console.error(message),
};

/** @throws AppError `invalid` */
export function readSensitivity(text: string | undefined): number {
  const sensitivity = text === undefined ? 0.5 : Number(text);
  if (text === '' || !(sensitivity >= 0 && sensitivity <= 1))
    throw new AppError('invalid', '--sensitivity is a number from 0 to 1');
  return sensitivity;
}

/** Runs a command; wrong use and files that cannot be read end it with one line and exit code 2. */
export async function runInTerminal(command: () => void | Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!isForTheUser(error)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

/** Errors of `parseArgs` and of the file system have a code; defects of this program have none. */
function isForTheUser(error: unknown): error is Error {
  return error instanceof AppError || (error instanceof Error && 'code' in error);
}

/** A reader that has seen enough, like `head`, ends the command without an error. A command that also writes files continues with those. */
export function endWithReader({ writesFiles = false } = {}): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (!writesFiles) process.exit();
  });
}
