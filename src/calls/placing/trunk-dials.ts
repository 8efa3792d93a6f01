import { AppError, describeError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { SpendPolicy, TrunkUse } from '../../domain/policy.ts';
import { permitDial, permitNumber } from '../../domain/policy.ts';
import type { TrunkDial } from '../../domain/trunk-dial.ts';
import { dayMs } from '../../domain/durations.ts';
import { measureUse } from '../../domain/trunk-dial.ts';
import type { Log } from '../../log/log.ts';
import type { Journal } from '../store.ts';
import type { Leg, LegsLeft } from '../telephony.ts';
import { endsWithin } from '../waiting.ts';

/**
 * How long the INVITE to the company waits to be recorded. Nothing is dialled or spent meanwhile, and the call must not be lost to a
 * database that is briefly busy (a backup, VACUUM).
 */
export const farRecordSeconds = 30;
/** The same for the INVITE to the owner, for whom somebody waits. */
const deviceRecordSeconds = 1;

/** Dials are read from here after a restart; they are written through the journal, which keeps their order. */
export interface TrunkDialStore {
  /** Those since `sinceMs`, and those that have not ended. */
  list(sinceMs: number): Promise<TrunkDial[]>;
}

/** A signal that never aborts. */
const never = new AbortController().signal;

/** Why a call ends whose INVITE could not be recorded. */
export function notRecorded(): AppError {
  return new AppError('unavailable', 'the call is not dialled: the database cannot record it');
}

export type DialRequest = Pick<TrunkDial, 'callId' | 'number' | 'purpose'> & { deviceId?: string };

/** The right to send one INVITE. */
export interface Permit {
  /** The number that the policy saw, in E.164: this is what is dialled. */
  readonly number: string;
  /** The leg that was dialled: its answer and its end are recorded. */
  follow(leg: Leg): void;
  /** There is no leg. The dial still counts: an INVITE may have been sent. */
  end(): void;
}

export interface TrunkDialsNeeds {
  policy: SpendPolicy;
  store: TrunkDialStore;
  journal: Pick<Journal, 'record'>;
  /** No leg lasts longer; bounds the duration assumed for a leg whose end was not seen. */
  maxLegSeconds: number;
  log: Log;
}

/**
 * The only way to the trunk: permit, record, INVITE. Deciding and counting are one step without an await, so that two concurrent requests
 * cannot both take the last place. The count in memory decides; the store lets it survive the process.
 */
export class TrunkDials {
  readonly #needs: TrunkDialsNeeds;
  /** Dials of the last day and those still running, oldest first. */
  #dials: TrunkDial[] = [];
  readonly #expected = new Set<string>();

  private constructor(needs: TrunkDialsNeeds) {
    this.#needs = needs;
  }

  static async open(needs: TrunkDialsNeeds): Promise<TrunkDials> {
    const dials = new TrunkDials(needs);
    dials.#dials = await needs.store.list(Date.now() - dayMs);
    return dials;
  }

  use(): TrunkUse {
    return this.#measure(this.#expected);
  }

  /**
   * Whether a call may begin; reserves a place for its far leg until that is dialled or the call is forgotten.
   * @param activeCalls the caller's own count; the higher of the two counts applies.
   * @returns the number in E.164.
   * @throws AppError `invalid`, `refused`, `conflict`
   */
  admit(callId: string, typedNumber: string, activeCalls: number): string {
    const use = this.use();
    const known = { ...use, activeCalls: Math.max(use.activeCalls, activeCalls) };
    const number = permitDial(typedNumber, 'call', this.#needs.policy, known);
    this.#expected.add(callId);
    return number;
  }

  /** Whether a number may be called at all, whatever is under way. @returns the number in E.164. @throws AppError `invalid`, `refused` */
  permitNumber(typedNumber: string): string {
    return permitNumber(typedNumber, this.#needs.policy);
  }

  /** The call is over, or never began: releases the place reserved for it. */
  forget(callId: string): void {
    this.#expected.delete(callId);
  }

  /**
   * @param signal ends the wait for the record.
   * @throws AppError `invalid`, `refused`, `conflict` (the policy), `unavailable` (it cannot be recorded); Interrupted
   */
  async permit(request: DialRequest, signal = never): Promise<Permit> {
    const { callId, purpose } = request;
    const expected = new Set(this.#expected);
    if (purpose === 'far') expected.delete(callId);
    const number = permitDial(request.number, purpose, this.#needs.policy, this.#measure(expected));
    if (purpose === 'far') this.#expected.delete(callId);
    const dial = this.#begin({ ...request, number });
    try {
      await this.#stored(dial, signal);
    } catch (error) {
      this.#change(dial, { endedAtMs: Date.now() });
      throw error;
    }
    return {
      number,
      follow: (leg) => this.#follow(dial, leg),
      end: () => this.#end(dial, Date.now()),
    };
  }

  /** Goes on counting the legs that an earlier process dialled; those that are gone have ended. */
  adopt(callId: string, { far, devices }: LegsLeft): void {
    const open = this.#openOf(({ callId: of }) => of === callId);
    for (const dial of open) {
      const leg = dial.purpose === 'far' ? far : devices.find((each) => each.deviceId === dial.deviceId)?.leg;
      if (leg === undefined) this.#endUnseen(dial);
      else this.#follow(dial, leg);
    }
  }

  /** Ends every dial that belongs to no living call: its channels have been swept. */
  endOrphans(liveCallIds: ReadonlySet<string>): void {
    for (const dial of this.#openOf(({ callId }) => !liveCallIds.has(callId))) this.#endUnseen(dial);
  }

  #measure(expected: ReadonlySet<string>): TrunkUse {
    const nowMs = Date.now();
    this.#dials = this.#dials.filter(
      ({ atMs, endedAtMs }) => (endedAtMs ?? atMs) > nowMs - dayMs || endedAtMs === null,
    );
    return measureUse(this.#dials, expected, nowMs);
  }

  #begin(request: DialRequest): TrunkDial {
    const dial: TrunkDial = {
      id: newId('dial'),
      deviceId: null,
      ...request,
      atMs: Date.now(),
      answeredAtMs: null,
      endedAtMs: null,
    };
    this.#dials.push(dial);
    return dial;
  }

  /**
   * A dial to the company is not made before it is stored: nothing has been spent yet. A dial to the owner goes ahead, counted in memory
   * and stored when the database works again: the person that the call waited for is on the line.
   */
  async #stored(dial: TrunkDial, signal: AbortSignal): Promise<void> {
    const isFar = dial.purpose === 'far';
    const writing = this.#needs.journal.record({ events: [], trunkDial: { ...dial } });
    if (await endsWithin(writing, isFar ? farRecordSeconds : deviceRecordSeconds, signal)) return;
    if (isFar) throw notRecorded();
    this.#needs.log.warn('a dial to the owner is not stored yet', { call: dial.callId });
  }

  #follow(dial: TrunkDial, leg: Leg): void {
    if (leg.state === 'gone') {
      this.#end(dial, Date.now());
      return;
    }
    // Adopted: the moment of its answer is unknown.
    if (leg.state === 'up' && dial.answeredAtMs === null) this.#change(dial, { answeredAtMs: dial.atMs });
    leg.subscribe((event) => {
      if (event.kind === 'answered' && dial.answeredAtMs === null)
        this.#change(dial, { answeredAtMs: Date.now() });
      if (event.kind === 'gone') this.#end(dial, Date.now());
    });
  }

  #end(dial: TrunkDial, endedAtMs: number): void {
    if (dial.endedAtMs === null) this.#change(dial, { endedAtMs });
  }

  /** It ended while the service was down, at the latest when it reached its limit. */
  #endUnseen(dial: TrunkDial): void {
    const from = dial.answeredAtMs ?? dial.atMs;
    this.#end(dial, Math.min(Date.now(), from + this.#needs.maxLegSeconds * 1000));
  }

  #openOf(fits: (dial: TrunkDial) => boolean): TrunkDial[] {
    return this.#dials.filter((dial) => dial.endedAtMs === null && fits(dial));
  }

  #change(dial: TrunkDial, change: Partial<Pick<TrunkDial, 'answeredAtMs' | 'endedAtMs'>>): void {
    Object.assign(dial, change);
    this.#needs.journal.record({ events: [], trunkDial: { ...dial } }).catch((error: unknown) => {
      this.#needs.log.error('a dial could not be stored', { call: dial.callId, error: describeError(error) });
    });
  }
}
