import { signal } from '@preact/signals';
import { MicrophoneLevel } from './microphone-level.ts';
import { openMicrophone } from './microphone.ts';
import { isPlugged } from './sound-devices.ts';

/** The line quality in words. */
export type LineQuality = 'good' | 'fair' | 'poor';

const measureMs = 1_000;
/** ICE recovers from a short gap on its own (RFC 8445, RFC 7675). */
const gapMs = 3_000;
/** Where speech quality begins to suffer (ITU-T G.113 appendix I, G.711 with concealment: a few percent). */
const fairLoss = 0.02;
const poorLoss = 0.08;
const fairRoundTripSeconds = 0.3;
const poorRoundTripSeconds = 0.6;

/** The audio of one talk in this browser: microphone out, far end in, and the state of both. */
export class TalkAudio {
  readonly isMuted = signal(false);
  /** Autoplay is blocked until someone presses something on the page, for example after a notification opened it. */
  readonly isSilenced = signal(false);
  /** Microphone level, 0 to 1. */
  readonly level = signal(0);
  readonly quality = signal<LineQuality | undefined>(undefined);
  /** No audio arrives any more and it has not recovered, usually because the network changed. */
  readonly isLost = signal(false);
  /** The microphone was unplugged, or taken away, and there is no other. */
  readonly isUnheard = signal(false);
  #microphone: MediaStream;
  /** Only where the connection does not tell it. */
  #ownLevel: MicrophoneLevel | undefined;
  #connection: RTCPeerConnection | undefined;
  readonly #speaker = new Audio();
  #speakerId = '';
  #measuring: ReturnType<typeof setInterval> | undefined;
  #gap: ReturnType<typeof setTimeout> | undefined;
  #before = { received: 0, lost: 0 };
  #isClosed = false;

