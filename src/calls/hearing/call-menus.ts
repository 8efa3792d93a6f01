import { describeError } from '../../domain/errors.ts';
import type { StoredEvent } from '../../domain/events.ts';
import {
  type MenuMemory,
  noMemory,
  remember,
  rememberHearing,
} from '../../domain/menu-choice/menu-memory.ts';
import type { Move } from '../../domain/menu-choice/move.ts';
import { type Prompt, readPrompt } from '../../domain/menu-speech/read-prompt.ts';
import type { Log } from '../../log/log.ts';
import type { Journal } from '../store.ts';

/** More than any call has. */
const maxEvents = 500;
const menuEventTypes = ['ivr_menu_detected', 'menu_option_chosen', 'menu_needs_owner'] as const;

interface CallMenusNeeds {
  callId: string;
  journal: Pick<Journal, 'read'>;
  log: Log;
  /** An earlier process began the call: what it did in menus is in the journal. */
  isOld: boolean;
}

/** The menus that a call met and what it did in them; survives the process, since it follows from the events. */
export class CallMenus {
  readonly #needs: CallMenusNeeds;
  #memory = noMemory;
  #recalled: Promise<void> | undefined;

  constructor(needs: CallMenusNeeds) {
    this.#needs = needs;
  }

  get memory(): MenuMemory {
    return this.#memory;
  }

  /** To be called before `memory` is first read. Never rejects. */
  recall(): Promise<void> {
    this.#recalled ??= this.#needs.isOld ? this.#replay() : Promise.resolve();
    return this.#recalled;
  }

  /** A prompt was heard. */
  hear(prompt: Prompt): void {
    this.#memory = rememberHearing(this.#memory, prompt);
  }

  remember(prompt: Prompt, move: Move): void {
    this.#memory = remember(this.#memory, prompt, move);
  }

  async #replay(): Promise<void> {
    const { callId, journal, log } = this.#needs;
    try {
      this.#memory = memoryOf(await journal.read(0, { callId, types: menuEventTypes }, maxEvents));
    } catch (error) {
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
