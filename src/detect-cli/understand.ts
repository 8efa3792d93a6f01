import { settlesWithin } from '../async/settles-within.ts';
import type { Transcriber } from '../calls/words/transcriber.ts';
import { readConfig } from '../config/read-config.ts';
import type { AudioClass } from '../detect/index.ts';
import { AppError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import { openTranscriber } from '../wiring/parts/transcription.ts';
import { listen } from './listen.ts';
import { terminalLog } from './terminal.ts';
import type { TimelyWords } from './timely-words.ts';

/** Recognises the words of a recorded call. @throws AppError `unavailable` when the recogniser cannot work */
export type Understands = (samples: Int16Array) => Promise<TimelyWords[]>;

const frameSamples = 160;
const frameMs = 20;
/** A listener's report on the sound is a second old at most. */
const reportedEverySeconds = 1;
/** A little more than the default engine takes on one core: for a stretch, and for each second of it. */
const startSeconds = 0.1;
const secondsPerSecond = 0.05;
/** Twice as long as any engine gives its own program for a stretch: one that has not answered by then never will. */
const defaultPatienceMs = 120_000;
export const understoodAfter = (seconds: number): number => startSeconds + secondsPerSecond * seconds;

/**
 * What a recogniser understands of a recorded call, on the clock of the sound.
 * @param audioTypeAt how the detector classifies the sound at that instant (seconds).
 * @throws AppError `unavailable`, also when the engine does not answer for `patienceMs`
 */
export async function understand(
  samples: Int16Array,
  audioTypeAt: (seconds: number) => AudioClass | undefined,
  open: Transcriber['open'],
  patienceMs = defaultPatienceMs,
): Promise<TimelyWords[]> {
  const inTime = async (work: Promise<void> | void): Promise<void> => {
    if (work !== undefined && !(await settlesWithin(work, patienceMs)))
      throw new AppError('unavailable', `the recogniser has not answered for ${patienceMs / 1000} s`);
  };
  const words: TimelyWords[] = [];
  let fault: string | undefined;
  let nowMs = 0;
  const recognition = await open({
    callId: '',
    speaker: 'far',
    now: () => nowMs,
    audioType: () => audioTypeAt(nowMs / 1000 - ((nowMs / 1000) % reportedEverySeconds)),
    wantsPartials: () => true,
    heard({ text, startedAtMs, endedAtMs, isFinal }) {
      const [startedAt, endedAt] = [startedAtMs / 1000, endedAtMs / 1000];
      const knownAt = nowMs / 1000 + understoodAfter(endedAt - startedAt);
      words.push({ text, startedAt, endedAt, isFinal, knownAt });
    },
    failed: (reason) => (fault = reason),
  });
  try {
    for (let at = 0; at + frameSamples <= samples.length && fault === undefined; at += frameSamples) {
      nowMs += frameMs;
      await inTime(recognition.take(samples.subarray(at, at + frameSamples)));
      await inTime(recognition.settle?.());
    }
    if (fault === undefined) await inTime(recognition.finish?.());
  } finally {
    await settlesWithin(recognition.close(), patienceMs);
  }
  if (fault !== undefined) throw new AppError('unavailable', fault);
  return words;
}

/** The recogniser that the gateway would use. @throws AppError `invalid` when people are not understood */
export function openUnderstanding(environment: Record<string, string | undefined>): Understands {
  const transcriber = openTranscriber(readConfig(environment), terminalLog);
  if (transcriber.engine === undefined || transcriber.recognises === 'menus')
    throw new AppError('invalid', `STT_ENGINE is ${transcriber.engine ?? 'none'}: people are not understood`);
  return (samples) => {
    const classes = listen(samples, {}).events.filter((event) => event.kind === 'class');
    return understand(
      samples,
      (seconds) => classes.findLast(({ at }) => at <= seconds)?.audioClass,
      (options) => transcriber.open(options),
    );
  };
}

/** As in the gateway: if no words can be recognised, sound alone decides. Warns once about what does not work. */
export function openWhereUnderstood(
  environment: Record<string, string | undefined>,
  log: Pick<Log, 'warn'>,
): Understands {
  let understands: Understands | undefined;
  const goWithout = (error: unknown): [] => {
    if (!(error instanceof AppError)) throw error;
    understands = undefined;
    log.warn(`by sound alone: ${error.message}`);
    return [];
  };
  try {
    understands = openUnderstanding(environment);
  } catch (error) {
    goWithout(error);
  }
  return async (samples) => (await understands?.(samples).catch(goWithout)) ?? [];
}
