import * as assert from 'uvu/assert';
import { type HeadlessPhone, startHeadlessPhone } from '../../rig/headless-phone.ts';
import type { Device } from '../../src/domain/device.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { type SippBehaviour, startSippDevice } from '../rig/sipp-device.ts';
import { type Case } from './side-by-side.ts';
import { type Stage, assertNothingLeft, eventually, follow } from './stage.ts';

export const showNumber = '+12025550107';
export const password = 'a-password-of-a-phone';

export function deviceOf(id: string, sipUri: string): Device {
  return {
    id,
    name: id,
    type: 'sip_phone',
    sipUri,
    priority: 1,
    capabilities: ['voice'],
    confirmsAnswer: false,
    createdAtMs: 0,
    updatedAtMs: 0,
  };
}

export async function startPhone(
  stage: Stage,
  user: string,
  options: { says?: { file: string } | 'nothing'; password?: string } = {},
): Promise<HeadlessPhone> {
  const port = await findFreePorts(40);
  return startHeadlessPhone({
    username: user,
    registrar: `127.0.0.1:${stage.sipPort}`,
    password: options.password ?? password,
    sipPort: port,
    controlPort: port + 3,
    rtpPortStart: port + 10,
    rtpPortEnd: port + 38,
    says: options.says ?? 'nothing',
    answer: { afterMs: 50 },
  });
}

/** A phone that registers, pushed and online. */
export async function ownPhone(stage: Stage, user: string, says?: { file: string }): Promise<HeadlessPhone> {
  const device = deviceOf(`dev_${user}`, `sip:${user}@127.0.0.1:${stage.sipPort}`);
  await stage.lines.push({ device, sipPassword: password });
  const phone = await startPhone(stage, user, says === undefined ? {} : { says });
  await eventually(() => stage.lines.isOnline(device.id), `${user} online`);
  return phone;
}

export function sippEndsAs(behaviour: SippBehaviour, kind: string, timeoutSeconds = 10): Case {
  return async (stage) => {
    const device = await startSippDevice({ behaviour });
    const deviceId = `dev_sipp_${behaviour}`;
    const callId = `call_sipp_${behaviour}`;
    try {
      await stage.lines.push({ device: deviceOf(deviceId, device.sipUri), sipPassword: null });
      await eventually(() => stage.lines.isOnline(deviceId), 'online');
      const leg = await stage.telephony.dialDevice(
        callId,
        { kind: 'endpoint', deviceId },
        { timeoutSeconds, showNumber },
      );
      const seen = follow(leg);
      await seen.until('gone');
      assert.is(leg.outcome?.kind, kind);
      assert.is(seen.events[0]?.kind, 'ringing');
      await assertNothingLeft(stage, callId);
    } finally {
      await device.stop();
    }
  };
}
