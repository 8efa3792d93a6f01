import { randomBytes } from 'node:crypto';
import { InTurn } from '../async/in-turn.ts';
import type { Journal } from '../calls/store.ts';
import { parseSipUri, type Device, type DeviceType, type DeviceWithState } from '../domain/device.ts';
import { requireSeen } from '../domain/edit-guard.ts';
import { AppError } from '../domain/errors.ts';
import { newId } from '../domain/ids.ts';
import { UnreadableSecret } from '../domain/unreadable-secret.ts';
import type { Log } from '../log/log.ts';
import { readAddress, type AddressRules } from './address.ts';
import type { DeviceDesk, DeviceLines } from './desk.ts';
import { createDeviceConfiguration, describeUnreadable } from './device-configuration.ts';
import { recordPresence } from './presence.ts';
import type { DeviceStore, StoredDevice } from './store.ts';

export interface DeviceDeskNeeds {
  store: DeviceStore;
  lines: DeviceLines;
  journal: Pick<Journal, 'record'>;
  rules: AddressRules;
  /** Whether push messages reach the browser of this session or token. */
  isToldByPush: (credentialId: string) => boolean;
  /** Whether the page of this session or token is about to register. */
  isArriving: (credentialId: string) => boolean;
  log: Log;
  nowMs?: () => number;
}

export interface RunningDeviceDesk extends DeviceDesk {
  /** Configures every stored device in Asterisk and starts reporting presence changes. */
  start(): Promise<void>;
  stop(): void;
  /**
   * Whether a phone may be called at its address now: its name may resolve to the trunk by now, and a device may be older than a rule. A
   * phone that registers is called where it registered from.
   * @throws AppError `not_found`, `refused`.
   */
  permitAddress(deviceId: string): Promise<void>;
}

const defaultPriority = 10;
const defaultCapabilities = ['voice'];

/** 192 bits in 32 characters, short enough to type into a phone. */
function newSipPassword(): string {
  return randomBytes(24).toString('base64url');
}

