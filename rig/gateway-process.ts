import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { guardChild } from './guarded.ts';

export interface GatewayProcess {
  readonly pid: number;
  readonly exited: Promise<number | null>;
  /** Stops it as an operator would (SIGTERM) and waits until it is gone. */
  stop(): Promise<void>;
}

const projectFolder = path.resolve(import.meta.dirname, '..');
/** Not the project's: a service reads `.env` where it is started, and that one has the owner's trunk and limits. */
const folderWithoutSettings = import.meta.dirname;
/** Longer than the service's own limit: killed, it would leave its Asterisk running for a start that never comes. */
const stopDeadlineMs = 30_000;

/**
 * Starts the service in its own process, like `npm start`, and waits until it reports ready.
 * @throws Error with its last output when it exits first.
 */
export async function startGatewayProcess(
  environment: Record<string, string>,
  onLine: (line: string) => void,
): Promise<GatewayProcess> {
  const child = spawn(process.execPath, [path.join(projectFolder, 'bin/ensure.mjs'), 'src/main.ts'], {
    cwd: folderWithoutSettings,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  guardChild(child);
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const lastLines: string[] = [];
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        lastLines.push(line);
        if (lastLines.length > 20) lastLines.shift();
        onLine(line);
        if (line.includes('Holdfast is ready')) resolve();
      });
  });
  const code = await Promise.race([ready, exited]);
  if (code !== undefined) throw new Error(`the gateway ended (${code}):\n${lastLines.join('\n')}`);
  return {
    pid: child.pid as number,
    exited,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs);
      await exited;
      clearTimeout(timer);
    },
  };
}
