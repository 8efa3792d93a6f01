import type { LegOutcome, LegRole, LegState } from '../calls/telephony.ts';
import { describeError } from '../domain/errors.ts';
import { AsteriskLeg, type LegContext } from './asterisk-leg.ts';
import type { Way } from './outcomes.ts';

/** Longer than any dial that a call asks for. */
const longestDialMs = 180_000;

/** The legs that are not gone yet, by channel id. */
export class LiveLegs {
  readonly #context: LegContext;
  readonly #legs = new Map<string, AsteriskLeg>();

  constructor(context: LegContext) {
    this.#context = context;
  }

  get(id: string): AsteriskLeg | undefined {
    return this.#legs.get(id);
  }

  has(id: string): boolean {
    return this.#legs.has(id);
  }

  callIds(): Set<string> {
    return new Set([...this.#legs.values()].map((leg) => leg.callId));
  }

  /** A leg whose channel is about to be created; its events are taken from now on. */
  begin(
    id: string,
    callId: string,
    role: LegRole,
    given: { state?: LegState | undefined; way?: Way } = {},
  ): AsteriskLeg {
    const leg = new AsteriskLeg(id, callId, role, this.#context, given);
    this.#legs.set(id, leg);
    leg.goneSignal.addEventListener('abort', () => this.#legs.delete(id), { once: true });
    return leg;
  }

  /** A leg whose channel an earlier process began. */
  follow(id: string, callId: string, role: LegRole, channelState: string): AsteriskLeg {
    const known = this.#legs.get(id);
    if (known !== undefined) return known;
    const states: Record<string, LegState> = { Up: 'up', Ringing: 'ringing' };
    const leg = this.begin(id, callId, role, { state: states[channelState] });
    if (leg.state !== 'up') this.#giveUpLater(leg);
    return leg;
  }

  /** Asterisk queues no events: after every connection what it has is compared with what was known. */
  async reconcile(): Promise<void> {
    if (this.#legs.size === 0) return;
    const channels = await this.#context.link.request('channels.list', {});
    const states = new Map(channels.map(({ id, state }) => [id, state]));
    for (const leg of [...this.#legs.values()]) {
      const state = states.get(leg.id);
      if (state === undefined) leg.lose(missedEnd(leg.state));
      else leg.reconcile(state);
    }
  }

  loseAll(detail: string): void {
    for (const leg of [...this.#legs.values()]) leg.lose({ kind: 'gateway_lost', detail });
  }

  /** For a channel that may or may not be there: a create that timed out can have made it all the same. */
  async hangUpQuietly(channelId: string): Promise<void> {
    try {
      await this.#context.link.request('channels.hangup', { channelId });
    } catch (thrown) {
      this.#context.log.debug('nothing to hang up', { channelId, error: describeError(thrown) });
    }
  }

  /** Asterisk ends a dial in time, but a channel whose dial the earlier process never sent would stay for ever. */
  #giveUpLater(leg: AsteriskLeg): void {
    const timer = setTimeout(() => {
      if (leg.state !== 'up') void this.hangUpQuietly(leg.id);
    }, longestDialMs).unref();
    leg.goneSignal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }
}

/** The end of a leg whose ChannelDestroyed nobody heard. */
function missedEnd(state: LegState): LegOutcome {
  return state === 'up'
    ? { kind: 'hangup', detail: 'it was hung up while Asterisk was not connected' }
    : { kind: 'gateway_lost', detail: 'it ended unanswered while Asterisk was not connected' };
}
