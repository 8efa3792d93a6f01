import type { Bridge, Leg } from '../calls/telephony.ts';
import { AppError } from '../domain/errors.ts';
import type { AriLink } from './ari-link.ts';
import { AsteriskLeg } from './asterisk-leg.ts';

/** A mixing bridge with an id of our choosing. */
export class AsteriskBridge implements Bridge {
  readonly id: string;
  readonly #link: AriLink;

  constructor(id: string, link: AriLink) {
    this.id = id;
    this.#link = link;
  }

  async add(leg: Leg, { absorbsDtmf = false }: { absorbsDtmf?: boolean } = {}): Promise<void> {
    if (leg.state === 'gone') return;
    if (leg instanceof AsteriskLeg) await leg.sending.setBridged(true);
    try {
      await this.#link.request('bridges.addChannel', {
        bridgeId: this.id,
        channel: leg.id,
        ...(absorbsDtmf ? { absorbDTMF: true } : {}),
      });
    } catch (thrown) {
      // If the leg hung up in the meantime, its own event reports it.
      if (!isGone(leg)) throw thrown;
    }
  }

  async remove(leg: Leg): Promise<void> {
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

  async destroy(): Promise<void> {
    try {
      await this.#link.request('bridges.destroy', { bridgeId: this.id });
    } catch (thrown) {
      if (!isRefusal(thrown) && this.#link.down === undefined) throw thrown;
    }
  }
}

function isGone(leg: Leg): boolean {
  return leg.state === 'gone';
}

function isRefusal(thrown: unknown): boolean {
  return thrown instanceof AppError && ['not_found', 'conflict', 'invalid'].includes(thrown.code);
}
