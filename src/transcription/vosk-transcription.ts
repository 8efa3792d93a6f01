import { once } from 'node:events';
import { WebSocket } from 'ws';
import { telephoneRateHz } from '../audio/resample.ts';
import type { Recognition, RecognitionOptions } from '../calls/words/transcriber.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { readAddress } from '../engine-protocols/address.ts';
import type { TranscriptionEngine } from './engine.ts';
import { StreamTimes } from './stream-times.ts';
import { VoiceGate } from './voice-gate.ts';

const openMs = 10_000;
/** The server ends an utterance after this much silence, more than the pause in the call itself. */
const silenceSeconds = 1;
const maxMessageBytes = 1024 * 1024;
/** Audio that the server has not taken: half a minute. */
const maxUnsentBytes = 30 * telephoneRateHz * 2;
/**
 * How much audio may be sent after the server's last answer. It answers each message, at least with an empty result, so a server that
 * answers nothing hangs, even if it still takes audio. This is more than the longest stretch, which may be sent all at once.
 */
const maxUnansweredSeconds = 40;

/** The Vosk server's WebSocket: 8 kHz PCM in, partial and final results out. */
export class VoskTranscription implements TranscriptionEngine {
  readonly name: string;
  readonly recognises = 'speech';
  readonly #url: string;

  constructor(options: { url: string }) {
    this.#url = options.url;
    this.name = `vosk ${readAddress(options.url).shown}`;
  }

  async check(signal: AbortSignal): Promise<void> {
    const socket = await this.#connect(signal);
    socket.terminate();
  }

  async open(options: RecognitionOptions): Promise<Recognition> {
    return new VoskRecognition(await this.#connect(AbortSignal.timeout(openMs)), this.name, options);
  }

  async #connect(signal: AbortSignal): Promise<WebSocket> {
    const socket = new WebSocket(this.#url, {
      followRedirects: false,
      maxPayload: maxMessageBytes,
      handshakeTimeout: openMs,
    });
    socket.on('error', () => undefined); // `once` rejects with it; `close` reports later ones
    try {
      await once(socket, 'open', { signal });
    } catch (cause) {
      socket.terminate();
      const why = signal.aborted ? 'it does not answer' : describeError(cause);
      throw new AppError(
        'unavailable',
        `the Vosk server ${readAddress(this.#url).shown} cannot be reached: ${why}`,
        { cause },
      );
    }
    socket.send(JSON.stringify({ config: { sample_rate: telephoneRateHz, words: true } }));
    return socket;
  }
}

class VoskRecognition implements Recognition {
  readonly #socket: WebSocket;
  readonly #name: string;
  readonly #options: RecognitionOptions;
  readonly #gate: VoiceGate;
  readonly #times = new StreamTimes();
  #sentSeconds = 0;
  /** How much of it had been sent at the server's last answer. */
  #answeredSeconds = 0;
  /** The newest stretch as far as it has been sent, for results without times. */
  #newest = { startedAtMs: 0, endedAtMs: 0 };
  /** Something that is not final was reported. */
  #hasPartial = false;
  /** The server was told that the audio has ended, and ends the connection after its last words. */
  #isFinishing = false;
  #isClosed = false;

  constructor(socket: WebSocket, name: string, options: RecognitionOptions) {
    this.#socket = socket;
    this.#name = name;
    this.#options = options;
    this.#gate = new VoiceGate(
      {
        begin: (startedAtMs) => {
          this.#times.begin(this.#sentSeconds, startedAtMs);
          this.#newest = { startedAtMs, endedAtMs: startedAtMs };
        },
        sound: (samples) => {
          this.#send(samples);
          this.#newest.endedAtMs = this.#times.at(this.#sentSeconds);
        },
        end: (endedAtMs) => {
          this.#newest.endedAtMs = endedAtMs;
          this.#send(new Int16Array(silenceSeconds * telephoneRateHz));
        },
      },
      options,
    );
    socket.on('message', (message: Buffer) => this.#read(message.toString()));
    socket.on('close', () => {
      if (!this.#isFinishing) this.#fail('hung up');
    });
  }

  take(frame: Int16Array): void {
    this.#gate.take(frame);
  }

  miss(frames: number): void {
    this.#gate.miss(frames);
  }

  async finish(): Promise<void> {
    if (this.#isClosed || this.#socket.readyState !== WebSocket.OPEN) return;
    const answered = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()));
    this.#gate.close();
    this.#isFinishing = true;
    this.#socket.send('{"eof" : 1}');
    await answered;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send('{"eof" : 1}');
    this.#socket.terminate();
  }

  #send(samples: Int16Array): void {
    this.#sentSeconds += samples.length / telephoneRateHz;
    if (this.#socket.bufferedAmount > maxUnsentBytes) return this.#fail('stopped taking audio');
    if (this.#sentSeconds - this.#answeredSeconds > maxUnansweredSeconds)
      return this.#fail('takes audio and answers nothing');
    if (this.#socket.readyState === WebSocket.OPEN)
      this.#socket.send(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
  }

  #read(message: string): void {
    if (this.#isClosed) return;
    this.#answeredSeconds = this.#sentSeconds;
    const answer = parse(message);
    if (answer === undefined) return this.#fail('sent an answer that is not a result');
    const { text, words, isFinal } = answer;
    if (text === '' && !(isFinal && this.#hasPartial)) return;
    this.#hasPartial = !isFinal;
    // An empty result withdraws what was reported before it.
    if (!isFinal || text === '')
      return this.#options.heard({ text, ...this.#newest, isFinal: false, confidence: null });
    const [first, last] = [words[0], words.at(-1)];
    const confidence = words.reduce((sum, { conf }) => sum + conf, 0) / words.length;
    const startedAtMs = first === undefined ? this.#newest.startedAtMs : this.#times.at(first.start);
    const endedAtMs = last === undefined ? this.#newest.endedAtMs : this.#times.at(last.end);
    // The next report of this stretch comes after this one, and withdraws nothing of it.
    this.#newest.startedAtMs = Math.max(this.#newest.startedAtMs, endedAtMs);
    this.#options.heard({
      text,
      startedAtMs,
      endedAtMs,
      isFinal: true,
      confidence: Number.isFinite(confidence) ? confidence : null,
    });
  }

  #fail(what: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.terminate();
    this.#options.failed(`${this.#name} ${what}`);
  }
}

interface Word {
  start: number;
  end: number;
  conf: number;
}

/** Undefined for an answer that is not of this protocol. */
function parse(message: string): { text: string; words: Word[]; isFinal: boolean } | undefined {
  try {
    const value = JSON.parse(message) as { text?: unknown; partial?: unknown; result?: unknown } | null;
    if (typeof value?.partial === 'string') return { text: value.partial.trim(), words: [], isFinal: false };
    if (typeof value?.text !== 'string') return undefined;
    const words = Array.isArray(value.result) ? value.result.filter(isWord) : [];
    return { text: value.text.trim(), words, isFinal: true };
  } catch {
    return undefined;
  }
}

function isWord(value: unknown): value is Word {
  const word = value as Partial<Word> | null;
  return [word?.start, word?.end, word?.conf].every((number) => typeof number === 'number');
}
