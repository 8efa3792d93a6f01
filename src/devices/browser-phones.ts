import { randomBytes } from 'node:crypto';
import { InTurn } from '../async/in-turn.ts';
import type { DeviceWithState } from '../domain/device.ts';
import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { ArrivingPages } from './arriving-pages.ts';
import type { DeviceDesk } from './desk.ts';
import type { DeviceStore } from './store.ts';

export interface BrowserPhonesNeeds {
  desk: Pick<DeviceDesk, 'create' | 'update' | 'renewPassword' | 'remove'>;
  store: Pick<DeviceStore, 'list'>;
  pages: Pick<ArrivingPages, 'begin'>;
  /** A host name under which phones register here. */
  ownHost: string;
  /** The ids of sessions and tokens that are still valid. */
  findUsable(credentialIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** A session or token ended. */
  onEnded(listener: (credentialId: string) => void): () => void;
  log: Log;
}

export interface ClaimedPhone {
  device: DeviceWithState;
  sipPassword: string;
}

/** Browsers acting as phones: one device per session (or token), removed with it. */
export class BrowserPhones {
  readonly #needs: BrowserPhonesNeeds;
  readonly #unsubscribe: () => void;
  /**
   * Claims and removals follow one another: two tabs of a new session share one device, and a session that ends while its device is being made
   * leaves none behind.
   */
  readonly #changes = new InTurn();

  constructor(needs: BrowserPhonesNeeds) {
    this.#needs = needs;
    this.#unsubscribe = needs.onEnded(
      (credentialId) => void this.#changes.run(() => this.#removeOf(credentialId)),
    );
  }

  /**
   * The browser's device, created by the first claim; each claim sets a new password and invalidates the previous
   * one.
   */
  claim(credentialId: string, name: string): Promise<ClaimedPhone> {
    return this.#changes.run(() => this.#claim(credentialId, name));
  }

  /** Removes devices whose session or token has ended without a word to this process: it expired, or a command revoked it. */
  removeOrphans(): Promise<void> {
    return this.#changes.run(() => this.#removeOrphans());
  }

  async #removeOrphans(): Promise<void> {
    const claimed = (await this.#needs.store.list()).flatMap(({ device, credentialId }) =>
      credentialId === null ? [] : [{ deviceId: device.id, credentialId }],
    );
    if (claimed.length === 0) return;
    const usable = await this.#needs.findUsable(claimed.map(({ credentialId }) => credentialId));
    for (const { deviceId, credentialId } of claimed)
      if (!usable.has(credentialId)) await this.#needs.desk.remove(deviceId);
  }

  close(): void {
    this.#unsubscribe();
  }

  async #claim(credentialId: string, name: string): Promise<ClaimedPhone> {
    await this.#removeOrphans();
    const { desk, store, pages, ownHost } = this.#needs;
    pages.begin(credentialId);
    const claimed = (await store.list()).find((stored) => stored.credentialId === credentialId)?.device;
    if (claimed !== undefined) {
      if (claimed.name !== name) await desk.update(claimed.id, { name });
      return desk.renewPassword(claimed.id);
    }
    const user = `browser-${randomBytes(9).toString('hex')}`;
    const { device, sipPassword } = await desk.create(
      { name, type: 'webrtc', sip_uri: `sip:${user}@${ownHost}` },
      credentialId,
    );
    if (sipPassword === undefined) throw new Error('a browser that does not register');
    return { device, sipPassword };
  }

  async #removeOf(credentialId: string): Promise<void> {
    const { desk, store, log } = this.#needs;
    try {
      const gone = (await store.list()).find((stored) => stored.credentialId === credentialId);
      if (gone !== undefined) await desk.remove(gone.device.id);
    } catch (error) {
      log.warn('the device of a browser that signed out was not removed', { why: describeError(error) });
    }
  }
}