export function createDeviceDesk(needs: DeviceDeskNeeds): RunningDeviceDesk {
  const { store, lines, journal, rules, isToldByPush, isArriving, log, nowMs = Date.now } = needs;
  const configuration = createDeviceConfiguration(lines, log);
  let endPresence: (() => void) | undefined;

  const withState = ({
    device,
    sipPassword,
    credentialId,
    lastOnlineAtMs,
  }: StoredDevice): DeviceWithState => ({
    ...device,
    lastOnlineAtMs,
    isOnline: lines.isOnline(device.id),
    canWake: credentialId !== null && isToldByPush(credentialId),
    isArriving: credentialId !== null && isArriving(credentialId),
    ...(sipPassword instanceof UnreadableSecret ? { fault: describeUnreadable(sipPassword) } : {}),
  });

  /** Changes are made one after the other, since each writes back the fields that it has read and does not change. */
  const inTurn = new InTurn();

  async function getStored(deviceId: string): Promise<StoredDevice> {
    const stored = await store.get(deviceId);
    if (stored === undefined) throw noDevice(deviceId);
    return stored;
  }

  return {
    async start() {
      endPresence ??= recordPresence({ store, lines, journal, log, nowMs });
      await configuration.configureAll(await store.list());
    },

    stop() {
      endPresence?.();
      endPresence = undefined;
    },

    async permitAddress(deviceId) {
      const { device, sipPassword } = await getStored(deviceId);
      if (sipPassword !== null || device.type === 'external') return;
      const uri = parseSipUri(device.sipUri);
      if (uri === undefined)
        throw new AppError('refused', `"sip_uri": ${device.sipUri} is not an address that may be called`);
      await rules.hosts.permit(uri);
    },

    async list() {
      return (await store.list()).map(withState);
    },

    create: (draft, credentialId) =>
      inTurn.run(async () => {
        const address = await readAddress(draft.type, draft.sip_uri, rules);
        const sipPassword = address.reach.kind === 'registers' ? newSipPassword() : null;
        const now = nowMs();
        const device: Device = {
          id: newId('dev'),
          name: draft.name,
          type: draft.type,
          sipUri: address.sipUri,
          priority: draft.priority ?? defaultPriority,
          capabilities: draft.capabilities ?? defaultCapabilities,
          confirmsAnswer: confirmsAnswer(draft.type, draft.confirm_answer ?? false),
          createdAtMs: now,
          updatedAtMs: now,
        };
        const stored: StoredDevice = {
          device,
          addressKey: address.key,
          sipPassword,
          credentialId: credentialId ?? null,
          lastOnlineAtMs: null,
        };
        await store.insert(stored);
        await configuration.configureOrUndo(stored, () => store.remove(device.id));
        return { device: withState(stored), sipPassword: sipPassword ?? undefined };
      }),

    update: (deviceId, changes, guard) =>
      inTurn.run(async () => {
        const old = await getStored(deviceId);
        const type = changes.type ?? old.device.type;
        const sipUri = changes.sip_uri ?? old.device.sipUri;
        const address = await readAddress(type, sipUri, rules);
        // The password belongs to the user name; another user name is another phone.
        const keepsPassword = address.key === old.addressKey && typeof old.sipPassword === 'string';
        const registers = address.reach.kind === 'registers';
        const newPassword = registers && !keepsPassword ? newSipPassword() : undefined;
        const stored: StoredDevice = {
          device: {
            ...old.device,
            name: changes.name ?? old.device.name,
            type,
            sipUri: address.sipUri,
            priority: changes.priority ?? old.device.priority,
            capabilities: changes.capabilities ?? old.device.capabilities,
            confirmsAnswer: confirmsAnswer(type, changes.confirm_answer ?? old.device.confirmsAnswer),
            updatedAtMs: nowMs(),
          },
          addressKey: address.key,
          credentialId: old.credentialId,
          lastOnlineAtMs: old.lastOnlineAtMs,
          sipPassword: registers ? (newPassword ?? old.sipPassword) : null,
        };
        requireSeen(old.device, { ...stored.device, updatedAtMs: old.device.updatedAtMs }, guard);
        if (!(await store.replace(stored))) throw noDevice(deviceId);
        // Pushing a device again removes a registered phone's contact, so a new display name or priority must not cause a push.
        if (isReachedOtherwise(old, stored))
          await configuration.configureOrUndo(stored, () => store.replace(old));
        return { device: withState(stored), sipPassword: newPassword };
      }),

    renewPassword: (deviceId) =>
      inTurn.run(async () => {
        const old = await getStored(deviceId);
        if (old.sipPassword === null)
          throw new AppError(
            'conflict',
            `the device "${deviceId}" does not register here, so it has no password`,
          );
        const sipPassword = newSipPassword();
        const updatedAtMs = nowMs();
        if (!(await store.replacePassword(deviceId, sipPassword, updatedAtMs))) throw noDevice(deviceId);
        const stored: StoredDevice = { ...old, sipPassword, device: { ...old.device, updatedAtMs } };
        await configuration.configure(stored);
        return { device: withState(stored), sipPassword };
      }),

    order: (deviceIds) =>
      inTurn.run(async () => {
        const known = new Set((await store.list()).map(({ device }) => device.id));
        const stranger = deviceIds.find((id) => !known.has(id));
        if (stranger !== undefined) throw new AppError('invalid', `"ids": there is no device "${stranger}"`);
        const missing = [...known].find((id) => !deviceIds.includes(id));
        if (missing !== undefined) throw new AppError('invalid', `"ids" lacks the device "${missing}"`);
        await store.setPriorities(new Map(deviceIds.map((id, index) => [id, index + 1])), nowMs());
        return (await store.list()).map(withState);
      }),

    remove: (deviceId, guard) =>
      inTurn.run(async () => {
        if (guard !== undefined) guard((await getStored(deviceId)).device);
        if (!(await store.remove(deviceId))) throw noDevice(deviceId);
        await configuration.remove(deviceId);
      }),
  };
}

/** A call in a page is answered by hand, or by the page itself when it takes back a talk. @throws AppError `invalid` */
function confirmsAnswer(type: DeviceType, wanted: boolean): boolean {
  if (wanted && type === 'webrtc')
    throw new AppError('invalid', '"confirm_answer": a browser has no voicemail, and is not asked for a key');
  return wanted;
}

/** Whether anything that Asterisk stores about the device changed. */
function isReachedOtherwise(old: StoredDevice, now: StoredDevice): boolean {
  return (
    old.device.type !== now.device.type ||
    old.device.sipUri !== now.device.sipUri ||
    old.sipPassword !== now.sipPassword
  );
}

function noDevice(deviceId: string): AppError {
  return new AppError('not_found', `there is no device "${deviceId}"`);
}
