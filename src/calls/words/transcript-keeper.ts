import type { AudioClass } from '../../domain/audio-class.ts';
import type { CallStatus } from '../../domain/call-status.ts';
import type { EventData, TranscriptKind } from '../../domain/events.ts';
import { SpokenDigitMask } from '../../domain/spoken-digit-mask.ts';
import type { CallLedger } from '../call-ledger.ts';
import { type Line, RepeatedLines } from './repeated-lines.ts';
import type { UtteranceSource } from './utterance-source.ts';
import type { Speaker, Utterance } from './transcriber.ts';

type TranscriptChunk = EventData['transcript_chunk'];

export interface TranscriptNeeds {
  ledger: CallLedger;
  /** Of the far end. */
  words: UtteranceSource;
  ownerWords: UtteranceSource;
  /** The class of the newest sound. */
  audioType: () => AudioClass | undefined;
  masksDigits: boolean;
  /** A sentence before it is final: shown live, never kept. */
  onPartial: (partial: PartialLine) => void;
}

/** `start`: seconds since the call began. */
export type PartialLine = Pick<TranscriptChunk, 'text' | 'start' | 'kind'> & { speaker: Speaker };

/** From when there is something to hear. */
const heardIn: readonly CallStatus[] = [
  'ringing',
  'navigating',
  'on_hold',
  'human_detected',
  'transferring',
  'connected',
];
/** A person talks. */
const talkedIn: readonly CallStatus[] = ['human_detected', 'transferring', 'connected'];
/** Characters of the newest text. */
const excerptLength = 500;

/** Writes down what is said in a call, if requested: one event for each sentence, a count for repeats. */
export class TranscriptKeeper {
  readonly #needs: TranscriptNeeds;
  readonly #before = new RepeatedLines();
  readonly #masks: Readonly<Record<Speaker, SpokenDigitMask>> = {
    far: new SpokenDigitMask(),
    owner: new SpokenDigitMask(),
  };
  /** Lines repeated since the last count, and when they last were. */
  readonly #unreported = new Map<Line, Pick<TranscriptChunk, 'start' | 'end' | 'kind'>>();
  #leave: (() => void) | undefined;
  #leaveOwner: (() => void) | undefined;
  #hasWarned = false;
  /** The call's last status before it was over. */
  #liveStatus: CallStatus = 'ringing';
  #lastType: AudioClass | undefined;

  constructor(needs: TranscriptNeeds) {
    this.#needs = needs;
    if (!needs.ledger.call.services.transcription) return;
    needs.ledger.onStatus(({ status }) => this.#follow(status));
    this.#follow(needs.ledger.status);
  }

  /** The call is about to end: reports what was only counted. */
  finish(): void {
    if (!this.#needs.ledger.isOver) this.#reportRepeats();
  }

  #reportRepeats(): void {
    const { ledger } = this.#needs;
    for (const [{ text, timesHeard }, newest] of this.#unreported)
      ledger.note({}, [
        'transcript_chunk',
        { text, speaker: 'far', is_final: true, ...newest, times_heard: timesHeard },
      ]);
    this.#unreported.clear();
  }

  #follow(status: CallStatus): void {
    const { words, ledger } = this.#needs;
    // The words of the sentence in which the call ended are still to come.
    if (ledger.isOver) {
      this.#lastType = this.#needs.audioType();
      return;
    }
    this.#liveStatus = status;
    if (status !== 'on_hold') this.finish();
    const isTalk = talkedIn.includes(status);
    if (!heardIn.includes(status) || (isTalk && words.recognises === 'menus')) {
      this.#leave?.();
      this.#leave = undefined;
    } else this.#leave ??= words.subscribe((utterance) => this.#write('far', utterance));
    this.#followOwner(status === 'connected' && words.recognises === 'speech');
    if (status === 'connected' && words.recognises === 'menus' && words.isAvailable) this.#warn();
  }

  /** The owner is not transcribed while a phone rings, nor by an engine for menus only. */
  #followOwner(talks: boolean): void {
    if (talks) {
      this.#leaveOwner ??= this.#needs.ownerWords.subscribe((utterance) => this.#write('owner', utterance));
      return;
    }
    this.#leaveOwner?.();
    this.#leaveOwner = undefined;
  }

  /** Better no transcript than words that nobody said. */
  #warn(): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const reason =
      'the recogniser understands only menus and announcements: what people say is not written down';
    this.#needs.ledger.note({}, ['service_unavailable', { service: 'transcription', reason }]);
  }

  #write(speaker: Speaker, { text: heard, startedAtMs, endedAtMs, isFinal }: Utterance): void {
    const { ledger, words, audioType, masksDigits, onPartial } = this.#needs;
    const kind =
      speaker === 'owner' ? 'owner' : kindOf(this.#liveStatus, ledger.isOver ? this.#lastType : audioType());
    if (kind === 'person' && words.recognises === 'menus') return;
    const text = masksDigits ? this.#masks[speaker].mask(heard, startedAtMs, endedAtMs, isFinal) : heard;
    const { startedAtMs: callStartedAtMs, transcriptExcerpt } = ledger.call;
    const seconds = (atMs: number): number => Math.max(0, atMs - callStartedAtMs) / 1000;
    if (!isFinal)
      return ledger.isOver ? undefined : onPartial({ text, speaker, start: seconds(startedAtMs), kind });
    const about = { start: seconds(startedAtMs), end: seconds(endedAtMs), kind };
    if (kind !== 'person' && kind !== 'owner') {
      const line = this.#before.count(text);
      if (line.timesHeard > 1) {
        this.#unreported.set(line, about);
        if (ledger.isOver) this.#reportRepeats();
        return;
      }
    }
    // The excerpt shows who is there, and helps to tell a person from a recording.
    const excerpt = speaker === 'owner' ? {} : { transcriptExcerpt: endOf(`${transcriptExcerpt} ${text}`) };
    ledger.note(excerpt, ['transcript_chunk', { text, speaker, is_final: true, ...about, times_heard: 1 }]);
  }
}

function kindOf(status: CallStatus, audioType: AudioClass | undefined): TranscriptKind {
  if (talkedIn.includes(status)) return 'person';
  if (status === 'navigating') return 'menu';
  return audioType === 'live_human' ? 'person' : 'announcement';
}

/** The last words of it. */
function endOf(text: string): string {
  const all = text.trim();
  if (all.length <= excerptLength) return all;
  return all.slice(-excerptLength).replace(/^\S*\s+/, '');
}
