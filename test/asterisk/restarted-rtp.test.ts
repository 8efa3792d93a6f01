import type { Socket } from 'node:dgram';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Leg } from '../../src/calls/telephony.ts';
import { type BareFarEnd, loudPacket, openBareFarEnd } from '../attack/bare-far-end.ts';
import { join, rms } from './audio.ts';
import { hear } from './hear.ts';
import { follow } from './stage.ts';

/** Streams as of media servers that take over from each other: each begins lower than the one before, the last one modulo 65,536. */
const streams = [
  { sequence: 30_000, ssrc: 1 },
  { sequence: 100, ssrc: 2 },
  { sequence: 50_000, ssrc: 3 },
];

interface Route {
  from: Socket;
  toPort: number;
}

/** Each stream is sent for 4 s. @returns how loud its last second was for an ear on the leg. */
async function levelsOf(
  far: BareFarEnd,
  leg: Leg,
  route: Route,
  others: readonly Route[],
): Promise<number[]> {
  const heard: Int16Array[] = [];
  const ear = await hear(far, leg, (frame) => heard.push(frame));
  const levels: number[] = [];
  let sent = 0;
  for (const { sequence, ssrc } of streams) {
    for (let n = 0; n < 200; n++) {
      route.from.send(loudPacket(sequence + n, ssrc), route.toPort, '127.0.0.1');
      sent += 1;
      for (const { from, toPort } of others) from.send(loudPacket(sent, 9), toPort, '127.0.0.1');
      await delay(20);
    }
    levels.push(Math.round(rms(join(heard.slice(-50)))));
  }
  await ear.stop();
  return levels;
}

function assertHeard(levels: readonly number[]): void {
  assert.ok(
    levels.length === streams.length && levels.every((level) => level > 1000),
    `${levels.join(', ')}`,
  );
}

test('a far end whose sequence numbers begin anew is heard, as when another media server takes over', async () => {
  await using far = await openBareFarEnd();
  const leg = await far.telephony.dialFar('call_taken', '+12025550100', { timeoutSeconds: 10 });
  await follow(leg).until('answered');
  await leg.sendSilence();
  assertHeard(await levelsOf(far, leg, { from: far.rtp, toPort: far.gatewayRtpPort }, []));
  await leg.hangUp();
});

test('so it is in a talk', async () => {
  await using far = await openBareFarEnd();
  const leg = await far.telephony.dialFar('call_talk', '+12025550100', { timeoutSeconds: 10 });
  await follow(leg).until('answered');
  const route = { from: far.rtp, toPort: far.gatewayRtpPort };
  const target = { kind: 'number', deviceId: 'dev_mobile', number: '+12025550101' } as const;
  const showNumber = '+12025550100';
  const mobile = await far.telephony.dialDevice('call_talk', target, { timeoutSeconds: 10, showNumber });
  await follow(mobile).until('answered');
  const bridge = await far.telephony.createBridge('call_talk');
  await Promise.all([bridge.add(leg), bridge.add(mobile)]);
  assertHeard(await levelsOf(far, leg, route, [{ from: far.rtp, toPort: far.gatewayRtpPort }]));
  await Promise.all([leg.hangUp(), mobile.hangUp()]);
  await bridge.destroy();
});

test.run();
