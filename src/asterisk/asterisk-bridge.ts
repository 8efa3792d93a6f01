import { InTurn } from '../async/in-turn.ts';
import type { Bridge, Leg, LegRole } from '../calls/telephony.ts';
import { AppError } from '../domain/errors.ts';
import type { AriRequests } from './ari/ari-link.ts';
import { pause } from './ari/deadline.ts';
import { type BridgesLeft, isRefusal } from './bridges-left.ts';
import { AsteriskLeg } from './legs/asterisk-leg.ts';
import { talkName } from './legs/leg-names.ts';
import type { TalkWatches } from './talk-watch.ts';

/** asterisk-config/gateway/musiconhold.conf. */
const silentMusic = 'silence';
/** How long the event may take that reports the end of a channel. */
const endReportMs = 3000;

/** The mixing bridge of a call's talk. While both sides are in it, a channel in Asterisk watches it in case the app goes away. */
export class AsteriskBridge implements Bridge {
  readonly id: string;
  readonly #callId: string;
  readonly #link: AriRequests;
  readonly #watches: Pick<TalkWatches, 'begin'>;
  readonly #left: Pick<BridgesLeft, 'add'>;
  /** The newest leg of each role: a device that is being hung up may still be there when the next one joins. */
  readonly #sides = new Map<LegRole, Leg>();
  /** Undefined while unknown: an earlier process may have left it so. */
  #isFilled: boolean | undefined;
  /** Both sides of a talk are watched, and each may ask for it or end it: what was asked for last must be what holds. */
  readonly #filling = new InTurn();
  #endWatch: () => Promise<void> = () => Promise.resolve();

  constructor(
    callId: string,
    link: AriRequests,
    watches: Pick<TalkWatches, 'begin'>,
    left: Pick<BridgesLeft, 'add'>,
  ) {
    this.id = talkName(callId);
    this.#callId = callId;
    this.#link = link;
    this.#watches = watches;
    this.#left = left;
  }

  async add(leg: Leg, { absorbsDtmf = false }: { absorbsDtmf?: boolean } = {}): Promise<void> {
    if (leg.state === 'gone') return;
    if (leg instanceof AsteriskLeg) await leg.sending.setBridged(true, () => this.#translateAnew(leg));
    try {
      await this.#link.request('bridges.addChannel', {
        bridgeId: this.id,
        channel: leg.id,
        ...(absorbsDtmf ? { absorbDTMF: true } : {}),
      });
    } catch (thrown) {
      if (!(await hasEnded(leg, thrown))) throw thrown;
    }
    this.#watch(leg);
  }

  /** Starts a new translation of what this leg says, for the other side. */
  async #translateAnew(from: Leg): Promise<void> {
    for (const to of this.#sides.values())
      if (to !== from && to instanceof AsteriskLeg && !isGone(to)) await to.sending.translateAnew();
  }

  async remove(leg: Leg): Promise<void> {
    if (this.#sides.get(leg.role) === leg) {
      this.#sides.delete(leg.role);
      void this.#endWatch(); // never rejects, and nothing needs to wait for it
    }
    if (leg.state === 'gone') return;
    try {
      await this.#link.request('bridges.removeChannel', { bridgeId: this.id, channel: leg.id });
    } catch (thrown) {
      // It left on its own, or the bridge is gone.
      if (!isGone(leg) && !isRefusal(thrown)) throw thrown;
    }
    if (leg instanceof AsteriskLeg) await leg.sending.setBridged(false);
  }

  async play(media: string): Promise<void> {
    await this.#link.request('bridges.play', { bridgeId: this.id, media });
  }

  fill(isOn: boolean): Promise<void> {
    return this.#filling.run(() => this.#setFilled(isOn));
  }

  async #setFilled(isOn: boolean): Promise<void> {
    if (this.#isFilled === isOn) return;
    const bridgeId = this.id;
    try {
      if (isOn) await this.#link.request('bridges.startMoh', { bridgeId, mohClass: silentMusic });
      else await this.#link.request('bridges.stopMoh', { bridgeId });
    } catch (thrown) {
      // It is gone, or has none to end.
      if (!isRefusal(thrown)) throw thrown;
    }
    this.#isFilled = isOn;
  }

  async destroy(): Promise<void> {
    await this.#endWatch();
    try {
      await this.#link.request('bridges.destroy', { bridgeId: this.id });
    } catch (thrown) {
      if (isRefusal(thrown)) return;
      this.#left.add(this.id);
      if (this.#link.down === undefined) throw thrown;
    }
  }

  #watch(leg: Leg): void {
    if (this.#sides.get(leg.role) === leg) return;
    this.#sides.set(leg.role, leg);
    const [far, device] = [this.#sides.get('far'), this.#sides.get('device')];
    if (far === undefined || device === undefined || isGone(far) || isGone(device)) return;
    void this.#endWatch();
    this.#endWatch = this.#watches.begin(this.#callId, [far, device]);
  }
}

function isGone(leg: Leg): boolean {
  return leg.state === 'gone';
}

/** Whether it hung up in the meantime. Its own event reports that, perhaps only after Asterisk has found no such channel (400, 422). */
async function hasEnded(leg: Leg, refusal: unknown): Promise<boolean> {
  const isMissing = refusal instanceof AppError && ['invalid', 'conflict'].includes(refusal.code);
  if (isMissing && leg instanceof AsteriskLeg) await pause(endReportMs, leg.goneSignal);
  return isGone(leg);
}
