import { AppError, DatabaseAway, findAppError } from '../domain/errors.ts';
import type { Flow } from '../domain/flow.ts';
import { settlesWithin } from '../async/settles-within.ts';
import { permitSecrets } from '../flows/secret-policy.ts';
import type { CallLedger } from './call-ledger.ts';
import type { CallNeeds } from './call-needs.ts';
import { endOf, type Plan } from './plan.ts';

/** Somebody may be waiting to be put through. */
const lookMs = 500;

/** The flow of a call, which may change while the call is under way. */
export class CallFlow {
  readonly #ledger: Pick<CallLedger, 'call'>;
  readonly #flows: CallNeeds['flows'];
  /** As it was last read and permitted. */
  #known: Flow | undefined;

  constructor(ledger: Pick<CallLedger, 'call'>, flows: CallNeeds['flows']) {
    this.#ledger = ledger;
    this.#flows = flows;
  }

  /**
   * As it is stored now, or as last read while the database is away: a call in its queue goes on.
   * @returns how the call ends if the flow is gone or refused. @throws DatabaseAway if it was not read before
   */
  async read(): Promise<Flow | Extract<Plan, { do: 'end' }>> {
    const { flowId, number, placedWith } = this.#ledger.call;
    try {
      const flow = await this.#flows.find(flowId ?? '');
      if (flow === undefined) return endOf('flow_failed', `the call flow ${flowId} does not exist any more`);
      await permitSecrets(flow, number, placedWith, this.#flows);
      return (this.#known = flow);
    } catch (error) {
      if (error instanceof AppError && (error.code === 'refused' || error.code === 'conflict'))
        return endOf('refused', error.detail);
      if (this.#known === undefined || !(findAppError(error) instanceof DatabaseAway)) throw error;
      return this.#known;
    }
  }

  /** For a ring, which must not wait: as last read if the database is slow, and without a check of its secrets. */
  async look(): Promise<Flow | undefined> {
    const { flowId } = this.#ledger.call;
    if (flowId === null) return undefined;
    const found = this.#flows.find(flowId).catch(() => undefined);
    const isRead = await settlesWithin(found, lookMs);
    return (isRead ? await found : undefined) ?? this.#known;
  }
}
