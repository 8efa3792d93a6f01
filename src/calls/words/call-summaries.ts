import { InTurn } from '../../async/in-turn.ts';
import { withTimeLimit } from '../../async/time-limit.ts';
import type { Call } from '../../domain/call.ts';
import { viewSummary } from '../../domain/call-summary.ts';
import { dayMs } from '../../domain/durations.ts';
import { describeError, findAppError } from '../../domain/errors.ts';
import type { StoredEvent } from '../../domain/events.ts';
import { maskDigits } from '../../domain/mask-digits.ts';
import { SpokenDigitMask } from '../../domain/spoken-digit-mask.ts';
import { type TranscriptLine, transcriptLines } from '../../domain/transcript.ts';
import type { Log } from '../../log/log.ts';
import type { CallEdits } from '../call-edits.ts';
import type { CallLedger } from '../call-ledger.ts';
import type { CallStore, Journal } from '../store.ts';
import type { Summariser, TalkText } from './summariser.ts';
import type { UtteranceSource } from './utterance-source.ts';
import { readTranscript } from './transcript.ts';
import { delay } from '../waiting.ts';

/** A model on a small machine takes its time. */
const answerSeconds = 120;
/** Before each further try; after the last one the call stays without a summary. */
const pausesSeconds = [10, 60, 300, 1800];
/** The same model mostly answers the same question the same way. */
const maxNonsense = 2;
/** After a restart, calls that ended longer ago are no longer summarised. */
const longestAgoMs = dayMs;
/** About two hours of talking. The beginning, which is menus and waiting, goes first. */
const maxCharacters = 100_000;

export interface SummaryNeeds {
  /** Undefined: nothing is sent anywhere. */
  summariser: Summariser | undefined;
  edits: Pick<CallEdits, 'enter'>;
  store: Pick<CallStore, 'get' | 'listUnsummarised'>;
  journal: Pick<Journal, 'read'>;
  settings: { masksDigits: boolean };
  log: Log;
}

/**
 * After a call in which owner and far end talked, its transcript goes to a chat service, and the answer is kept with the call. The call is
 * marked as due from the start of the talk, so that a restart at any moment resumes the summary.
 */
export class CallSummaries {
  readonly #needs: SummaryNeeds;
  readonly #stopping = new AbortController();
  /** One request at a time: more would be too much for a model on this machine. */
  readonly #requests = new InTurn();

  constructor(needs: SummaryNeeds) {
    this.#needs = needs;
  }

  /** Marks a call as due for a summary once there is a talk with a transcript. */
  follow({ ledger, words }: { ledger: CallLedger; words: Pick<UtteranceSource, 'recognises'> }): void {
    if (this.#needs.summariser === undefined || !ledger.call.services.transcription) return;
    if (words.recognises === 'menus') return;
    ledger.onStatus(({ status, summaryDue }) => {
      if (status === 'connected' && !summaryDue) ledger.note({ summaryDue: true });
    });
  }

  /** Resumes the calls that an earlier process left without their summary. */
  async resume(): Promise<void> {
    if (this.#needs.summariser === undefined) return;
    for (const call of await this.#needs.store.listUnsummarised(Date.now() - longestAgoMs)) this.begin(call);
  }

  /** The call is over, and all of it stored. */
  begin(call: Call): void {
    const { summariser, log } = this.#needs;
    if (summariser === undefined || !call.summaryDue || this.#stopping.signal.aborted) return;
    void this.#summarise(call, summariser).catch((error: unknown) => {
      if (!this.#stopping.signal.aborted)
        log.error('a call was not summarised', { call: call.id, error: describeError(error) });
    });
  }

  /** Gives up what is under way; the next start resumes it. */
  stop(): void {
    this.#stopping.abort();
  }

  async #summarise(call: Call, summariser: Summariser): Promise<void> {
    const { edits, journal, settings } = this.#needs;
    const talk = textOf(call, await readTranscript(journal, call.id), settings.masksDigits);
    if (talk.transcript === '') return void (await edits.enter(call.id, { summaryDue: false }));
    const said = await this.#ask(call.id, summariser, talk);
    if (said === undefined) return void (await edits.enter(call.id, { summaryDue: false }));
    const summary = { ...said, atMs: Date.now() };
    await edits.enter(call.id, { summary, summaryDue: false }, [
      'call_summarised',
      { summary: viewSummary(summary) },
    ]);
  }

  /** @returns undefined after the last try. */
  async #ask(callId: string, summariser: Summariser, talk: TalkText) {
    const { signal } = this.#stopping;
    for (let tries = 1; ; tries++) {
      try {
        return await this.#requests.run(() => {
          signal.throwIfAborted();
          return withTimeLimit(signal, answerSeconds * 1000, (limit) => summariser.summarise(talk, limit));
        });
      } catch (error) {
        signal.throwIfAborted();
        const isNonsense = findAppError(error)?.code === 'bad_upstream';
        const pauseSeconds = isNonsense && tries >= maxNonsense ? undefined : pausesSeconds[tries - 1];
        const about = { call: callId, error: describeError(error), tries, again_in: pauseSeconds };
        const what = pauseSeconds === undefined ? 'a call gets no summary' : 'a call has no summary yet';
        this.#needs.log.warn(what, about);
        if (pauseSeconds === undefined) return undefined;
        await delay(pauseSeconds, signal);
      }
    }
  }
}

/** Never the call's facts: they hold what identifies the owner. */
function textOf({ intent, company }: Call, events: readonly StoredEvent[], masksDigits: boolean): TalkText {
  const masks = new Map<string, SpokenDigitMask>();
  /** Including what was written down before masking was turned on. */
  const textSaid = ({ speaker, text, atMs, start, end }: TranscriptLine): string => {
    if (!masksDigits) return text;
    const mask = masks.get(speaker) ?? new SpokenDigitMask();
    masks.set(speaker, mask);
    return start === null || end === null
      ? mask.mask(text, atMs, atMs)
      : mask.mask(text, start * 1000, end * 1000);
  };
  const transcript = transcriptLines(events)
    .map((line) => `${line.speaker === 'far' ? 'other side' : line.speaker}: ${textSaid(line)}`)
    .join('\n')
    .slice(-maxCharacters);
  return { intent: masksDigits ? maskDigits(intent) : intent, company, transcript };
}
