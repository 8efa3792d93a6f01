import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { telephoneRateHz, toEightKilohertz } from '../audio/resample.ts';
import { readSound } from '../audio/sound-file.ts';
import { encodeTelephoneWav } from '../audio/wav.ts';
import type { Speech } from '../calls/speech.ts';
import { minuteMs } from '../domain/durations.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { soundShape } from '../domain/spoken-text.ts';
import { makeFolder } from '../files/folders.ts';
import { replaceFile } from '../files/written-file.ts';
import type { Log } from '../log/log.ts';
import type { SpeechEngine } from './engine.ts';
import { removeLeastUsed } from './spoken-files.ts';

export interface VoiceNeeds {
  /** Undefined: text cannot be spoken. */
  engine: SpeechEngine | undefined;
  /** A folder that both this service and Asterisk can read; undefined if they share none. */
  folder: string | undefined;
  /**
   * The sounds and texts in the configuration. A `file:…` is read only if it is one of these: a flow cannot name
   * files on the server.
   */
  configured: readonly string[];
  /** What calls say by themselves, made when it is first said. */
  ownTexts?: readonly string[];
  /** Mode of the files: 0o640 if Asterisk is another user in the same group. */
  fileMode: number;
  /** For one sentence. */
  timeoutMs?: number;
  /** Before each further try to prepare with an engine that does not work; the last one is repeated. */
  againMs?: readonly number[];
  log: Log;
}

/** A sentence takes from 0.06 s (flite) to some seconds (a model on a small machine). */
const defaultTimeoutMs = 10_000;
/** Time for downloading a voice that is not on this machine yet. */
const bringMs = 300_000;
/** A server that starts with this service is a little later. */
const defaultAgainMs = [10_000, minuteMs, 10 * minuteMs];
const maxFiles = 500;
/** Anything shorter is a click: the text contained nothing to speak. */
const shortestSeconds = 0.08;
/** The usual level of speech on a telephone; flite is quieter than Asterisk's own sounds, some models are louder. */
const levelDb = -20;

interface Source {
  key: string;
  /** Samples at 8 kHz. */
  make: () => Promise<Float32Array>;
}

/** Spoken texts: synthesised once, cached by text, played by Asterisk from a file. */
export class Voice implements Speech {
  readonly #needs: VoiceNeeds;
  readonly #making = new Map<string, Promise<string>>();

  constructor(needs: VoiceNeeds) {
    this.#needs = needs;
  }

  async media(text: string, signal?: AbortSignal): Promise<string> {
    if (soundShape.test(text)) return text;
    const { folder } = this.#needs;
    if (folder === undefined)
      throw new AppError('unavailable', 'Asterisk is elsewhere and shares no folder: set SIP_FILES_DIR');
    const { key, make } = await this.#sourceOf(text);
    const base = path.join(folder, key);
    if (existsSync(`${base}.wav`)) {
      const now = new Date();
      await utimes(`${base}.wav`, now, now).catch(() => undefined); // marks it as recently used
      return `sound:${base}`;
    }
    signal?.throwIfAborted(); // do not begin what nobody waits for any more
    // Concurrent calls with the same text share one synthesis, and neither can cancel it for the other.
    const making = this.#making.get(key) ?? this.#begin(key, base, make);
    await abortable(making, signal);
    return `sound:${base}`;
  }

  /**
   * Checks that the voice works and prepares the configured texts, so that no call waits for them; logs one line for
   * each reason why something cannot be said. A voice that does not work is tried again later.
   */
  async prepare(tries = 1): Promise<void> {
    const { engine, configured, againMs = defaultAgainMs, log } = this.#needs;
    const name = engine?.name ?? 'none';
    try {
      await engine?.check(AbortSignal.timeout(bringMs));
    } catch (error) {
      const why = { engine: name, why: describeError(error) };
      if (tries === 1)
        log.error('there is no voice: a plain sound is played in place of what it should say', why);
      setTimeout(() => void this.prepare(tries + 1), againMs[tries - 1] ?? againMs.at(-1)).unref();
      return;
    }
    if (tries > 1) log.info('there is a voice now', { engine: name });
    const faults = new Map<string, string[]>();
    for (const text of configured.filter((each) => !soundShape.test(each)))
      await this.media(text).catch((error: unknown) => {
        const why = describeError(error);
        faults.set(why, [...(faults.get(why) ?? []), text]);
      });
    for (const [why, texts] of faults)
      log.error('there is no voice for these texts: a plain sound is played in their place', {
        engine: name,
        texts,
        why,
      });
  }