  constructor(microphone: MediaStream) {
    this.#microphone = microphone;
    this.#watch(microphone);
    this.#speaker.autoplay = true;
    navigator.mediaDevices.addEventListener('devicechange', this.#onDevices);
  }

  /** Plays the incoming audio, and measures the connection once a second. */
  follow(connection: RTCPeerConnection): void {
    this.#connection = connection;
    connection.addEventListener('track', ({ track }) => {
      this.#speaker.srcObject = new MediaStream([track]);
      void this.#play();
    });
    connection.addEventListener('connectionstatechange', () => {
      clearTimeout(this.#gap);
      const { connectionState: state } = connection;
      if (state === 'connected') this.isLost.value = false;
      if (state === 'failed') this.isLost.value = true;
      if (state === 'disconnected') this.#gap = setTimeout(() => (this.isLost.value = true), gapMs);
    });
    this.#measuring = setInterval(() => void this.#measure(connection), measureMs);
  }

  async #play(): Promise<void> {
    this.isSilenced.value = await this.#speaker.play().then(
      () => false,
      (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError',
    );
    if (this.isSilenced.peek()) this.#playOncePressed();
  }

  /** By whatever is pressed, a key too. */
  #playOncePressed(): void {
    const awaited = new AbortController();
    const play = () => {
      awaited.abort();
      if (!this.#isClosed) void this.#play();
    };
    for (const type of ['pointerdown', 'keydown'])
      document.addEventListener(type, play, { signal: awaited.signal });
  }

  mute(isMuted: boolean): void {
    for (const track of this.#microphone.getAudioTracks()) track.enabled = !isMuted;
    this.isMuted.value = isMuted;
  }

  /** @param id an audio output, '' for the browser's default. Not every browser supports this. */
  async playThrough(id: string): Promise<void> {
    this.#speakerId = id;
    await this.#choosePlugged();
  }

  /**
   * Through one that is unplugged a browser plays on, unheard, until it is back (W3C Audio Output Devices API, section 5): the default one
   * takes its place.
   */
  async #choosePlugged(): Promise<void> {
    if (!('setSinkId' in this.#speaker)) return;
    const isThere = this.#speakerId === '' || (await isPlugged(this.#speakerId));
    const id = isThere ? this.#speakerId : '';
    if (this.#speaker.sinkId !== id) await this.#speaker.setSinkId(id).catch(() => undefined);
  }

  /** @param id an audio input, '' for the browser's default; an unavailable one changes nothing. @returns whether it is spoken into. */
  async speakInto(id: string): Promise<boolean> {
    const fresh = await openMicrophone(id).catch(() => undefined);
    const [track] = fresh?.getAudioTracks() ?? [];
    const sender = this.#connection?.getSenders().find((each) => each.track?.kind === 'audio');
    if (fresh === undefined || track === undefined || sender === undefined || this.#isClosed) {
      track?.stop();
      return false;
    }
    track.enabled = !this.isMuted.peek();
    await sender.replaceTrack(track);
    for (const old of this.#microphone.getTracks()) old.stop();
    this.#microphone = fresh;
    this.#ownLevel?.follow(fresh);
    this.#watch(fresh);
    this.isUnheard.value = false;
    return true;
  }

  /** One that is unplugged ends; the far end would hear nothing, and the owner would not know. */
  #watch(microphone: MediaStream): void {
    for (const track of microphone.getAudioTracks())
      track.addEventListener('ended', () => {
        if (microphone === this.#microphone) void this.#speakAgain();
      });
  }

  async #speakAgain(): Promise<void> {
    const isHeard = await this.speakInto('');
    if (!isHeard && !this.#isClosed) this.isUnheard.value = true;
  }

  readonly #onDevices = () => {
    void this.#choosePlugged();
    if (this.isUnheard.peek()) void this.#speakAgain();
  };

  close(): void {
    this.#isClosed = true;
    navigator.mediaDevices.removeEventListener('devicechange', this.#onDevices);
    clearInterval(this.#measuring);
    clearTimeout(this.#gap);
    this.#ownLevel?.close();
    this.#speaker.pause();
    this.#speaker.srcObject = null;
    for (const track of this.#microphone.getTracks()) track.stop();
  }

  async #measure(connection: RTCPeerConnection): Promise<void> {
    if (connection.signalingState === 'closed') return;
    let received = 0;
    let lost = 0;
    let roundTripSeconds = 0;
    for (const report of (await connection.getStats()).values() as Iterable<StatsReport>) {
      if (report.type === 'inbound-rtp') {
        received = report.packetsReceived ?? 0;
        lost = report.packetsLost ?? 0;
      }
      if (report.type === 'remote-inbound-rtp') roundTripSeconds = report.roundTripTime ?? 0;
      if (report.type === 'media-source')
        this.level.value = this.isMuted.peek() ? 0 : (report.audioLevel ?? this.#readLevel());
    }
    const lostNow = lost - this.#before.lost;
    const expectedNow = received - this.#before.received + lostNow;
    this.#before = { received, lost };
    if (expectedNow > 0) this.quality.value = qualityOf(lostNow / expectedNow, roundTripSeconds);
  }

  #readLevel(): number {
    if (this.#isClosed) return 0; // while the statistics were awaited
    if (this.#ownLevel === undefined) {
      this.#ownLevel = new MicrophoneLevel();
      this.#ownLevel.follow(this.#microphone);
    }
    return this.#ownLevel.read();
  }
}

/** The fields of WebRTC's statistics (W3C webrtc-stats) read here. */
interface StatsReport {
  type: string;
  packetsReceived?: number;
  packetsLost?: number;
  roundTripTime?: number;
  audioLevel?: number;
}

function qualityOf(lossShare: number, roundTripSeconds: number): LineQuality {
  if (lossShare > poorLoss || roundTripSeconds > poorRoundTripSeconds) return 'poor';
  if (lossShare > fairLoss || roundTripSeconds > fairRoundTripSeconds) return 'fair';
  return 'good';
}
