import { existsSync } from 'node:fs';
import type { RunnableProgram } from '../provision/tree-program.ts';
import { commandMs, type InstanceRecord, runCliCommand } from './asterisk-process.ts';
import { isConfigWritten, type RenderedConfig } from './config-files.ts';
import { controlSocket, type InstanceFolders } from './instance-folders.ts';
import { isRunning, waitUntilGone } from './running-process.ts';

/** What a start wants, to be compared with an Asterisk that runs already. */
export interface AdoptionOptions {
  readonly program: RunnableProgram;
  readonly folders: InstanceFolders;
  readonly config: RenderedConfig;
  /** How long an instance that is already running has to answer each of three checks. */
  readonly answerWithinMs?: number | undefined;
  /** Aborts the start and stops whatever was started. */
  readonly signal?: AbortSignal | undefined;
  readonly progress: (line: string) => void;
}

/** Calls must not be lost because the machine swaps for a minute. */
const looksUntilReplaced = 3;

/** A running instance is kept if nothing changed, and also while it carries calls, which matter more. */
export async function mayAdopt(live: InstanceRecord, options: AdoptionOptions): Promise<boolean> {
  const unchanged =
    live.program.command === options.program.command &&
    (await isConfigWritten(options.config, options.folders.etcDir));
  const channels = await countChannels(live, options);
  if (channels === undefined) return false;
  if (unchanged) return true;
  const callsUp = !/^0 active channels/m.test(channels);
  if (callsUp)
    options.progress('Asterisk keeps its earlier configuration: calls are up; start again after them');
  return callsUp;
}

/**
 * What Asterisk reports about its channels. Undefined if it hangs, if it has no console yet and hence no calls, or if the start was
 * aborted: then it is stopped.
 */
async function countChannels(live: InstanceRecord, options: AdoptionOptions): Promise<string | undefined> {
  const { answerWithinMs = commandMs, folders, progress, signal } = options;
  for (let look = 1; look <= looksUntilReplaced; look++) {
    const lookedAtMs = performance.now();
    const answer = await runCliCommand(live, 'core show channels count', answerWithinMs, signal).catch(
      () => undefined,
    );
    if (answer?.exitCode === 0) return answer.stdout;
    if (signal?.aborted === true || !existsSync(controlSocket(folders)) || !isRunning(live.process))
      return undefined;
    progress(
      `Asterisk is running and has not answered (${look} of ${looksUntilReplaced} tries; after the last it is replaced)`,
    );
    // A command may also fail at once, for example when there is no memory for it, or because Asterisk was killed and is just ending.
    const leftMs = answerWithinMs - (performance.now() - lookedAtMs);
    await waitUntilGone(live.process, leftMs, signal);
  }
  return undefined;
}
