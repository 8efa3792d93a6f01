import type { AriEvent } from '../ari/ari-operations.ts';

/** A key as Asterisk reports it, at its end. */
export interface KeyReport {
  digit: string;
  durationMs: number;
  /** By Asterisk's clock (epoch ms). */
  endedAtMs: number;
}

export function reportOf(event: Extract<AriEvent, { type: 'ChannelDtmfReceived' }>): KeyReport {
  return { digit: event.digit, durationMs: event.duration_ms, endedAtMs: Date.parse(event.timestamp) };
}

/** How far apart the reports of one press may be: a packet's jitter. A phone that is known to report each key twice has more. */
const jitterMs = 40;
const knownJitterMs = 100;
/** No finger presses a key twice so fast. */
const fastestMs = 100;
/**
 * How soon after the end of a key Asterisk may report it once more; the first value if only the time distinguishes that from another
 * press.
 */
const echoMs = { ofOneLength: 160, ofTwo: 300 } as const;

/**
 * Some phones report each key twice, in the audio (RFC 4733) and as SIP INFO, and Asterisk passes on both. The two overlap in time. So can
 * two presses that are reported by INFO alone, which often states a constant length, but these are of one length and farther apart. If the
 * INFO comes while a short key is still pressed, Asterisk 22.10 reports the end of one of them once more (measured). A phone that has
 * reported one key once does so with all, and one that has reported a key twice, too.
 */
export class KeyReports {
  /** Of the newest press. */
  readonly #reports: KeyReport[] = [];
  #known: 'once' | 'twice' | undefined;

  /** @returns whether this press was reported before. */
  isRepeat(report: KeyReport): boolean {
    const before = this.#reports.at(-1);
    const isRepeat = this.#known !== 'once' && before !== undefined && this.#isSamePress(before, report);
    if (isRepeat) this.#known = 'twice';
    else {
      if (before !== undefined) this.#known ??= 'once';
      this.#reports.length = 0;
    }
    this.#reports.push(report);
    return isRepeat;
  }

  #isSamePress(before: KeyReport, { digit, durationMs, endedAtMs }: KeyReport): boolean {
    if (digit !== before.digit) return false;
    const laterMs = endedAtMs - before.endedAtMs;
    if (laterMs < fastestMs) return true;
    const lengths = new Set(this.#reports.map((report) => report.durationMs));
    const isOther = lengths.size === 1 && !lengths.has(durationMs);
    if (isOther) return laterMs <= durationMs + (this.#known === 'twice' ? knownJitterMs : jitterMs);
    const isEcho = this.#reports.length > 1 && durationMs === before.durationMs;
    return isEcho && laterMs < (lengths.size === 1 ? echoMs.ofOneLength : echoMs.ofTwo);
  }
}
