import type { Socket } from 'node:dgram';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { join, rms } from '../asterisk/audio.ts';
import { hear } from '../asterisk/hear.ts';
import { eventually, follow } from '../asterisk/stage.ts';
import { type BareFarEnd, bind, loudPacket, openBareFarEnd, strangerAddress } from './bare-far-end.ts';

const test = suite('attacks: audio');

interface Overheard {
  /** Loudness of what the call heard while the stranger sent. */
  strangerRms: number;
  /** Packets of the call's that each got after that. */
  toStranger: number;
  toFarEnd: number;
  /** Loudness of what the call heard once the far end spoke. */
  farEndRms: number;
}

/** A far end that has not spoken yet, and a stranger who sends a second of audio to the call's port. */
async function takeOver(far: BareFarEnd): Promise<Overheard> {
  const stranger = await bind(strangerAddress);
  try {
    const leg = await far.telephony.dialFar('call_media', '+12025550100', { timeoutSeconds: 10 });
    await follow(leg).until('answered');
    await leg.sendSilence();
    const frames: Int16Array[] = [];
    const ear = await hear(far, leg, (frame) => frames.push(frame));
    await send(stranger, far, 1000, 50);
    const strangerRms = rms(join(frames.splice(0)));
    const counts = await packetsAt([stranger, far.rtp]);
    await send(far.rtp, far, 5000, 50);
    const farEndRms = rms(join(frames));
    await ear.stop();
    await leg.hangUp();
    return { strangerRms, toStranger: counts[0] ?? 0, toFarEnd: counts[1] ?? 0, farEndRms };
  } finally {
    stranger.close();
  }
}

async function send(from: Socket, far: BareFarEnd, sequence: number, packets: number): Promise<void> {
  for (let n = 0; n < packets; n++) {
    from.send(loudPacket(sequence + n, sequence), far.gatewayRtpPort, '127.0.0.1');
    await delay(20);
  }
  await delay(200);
}

/** Packets at each socket in a second, or for as long as it takes until one of them has had half a second's. */
async function packetsAt(sockets: readonly Socket[]): Promise<number[]> {
  const counts = sockets.map(() => 0);
  const listeners = sockets.map((socket, n) => {
    const countOne = (): void => void (counts[n] = (counts[n] ?? 0) + 1);
    socket.on('message', countOne);
    return () => socket.off('message', countOne);
  });
  await delay(1000);
  await eventually(() => Math.max(...counts) > 25, 'packets of the call').catch(() => undefined);
  for (const stop of listeners) stop();
  return counts;
}

test("a stranger's audio is not heard, and none is sent to the stranger, even before the far end speaks", async () => {
  await using far = await openBareFarEnd();
  const { strangerRms, toStranger, toFarEnd, farEndRms } = await takeOver(far);
  assert.is(strangerRms, 0);
  assert.is(toStranger, 0);
  assert.ok(toFarEnd > 25, `${toFarEnd} packets to the far end`);
  assert.ok(farEndRms > 1000, `the far end is heard: ${farEndRms}`);
});

test('RTP_STRICT=no takes audio from anywhere, for phones behind a NAT of their own', async () => {
  await using far = await openBareFarEnd({ rtpStrict: false });
  const { strangerRms, toStranger } = await takeOver(far);
  assert.ok(strangerRms > 1000, `${strangerRms}`);
  assert.ok(toStranger > 25, `${toStranger} packets`);
});

test.run();
