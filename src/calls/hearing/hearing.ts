import type {
  Decision,
  DetectorEvent,
  KnownRecording,
  ListeningPhase,
  PersonGrade,
} from '../../detect/types.ts';
import { personThere } from '../../domain/call.ts';
import { AppError, describeError } from '../../domain/errors.ts';
import { Listeners } from '../../async/listeners.ts';
import type { Log } from '../../log/log.ts';
import { AudioClock } from './audio-clock.ts';
import { AudioFanOut } from './audio-fan-out.ts';
import type { CallLedger } from '../call-ledger.ts';
import { type AudioReading, type Listener, nobodyHeard } from '../listener.ts';
import { openEar } from './open-ear.ts';
import type { Ear, Leg, Telephony } from '../telephony.ts';
import type { Utterance } from '../words/transcriber.ts';

export type PersonHeard = Extract<DetectorEvent, { kind: 'person' }>;

/**
 * What is heard on the far leg of one call: the listener's findings go to the ledger and to those who wait for them, the audio to all
 * subscribers.
 */
export class Hearing {
  /** What the far end says, for any subscriber; subscriptions survive an ear that has to be opened again. */
  readonly audio: AudioFanOut;
  /** The time of what is heard. */
  readonly clock = new AudioClock();
  readonly #createListener: () => Promise<Listener>;
  #preparing: Promise<void> | undefined;
  #listener: Listener | undefined;
  readonly #ledger: CallLedger;
  readonly #log: Log;
  readonly #listeners: Listeners<[DetectorEvent]>;
  #ear: Promise<Ear | undefined> | undefined;
  readonly #stopping = new AbortController();
  #personGrade: PersonGrade | undefined;
  #retracted: string | undefined;
  #pendingPerson: PersonHeard | undefined;
  #phase: ListeningPhase = 'answering';
  /** When the detector's clock stood at zero (epoch ms). */
  #startedAtMs: number | undefined;

