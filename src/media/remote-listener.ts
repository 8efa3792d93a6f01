import {
  type AudioDemand,
  type AudioReading,
  type ListeningResult,
  type Listener,
  type ListenerSink,
  nobodyHeard,
} from '../calls/listener.ts';
import type {
  Decision,
  DetectorEvent,
  DetectorOptions,
  HeardWords,
  ListeningPhase,
  PersonGrade,
} from '../detect/types.ts';
import { frameMs, frameSamples } from './frame.ts';
import type { Report } from './messages.ts';
import type { ThreadLink } from './thread-link.ts';

/** A rejection cancels events of these kinds found before it. */
const personKinds: readonly DetectorEvent['kind'][] = ['person', 'person_confirmed', 'person_retracted'];

const somebodyThere: Decision = {
  state: 'person',
  since: 0,
  confidence: 0.5,
  reason: 'heard before',
};

const nobodyThere: Decision = {
  ...nobodyHeard,
  state: 'holding',
  reason: 'the person heard before is dismissed',
};

/** Proxy for a call's listener in the listening thread, which is created there when audio is about to arrive. */
export class RemoteListener implements Listener {
  readonly id: string;
  decision: Decision;
  newest: AudioReading | undefined;
  readonly #thread: Pick<ThreadLink, 'command' | 'request'>;
  /** Undefined: frames are relayed without being judged. */
  readonly #options: DetectorOptions | undefined;
  readonly #onClosed: () => void;
  #sink: ListenerSink | undefined;
  #phase: ListeningPhase | undefined;
  #demand: AudioDemand | undefined;
  #isSpeaking = false;
  /** Of the person declared last. */
  #grade: PersonGrade | undefined;
  #rejections = 0;
  #state: 'new' | 'open' | 'closed' = 'new';
  #heardAnything = false;

  constructor(
    id: string,
    thread: Pick<ThreadLink, 'command' | 'request'>,
    options: DetectorOptions | undefined,
    onClosed: () => void,
  ) {
    this.id = id;
    this.#thread = thread;
    this.#options = options;
    this.#grade = options?.person;
    this.decision = options?.person === undefined ? nobodyHeard : somebodyThere;
    this.#onClosed = onClosed;
  }

  follow(sink: ListenerSink): void {
    this.#sink = sink;
  }

  setPhase(phase: ListeningPhase): void {
    this.#phase = phase;
    this.#thread.command({ do: 'phase', intake: this.id, phase });
  }

  setSpeaking(isSpeaking: boolean): void {
    this.#isSpeaking = isSpeaking;
    this.#thread.command({ do: 'speaking', intake: this.id, isSpeaking });
  }

  hearWords(words: HeardWords): void {
    this.#thread.command({ do: 'words', intake: this.id, words });
  }

  rejectPerson(): void {
    this.#dismissPerson('reject');
  }

  personLeft(): void {
    this.#dismissPerson('left');
  }

  #dismissPerson(how: 'reject' | 'left'): void {
    this.#rejections += 1;
    this.decision = nobodyThere;
    this.#thread.command({ do: how, intake: this.id, rejections: this.#rejections });
  }

  relay(demand: AudioDemand | undefined): void {
    this.#demand = demand;
    this.#thread.command({ do: 'relay', intake: this.id, demand });
  }

  async close(): Promise<ListeningResult> {
    const wasOpen = this.#state === 'open';
    this.#state = 'closed';
    this.#onClosed();
    const nothing = { endedAtMs: this.#heardAnything ? Date.now() : undefined, learned: [] };
    if (!wasOpen) return nothing;
    // What the lost thread had learned is gone.
    return (await this.#thread.request({ do: 'close', intake: this.id }).catch(() => undefined)) ?? nothing;
  }

  /** Audio is about to arrive. */
  open(): void {
    if (this.#state === 'new') this.#open();
  }

  /** The thread was replaced, and the new one has no state yet. */
  reopen(): void {
    if (this.#state !== 'open') return;
    if (this.decision.state !== 'person') this.decision = nobodyHeard;
    this.#open();
  }

  take(news: Extract<Report, { kind: 'heard' | 'frames' | 'deaf' }>): void {
    if (this.#state === 'closed') return;
    if (news.kind === 'deaf') {
      this.decision = nobodyHeard;
      this.newest = undefined;
      return this.#sink?.deaf?.(news.why);
    }
    if (news.kind === 'frames') return this.#relay(news);
    this.#heardAnything = true;
    const { events, decision, newest, startedAtMs, rejections } = news;
    const isLate = rejections < this.#rejections;
    if (!isLate) this.decision = decision;
    this.newest = newest;
    const valid = isLate ? events.filter(({ kind }) => !personKinds.includes(kind)) : events;
    for (const event of valid) this.#noteGrade(event);
    if (valid.length > 0) this.#sink?.heard(valid, startedAtMs);
  }

  #noteGrade(event: DetectorEvent): void {
    if (event.kind === 'person') this.#grade = event.grade;
    if (event.kind === 'person_confirmed') this.#grade = 'sure';
  }

  #open(): void {
    this.#state = 'open';
    const { id: intake } = this;
    const person = this.decision.state === 'person' ? this.#grade : undefined;
    const detector = this.#options && { ...this.#options, person };
    const rejections = this.#rejections;
    this.#thread.command({ do: 'open', intake, detector, rejections });
    if (this.#phase !== undefined) this.#thread.command({ do: 'phase', intake, phase: this.#phase });
    if (this.#isSpeaking) this.#thread.command({ do: 'speaking', intake, isSpeaking: true });
    const demand = this.#demand;
    if (demand !== undefined) this.#thread.command({ do: 'relay', intake, demand });
  }

  #relay({ samples, withheld }: Extract<Report, { kind: 'frames' }>): void {
    if (withheld !== undefined) this.#sink?.withheld?.(withheld);
    for (let from = 0; from < samples.length; from += frameSamples) {
      const to = from + frameSamples;
      this.#sink?.frame(samples.subarray(from, to), ((samples.length - to) / frameSamples) * frameMs);
    }
  }
}
