import { InTurn } from '../../async/in-turn.ts';
import { Listeners } from '../../async/listeners.ts';
import type { MediaEncryption } from '../../domain/sip-security.ts';
import type { DeviceLines, DeviceRegistration } from '../../devices/desk.ts';
import { AppError, describeError, isRefusal } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import type { AriSession } from '../ari/ari-link.ts';
import type { AriEvent } from '../ari/ari-operations.ts';
import { AwayTimer } from '../ari/away-timer.ts';
import { DeviceLine } from './device-line.ts';
import { type DeviceObjects, deviceObjects } from './device-objects.ts';
import { configure, deleteDevice, deleteObjects, notIn, otherDevices, putObjects } from './pushed-objects.ts';
import {
  allowEndpointEvents,
  type ContactInfo,
  isEndpointEvent,
  listEndpoints,
  subscribeToEndpoints,
} from './endpoints.ts';
import { RepeatedTry } from './repeated-try.ts';

export interface DeviceLinesOptions {
  link: AriSession;
  /** A separate Stasis application: in the calls' application every channel event would arrive twice. */
  application: string;
  trunkConfigured: boolean;
  mediaEncryption: MediaEncryption;
  /** After how long what a slow Asterisk did not take is given to it again. */
  againMs?: number | undefined;
  log: Log;
}

/** A short loss of the connection to Asterisk must not make phones flicker between offline and online. */
const offlineAfterLossMs = 5000;
const defaultAgainMs = 10_000;

export class AsteriskDeviceLines implements DeviceLines {
  readonly #options: DeviceLinesOptions;
  readonly #lines = new Map<string, DeviceLine>();
  readonly #listeners: Listeners<[deviceId: string, isOnline: boolean]>;
  readonly #moveListeners: Listeners<[deviceId: string]>;
  readonly #away: AwayTimer;
  #watching = false;
  #hasAll = false;
  #eventCount = 0;
  /** Devices that Asterisk has not taken: all of them after a connection, and those for which it was too slow. */
  readonly #untaken = new Set<string>();
  /** It may still have devices that are gone. */
  #hasUndeleted = false;
  readonly #again: RepeatedTry;
  /** Pushes run one at a time: replacing an AOR is a delete and a put. */
  readonly #pushes = new InTurn();

  constructor(options: DeviceLinesOptions) {
    this.#options = options;
    const { link, log, againMs: afterMs = defaultAgainMs } = options;
    // Until the next connection nothing else would: a phone could not register, or one that was removed still could.
    this.#again = new RepeatedTry(
      () => this.#pushes.run(async () => (link.down === undefined ? this.#pushUntaken() : undefined)),
      { afterMs, log },
    );
    this.#listeners = new Listeners(log, 'a device listener', (device, isOnline) => ({ device, isOnline }));
    this.#moveListeners = new Listeners(log, 'a listener to moving devices', (device) => ({ device }));
    this.#away = new AwayTimer(offlineAfterLossMs, link, () => this.#allOffline());
    link.onEvent((event) => this.#take(event));
    link.onConnected(() => this.#pushAll());
    link.onLost(() => this.#away.lost());
  }

  /** @throws AppError `invalid`, `conflict` (another device has this name), or Asterisk's refusal. */
  async push(registration: DeviceRegistration): Promise<void> {
    const { device, sipPassword } = registration;
    const { link, mediaEncryption } = this.#options;
    const objects = deviceObjects(device, sipPassword, mediaEncryption);
    return this.#pushes.run(async () => {
      this.#assertFree(device.id, objects);
      const earlier = this.#lines.get(device.id);
      const line = new DeviceLine(registration, objects, earlier);
      this.#lines.set(device.id, line);
      if (link.down !== undefined) return;
      try {
        await deleteObjects(link, notIn(earlier?.objects, objects));
        await configure(link, line);
        await this.#watch();
        await this.#readStates();
      } catch (thrown) {
        // Asterisk is away: this device is pushed with the others once it is back.
        if (link.down !== undefined) return;
        if (isRefusal(thrown)) await this.#undo(device.id, line, earlier);
        else {
          this.#untaken.add(device.id);
          this.#hasUndeleted = true; // perhaps: what it was before
          this.#again.soon();
        }
        throw thrown;
      }
    });
  }

