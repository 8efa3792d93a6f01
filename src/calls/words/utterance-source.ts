import { minuteMs } from '../../domain/durations.ts';
import { describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import { Listeners } from '../../async/listeners.ts';
import { settlesWithin } from '../../async/settles-within.ts';
import type { AudioFanOut } from '../hearing/audio-fan-out.ts';
import type { AudioDemand, AudioReading } from '../listener.ts';
import type { RecognisedSpeech, Speaker, Transcriber, Utterance } from './transcriber.ts';

export interface UtteranceSourceNeeds {
  callId: string;
  speaker: Speaker;
  transcriber: Transcriber;
  hearing: {
    readonly audio: Pick<AudioFanOut, 'subscribe' | 'reviewDemand'>;
    readonly pulse?: AudioReading | undefined;
    readonly isInMenu?: boolean;
    /** Whether it is still undecided if a person is there. */
    readonly awaitsPerson?: boolean;
  };
  /** The time of the audio (epoch ms). */
  now: () => number;
  /** Words from an engine that understands people. An engine for menus hears a menu's words in what a person says. */
  onWords: (utterance: Utterance) => void;
  /** Why speech is not recognised. */
  onFault: (reason: string) => void;
  expectedWords?: () => readonly string[];
  log: Log;
}

/** How long to wait for the sentence in which a call ends. */
const finishMs = 2000;
/** A recogniser that was restarted is back within this time; a call on hold lasts hours, and its person comes at the end. */
const healMs = 2 * minuteMs;
/**
 * In UTF-16 units; nobody says half of this in the 25 s of a stretch. A recogniser that is caught in a loop, or belongs to somebody else,
 * may send megabytes, and the time to compare two sentences grows with the square of their length.
 */
const longestText = 2000;
/** What a subscriber needs from the engine; the answers may change while it works. */
interface Needs {
  /** Whether final utterances should carry a second reading. */
  wantsRereading?: () => boolean;
  /** Whether words that were said before in the call may be left out. */
  skipsKnown?: () => boolean;
}

interface Demand extends Needs {
  /** Whether a failure to recognise words is reported to somebody. */
  reportsFaults: boolean;
}

/** The words of one side of a call. The engine works only while there are subscribers. */
export class UtteranceSource {
  readonly #needs: UtteranceSourceNeeds;
  readonly #listeners: Listeners<[Utterance]>;
  readonly #demands = new Set<Demand>();
  #session: { end(): Promise<void> } | undefined;
  /** Sessions that are ending. */
  readonly #endings = new Set<Promise<void>>();
  #hasFailed = false;
  /** When it is opened again, if somebody still wants words. */
  #healing: NodeJS.Timeout | undefined;
  /** The failure is known, and nothing has been recognised since. */
  #isTold = false;
  /** Why it failed, until somebody needs to know. */
  #unreportedFault: string | undefined;
  #isFinishing = false;
  /** The call is over: an engine that was opened now would never be closed. */
  #isOver = false;

  constructor(needs: UtteranceSourceNeeds) {
    this.#needs = needs;
    this.#listeners = new Listeners<[Utterance]>(needs.log, 'a listener to what is said', () => ({
      call: needs.callId,
    }));
  }

  /** Whether an engine is configured: one that has failed is tried again. */
  get hasEngine(): boolean {
    return this.#needs.transcriber.engine !== undefined;
  }

  /** Whether words can be recognised: an engine is configured and has not just failed. */
  get isAvailable(): boolean {
    return this.hasEngine && !this.#hasFailed;
  }

  get recognises(): RecognisedSpeech {
    return this.#needs.transcriber.recognises ?? 'speech';
  }

  /** @returns the function that ends the subscription. */
  subscribe(listener: (utterance: Utterance) => void, needs: Needs = {}): () => void {
    const unsubscribe = this.#listeners.add(listener);
    const release = this.#demand({ ...needs, reportsFaults: true });
    return () => {
      unsubscribe();
      release();
    };
  }

  /** Recognises words for the detector alone: a failure is then not reported. */
  attend(): () => void {
    return this.#demand({ skipsKnown: () => true, reportsFaults: false });
  }

  #demand(demand: Demand): () => void {
    this.#demands.add(demand);
    if (this.isAvailable && !this.#isOver) this.#session ??= this.#begin();
    this.#needs.hearing.audio.reviewDemand();
    this.#reportFault();
    return () => {
      if (!this.#demands.delete(demand)) return;
      if (this.#demands.size === 0) this.#end();
      else this.#needs.hearing.audio.reviewDemand();
    };
  }

  /** The detector knows the words of what is repeated; a transcript counts how often they were said. */
  get #wants(): AudioDemand {
    const isForAll = [...this.#demands].some(({ skipsKnown }) => skipsKnown?.() !== true);
    return isForAll ? 'speech' : 'new speech';
  }

  /** Stops once the sentence being said has been reported, which takes two seconds at most. Never rejects. */
  async finish(): Promise<void> {
    this.#isOver = true;
    this.#isFinishing = true;
    clearTimeout(this.#healing);
    this.#end();
    await Promise.all(this.#endings);
    this.#isFinishing = false;
    this.#listeners.clear();
    this.#demands.clear();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#healing);
    this.#listeners.clear();
    this.#demands.clear();
    this.#end();
    await Promise.all(this.#endings);
  }

  #begin(): { end(): Promise<void> } {
    const ending = new AbortController();
    const ended = this.#work(ending.signal);
    return {
      end() {
        ending.abort();
        return ended;
      },
    };
  }

  /** Runs the engine from its opening to its end. Never rejects. */
  async #work(signal: AbortSignal): Promise<void> {
    const { callId, speaker, transcriber, hearing, now, onWords, expectedWords, log } = this.#needs;
    const aborted = new Promise<undefined>((resolve) =>
      signal.addEventListener('abort', () => resolve(undefined), { once: true }),
    );
    let lateMs = 0;
    const wants = (): AudioDemand => this.#wants;
    try {
      const opening = transcriber.open({
        callId,
        speaker,
        now: () => now() - lateMs,
        audioType: () => hearing.pulse?.audioType,
        wantsPartials: () => hearing.awaitsPerson === true,
        wantsRereading: () => [...this.#demands].some((each) => each.wantsRereading?.() === true),
        ignoresCache: () => this.recognises === 'menus' && hearing.isInMenu === true,
        ...(expectedWords === undefined ? {} : { expectedWords }),
        heard: (recognised) => {
          if (signal.aborted && !this.#isFinishing) return;
          this.#isTold = false; // an earlier failure is over, and need not be reported any more
          this.#unreportedFault = undefined;
          const { text, reread } = recognised;
          const utterance: Utterance = { ...recognised, text: text.slice(0, longestText) };
          if (reread !== undefined) utterance.reread = reread.slice(0, longestText);
          if (this.recognises === 'speech' && !this.#isFinishing) onWords(utterance);
          this.#listeners.emit(utterance);
        },
        failed: (reason) => {
          if (!signal.aborted) this.#fail(reason);
        },
      });
      // An engine that is still starting must not delay the end of a call.
      const recognition = await Promise.race([opening, aborted]);
      if (recognition === undefined) {
        opening
          .then(
            (late) => late.close(),
            () => undefined,
          ) // one that did not open needs no closing
          .catch((error: unknown) =>
            log.warn('a recogniser was not closed', { call: callId, why: describeError(error) }),
          );
        return;
      }
      const leave = hearing.audio.subscribe({
        name: 'transcription',
        get wants() {
          return wants();
        },
        take(frame, late) {
          lateMs = late;
          return recognition.take(frame);
        },
        miss: (frames) => recognition.miss(frames),
      });
      await aborted;
      leave();
      if (this.#isFinishing && this.#demands.size > 0)
        await settlesWithin(recognition.finish?.() ?? Promise.resolve(), finishMs);
      await recognition.close();
    } catch (error) {
      if (!signal.aborted) this.#fail(describeError(error));
    }
  }

  #fail(reason: string): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#healing = setTimeout(() => this.#heal(), healMs).unref();
    if (!this.#isTold) {
      const { callId, speaker, log } = this.#needs;
      log.warn('speech recognition failed', { call: callId, speaker, why: reason });
      this.#isTold = true;
      this.#unreportedFault = reason;
      this.#reportFault();
    }
    this.#end();
  }

  #heal(): void {
    this.#hasFailed = false;
    if (this.#demands.size > 0) this.#session ??= this.#begin();
  }

  #reportFault(): void {
    const isMissed = [...this.#demands].some(({ reportsFaults }) => reportsFaults);
    if (this.#unreportedFault === undefined || !isMissed) return;
    this.#needs.onFault(this.#unreportedFault);
    this.#unreportedFault = undefined;
  }

  #end(): void {
    const ending = this.#session?.end();
    this.#session = undefined;
    if (ending === undefined) return;
    this.#endings.add(ending);
    void ending.then(() => this.#endings.delete(ending));
  }
}