  constructor(createListener: () => Promise<Listener>, ledger: CallLedger, log: Log) {
    this.#createListener = createListener;
    this.#ledger = ledger;
    this.#log = log;
    this.#listeners = new Listeners<[DetectorEvent]>(log, 'a listener to what is heard', () => ({
      call: ledger.call.id,
    }));
    this.audio = new AudioFanOut(log, (demand) => this.#listener?.relay(demand));
  }

  /** For whatever comes after `prepare`. */
  get #prepared(): Listener {
    if (this.#listener === undefined)
      throw new AppError('internal', `call ${this.#ledger.call.id} does not listen yet`);
    return this.#listener;
  }

  /** The detector's present decision. */
  get decision(): Decision {
    return this.#listener?.decision ?? nobodyHeard;
  }

  /**
   * Creates the listener, once. Not earlier than this: it uses what is known of the number by then, and it takes memory that a call
   * scheduled for another day does not need yet. Rejects as `createListener` does.
   */
  prepare(): Promise<void> {
    return (this.#preparing ??= this.#prepare());
  }

  async #prepare(): Promise<void> {
    const listener = await this.#createListener();
    if (this.#stopping.signal.aborted) {
      await listener.close();
      return;
    }
    this.#listener = listener;
    this.#personGrade = personThere(this.#ledger.call); // of a call that an earlier process began
    listener.follow({
      heard: (events, startedAtMs) => this.#take(events, startedAtMs),
      frame: (frame, lateMs) => this.audio.push(frame, lateMs),
      withheld: (audio) => this.audio.pushWithheld(audio),
      deaf: (reason) => {
        if (!this.#ledger.isOver)
          this.#ledger.note({}, ['service_unavailable', { service: 'detection', reason }]);
      },
    });
    if (this.audio.demand !== undefined) listener.relay(this.audio.demand);
  }

  /**
   * Opens the ear on `leg`, once, and keeps trying until it is open: a call that cannot be heard would wait for a person in vain. It does
   * not end because of that, since the owner can still take it.
   */
  async open(telephony: Telephony, leg: Leg): Promise<void> {
    this.#ear ??= openEar(telephony, leg, this.#prepared, {
      signal: this.#stopping.signal,
      failed: (error) =>
        this.#log.error('the far end cannot be heard', {
          call: this.#ledger.call.id,
          error: describeError(error),
        }),
    });
    await this.#ear;
  }

  /** What the newest audio sounds like; undefined before there is any. */
  get pulse(): AudioReading | undefined {
    return this.#stopping.signal.aborted ? undefined : this.#listener?.newest;
  }

  /** Whether the far end has played hold music. */
  get hasHeldMusic(): boolean {
    return this.#ledger.call.heardHoldMusic;
  }

  /** Whether the call is working through a menu. */
  get isInMenu(): boolean {
    return this.#phase === 'menu';
  }

  /** Whether words may still decide if a person is there. */
  get awaitsPerson(): boolean {
    const isListening = this.#phase === 'answering' || this.#phase === 'holding';
    return isListening && this.#personGrade !== 'sure';
  }

  /** The grade of the person declared last, unless it was retracted. */
  get personGrade(): PersonGrade | undefined {
    return this.#personGrade;
  }

  /** Why the person declared last was retracted; undefined if they were not, or were dismissed. */
  get retracted(): string | undefined {
    return this.#retracted;
  }

  /** Holdfast starts or stops saying something to the far end. */
  setSpeaking(isSpeaking: boolean): void {
    this.#prepared.setSpeaking(isSpeaking);
  }

  /** Words are evidence for or against a person. */
  hearWords({ text, startedAtMs, endedAtMs, isFinal }: Omit<Utterance, 'confidence'>): void {
    if (this.#startedAtMs === undefined) return;
    const zeroMs = this.#startedAtMs;
    const seconds = (atMs: number): number => Math.max(0, atMs - zeroMs) / 1000;
    this.#prepared.hearWords({
      startedAt: seconds(startedAtMs),
      endedAt: seconds(endedAtMs),
      text,
      isFinal,
    });
  }

  setPhase(phase: ListeningPhase): void {
    this.#phase = phase;
    this.#prepared.setPhase(phase);
  }

  rejectPerson(): void {
    this.#forgetPerson();
    this.#prepared.rejectPerson();
  }

  personLeft(): void {
    this.#forgetPerson();
    this.#prepared.personLeft();
  }

  /** A person who was heard while the call could not attend to anybody, and is still there; at most once. */
  takePerson(): PersonHeard | undefined {
    const heard = this.#pendingPerson;
    this.#pendingPerson = undefined;
    return this.decision.state === 'person' ? heard : undefined;
  }

  #forgetPerson(): void {
    this.#personGrade = undefined;
    this.#retracted = undefined;
    this.#pendingPerson = undefined;
  }

  /** @returns the function that ends the subscription. */
  subscribe(listener: (event: DetectorEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** @returns the recordings that are worth remembering. */
  async stop(): Promise<KnownRecording[]> {
    if (this.#stopping.signal.aborted) return [];
    this.#stopping.abort();
    if (this.#listener === undefined) return [];
    const { endedAtMs, learned } = await this.#listener.close();
    if (endedAtMs !== undefined) this.#ledger.endAudio((endedAtMs - this.#ledger.call.startedAtMs) / 1000);
    const ear = await this.#ear;
    await ear?.stop();
    return learned;
  }

  #take(events: readonly DetectorEvent[], startedAtMs: number): void {
    if (this.#stopping.signal.aborted) return;
    this.clock.begin();
    this.#startedAtMs = startedAtMs;
    const lastRetraction = events.findLastIndex(({ kind }) => kind === 'person_retracted');
    for (const [index, event] of events.entries()) {
      this.#record(event, (startedAtMs - this.#ledger.call.startedAtMs) / 1000);
      // On a busy machine, seconds of sound are judged at once. Nobody is rung for a person who is retracted in the same batch.
      if (event.kind === 'person' && index < lastRetraction) continue;
      this.#listeners.emit(event);
    }
  }

  /** @param offsetSeconds from the event's clock to seconds since the call began. */
  #record(event: DetectorEvent, offsetSeconds: number): void {
    if (event.kind === 'person') {
      this.#personGrade = event.grade;
      this.#retracted = undefined;
      this.#pendingPerson = event;
    }
    if (event.kind === 'person_confirmed') this.#personGrade = 'sure';
    if (event.kind === 'person_retracted') {
      this.#forgetPerson();
      this.#retracted = event.reason;
    }
    if (event.kind === 'class') this.#ledger.classify(event, offsetSeconds + Math.max(0, event.at));
    if (event.kind === 'hold') {
      const isMusic = event.audioClass === 'music';
      this.#ledger.note(isMusic ? { heardHoldMusic: true } : {}, [
        'hold_detected',
        {
          audio_type: event.audioClass,
          confidence: event.confidence,
          hold_duration: this.#ledger.thisHoldSeconds,
        },
      ]);
    }
  }
}
