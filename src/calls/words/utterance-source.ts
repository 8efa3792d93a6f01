import { minuteMs } from '../../domain/durations.ts';
import { Listeners } from '../../async/listeners.ts';
import type { AudioDemand } from '../listener.ts';
import { type HeardSide, runEngine } from './engine-run.ts';
import type { RecognisedSpeech, Utterance } from './transcriber.ts';

export interface UtteranceSourceNeeds extends HeardSide {
  /**
   * Words from an engine that understands people; final without text where it recognised none. An engine for menus hears a menu's words in
   * what a person says.
   */
  onWords: (words: Omit<Utterance, 'confidence'>) => void;
  /** Why speech is not recognised. */
  onFault: (reason: string) => void;
}

/** A recogniser that was restarted is back within this time; a call on hold lasts hours, and its person comes at the end. */
const healMs = 2 * minuteMs;

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
    const { signal } = ending;
    const ended = runEngine(
      this.#needs,
      {
        wants: () => this.#wants,
        wantsRereading: () => [...this.#demands].some((each) => each.wantsRereading?.() === true),
        wantsLastWords: () => this.#isFinishing && this.#demands.size > 0,
        heard: (utterance) => {
          if (!signal.aborted || this.#isFinishing) this.#take(utterance);
        },
        wordless: (startedAtMs, endedAtMs) => {
          if (!signal.aborted && this.recognises === 'speech')
            this.#needs.onWords({ text: '', startedAtMs, endedAtMs, isFinal: true });
        },
        failed: (reason) => this.#fail(reason),
      },
      signal,
    );
    return {
      end() {
        ending.abort();
        return ended;
      },
    };
  }

  #take(utterance: Utterance): void {
    this.#isTold = false; // an earlier failure is over, and need not be reported any more
    this.#unreportedFault = undefined;
    if (this.recognises === 'speech' && !this.#isFinishing) this.#needs.onWords(utterance);
    this.#listeners.emit(utterance);
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
