import type { BrowserContext, Page } from 'playwright-core';
import { deviceToneHz, farToneHz } from './rtp/far-end.ts';

/** In milliseconds since the epoch, like `performance.timeOrigin + performance.now()` here. */
export interface Answered {
  pressedAtMs: number;
  microphoneAtMs: number;
  connectedAtMs: number;
  heardFarAtMs: number;
}

/**
 * Gives the browser a microphone with a steady tone once the real one is open, which takes time, and searches the incoming audio every few
 * milliseconds for the far end's tone and for its own.
 */
const script = `{
  const now = () => performance.timeOrigin + performance.now();
  const bench = (window.bench = { told: {} });
  const tell = (name) => (bench.told[name] ??= now());
  document.addEventListener('click', () => { bench.told = {}; tell('pressedAtMs'); }, true);

  const media = navigator.mediaDevices;
  const open = media.getUserMedia.bind(media);
  media.getUserMedia = async (wanted) => {
    const real = await open(wanted);
    const context = (bench.context ??= new AudioContext());
    const tone = new OscillatorNode(context, { frequency: ${deviceToneHz} });
    bench.loudness = new GainNode(context, { gain: 0.25 });
    const out = new MediaStreamAudioDestinationNode(context);
    tone.connect(bench.loudness).connect(out);
    tone.start();
    out.stream.getAudioTracks()[0].addEventListener('ended', () => real.getTracks().forEach((track) => track.stop()));
    tell('microphoneAtMs');
    return out.stream;
  };

  const share = (samples, rate, frequency) => {
    let re = 0, im = 0, power = 0;
    samples.forEach((sample, n) => {
      re += sample * Math.cos((2 * Math.PI * frequency * n) / rate);
      im += sample * Math.sin((2 * Math.PI * frequency * n) / rate);
      power += sample * sample;
    });
    return power / samples.length < 1e-4 ? 0 : (2 * (re * re + im * im)) / (samples.length * power);
  };

  const Connection = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Connection {
    constructor(...given) {
      super(...given);
      this.addEventListener('connectionstatechange', () => this.connectionState === 'connected' && tell('connectedAtMs'));
      this.addEventListener('track', ({ track }) => {
        const context = (bench.context ??= new AudioContext());
        const listener = new AnalyserNode(context, { fftSize: 1024 });
        new MediaStreamAudioSourceNode(context, { mediaStream: new MediaStream([track]) }).connect(listener);
        const samples = new Float32Array(listener.fftSize);
        bench.hears = (frequency) => {
          listener.getFloatTimeDomainData(samples);
          return share(samples, context.sampleRate, frequency) > 0.15;
        };
        const timer = setInterval(() => {
          if (track.readyState === 'ended') clearInterval(timer);
          else if (bench.hears(${farToneHz})) { tell('heardFarAtMs'); clearInterval(timer); }
        }, 4);
      });
    }
  };

  const until = async (isRight) => {
    const deadline = now() + 5000;
    while (!isRight()) {
      if (now() > deadline) return NaN;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return now();
  };
  bench.loop = async () => {
    const hearsItself = () => bench.hears(${deviceToneHz});
    bench.loudness.gain.value = 0;
    await until(() => !hearsItself());
    await new Promise((resolve) => setTimeout(resolve, 200));
    bench.loudness.gain.value = 0.25;
    const begunAt = now();
    return (await until(hearsItself)) - begunAt;
  };
}`;

export const giveEars = (context: BrowserContext): Promise<unknown> => context.addInitScript(script);

export const toldBy = (page: Page): Promise<Partial<Answered>> =>
  page.evaluate<Partial<Answered>>('window.bench.told');

/** Time from a tone's beginning in the browser to its return from the far end's echo. NaN: it did not return. */
export const loopMs = (page: Page): Promise<number> => page.evaluate<number>('window.bench.loop()');
