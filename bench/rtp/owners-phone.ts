import { encodeMulaw } from '../../src/audio/g711.ts';
import { RtpStream } from './rtp-stream.ts';
import { frameSamples, toneIn, toneSample } from './tone.ts';
import type { IncomingCall } from '../sip/sip-endpoint.ts';
import { deviceToneHz, farToneHz, heardLevel } from './far-end.ts';

/** The owner's phone in one call: answers, sends a tone at once, and listens for the far end's tone and for its own. */
export class OwnersPhone {
  answeredAtMs = NaN;
  heardFarAtMs = NaN;
  heardItselfAtMs = NaN;

  static async answer(call: IncomingCall): Promise<OwnersPhone> {
    const phone = new OwnersPhone();
    const rtp = await RtpStream.open();
    rtp.onFrame = (frame, atMs) => phone.#take(frame, atMs);
    phone.answeredAtMs = call.answer(rtp.port);
    rtp.start(call.audio, (frame, index) => {
      for (let n = 0; n < frameSamples; n++)
        frame[n] = encodeMulaw(toneSample(deviceToneHz, index * frameSamples + n));
    });
    void call.over.then(() => rtp.close());
    return phone;
  }

  #take(frame: Uint8Array, atMs: number): void {
    if (Number.isNaN(this.heardFarAtMs) && toneIn(frame, farToneHz).level > heardLevel)
      this.heardFarAtMs = atMs;
    if (Number.isNaN(this.heardItselfAtMs) && toneIn(frame, deviceToneHz).level > heardLevel)
      this.heardItselfAtMs = atMs;
  }
}
