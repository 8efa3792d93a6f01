import type { IconName } from '../icons/names.ts';
import { plainReason } from './reasons.ts';

/** Devices as people name them. */

export type DeviceKind = 'sip_phone' | 'softphone' | 'webrtc' | 'external';

export const deviceIcons: Record<DeviceKind, IconName> = {
  sip_phone: 'phone',
  softphone: 'smartphone',
  webrtc: 'laptop',
  external: 'smartphone',
};

const names: Record<DeviceKind, string> = {
  sip_phone: 'SIP phone',
  softphone: 'softphone',
  webrtc: 'browser phone',
  external: 'through the trunk',
};

export interface ReachedDevice {
  type: DeviceKind;
  sip_uri: string;
}

/** Whether it will ring; `asleep`: a browser whose page is closed, which a push message wakes. */
export type Presence = 'online' | 'asleep' | 'offline';

export function presenceOf(device: { is_online: boolean; can_wake: boolean }): Presence {
  if (device.is_online) return 'online';
  return device.can_wake ? 'asleep' : 'offline';
}

export const isReachable = (device: { is_online: boolean; can_wake: boolean }): boolean =>
  presenceOf(device) !== 'offline';

/** `SIP phone`, and the part of its address a person recognises. */
export function describeDevice({ type, sip_uri: uri }: ReachedDevice): { kind: string; address: string } {
  if (type === 'external') return { kind: names.external, address: uri.replace(/^tel:/, '') };
  return { kind: names[type], address: uri.replace(/^sip:/, '').replace(/;transport=.*$/, '') };
}

/** Derives a user part from a name: `Kitchen phone` becomes `kitchen-phone`. */
export function userOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  // Digits alone could be mistaken for a number to dial.
  return plain === '' ? 'phone' : /^[0-9.+_-]*$/.test(plain) ? `phone-${plain}` : plain;
}

/** The result of a test ring. */
export function tellRing(result: { answered: boolean; seconds: number; detail: string | null }): string {
  const seconds = Math.round(result.seconds);
  const why = plainReason(result.detail ?? '');
  if (result.answered)
    return why === ''
      ? `Answered after ${seconds} s. It works.`
      : `Answered after ${seconds} s, but nobody would hear you: ${why}.`;
  return why === '' || why === 'nobody answered'
    ? `It rang for ${seconds} s, and nobody answered.`
    : `Not answered: ${why}.`;
}
