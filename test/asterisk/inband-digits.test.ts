import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeMulaw } from '../../src/audio/g711.ts';
import { openBareFarEnd } from '../attack/bare-far-end.ts';
import { toneShare } from './audio.ts';
import { follow } from './stage.ts';

const headerBytes = 12;
/** Less than a digit lasts. */
const windowSamples = 800;

test('a carrier that agrees on no events for digits (RFC 4733) gets them as tones', async () => {
  await using far = await openBareFarEnd();
  const leg = await far.telephony.dialFar('call_digits', '+12025550100', { timeoutSeconds: 10 });
  await follow(leg).until('answered');
  await leg.sendSilence();
  const payloadTypes = new Set<number>();
  const heard: number[] = [];
  far.rtp.on('message', (packet) => {
    payloadTypes.add(packet.readUInt8(1) & 0x7f);
    for (const byte of packet.subarray(headerBytes)) heard.push(decodeMulaw(byte));
  });
  await leg.sendDtmf('5');
  assert.equal([...payloadTypes], [0], 'nothing but the audio that was agreed on');
  for (const hertz of [770, 1336]) {
    const shares = heard.map((_, at) =>
      toneShare(Int16Array.from(heard.slice(at, at + windowSamples)), hertz),
    );
    const best = Math.max(...shares.slice(0, -windowSamples));
    assert.ok(best > 0.3, `${hertz} Hz: ${best}`);
  }
  await leg.hangUp();
});

test('silence follows digits that went out as tones: a carrier drops a call that sends nothing', async () => {
  await using far = await openBareFarEnd();
  const leg = await far.telephony.dialFar('call_quiet', '+12025550100', { timeoutSeconds: 10 });
  await follow(leg).until('answered');
  await leg.sendSilence();
  await leg.sendDtmf('5');
  let packets = 0;
  far.rtp.on('message', () => (packets += 1));
  await delay(2_000);
  assert.ok(packets > 50, `${packets} packets in 2 s`);
  await leg.hangUp();
});

test.run();
