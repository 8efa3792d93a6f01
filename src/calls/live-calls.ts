import type { DetectorOptions } from '../detect/types.ts';
import { type Call, type ClassifiedSegment, personThere } from '../domain/call.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { settlesWithin } from '../async/settles-within.ts';
import { perform } from './activities/perform.ts';
import type { CallLedger } from './call-ledger.ts';
import type { CallNeeds } from './call-needs.ts';
import type { Listener } from './listener.ts';
import { LiveCall } from './live-call.ts';
import type { CallSource } from './snapshots.ts';
import type { CallStore } from './store.ts';

export interface LiveCallsNeeds extends Omit<CallNeeds, 'createListener'> {
  store: Pick<CallStore, 'get' | 'segments'>;
  createListener(options: DetectorOptions): Listener;
  /** 0..1, how readily a person is declared. */
  sensitivity: number;
  /** Whether the owner is rung for a person who is only likely. */
  ringsEarly: boolean;
}

/** What else happens as a call begins and ends. */
export interface CallMilestones {
  begun(live: LiveCall): void;
  /** Its end may not be stored yet. Never rejects. */
  over(call: Call): Promise<void>;
  /** It is over, and all of it is stored. */
  stored(call: Call): void;
}

/** How long a shutdown waits for calls that it ends. */
const endSeconds = 6;

/** The calls under way: each is run from its beginning until all of it is stored. */
export class LiveCalls implements CallSource {
  readonly #live = new Map<string, LiveCall>();
  readonly #needs: LiveCallsNeeds;
  readonly #callNeeds: CallNeeds;
  readonly #milestones: CallMilestones;

  constructor(needs: LiveCallsNeeds, milestones: CallMilestones) {
    this.#needs = needs;
    this.#callNeeds = { ...needs, createListener: (call) => this.#createListener(call) };
    this.#milestones = milestones;
  }

  find(callId: string): LiveCall | undefined {
    return this.#live.get(callId);
  }

  all(): readonly LiveCall[] {
    return [...this.#live.values()];
  }

  ledger(callId: string): CallLedger | undefined {
    return this.#live.get(callId)?.ledger;
  }

  ledgers(): readonly CallLedger[] {
    return this.all().map(({ ledger }) => ledger);
  }

  /** A call under way, or one from the store. @throws AppError `not_found` */
  async get(callId: string): Promise<Call> {
    const call = this.ledger(callId)?.call ?? (await this.#needs.store.get(callId));
    if (call === undefined) throw new AppError('not_found', `there is no call ${callId}`);
    return call;
  }

  activeCount(): number {
    return this.all().filter((call) => !call.isReleased && call.ledger.status !== 'scheduled').length;
  }

  /** The calls that may own something in Asterisk; one that ended before it was found there has nothing to let go of. */
  ownerIds(): ReadonlySet<string> {
    return new Set(
      this.all()
        .filter(({ isReleased }) => !isReleased)
        .map(({ id }) => id),
    );
  }

  /** Takes up a call that is stored, and runs it. */
  async begin(call: Call): Promise<void> {
    const live = new LiveCall(call, this.#callNeeds, await this.#heardBefore(call));
    this.#live.set(call.id, live);
    this.#milestones.begun(live);
    void this.#run(live);
  }

  /** Ends every call with `shutdown`, or leaves them up for the next start of the service to adopt. */
  async close({ endCalls }: { endCalls: boolean }): Promise<void> {
    const calls = this.all();
    for (const call of calls) {
      // Scheduled calls wait for the next start.
      if (endCalls && call.ledger.status !== 'scheduled') call.end('shutdown');
      else call.leave();
    }
    if (!endCalls) return;
    const ending = calls.filter(({ ledger }) => ledger.isOver).map(({ finished }) => finished);
    await settlesWithin(Promise.all(ending), endSeconds * 1000);
  }

  /** Runs a call to its end, and lets go of it once all of it is stored. Never rejects. */
  async #run(live: LiveCall): Promise<void> {
    try {
      await live.run(perform);
    } catch (error) {
      this.#needs.log.error('a call cannot go on', { call: live.id, error: describeError(error) });
      live.end('gateway_error', describeError(error));
    }
    this.#needs.trunk.forget(live.id);
    await this.#milestones.over(live.ledger.call);
    // The owner may edit the call meanwhile. Nothing comes between the last look and letting go of it.
    let awaited: Promise<void>;
    do {
      awaited = live.ledger.stored;
      await awaited;
    } while (awaited !== live.ledger.stored);
    this.#live.delete(live.id);
    this.#milestones.stored(live.ledger.call);
  }

  async #createListener(call: Readonly<Call>): Promise<Listener> {
    const memory = await this.#needs.memory.recall(call.number).catch((error: unknown) => {
      const why = describeError(error);
      this.#needs.log.warn('what is known of a number cannot be read: its recordings may make phones ring', {
        call: call.id,
        error: why,
      });
      return [];
    });
    const { sensitivity, ringsEarly } = this.#needs;
    return this.#needs.createListener({ sensitivity, ringsEarly, memory, person: personThere(call) });
  }

  /** The segments of an earlier process. @returns null while they cannot be read. */
  async #heardBefore({ id, recovering }: Call): Promise<readonly ClassifiedSegment[] | null> {
    if (!recovering) return [];
    return this.#needs.store.segments(id).catch((error: unknown) => {
      const about = { call: id, error: describeError(error) };
      this.#needs.log.warn('what an earlier process heard of a call cannot be read', about);
      return null;
    });
  }
}
