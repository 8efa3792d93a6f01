import type { CallDetector, DetectorEvent, ListeningPhase, PersonGrade } from '../detect/types.ts';
import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import { AudioFanOut } from './audio-fan-out.ts';
import type { CallLedger } from './call-ledger.ts';
import type { CallPulse } from './desk.ts';
import type { Ear, Leg, Telephony } from './telephony.ts';
import { delay } from './waiting.ts';

/** Below all that a line carries. */
const silentDb = -100;

/** After which an ear that could not be opened is tried again; each try has its own time-outs. */
const retrySeconds = 1;

/**
 * So many frames go through the detector one after the other: its code and its state are in the processor's caches then. With 10 calls
 * the app's time was 0.75 to 1.04 of what it had been, in seven windows on a busy machine. A person is declared later by 80 ms at most.
 */
const framesDetectedAtOnce = 5;

/**
 * What is heard on the far leg of one call: its audio goes to all who subscribe to it, first of them the detector; what that finds goes to the ledger and to
 * those who wait for it.
 */
export class Hearing {
  readonly detector: CallDetector;
  /** What the far end says, for whoever wants it; a subscription outlives the ear that is opened again. */
  readonly audio: AudioFanOut;
  readonly #ledger: CallLedger;
  readonly #log: Log;
  readonly #listeners = new Set<(event: DetectorEvent) => void>();
  #ear: Promise<Ear> | undefined;
  #opening: Promise<void> | undefined;
  #startedAtMs = 0;
  readonly #stopping = new AbortController();
  #undetected: Int16Array[] = [];
  #isStopped = false;
  #broken = false;
  #personGrade: PersonGrade | undefined;

  constructor(detector: CallDetector, ledger: CallLedger, log: Log) {
    this.detector = detector;
    this.#ledger = ledger;
    this.#log = log;
    this.audio = new AudioFanOut(log);
    this.audio.subscribe({
      name: 'detector',
      take: (frame) => {
        if (this.#undetected.push(frame) >= framesDetectedAtOnce) this.#detectAll();
      },
    });
  }

  /**
   * Opens the ear on `leg`, once, and tries until it is open: a call that nothing is heard of would wait in vain for its
   * person. Failing to hear does not end the call either: the owner can still take it.
   */
  open(telephony: Telephony, leg: Leg): Promise<void> {
    this.#opening ??= this.#tryToOpen(telephony, leg);
    return this.#opening;
  }

  async #tryToOpen(telephony: Telephony, leg: Leg): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && leg.state !== 'gone') {
      this.#ear = telephony.listen(leg, (frame) => this.#push(frame));
      try {
        await this.#ear;
        return;
      } catch (error) {
        this.#log.error('the far end cannot be heard', {
          call: this.#ledger.call.id,
          error: describeError(error),
        });
      }
      await delay(retrySeconds, signal).catch(() => undefined);
    }
  }

  /** What was made of the newest audio; undefined before there was any. */
  get pulse(): Pick<CallPulse, 'levelDb' | 'audioType' | 'confidence' | 'person'> | undefined {
    const { observation } = this.detector;
    if (observation === undefined || this.#isStopped) return undefined;
    const { audioClass, confidence, features } = observation;
    return {
      levelDb: features['rmsDb'] ?? silentDb,
      audioType: audioClass,
      confidence,
      person: 1 / (1 + Math.exp(-(features['personLogOdds'] ?? -Infinity))),
    };
  }

  /** Of the person who was declared last and is not taken back. */
  get personGrade(): PersonGrade | undefined {
    return this.#personGrade;
  }

  /** The service says something to the far end, or has said it. */
  setSpeaking(isSpeaking: boolean): void {
    this.#detectAll();
    this.detector.setSpeaking(isSpeaking);
  }

  setPhase(phase: ListeningPhase): void {
    this.#detectAll();
    this.detector.setPhase(phase);
  }

  /** @returns the function that ends the subscription. */
  subscribe(listener: (event: DetectorEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    this.#isStopped = true;
    if (this.#ear === undefined) return;
    if (this.#startedAtMs !== 0) this.#ledger.endAudio(this.#inCall(this.detector.seconds));
    const ear = await this.#ear.catch(() => undefined);
    await ear?.stop();
  }

  #push(frame: Int16Array): void {
    if (this.#isStopped) return;
    if (this.#startedAtMs === 0) this.#startedAtMs = Date.now();
    this.audio.push(frame);
  }

  #detectAll(): void {
    const frames = this.#undetected;
    this.#undetected = [];
    for (const frame of frames) this.#detect(frame);
  }

  #detect(frame: Int16Array): void {
    if (this.#isStopped || this.#broken) return;
    let events: DetectorEvent[];
    try {
      events = this.detector.push(frame);
    } catch (error) {
      // A defect of the detector must not take the call with it: the owner can still be connected by hand.
      this.#broken = true;
      this.#log.error('the detector failed', { call: this.#ledger.call.id, error: describeError(error) });
      return;
    }
    for (const event of events) {
      this.#record(event);
      for (const listener of [...this.#listeners]) listener(event);
    }
  }

  #record(event: DetectorEvent): void {
    if (event.kind === 'person') this.#personGrade = event.grade;
    if (event.kind === 'person_confirmed') this.#personGrade = 'sure';
    if (event.kind === 'person_retracted') this.#personGrade = undefined;
    if (event.kind === 'class') this.#ledger.classify(event, this.#inCall(Math.max(0, event.at)));
    if (event.kind === 'hold') {
      const since = this.#ledger.call.holdSinceMs;
      this.#ledger.note({}, [
        'hold_detected',
        {
          audio_type: event.audioClass,
          confidence: event.confidence,
          hold_duration: since === null ? 0 : Math.max(0, Date.now() - since) / 1000,
        },
      ]);
    }
  }

  /** Detector seconds to seconds since the call began. */
  #inCall(detectorSeconds: number): number {
    return (this.#startedAtMs - this.#ledger.call.startedAtMs) / 1000 + detectorSeconds;
  }
}
