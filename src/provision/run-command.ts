import { spawn } from 'node:child_process';
import { AppError } from '../domain/errors.ts';
import { childEnvironment } from './child-environment.ts';

export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
  /** Called with each complete line of standard output while the command runs. */
  readonly onLine?: (line: string) => void;
}

/**
 * Runs a program without a shell and resolves with what it printed, whatever its exit code.
 * Rejects with `unavailable` only when it cannot be started or does not end in time.
 */
export function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env ?? childEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    let unfinishedLine = '';
    let timedOut = false;
    const timer =
      options.timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            child.kill('SIGKILL');
          }, options.timeoutMs);

    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
      const lines = (unfinishedLine + chunk).split('\n');
      unfinishedLine = lines.pop() ?? '';
      for (const line of lines) options.onLine?.(line);
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    child.once('error', (cause) => {
      clearTimeout(timer);
      reject(new AppError('unavailable', `${program} cannot be run: ${cause.message}`, { cause }));
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      if (timedOut) {
        const seconds = Math.round((options.timeoutMs ?? 0) / 1000);
        reject(new AppError('unavailable', `${program} did not end within ${seconds} s`));
        return;
      }
      resolve({ exitCode: code ?? 1, stdout, stderr });
    });
  });
}

/** Like {@link runCommand}, but a non-zero exit code is an error that quotes the last line printed. */
export async function runCommandOrThrow(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const result = await runCommand(program, args, options);
  if (result.exitCode === 0) return result.stdout;
  const lastLine = (result.stderr.trim() || result.stdout.trim()).split('\n').at(-1) ?? '';
  throw new AppError('unavailable', `${program} ${args[0] ?? ''} failed: ${lastLine}`);
}