  async #pushUntaken(): Promise<void> {
    const { link } = this.#options;
    if (this.#hasUndeleted && this.#hasAll) await this.#deleteOthers();
    this.#hasUndeleted = false;
    for (const device of this.#untaken) {
      const line = this.#lines.get(device);
      if (line !== undefined)
        await this.#logRefusal('device not pushed', device, () => configure(link, line));
      this.#untaken.delete(device);
    }
    await this.#watch();
    await this.#readStates();
  }

  /** Gives back to Asterisk what the refused push has replaced, so that the phone can be called and can register as before. */
  async #undo(deviceId: string, refused: DeviceLine, earlier: DeviceLine | undefined): Promise<void> {
    const { link, log } = this.#options;
    if (earlier === undefined) this.#lines.delete(deviceId);
    else this.#lines.set(deviceId, earlier);
    try {
      await deleteObjects(link, notIn(refused.objects, earlier?.objects));
      if (earlier === undefined) return;
      await configure(link, earlier);
      await this.#readStates();
    } catch (thrown) {
      log.error('a refused change of a device is not undone in Asterisk', {
        device: deviceId,
        error: describeError(thrown),
      });
    }
  }

  async remove(deviceId: string): Promise<void> {
    return this.#pushes.run(async () => {
      const line = this.#lines.get(deviceId);
      if (line === undefined) return;
      this.#lines.delete(deviceId);
      // Asterisk reports nothing more of it. A phone's talk goes on; a browser goes with its sign-in, also in mid-talk.
      if (line.online && line.registration.device.type === 'webrtc') this.#listeners.emit(deviceId, false);
      if (line.objects !== undefined && this.#options.link.down === undefined)
        await this.#delete(line.objects.objects);
    });
  }

  async #delete(objects: DeviceObjects['objects']): Promise<void> {
    try {
      await deleteObjects(this.#options.link, objects);
    } catch (thrown) {
      this.#hasUndeleted = true;
      this.#again.soon();
      throw thrown;
    }
  }

  async pushedAll(): Promise<void> {
    this.#hasAll = true;
    if (this.#options.link.down === undefined) await this.#pushes.run(() => this.#deleteOthers());
  }

  isOnline(deviceId: string): boolean {
    return this.#lines.get(deviceId)?.online ?? false;
  }

  onChange(listener: (deviceId: string, isOnline: boolean) => void): () => void {
    return this.#listeners.add(listener);
  }

  onMove(listener: (deviceId: string) => void): () => void {
    return this.#moveListeners.add(listener);
  }

  /** The endpoint's name in Asterisk. @throws AppError `unavailable` for a device that was never pushed. */
  endpointOf(deviceId: string): string {
    const endpoint = this.#lines.get(deviceId)?.objects?.endpoint;
    if (endpoint === undefined) throw new AppError('unavailable', 'the device is not known to Asterisk');
    return endpoint;
  }

  close(): void {
    this.#away.cancel();
    this.#again.stop();
  }

  /** Phones register by user name, whatever host follows it: two with the same name would share one endpoint. */
  #assertFree(deviceId: string, objects: DeviceObjects | undefined): void {
    for (const [otherId, other] of this.#lines)
      if (otherId !== deviceId && objects !== undefined && other.objects?.endpoint === objects.endpoint)
        throw new AppError(
          'conflict',
          `another device already registers as "${objects.endpoint}"; choose another "sip_uri"`,
        );
  }

  async #pushAll(): Promise<void> {
    const { link, application } = this.#options;
    await allowEndpointEvents(link, application);
    this.#watching = false;
    await this.#pushes.run(async () => {
      for (const device of this.#lines.keys()) this.#untaken.add(device);
      this.#hasUndeleted = true;
      await this.#pushUntaken();
      this.#away.cancel();
    });
  }

  async #deleteOthers(): Promise<void> {
    const { link } = this.#options;
    const known = [...this.#lines.values()].flatMap(({ objects }) => objects?.endpoint ?? []);
    for (const endpoint of await otherDevices(link, new Set(known)))
      await this.#logRefusal('a device that is gone stays in Asterisk', endpoint, () =>
        deleteDevice(link, endpoint),
      );
  }

  /** A change that Asterisk refuses must not keep the others from being made. */
  async #logRefusal(complaint: string, device: string, change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (thrown) {
      // Asterisk may only be slow, as while it starts. The next attempt makes all changes again: without one of them, a phone might not be
      // able to register.
      if (thrown instanceof AppError && thrown.code === 'unavailable') throw thrown;
      this.#options.log.error(complaint, { device, error: describeError(thrown) });
    }
  }

  async #watch(): Promise<void> {
    const { link, application } = this.#options;
    if (!this.#watching) this.#watching = await subscribeToEndpoints(link, application);
  }

  /** Never rejects: the next connection to Asterisk tries it again. */
  async #ask(deviceId: string, line: DeviceLine, isAsked: boolean): Promise<void> {
    const { link, log } = this.#options;
    await this.#pushes.run(async () => {
      if (this.#lines.get(deviceId) !== line || line.isAsked === isAsked || link.down !== undefined) return;
      line.isAsked = isAsked;
      await putObjects(
        link,
        line.wanted.filter(({ objectType }) => objectType === 'aor'),
      ).catch((thrown: unknown) => {
        line.isAsked = !isAsked;
        log.warn('whether a phone is sent OPTIONS was not changed', {
          device: deviceId,
          error: describeError(thrown),
        });
      });
    });
  }

  async #readStates(): Promise<void> {
    const askedAt = this.#eventCount;
    const endpoints = await listEndpoints(this.#options.link);
    const online = new Set(
      endpoints.filter(({ state }) => state === 'online').map(({ resource }) => resource),
    );
    for (const [deviceId, { objects, lastEvent }] of this.#lines) {
      // An event that arrived while the list was in flight is newer.
      if (lastEvent > askedAt) continue;
      this.#setOnline(
        deviceId,
        objects === undefined ? this.#options.trunkConfigured : online.has(objects.endpoint),
      );
    }
  }

  #take(event: AriEvent): void {
    if (!isEndpointEvent(event)) return;
    const { resource, state } = event.endpoint;
    this.#eventCount += 1;
    for (const [deviceId, line] of this.#lines)
      if (line.objects?.endpoint === resource) {
        line.lastEvent = this.#eventCount;
        this.#setOnline(deviceId, state === 'online');
        if (event.type === 'ContactStatusChange') this.#noteContact(deviceId, line, event.contact_info);
      }
  }

  /** One that registers again where it was keeps its contact, and nothing is reported. */
  #noteContact(deviceId: string, line: DeviceLine, info: ContactInfo): void {
    const news = line.note(info);
    if (news === undefined) return;
    void this.#ask(deviceId, line, news === 'moved');
    if (news === 'moved') this.#moveListeners.emit(deviceId);
    else
      this.#options.log.info('a phone answers no OPTIONS: it counts as online while it is registered', {
        device: deviceId,
      });
  }

  #allOffline(): void {
    for (const deviceId of this.#lines.keys()) this.#setOnline(deviceId, false);
  }

  #setOnline(deviceId: string, online: boolean): void {
    const line = this.#lines.get(deviceId);
    if (line === undefined || line.online === online) return;
    line.online = online;
    this.#listeners.emit(deviceId, online);
  }
}
