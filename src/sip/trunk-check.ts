import { InTurn } from '../async/in-turn.ts';
import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';

export interface TrunkCheckNeeds {
  /** Why the trunk cannot be reached; undefined if nothing is found to be wrong. */
  find: () => Promise<string | undefined>;
  log: Log;
  everyMs?: number;
}

/** What Asterisk knows of the trunk. */
export interface WatchedTrunk {
  /** Undefined while unknown. */
  readonly isReachable: boolean | undefined;
  onChange(listener: () => void): () => void;
}

/** A certificate or a record is corrected sooner or later, and may go wrong in another way before. */
const defaultEveryMs = 60_000;

/** Finds out why the trunk does not answer: looks at the start, and for as long as Asterisk gets no answer from it. */
export class TrunkCheck {
  readonly #needs: TrunkCheckNeeds;
  readonly #looks = new InTurn();
  #trunk: WatchedTrunk | undefined;
  #fault: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(needs: TrunkCheckNeeds) {
    this.#needs = needs;
    void this.#look();
  }

  /** Why calls cannot be placed through it. Undefined as well while it answers, whatever was found. */
  get fault(): string | undefined {
    return this.#trunk?.isReachable === true ? undefined : this.#fault;
  }

  /** @returns the function that ends it. */
  follow(trunk: WatchedTrunk): () => void {
    this.#trunk = trunk;
    const leave = trunk.onChange(() => void this.#look());
    return () => {
      this.#stopped = true;
      leave();
      clearTimeout(this.#timer);
    };
  }

  /** Never rejects. */
  #look(): Promise<void> {
    return this.#looks.run(async () => {
      clearTimeout(this.#timer);
      if (this.#stopped) return;
      // A trunk that answers needs no look, except at the start.
      const fault = this.#trunk?.isReachable === true ? undefined : await this.#find();
      if (fault !== undefined && fault !== this.#fault)
        this.#needs.log.warn('the trunk cannot be reached', { why: fault });
      this.#fault = fault;
      if (this.#stopped || (fault === undefined && this.#trunk?.isReachable !== false)) return;
      this.#timer = setTimeout(() => void this.#look(), this.#needs.everyMs ?? defaultEveryMs).unref();
    });
  }

  async #find(): Promise<string | undefined> {
    try {
      return await this.#needs.find();
    } catch (error) {
      this.#needs.log.debug('the trunk could not be looked at', { why: describeError(error) });
      return undefined;
    }
  }
}
