/** A ring and the pause behind it, and some lateness. */
const turnMs = 4_500;

/**
 * Which of several tabs rings. One that is shown always does, and hidden ones are silent meanwhile; of hidden ones alone, one rings. A tab that
 * cannot sound, or is suspended, says nothing and keeps no other from ringing.
 */
export class RingTurn {
  readonly #id = Math.random();
  readonly #channel = new BroadcastChannel('holdfast-ring');
  #takenUntilMs = 0;

  constructor() {
    this.#channel.addEventListener('message', ({ data }: MessageEvent<{ isShown: boolean; id: number }>) => {
      if (data.isShown || data.id < this.#id) this.#takenUntilMs = performance.now() + turnMs;
    });
  }

  isElsewhere(): boolean {
    return !isShown() && performance.now() < this.#takenUntilMs;
  }

  /** Makes it known that this tab rings. */
  take(): void {
    this.#channel.postMessage({ isShown: isShown(), id: this.#id });
  }

  close(): void {
    this.#channel.close();
  }
}

function isShown(): boolean {
  return document.visibilityState === 'visible';
}
