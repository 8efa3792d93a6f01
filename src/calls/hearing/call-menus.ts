import { describeError } from '../../domain/errors.ts';
import type { StoredEvent } from '../../domain/events.ts';
import {
  type MenuMemory,
  noMemory,
  optionsOf,
  remember,
  rememberHearing,
} from '../../domain/menu-choice/menu-memory.ts';
import type { Move } from '../../domain/menu-choice/move.ts';
import { type Prompt, readPrompt } from '../../domain/menu-speech/read-prompt.ts';
import type { Log } from '../../log/log.ts';
import type { Journal } from '../store.ts';
import { MenuMeanings, type SentenceEncoder } from './menu-meanings.ts';

/** More than any call has. */
const maxEvents = 500;
const menuEventTypes = [
  'ivr_menu_detected',
  'menu_option_chosen',
  'menu_needs_owner',
  'ivr_dtmf_sent',
  'callback_offered',
  'voicemail_detected',
] as const;

interface CallMenusNeeds {
  callId: string;
  journal: Pick<Journal, 'read'>;
  log: Log;
  /** Undefined: texts are compared by their words alone. */
  sentences: SentenceEncoder | undefined;
  /** An earlier process began the call: what it did in menus is in the journal. */
  isOld: boolean;
}

/**
 * The menus that a call met, what it did in them and what it told the owner about them; survives the process, since it follows from the
 * events.
 */
export class CallMenus {
  readonly meanings: MenuMeanings;
  readonly #needs: CallMenusNeeds;
  readonly #offersMade = new Set<string>();
  #memory = noMemory;
  /** By `performance.now()`; 0: by an earlier process. */
  #ownerAskedAtMs: number | undefined;
  #recalled: Promise<void> | undefined;

  constructor(needs: CallMenusNeeds) {
    this.#needs = needs;
    this.meanings = new MenuMeanings(needs.sentences);
  }

  get memory(): MenuMemory {
    return this.#memory;
  }

  /**
   * To be called before anything else is read. Never rejects. What could not be read is read again the next time: by then, what this
   * process did in the meantime is among it.
   */
  recall(): Promise<void> {
    this.#recalled ??= this.#needs.isOld ? this.#replay() : Promise.resolve();
    return this.#recalled;
  }

  /** To be called before a decision about a prompt, which may lead back to what earlier menus offered. Never rejects. */
  async understand(prompt: Prompt, intent: string): Promise<void> {
    await this.recall();
    const before = this.#memory.prompts.flatMap(({ hearings }) => hearings.flat());
    await this.meanings.compute(intent, [...optionsOf(prompt), ...before]);
  }

  /** A prompt was heard. */
  hear(prompt: Prompt): void {
    this.#memory = rememberHearing(this.#memory, prompt);
  }

  remember(prompt: Prompt, move: Move): void {
    this.#memory = remember(this.#memory, prompt, move);
  }

  /** Announcements repeat every half minute. @returns whether this offer is made for the first time. */
  noteOffer(type: 'callback_offered' | 'voicemail_detected', digits: string | null = null): boolean {
    const offer = `${type} ${digits}`;
    const isNews = !this.#offersMade.has(offer);
    this.#offersMade.add(offer);
    return isNews;
  }

  /** A menu is handed over to the owner. */
  noteOwnerAsked(): void {
    this.#ownerAskedAtMs = performance.now();
  }

  /** Whether the owner was asked and nothing has been pressed since. */
  isOwnerAsked(secondsSinceDigits: number): boolean {
    const digitsAtMs = performance.now() - secondsSinceDigits * 1000;
    return this.#ownerAskedAtMs !== undefined && digitsAtMs < this.#ownerAskedAtMs;
  }

  async #replay(): Promise<void> {
    const { callId, journal, log } = this.#needs;
    try {
      const events = await journal.read(0, { callId, types: menuEventTypes }, maxEvents);
      this.#memory = memoryOf(events);
      const last = events.findLast(({ type }) => type === 'menu_needs_owner' || type === 'ivr_dtmf_sent');
      if (last?.type === 'menu_needs_owner') this.#ownerAskedAtMs ??= 0;
      for (const { type, data } of events) {
        if (type === 'callback_offered') this.noteOffer(type, data.digits);
        if (type === 'voicemail_detected') this.noteOffer(type);
      }
    } catch (error) {
      this.#recalled = undefined;
      log.warn('earlier menus of a call could not be read', { call: callId, error: describeError(error) });
    }
  }
}

/** The memory that these events leave. */
function memoryOf(events: readonly StoredEvent[]): MenuMemory {
  let memory = noMemory;
  let prompt: Prompt | undefined;
  for (const { type, data } of events) {
    if (type === 'ivr_menu_detected') {
      prompt = readPrompt(data.transcript);
      memory = rememberHearing(memory, prompt);
    }
    if (prompt === undefined) continue;
    if (type === 'menu_option_chosen') {
      const { digits, reason, fact } = data;
      memory = remember(memory, prompt, {
        do: 'press',
        digits,
        reason,
        ...(fact === '' ? {} : { fact }),
      });
    }
    if (type === 'menu_needs_owner')
      memory = remember(memory, prompt, { do: 'ask_owner', reason: data.reason });
  }
  return memory;
}
