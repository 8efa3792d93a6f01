import type { EventType } from '../../src/domain/events.ts';
import { device, type DeskRig } from './desk-rig.ts';

export const retracted = { kind: 'person_retracted', at: 3, reason: 'music follows' } as const;

export const asleep = { type: 'webrtc', isOnline: false, canWake: true } as const;

export const arriving = { type: 'webrtc', isOnline: false, isArriving: true } as const;

/** Which devices ring now, by name. */
export function ringing({ telephony }: DeskRig): string[] {
  return telephony.deviceLegs
    .filter(({ state }) => state !== 'gone')
    .map(({ id }) => id.replace(/^.*\.dev\.dev_/, ''));
}

/** What happened, of these types. */
export function of(rig: DeskRig, ...types: EventType[]): EventType[] {
  return rig.types().filter((type) => types.includes(type));
}

export function own(rig: DeskRig, ...devices: ReturnType<typeof device>[]): void {
  rig.devices.splice(0, rig.devices.length, ...devices);
}
