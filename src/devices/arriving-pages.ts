import { arrivalSeconds } from '../domain/device.ts';

/**
 * Pages that are about to be phones. Asterisk reports one as online once it has registered and answered OPTIONS, which is after the page says
 * that it is ready: whoever places a call there at once must not hear that no device is online.
 */
export class ArrivingPages {
  /** The newest of each session or token. */
  readonly #begun = new Map<string, { atMs: number }>();

  /** It asked for its account, or has connected. @returns a function for when its connection closes. */
  begin(credentialId: string): () => void {
    for (const other of [...this.#begun.keys()]) if (!this.has(other)) this.#begun.delete(other);
    const newest = { atMs: performance.now() };
    this.#begun.set(credentialId, newest);
    return () => {
      if (this.#begun.get(credentialId) === newest) this.#begun.delete(credentialId);
    };
  }

  has(credentialId: string): boolean {
    const { atMs = -Infinity } = this.#begun.get(credentialId) ?? {};
    return performance.now() - atMs < arrivalSeconds * 1000;
  }
}
