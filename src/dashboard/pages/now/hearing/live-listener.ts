import { signal } from '@preact/signals';

/** The state of listening in; for `over`, `text` says why. */
export type ListenPhase = 'opening' | 'hearing' | 'over';

const rateHz = 8_000;
/** A short delay is fine; with a longer one, old words would be heard as current. */
const cushionSeconds = 0.15;
const maxAheadSeconds = 1;
const closeCodes = { callOver: 1000, signedOut: 4401 };

/** Plays what the far end says, live. Scheduled buffers instead of a worklet, which plain http lacks. */
export class LiveListener {
  readonly phase = signal<ListenPhase>('opening');
  readonly text = signal('');
  /** Level of the last piece, 0 to 1. */
  readonly level = signal(0);
  /** Seconds lost on the line. */
  readonly missedSeconds = signal(0);
  readonly #socket: WebSocket;
  readonly #context: AudioContext;
  #playedUntil = 0;
  #isStopped = false;

  /** @throws where this browser cannot play audio. Must be started by a user gesture. */
  constructor(callId: string) {
    this.#context = new AudioContext({ sampleRate: rateHz, latencyHint: 'interactive' });
    void this.#context.resume().catch(() => undefined);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#socket = new WebSocket(
      `${scheme}://${location.host}/ws/listen?call_id=${encodeURIComponent(callId)}`,
    );
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (typeof data === 'string') this.#told(data);
      else this.#play(data);
    };
    this.#socket.onclose = ({ code, reason }) => this.#closed(code, reason);
  }

  stop(): void {
    this.#end('');
    this.#socket.close();
  }

  #told(message: string): void {
    const told = JSON.parse(message) as { type?: string; seconds?: number; encoding?: string; rate?: number };
    if (told.type === 'missed') this.missedSeconds.value += told.seconds ?? 0;
    if (told.type !== 'audio') return;
    if (told.encoding === 's16le' && told.rate === rateHz) this.phase.value = 'hearing';
    else {
      this.#end('The gateway speaks a format that this page does not know. Reload the page.');
      this.#socket.close();
    }
  }

  #play(bytes: ArrayBuffer): void {
    const whole = new Int16Array(bytes, 0, Math.floor(bytes.byteLength / 2));
    if (whole.length === 0 || this.phase.peek() !== 'hearing') return;
    // Scheduled audio plays on: pieces that cannot follow it are dropped, because two moments at once are
    // unintelligible.
    const now = this.#context.currentTime;
    if (this.#context.state !== 'running' || this.#playedUntil > now + maxAheadSeconds) {
      if (this.#playedUntil > 0) this.missedSeconds.value += whole.length / rateHz;
      return;
    }
    if (this.#playedUntil < now) this.#playedUntil = now + cushionSeconds;
    const buffer = this.#context.createBuffer(1, whole.length, rateHz);
    const samples = buffer.getChannelData(0);
    let loudest = 0;
    for (const [index, sample] of whole.entries()) {
      samples[index] = sample / 32_768;
      loudest = Math.max(loudest, Math.abs(sample));
    }
    this.level.value = loudest / 32_768;
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#context.destination);
    source.start(this.#playedUntil);
    this.#playedUntil += buffer.duration;
  }

  #closed(code: number, reason: string): void {
    const wasHearing = this.phase.peek() === 'hearing';
    if (code === closeCodes.callOver) this.#end(reason === '' ? 'The call is over.' : `${reason}.`);
    else if (code === closeCodes.signedOut) this.#end('Sign in again to listen.');
    else if (wasHearing) this.#end('The line to the gateway broke. Press Listen again.');
    // Browsers do not say why a connection was refused.
    else this.#end('The gateway did not let me listen: too many are listening already, or the call is over.');
  }

  #end(text: string): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.phase.value = 'over';
    this.level.value = 0;
    this.text.value = text.charAt(0).toUpperCase() + text.slice(1);
    void this.#context.close().catch(() => undefined);
  }
}
