import type { LegOutcome, LegRole, LegState } from '../../calls/telephony.ts';
import { settlesWithin } from '../../async/settles-within.ts';
import type { AriRequests, AriSession } from '../ari/ari-link.ts';
import { endChannel } from '../ari/end-channel.ts';
import { parseName } from './leg-names.ts';
import { AsteriskLeg, type LegStart } from './asterisk-leg.ts';
import type { LegContext } from './leg-channel.ts';

export interface LiveLegsContext extends LegContext {
  link: AriRequests & Pick<AriSession, 'upSinceMs'>;
}

/** How long a hang-up is waited for. */
const hangUpMs = 5_000;

/** The legs that are not gone yet, by channel id. */
export class LiveLegs {
  readonly #context: LiveLegsContext;
  readonly #legs = new Map<string, AsteriskLeg>();
  /** Those whose channel is being created: Asterisk may not have it yet. */
  readonly #unmade = new WeakSet<AsteriskLeg>();
  /** When the Asterisk that has the leg was started. */
  readonly #asteriskSinceMs = new WeakMap<AsteriskLeg, number | undefined>();

  constructor(context: LiveLegsContext) {
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

  /** Follows a leg from before its channel is created. */
  begin(start: LegStart): AsteriskLeg {
    const leg = this.#add(start);
    this.#unmade.add(leg);
    return leg;
  }

  /** Asterisk has created its channel. */
  made(leg: AsteriskLeg): void {
    this.#unmade.delete(leg);
    leg.followResponses();
  }

  /** Follows a leg whose channel an earlier process created. */
  follow(id: string, callId: string, role: LegRole, channelState: string): AsteriskLeg {
    const known = this.#legs.get(id);
    if (known !== undefined) return known;
    const states: Record<string, LegState> = { Up: 'up', Ringing: 'ringing' };
    const leg = this.#add({ id, callId, role, state: states[channelState] });
    if (leg.state !== 'up') leg.followResponses();
    return leg;
  }

  /** Asterisk queues no events: after each connection its channels are compared with the known legs. */
  async reconcile(): Promise<void> {
    if (this.#legs.size === 0) return;
    const states = await this.#bringUpToDate([...this.#legs.values()]);
    await Promise.all(this.#strays([...states.keys()]).map((id) => this.hangUpQuietly(id)));
  }

  /** For legs of an earlier process, followed a moment after Asterisk was asked for them: what was reported until now was missed. */
  async catchUp(legs: readonly AsteriskLeg[]): Promise<void> {
    if (legs.length === 0) return;
    await this.#bringUpToDate(legs);
    await Promise.all(legs.map((leg) => leg.recallResponse()));
  }

  #add(start: LegStart): AsteriskLeg {
    const leg = new AsteriskLeg(start, this.#context);
    this.#legs.set(leg.id, leg);
    this.#asteriskSinceMs.set(leg, this.#context.link.upSinceMs);
    leg.goneSignal.addEventListener('abort', () => this.#legs.delete(leg.id), { once: true });
    return leg;
  }

  /** Takes in what has become of the legs. @returns the state of each channel. */
  async #bringUpToDate(legs: readonly AsteriskLeg[]): Promise<Map<string, string>> {
    const mayBeMissing = new Set(legs.filter((leg) => this.#unmade.has(leg)));
    const channels = await this.#context.link.request('channels.list', {});
    const states = new Map(channels.map(({ id, state }) => [id, state]));
    for (const leg of legs) {
      const state = states.get(leg.id);
      if (state !== undefined) leg.found(state);
      else if (!mayBeMissing.has(leg)) leg.lose(missedEnd(leg.state));
    }
    return states;
  }

  /** A dial whose answer was lost with the connection: the phone would ring for nobody. */
  #strays(channelIds: readonly string[]): string[] {
    const alive = this.callIds();
    return channelIds.filter((id) => {
      const named = parseName(id);
      return named?.part === 'device' && alive.has(named.callId) && !this.#legs.has(id);
    });
  }

  /** Asterisk was restarted. A leg may have been begun in the new one since it is connected. */
  loseEarlier(detail: string): void {
    for (const leg of [...this.#legs.values()])
      if (this.#asteriskSinceMs.get(leg) !== this.#context.link.upSinceMs)
        leg.lose({ kind: 'gateway_lost', detail });
  }

  /** For a channel that a create may have made although it timed out. Waits a few seconds at most; the hang-up goes on. Never rejects. */
  async hangUpQuietly(channelId: string): Promise<void> {
    await settlesWithin(endChannel(channelId, this.#context), hangUpMs);
  }
}

/** The outcome of a leg whose ChannelDestroyed was missed: unanswered, its call is placed again if the owner wants that. */
function missedEnd(state: LegState): LegOutcome {
  return state === 'up'
    ? { kind: 'hangup', detail: 'it was hung up while Asterisk was not connected' }
    : { kind: 'no_answer', detail: 'it ended unanswered while Asterisk was not connected' };
}
