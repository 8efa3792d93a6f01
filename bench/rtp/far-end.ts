import { decodeMulaw, encodeMulaw } from '../../src/audio/g711.ts';
import { telephoneRateHz } from '../../src/audio/resample.ts';
import type { Programme } from './programme.ts';
import { RtpStream } from './rtp-stream.ts';
import { frameSamples, toneIn, toneSample } from './tone.ts';
import type { IncomingCall } from '../sip/sip-endpoint.ts';

/** Both are multiples of 50 Hz and not harmonics of each other. */
export const farToneHz = 1_050;
export const deviceToneHz = 600;
/** A frame that is mostly the tone. */
export const heardLevel = 0.4;
/** Of a frame with nothing but the tone. */
const heardPurity = 0.8;

const silence = 0xff;
/** Frames kept for the echo: two, as in a telephone's jitter buffer. */
const echoFrames = 2;

/** The company in one call: plays its programme and, once told to, a tone with an echo of what it hears. */
export class FarEnd {
  firstWordAtMs = NaN;
  /** When the device's tone first arrived here. */
  heardDeviceAtMs = NaN;
  readonly #programme: Programme;
  readonly #heard: Uint8Array[] = [];
  #sendsTone = false;

  private constructor(rtp: RtpStream, programme: Programme) {
    this.#programme = programme;
    rtp.onFrame = (frame, atMs) => this.#take(frame, atMs);
  }

  static async answer(call: IncomingCall, programme: Programme): Promise<FarEnd> {
    const rtp = await RtpStream.open();
    const farEnd = new FarEnd(rtp, programme);
    call.answer(rtp.port);
    rtp.start(call.audio, (frame, index) => farEnd.#fill(frame, index));
    void call.over.then(() => rtp.close());
    return farEnd;
  }

  sendToneAndEcho(): void {
    this.#sendsTone = true;
  }

  #take(frame: Uint8Array, atMs: number): void {
    // Until then it hears the greeting, whose vowels are loud at some frequency but never at one alone.
    const heard = toneIn(frame, deviceToneHz);
    if (Number.isNaN(this.heardDeviceAtMs) && heard.level > heardLevel && heard.purity > heardPurity)
      this.heardDeviceAtMs = atMs;
    this.#heard.push(Uint8Array.from(frame));
    if (this.#heard.length > echoFrames) this.#heard.shift();
  }

  #fill(frame: Uint8Array, index: number): void {
    const from = index * frameSamples;
    const { mulaw, firstWordSample } = this.#programme;
    // The word is on its way when the packet that it begins in is full.
    if (Number.isNaN(this.firstWordAtMs) && from + frameSamples > firstWordSample)
      this.firstWordAtMs =
        performance.now() - (1_000 * (from + frameSamples - firstWordSample)) / telephoneRateHz;
    const echo = this.#heard.shift();
    for (let n = 0; n < frameSamples; n++)
      frame[n] = this.#sendsTone
        ? encodeMulaw(toneSample(farToneHz, from + n) + decodeMulaw(echo?.[n] ?? silence))
        : (mulaw[from + n] ?? silence);
  }
}
