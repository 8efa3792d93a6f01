import { expectedWords } from '../../domain/menu-choice/expected-words.ts';
import type { CallStatus } from '../../domain/call-status.ts';
import type { CallLedger } from '../call-ledger.ts';
import type { CallNeeds } from '../call-needs.ts';
import type { Hearing } from '../hearing/hearing.ts';
import type { OwnerEar } from '../hearing/owner-ear.ts';
import { TranscriptKeeper } from './transcript-keeper.ts';
import { UtteranceSource, type UtteranceSourceNeeds } from './utterance-source.ts';

export interface CallTranscriptionNeeds extends Pick<
  CallNeeds,
  'transcriber' | 'settings' | 'onPartial' | 'log'
> {
  ledger: CallLedger;
  hearing: Hearing;
  ownerEar: OwnerEar;
}

/** Somebody may answer, or may have answered. */
const awaitedIn: readonly CallStatus[] = [
  'ringing',
  'navigating',
  'on_hold',
  'human_detected',
  'transferring',
];

/** The words of both sides of a call, and their transcript if one is wanted. */
export class CallTranscription {
  readonly far: UtteranceSource;
  readonly #needs: CallTranscriptionNeeds;
  readonly #owner: UtteranceSource;
  readonly #transcript: TranscriptKeeper;
  #leave: (() => void) | undefined;

  constructor(needs: CallTranscriptionNeeds) {
    this.#needs = needs;
    const { ledger, hearing, ownerEar, settings, onPartial } = needs;
    this.far = this.#wordsOf('far', hearing, (words) => hearing.hearWords(words));
    this.#owner = this.#wordsOf('owner', ownerEar, () => undefined);
    this.#transcript = new TranscriptKeeper({
      ledger,
      words: this.far,
      ownerWords: this.#owner,
      audioType: () => hearing.pulse?.audioType,
      masksDigits: settings.masksDigits,
      onPartial: (partial) => onPartial({ callId: ledger.call.id, ...partial }),
    });
    if (needs.transcriber.runsForEveryCall !== true || ledger.call.mode !== 'hold_slayer') return;
    ledger.onStatus(({ status }) => this.#attend(status));
    this.#attend(ledger.status);
  }

  /** The call is about to end. */
  finish(): void {
    this.#transcript.finish();
  }

  /** Stops listening; the last sentence is still written down, for as long as `UtteranceSource` waits for it. */
  async finishWords(): Promise<void> {
    await Promise.all([this.far.finish(), this.#owner.finish()]);
  }

  /** Stops recognising at once. */
  async stop(): Promise<void> {
    await Promise.all([this.far.stop(), this.#owner.stop()]);
  }

  /** Until somebody is there, the far end's words are evidence in every call, whether or not they are written down. */
  #attend(status: CallStatus): void {
    if (awaitedIn.includes(status)) this.#leave ??= this.far.attend();
    else {
      this.#leave?.();
      this.#leave = undefined;
    }
  }

  #wordsOf(
    speaker: UtteranceSourceNeeds['speaker'],
    hearing: UtteranceSourceNeeds['hearing'],
    onWords: UtteranceSourceNeeds['onWords'],
  ): UtteranceSource {
    const { ledger, transcriber, log } = this.#needs;
    const onFault = (reason: string): void => {
      if (!ledger.isOver) ledger.note({}, ['service_unavailable', { service: 'transcription', reason }]);
    };
    return new UtteranceSource({
      callId: ledger.call.id,
      speaker,
      transcriber,
      hearing,
      now: this.#needs.hearing.clock.now, // one for both sides, so that their sentences are in order
      onWords,
      onFault,
      expectedWords: () => (speaker === 'far' ? expectedWords(ledger.call) : []),
      log,
    });
  }
}
