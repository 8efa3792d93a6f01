import { signal } from '@preact/signals';

/** What became of listening in; `over` tells why in `text`. */
export type ListenPhase = 'opening' | 'hearing' | 'over';

const rateHz = 8_000;
/** What comes a little late is still in time; more would be a conversation of the past. */
const cushionSeconds = 0.15;
const mostAheadSeconds = 1;
const closeCodes = { callOver: 1000, signedOut: 4401 };

/** What the far end of a call says, as it says it. Scheduled buffers, not a worklet: a page on plain http may have none. */
export class LiveListener {
  readonly phase = signal<ListenPhase>('opening');
  readonly text = signal('');
  /** Of the last piece that came, 0 to 1. */
  readonly level = signal(0);
  /** What the line could not carry, in seconds. */
  readonly missedSeconds = signal(0);
  readonly #socket: WebSocket;
  readonly #context: AudioContext;
  #playedUntil = 0;
  #isStopped = false;

  /** @throws where this browser plays nothing. Begin it with a press: browsers are silent before. */
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
    // What was scheduled plays on: what cannot be put behind it is left out, as two moments at once are none.
    const now = this.#context.currentTime;
    if (this.#context.state !== 'running' || this.#playedUntil > now + mostAheadSeconds) {
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
    // A browser does not say why a connection was refused.
    else this.#end('The gateway did not let me listen: too many listen already, or the call is over.');
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
