import { arrivalSeconds } from '../domain/device.ts';

/**
 * Pages that are about to be phones. Asterisk reports one as online once it has registered and answered OPTIONS, which is after the page says
 * that it is ready: whoever places a call there at once must not hear that no device is online.
 */
export class ArrivingPages {
  /** By session or token. */
  readonly #sinceMs = new Map<string, number>();

  /** It asked for its account, or has connected. */
  begin(credentialId: string): void {
    for (const other of [...this.#sinceMs.keys()]) if (!this.has(other)) this.#sinceMs.delete(other);
    this.#sinceMs.set(credentialId, performance.now());
  }

  /** Its connection is closed. */
  leave(credentialId: string): void {
    this.#sinceMs.delete(credentialId);
  }

  has(credentialId: string): boolean {
    const sinceMs = this.#sinceMs.get(credentialId) ?? -Infinity;
    return performance.now() - sinceMs < arrivalSeconds * 1000;
  }
}
