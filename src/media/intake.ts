import type { AudioClass, CallDetector, Decision, DetectorEvent, PersonGrade } from '../detect/types.ts';
import { Concealment } from './concealment.ts';
import { frameMs, frameSamples } from './frame.ts';
import { type CreateDetector, KeptDetector } from './kept-detector.ts';
import { FrameClock, tickMs } from './frame-clock.ts';
import type { AudioDemand, AudioReading, WithheldAudio } from '../calls/listener.ts';
import type { Closed, Unheard } from './messages.ts';
import { SpeechRelay } from './speech-relay.ts';
import { WaitingAudio } from './waiting-audio.ts';

/** Receives the findings about a call's audio. */
export interface IntakeReports {
  heard(
    events: DetectorEvent[],
    decision: Decision,
    newest: AudioReading | undefined,
    startedAtMs: number,
  ): void;
  frames(samples: Int16Array, withheld: WithheldAudio | undefined): void;
  /** The far end may be speaking without its audio arriving here. */
  unheard(what: Unheard): void;
  /** The detector failed. @param isOff the rest of the call is not judged. */
  failed(error: unknown, isOff: boolean): void;
}

/** After this long without a frame the leg is heard another way. */
const longestUnheardMs = 3_000;
/** How long the audio may be perfectly silent before it is checked whether the far end really is. */
const longestMuteOctets = 8_000;
/** One second: what is shown of a call is never older. */
const reportEverySamples = 8_000;
/** Below the level of anything on a real line. */
const silentDb = -100;
/** On music, 200 ms of it: judging 50 calls costs a quarter less than in pieces of 100 ms. */
const longestPieceOctets = 1_600;

/** The audio of one call: collected as it arrives, and judged in one batch at the thread's next turn. */
export class Intake {
  readonly #relay = new SpeechRelay();
  readonly #detector: KeptDetector | undefined;
  readonly #reports: IntakeReports;
  readonly #clock = new FrameClock(performance.now());
  readonly #concealment = new Concealment();
  readonly #waiting = new WaitingAudio();
  #tickDueAtMs = 0;
  #startedAtMs: number | undefined;
  #samples = 0;
  /** Frames that wait to be judged, and were counted already. */
  #countedFrames = 0;
  /** Frames that were due since the last real one. */
  #missedFrames = 0;
  /** Octets of perfect silence since anything else came. */
  #muteOctets = 0;
  #lines = 0;
  /** Since when a line has been open again, if one has broken since the last audio; Infinity while it is broken. */
  #reopenedAtMs: number | undefined;
  #reportedState: Decision['state'] | undefined;
  #reportedClass: AudioClass | undefined;
  #reportedAtSample = 0;
  #isClosed = false;

  /** @param create undefined for audio that is only relayed. @param person who is there at first. */
  constructor(create: CreateDetector | undefined, reports: IntakeReports, person?: PersonGrade) {
    this.#reports = reports;
    if (create !== undefined)
      this.#detector = new KeptDetector(create, (error, isOff) => reports.failed(error, isOff), person);
  }

  get detector(): KeptDetector | undefined {
    return this.#detector;
  }

  /** Which of the audio is passed on. */
  set demand(demand: AudioDemand | undefined) {
    this.#relay.demand = demand;
  }

  /** Whether audio is being passed on. */
  get isRelaying(): boolean {
    return this.#relay.isOpen;
  }

  /** Whether somebody wants all of it, as it comes. */
  get isFollowed(): boolean {
    return this.#relay.demand === 'everything';
  }

