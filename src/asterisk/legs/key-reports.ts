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

/** By how much the two reports of one press may miss each other: a packet's jitter. Between two presses of a key there is more. */
const jitterMs = 20;
/** No finger presses a key twice so fast. */
const fastestMs = 100;

/**
 * Some phones report each key twice, in the audio (RFC 4733) and as SIP INFO, and Asterisk passes on both. The two overlap in time. So can
 * two presses that are reported by INFO alone, which often states a constant length, but these are of one length and farther apart. A phone
 * that has reported one key once does so with all.
 */
export class KeyReports {
  #unpaired: KeyReport | undefined;
  #reportsOnce = false;

  /** @returns whether this press was reported before. */
  isRepeat(report: KeyReport): boolean {
    const before = this.#unpaired;
    if (!this.#reportsOnce && before !== undefined && isSamePress(before, report)) {
      this.#unpaired = undefined;
      return true;
    }
    this.#reportsOnce ||= before !== undefined;
    this.#unpaired = report;
    return false;
  }
}

function isSamePress(before: KeyReport, { digit, durationMs, endedAtMs }: KeyReport): boolean {
  const laterMs = endedAtMs - before.endedAtMs;
  const overlaps = laterMs <= durationMs + jitterMs;
  return digit === before.digit && overlaps && (durationMs !== before.durationMs || laterMs < fastestMs);
}
