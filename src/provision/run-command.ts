import { AsyncLocalStorage } from 'node:async_hooks';
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
  /** Kills the command; default: the signal of `endCommandsWith`. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each complete line of standard output while the command runs. */
  readonly onLine?: (line: string) => void;
}

const scope = new AsyncLocalStorage<AbortSignal>();

/**
 * Kills every command that `work` runs, however deep, when `signal` aborts: a download of minutes must not outlive
 * the service that needed it.
 */
export function endCommandsWith<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  return signal === undefined ? work() : scope.run(signal, work);
}

/** The signal that ends the current work's commands. */
export function commandSignal(): AbortSignal | undefined {
  return scope.getStore();
}

/**
 * Runs a program without a shell and resolves with its output, whatever the exit code. Rejects with `unavailable`
 * only when it cannot be started, exceeds its time or is killed by the signal.
 */
export function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const signal = options.signal ?? commandSignal();
  if (signal?.aborted === true) return Promise.reject(interrupted(program));
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
    /** What it started itself may outlive it, and would hold its output open: many programs are scripts that run another. */
    const kill = (): void => {
      child.kill('SIGKILL');
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const timer =
      options.timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            kill();
          }, options.timeoutMs);

    signal?.addEventListener('abort', kill);
    child.once('close', () => signal?.removeEventListener('abort', kill));

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
      if (signal?.aborted === true) return reject(interrupted(program));
      resolve({ exitCode: code ?? 1, stdout, stderr });
    });
  });
}

function interrupted(program: string): AppError {
  return new AppError('unavailable', `${program} was interrupted`);
}

/** Like {@link runCommand}, but a non-zero exit code is an error quoting the last line of output. */
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
