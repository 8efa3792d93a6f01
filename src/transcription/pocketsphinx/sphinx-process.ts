import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { widebandRateHz } from '../../audio/wideband.ts';

/** The program's result for one utterance. Times are seconds since its first sample. */
export interface SphinxLine {
  text: string;
  startSeconds: number;
  endSeconds: number;
  confidence: number | null;
}

export interface SphinxFollower {
  heard(line: SphinxLine): void;
  /** Called once with the rest of a sentence that begins with its name; the process is gone by then. */
  ended(why: string): void;
}

const maxLineBytes = 256 * 1024;
/** Two minutes of audio: it is several times slower than speech. */
const maxUnreadBytes = 120 * widebandRateHz * 2;

/** One process of `pocketsphinx live -`: 16 kHz PCM in, a line of JSON for each utterance out. */
export class SphinxProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #follower: SphinxFollower;
  readonly #exited: Promise<unknown>;
  /** Pieces of audio that it has not taken yet. */
  #waiting = 0;
  /** When it last took one, or when the first of them was queued. */
  #movedAtMs = 0;
  #rest = '';
  #isOver = false;
  #isFinishing = false;
  #takenSamples = 0;

  constructor(child: ChildProcessWithoutNullStreams, follower: SphinxFollower) {
    this.#child = child;
    this.#follower = follower;
    // One of the two comes: a program that cannot be started does not close.
    this.#exited = new Promise<void>((resolve) =>
      child.once('close', () => resolve()).once('error', () => resolve()),
    );
    // Not `once`: an error without a listener, such as that of a later kill(), would end this process.
    child.on('error', (error) => this.#over(`cannot be run: ${error.message}`));
    child.once('exit', (code, signal) => {
      if (!this.#isFinishing) this.#over(`ended by itself (${signal ?? `exit code ${code}`})`);
    });
    child.stdin.on('error', () => undefined); // reported by its exit
    child.stderr.resume();
    child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
  }

  /** How much audio it has been given. */
  get takenSeconds(): number {
    return this.#takenSamples / widebandRateHz;
  }

  take(samples: Int16Array): void {
    if (this.#isOver) return;
    this.#takenSamples += samples.length;
    if (this.#waiting++ === 0) this.#movedAtMs = performance.now();
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    this.#child.stdin.write(bytes, () => {
      this.#waiting -= 1;
      this.#movedAtMs = performance.now();
    });
    if (this.#child.stdin.writableLength > maxUnreadBytes) this.#over('falls ever further behind');
  }

  /** Ends it when it has taken nothing for `hangMs`; one that is busy with a burst of audio takes it bit by bit. */
  look(hangMs: number): void {
    if (this.#waiting === 0 || performance.now() - this.#movedAtMs < hangMs) return;
    this.#over('stopped taking audio');
  }

  /** Resolves when it has reported the rest of its audio and is gone. */
  async finish(): Promise<void> {
    this.#isFinishing = true;
    this.#child.stdin.end();
    await this.#exited;
  }

  /** Ends it at once. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  #over(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#child.kill('SIGKILL');
    this.#follower.ended(why);
  }

  #read(text: string): void {
    if (this.#isOver) return;
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > maxLineBytes) return this.#over('sent a line without an end');
    for (const line of lines) {
      if (line.trim() === '') continue;
      const read = parseSphinxLine(line);
      if (read === undefined) return this.#over('sent an answer that is not an utterance');
      this.#follower.heard(read);
    }
  }
}

/** Undefined for a line that is not a result. */
export function parseSphinxLine(line: string): SphinxLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const { b, d, t, w } = (value ?? {}) as Record<string, unknown>;
  if (typeof b !== 'number' || typeof d !== 'number' || typeof t !== 'string') return undefined;
  const words = (Array.isArray(w) ? w : []).filter(isWord).filter(({ t: word }) => !isFiller(word));
  const [first, last] = [words[0], words.at(-1)];
  const sure = words.reduce((sum, { p }) => sum + p, 0) / words.length;
  return {
    text: words.map(({ t: word }) => word.replace(/\(\d+\)$/, '')).join(' '),
    startSeconds: first?.b ?? b,
    endSeconds: last === undefined ? b + d : last.b + last.d,
    confidence: Number.isFinite(sure) ? Math.max(0, Math.min(1, sure)) : null,
  };
}

/** Silence, breaths, and the ends of a sentence. */
function isFiller(word: string): boolean {
  return /^[<[+(]/.test(word);
}

function isWord(value: unknown): value is { b: number; d: number; p: number; t: string } {
  const { b, d, p, t } = (value ?? {}) as Record<string, unknown>;
  return [b, d, p].every((number) => typeof number === 'number') && typeof t === 'string';
}
