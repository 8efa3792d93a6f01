import type { Call } from '../domain/call.ts';
import { isFinal } from '../domain/call-status.ts';
import type { DeviceWithState } from '../domain/device.ts';
import { type EditGuard, requireSeen } from '../domain/edit-guard.ts';
import { AppError } from '../domain/errors.ts';
import type { EventData, NewEvent } from '../domain/events.ts';
import { InTurn } from '../async/in-turn.ts';
import type { CallPatch, EventDraft } from './call-ledger.ts';
import type { CallChanges } from './desk.ts';
import type { CallSource } from './snapshots.ts';
import type { Journal } from './store.ts';
import { storedInTime, storeSeconds } from './stored-in-time.ts';

export interface EditNeeds {
  journal: Pick<Journal, 'record'>;
  devices(): Promise<DeviceWithState[]>;
}

/**
 * Changes of a call that are no part of its course: its note and facts, which the owner may edit even when it is over, the devices that it
 * will ring, and its summary.
 */
export class CallEdits {
  readonly #needs: EditNeeds;
  readonly #source: CallSource;
  /** Changed calls that are over, until they are stored. */
  readonly #unstored = new Map<string, Call>();
  /** Edits run one after the other, so that each starts from the result of the one before. */
  readonly #edits = new InTurn();

  constructor(needs: EditNeeds, source: CallSource) {
    this.#needs = needs;
    this.#source = source;
  }

  /** @throws AppError `not_found`, `conflict`, `changed`, `unavailable` when the database cannot take it now. */
  edit(callId: string, changes: CallChanges, guard?: EditGuard<Call>): Promise<Call> {
    return this.#edits.run(() => this.#edit(callId, changes, guard));
  }

  /** A change made by the service itself. @throws AppError `not_found`, `unavailable` when the database cannot take it now. */
  enter(callId: string, patch: CallPatch, event?: EventDraft): Promise<Call> {
    return this.#edits.run(async () =>
      this.#enter(await this.#latest(callId), patch, event === undefined ? [] : [event]),
    );
  }

  async #edit(callId: string, changes: CallChanges, guard: EditGuard<Call> | undefined): Promise<Call> {
    const { willRing } = changes;
    if (willRing !== undefined) {
      requireUnfinished(await this.#source.get(callId));
      await this.#requireDevices(willRing);
    }
    // Read last: the call may have ended meanwhile.
    const before = await this.#latest(callId);
    if (willRing !== undefined) requireUnfinished(before);
    const patch = patchOf(changes);
    const data: EventData['call_edited'] = { fields: fieldsOf(changes) };
    if (data.fields.length === 0) return before;
    requireSeen(before, { ...before, ...patch }, guard);
    return this.#enter(before, patch, [['call_edited', data]]);
  }

  async #enter(before: Call, patch: CallPatch, drafts: EventDraft[]): Promise<Call> {
    const ledger = this.#source.ledger(before.id);
    if (ledger !== undefined) {
      ledger.note(patch, ...drafts);
      await ledger.storedWithin(storeSeconds);
      return ledger.call;
    }
    const call = { ...before, ...patch };
    const atMs = Date.now();
    const events = drafts.map(([type, data]) => ({ type, callId: before.id, atMs, data }) as NewEvent);
    this.#unstored.set(call.id, call);
    const stored = this.#needs.journal.record({ events, call }).finally(() => {
      if (this.#unstored.get(call.id) === call) this.#unstored.delete(call.id);
    });
    stored.catch(() => undefined); // handled by whoever still waits for it
    await storedInTime(stored);
    return call;
  }

  /** With the changes that the database has yet to store. @throws AppError `not_found` */
  async #latest(callId: string): Promise<Call> {
    return this.#unstored.get(callId) ?? (await this.#source.get(callId));
  }

  /** @throws AppError `not_found` */
  async #requireDevices(ids: readonly string[]): Promise<void> {
    const known = await this.#needs.devices();
    const unknown = ids.find((id) => !known.some((device) => device.id === id));
    if (unknown !== undefined)
      throw new AppError('not_found', `"will_ring": there is no device with the id "${unknown}"`);
  }
}

/** @throws AppError `conflict` */
function requireUnfinished({ id, status }: Call): void {
  if (isFinal(status)) throw new AppError('conflict', `call ${id} is over already: nothing will ring for it`);
}

function patchOf({ note, facts, willRing }: CallChanges): CallPatch {
  return {
    ...(note === undefined ? {} : { note }),
    ...(facts === undefined ? {} : { facts }),
    ...(willRing === undefined ? {} : chosen(willRing)),
  };
}

/** The owner's last word: it counts from now on, for a transfer that is under way too. */
function chosen(devices: readonly string[]): CallPatch {
  return devices.length === 0 ? { chosen: null } : { chosen: { devices }, transfer: null };
}

function fieldsOf({ note, facts, willRing }: CallChanges): EventData['call_edited']['fields'] {
  return [
    ...(note === undefined ? [] : ['note' as const]),
    ...(facts === undefined ? [] : ['facts' as const]),
    ...(willRing === undefined ? [] : ['will_ring' as const]),
  ];
}