  /** A socket opened through which audio comes. */
  lineOpened(): void {
    this.#lines += 1;
    if (this.#reopenedAtMs === Infinity) this.#reopenedAtMs = performance.now();
  }

  /** It closed. */
  lineClosed(): void {
    this.#lines -= 1;
    if (this.#lines === 0) this.#reopenedAtMs = Infinity;
  }

  /** µ-law, any length. */
  take(bytes: Uint8Array): void {
    if (this.#isClosed) return; // its socket closes a moment later
    this.#waiting.add(bytes);
    this.#concealment.hear(bytes);
    this.#muteOctets = isMute(bytes) ? this.#muteOctets + bytes.length : 0;
    if (this.#muteOctets < longestMuteOctets) return;
    this.#muteOctets = 0;
    this.#reports.unheard('silence');
  }

  /**
   * Judges the audio that arrived, and fills in what is missing.
   * @param inLongPieces on music, audio may wait for the next turn.
   */
  work(inLongPieces = false): void {
    const nowMs = performance.now();
    const heard = Math.floor(this.#waiting.octets / frameSamples) - this.#countedFrames;
    if (heard > 0) {
      this.#startedAtMs ??= Date.now() - heard * frameMs;
      this.#clock.count(heard, nowMs);
      this.#countedFrames += heard;
      this.#missedFrames = 0;
      if (this.#lines > 0) this.#reopenedAtMs = undefined;
    }
    if (nowMs >= this.#tickDueAtMs) {
      this.#tickDueAtMs = nowMs + tickMs;
      this.#miss(this.#clock.tick(nowMs), nowMs);
    }
    const octets = this.#waiting.octets - (this.#waiting.octets % frameSamples);
    if (octets === 0 || (inLongPieces && this.#mayWait(octets))) return;
    this.#countedFrames = 0;
    const samples = this.#waiting.take(octets);
    this.#samples += octets;
    this.#detect(samples);
    this.#passOn(samples);
  }

  close(): Closed {
    this.work();
    this.#isClosed = true;
    return {
      endedAtMs: this.#startedAtMs === undefined ? undefined : this.#zeroMs + this.#samples / 8,
      learned: this.#detector?.learned() ?? [],
    };
  }

  /** When the sample clock stood at zero (epoch ms), as seen from now: audio that is left out moves it. */
  get #zeroMs(): number {
    return (this.#startedAtMs ?? Date.now()) + this.#clock.leftOutMs;
  }

  /** Nothing is said, and nobody listens. */
  #mayWait(octets: number): boolean {
    const isMusic = this.#detector?.current?.observation?.audioClass === 'music';
    return isMusic && !this.isRelaying && !this.isFollowed && octets < longestPieceOctets;
  }

  #miss(frames: number, nowMs: number): void {
    if (frames === 0) return;
    // A far end may be silent by sending nothing. Audio that nobody listened to may have been anything.
    const openMs = this.#reopenedAtMs === undefined ? Infinity : Math.max(0, nowMs - this.#reopenedAtMs);
    const filled = Math.min(frames, Math.floor(openMs / frameMs));
    this.#clock.leaveOut(frames - filled);
    this.#fill(filled);
    this.#missedFrames += frames;
    if (this.#missedFrames * frameMs < longestUnheardMs) return;
    this.#missedFrames = 0;
    this.#reports.unheard('nothing');
  }

  #fill(frames: number): void {
    this.#clock.fill(frames);
    this.#countedFrames += frames;
    this.#concealment.fill(this.#waiting.room(frames * frameSamples));
  }

  #detect(samples: Int16Array): void {
    const events = this.#detector?.push(samples) ?? [];
    const detector = this.#detector?.current;
    if (detector === undefined) return;
    const { decision } = detector;
    const isDue = this.#samples - this.#reportedAtSample >= reportEverySamples;
    if (events.length === 0 && decision.state === this.#reportedState && !isDue) return;
    this.#report(detector, events);
  }

  #report(detector: CallDetector, events: DetectorEvent[]): void {
    const { decision, observation } = detector;
    this.#reportedState = decision.state;
    this.#reportedClass = observation?.audioClass;
    this.#reportedAtSample = this.#samples;
    const zeroMs = this.#zeroMs + (this.#detector?.fromSample ?? 0) / 8;
    this.#reports.heard(events, { ...decision }, newestOf(detector, zeroMs), zeroMs);
  }

  #passOn(samples: Int16Array): void {
    const detector = this.#detector?.current;
    const audioClass = detector?.observation?.audioClass;
    const passed = this.#relay.take(
      samples,
      detector && { audioClass, reportedClass: this.#reportedClass, repeatsWords: detector.repeatsWords },
    );
    if (passed === undefined) return;
    // A recipient of speech looks at its class, which may have been reported as music a moment ago.
    if (detector !== undefined && passed.withheld !== undefined && audioClass !== this.#reportedClass)
      this.#report(detector, []);
    this.#reports.frames(passed.samples, passed.withheld);
  }
}

/** No microphone is as silent as this; Asterisk is, and lines that cut off noise are. */
function isMute(mulaw: Uint8Array): boolean {
  for (let n = 0; n < mulaw.length; n++) if ((mulaw[n]! & 0x7f) !== 0x7f) return false;
  return true;
}

function newestOf({ observation, lastVoicedAt }: CallDetector, zeroMs: number): AudioReading | undefined {
  if (observation === undefined) return undefined;
  const { audioClass, confidence, features } = observation;
  return {
    levelDb: features['rmsDb'] ?? silentDb,
    audioType: audioClass,
    confidence,
    ...(lastVoicedAt < 0 ? {} : { voicedAtMs: zeroMs + lastVoicedAt * 1000 }),
    person: 1 / (1 + Math.exp(-(features['personLogOdds'] ?? -Infinity))),
  };
}
