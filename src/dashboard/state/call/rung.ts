import type { StreamEvent } from '../../api/types.ts';

/** A device that was rung for the person who is on the line. */
export interface RungDevice {
  id: string;
  name: string;
  sinceMs: number;
  ringSeconds: number | undefined;
  /** It is asleep and being woken; the seconds are how long the gateway waits for it. */
  wakes: boolean;
  failed: string | undefined;
}

type Rung = readonly RungDevice[];

/** How long an INVITE that was sent may take to arrive in the page. */
const inviteMs = 3_000;

/** The rung devices after an event; the same list if it changes nothing. */
export function rungAfter(rung: Rung, event: StreamEvent, nameOf: (device: string) => string): Rung {
  const sinceMs = Date.parse(event.timestamp);
  switch (event.type) {
    case 'transfer_started': {
      const { device: id } = event.data;
      return again(rung, { id, name: nameOf(id), sinceMs, ringSeconds: undefined, wakes: false });
    }
    case 'device_ringing': {
      const { device: id, name, ring_seconds: ringSeconds } = event.data;
      return again(rung, { id, name, sinceMs, ringSeconds, wakes: false });
    }
    case 'device_asked': {
      const { device: id, name, wait_seconds: ringSeconds } = event.data;
      return again(rung, { id, name, sinceMs, ringSeconds, wakes: false });
    }
    case 'device_waking': {
      const { device: id, name, wait_seconds: ringSeconds } = event.data;
      return again(rung, { id, name, sinceMs, ringSeconds, wakes: true });
    }
    case 'device_failed': {
      const { device: id, name, reason: failed } = event.data;
      if (rung.some((each) => each.id === id))
        return rung.map((each) => (each.id === id ? { ...each, failed } : each));
      return [...rung, { id, name, sinceMs, ringSeconds: undefined, wakes: false, failed }];
    }
    default:
      return rung;
  }
}

/** The gateway is ringing the device already: a second request would cancel that ring and start another. */
export function isAboutToRing(rung: Rung, deviceId: string, nowMs: number): boolean {
  return rung.some(
    ({ id, sinceMs, wakes, failed }) =>
      id === deviceId && !wakes && failed === undefined && nowMs - sinceMs < inviteMs,
  );
}

/** Puts the device last, whatever was known about it. */
function again(rung: Rung, device: Omit<RungDevice, 'failed'>): Rung {
  return [...rung.filter(({ id }) => id !== device.id), { ...device, failed: undefined }];
}