  async #sourceOf(text: string): Promise<Source> {
    const isFile = text.startsWith('file:') && this.#needs.configured.includes(text);
    return isFile ? fromFile(text.slice('file:'.length)) : this.#fromWords(text);
  }

  #fromWords(text: string): Source {
    const { engine, timeoutMs = defaultTimeoutMs } = this.#needs;
    if (engine === undefined) throw new AppError('unavailable', 'SPEECH_ENGINE is none');
    const said = plain(text);
    return {
      key: digest(`${engine.name}\n${said}`),
      make: async () => {
        if (!/[\p{L}\p{N}]/u.test(said)) throw new AppError('invalid', 'nothing in the text can be said');
        const made = await withinTime((signal) => engine.make(said, signal), timeoutMs, engine.name);
        return levelled(toEightKilohertz(made.samples, made.rateHz));
      },
    };
  }

  #begin(key: string, base: string, make: Source['make']): Promise<string> {
    const making = this.#make(base, make).finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  async #make(base: string, make: Source['make']): Promise<string> {
    const { fileMode, log } = this.#needs;
    const samples = await make();
    if (samples.length < shortestSeconds * telephoneRateHz)
      throw new AppError('invalid', 'nothing in the text can be said');
    const folder = path.dirname(base);
    await makeFolder(folder);
    // The umask would deny the group, as whose member Asterisk reads the file. Files inherit the folder's group.
    if (fileMode !== 0o600) await chmod(folder, 0o2750);
    await replaceFile(`${base}.wav`, encodeTelephoneWav(samples), fileMode);
    await removeLeastUsed(folder, maxFiles, () => this.#keptKeys()).catch((error: unknown) =>
      log.warn('old spoken texts were not removed', { folder, why: describeError(error) }),
    );
    return base;
  }

  /** What calls play again and again stays, however many other texts are said. */
  async #keptKeys(): Promise<ReadonlySet<string>> {
    const { configured, ownTexts = [] } = this.#needs;
    const texts = [...configured, ...ownTexts].filter((text) => !soundShape.test(text));
    // A file that cannot be read now has no key.
    const sources = await Promise.allSettled(texts.map((text) => this.#sourceOf(text)));
    return new Set(sources.flatMap((source) => (source.status === 'fulfilled' ? [source.value.key] : [])));
  }
}

/** Markup is not speech, and an engine might interpret it. */
function plain(text: string): string {
  return (
    text
      .replace(/<[^<>]{0,200}>/g, ' ')
      .replace(/[<>&{}[\]\\|~^*_#`]/g, ' ')
      .replace(/[\p{Cc}\p{Co}\p{Cs}\p{So}\u200b]/gu, ' ')
      // Joiners are part of Persian and Hindi words. What else has no width, such as a soft hyphen, is no gap in a word either.
      .replace(
        /(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])|(?![\u200c\u200d])\p{Cf}/gu,
        '',
      )
      .replace(/\s+/g, ' ')
      .trim()
  );
}

async function fromFile(file: string): Promise<Source> {
  const found = await stat(file).catch((cause: unknown) => {
    throw new AppError('unavailable', `${file} cannot be read`, { cause });
  });
  return {
    key: digest(`file:${file}\n${found.size}\n${found.mtimeMs}`),
    make: async () => {
      const { samples, rateHz } = await readSound(file);
      return toEightKilohertz(samples, rateHz);
    },
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function levelled(samples: Float32Array): Float32Array {
  let power = 0;
  let peak = 0;
  for (const sample of samples) {
    power += sample * sample;
    peak = Math.max(peak, Math.abs(sample));
  }
  const rms = Math.sqrt(power / samples.length);
  if (rms === 0) throw new AppError('bad_upstream', 'the voice returned only silence');
  const gain = Math.min(10 ** (levelDb / 20) / rms, 0.98 / peak);
  return samples.map((sample) => sample * gain);
}

/** @throws AppError `unavailable`, also when `act` ignores the signal. */
async function withinTime<T>(
  act: (signal: AbortSignal) => Promise<T>,
  milliseconds: number,
  what: string,
): Promise<T> {
  const limit = AbortSignal.timeout(milliseconds);
  try {
    return await abortable(act(limit), limit);
  } catch (cause) {
    if (!limit.aborted) throw cause;
    throw new AppError('unavailable', `${what} did not answer within ${milliseconds / 1000} s`, { cause });
  }
}

async function abortable<T>(act: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return act;
  let off: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort);
    off = () => signal.removeEventListener('abort', abort);
  });
  try {
    return await Promise.race([act, aborted]);
  } finally {
    off();
  }
}
