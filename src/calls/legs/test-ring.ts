import { AppError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Log } from '../../log/log.ts';
import { mediaOrPlain, type Speech } from '../speech.ts';
import type { DeviceWithState } from '../../domain/device.ts';
import type { Leg, Telephony } from '../telephony.ts';

export interface TestRingNeeds {
  telephony: Pick<Telephony, 'dialDevice' | 'upSinceMs' | 'unavailable'>;
  devices(): Promise<DeviceWithState[]>;
  /** @throws AppError when the device's address may not be called now. */
  permitAddress(deviceId: string): Promise<void>;
  ringSeconds: number;
  /** Played to the person who answers. */
  sound: string;
  speech: Speech;
  log: Pick<Log, 'warn'>;
}

export interface TestRing {
  answered: boolean;
  /** From the ring to its end. */
  seconds: number;
  /** Why nobody answered, or why whoever did could not be heard; else null. */
  detail: string | null;
}

export type RingForTest = (deviceId: string) => Promise<TestRing>;

/** The longest that a request may wait for its answer. */
const longestRingSeconds = 25;
const soundSeconds = 10;

/** Rings one of the owner's phones just to see whether it rings. Numbers behind the trunk are excluded: ringing one is a call. */
export function createTestRing(needs: TestRingNeeds): RingForTest {
  const ringing = new Set<string>();

  async function ring(deviceId: string): Promise<TestRing> {
    const beganAtMs = performance.now();
    const timeoutSeconds = Math.min(needs.ringSeconds, longestRingSeconds);
    const leg = await needs.telephony.dialDevice(
      newId('call'),
      { kind: 'endpoint', deviceId },
      { timeoutSeconds, maxSeconds: timeoutSeconds + soundSeconds, showNumber: '' },
    );
    try {
      const detail = await answerOf(leg, timeoutSeconds + 5);
      const seconds = Math.round(performance.now() - beganAtMs) / 1000;
      if (detail !== null) return { answered: false, seconds, detail };
      const sound = await mediaOrPlain(needs, { text: needs.sound, leg: leg.id });
      await leg.play(sound, AbortSignal.timeout(soundSeconds * 1000));
      return { answered: true, seconds, detail: (await leg.whyUnheard()) ?? null };
    } finally {
      await leg.hangUp();
    }
  }

  return async (deviceId) => {
    const device = (await needs.devices()).find(({ id }) => id === deviceId);
    if (device === undefined) throw new AppError('not_found', `there is no device "${deviceId}"`);
    if (device.type === 'external')
      throw new AppError('conflict', 'an external number is not rung for a test: that would be a call');
    if (!device.isOnline) throw new AppError('conflict', `the device "${device.name}" is offline`);
    if (ringing.has(deviceId)) throw new AppError('conflict', `the device "${device.name}" rings already`);
    if (needs.telephony.upSinceMs() === undefined)
      throw new AppError('unavailable', needs.telephony.unavailable() ?? 'Asterisk is not connected');
    ringing.add(deviceId);
    try {
      await needs.permitAddress(deviceId);
      return await ring(deviceId);
    } finally {
      ringing.delete(deviceId);
    }
  };
}

/** @returns null when somebody answered, else why nobody did. */
function answerOf(leg: Leg, seconds: number): Promise<string | null> {
  return new Promise((resolve) => {
    const settle = (detail: string | null): void => {
      clearTimeout(timer);
      stop();
      resolve(detail);
    };
    const timer = setTimeout(() => settle('nobody answered'), seconds * 1000);
    const stop = leg.subscribe((event) => {
      if (event.kind === 'answered') settle(null);
      if (event.kind === 'gone') settle(event.outcome.detail);
    });
  });
}
