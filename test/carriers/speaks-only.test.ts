import type { Socket } from 'node:dgram';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rms } from '../asterisk/audio.ts';
import { hear } from '../asterisk/hear.ts';
import { eventually } from '../asterisk/stage.ts';
import { loudPacket } from '../attack/bare-far-end.ts';
import { bindUdp, closeUdp } from '../rig/sip-link.ts';
import { type CarrierStage, openCarrier } from './carrier-rig.ts';
import type { Leg } from '../../src/calls/telephony.ts';

const music = ['a=sendonly'];
let sequence = 0;

/** Speaks for two seconds. @returns how many frames of it are heard. */
async function heardOf(stage: CarrierStage, leg: Leg, source: Socket): Promise<number> {
  let heard = 0;
  const ear = await hear(stage.far, leg, (frame) => (heard += rms(frame) > 1000 ? 1 : 0));
  for (const last = sequence + 100; sequence < last; sequence++) {
    source.send(loudPacket(sequence, source.address().port), stage.carrier.gatewayRtpPort, '127.0.0.1');
    await delay(20);
  }
  await ear.stop();
  return heard;
}

test('a far end that only speaks is heard, from before its answer on', async () => {
  await using stage = await openCarrier();
  const { carrier, far } = stage;
  carrier.behaviours['INVITE'] = () => ({ status: '183 Session Progress', body: carrier.sdp(music) });
  const leg = await far.telephony.dialFar('call_early', '+12025550100', { timeoutSeconds: 30 });
  await eventually(() => leg.hasEarlyMedia, 'early media');
  assert.ok((await heardOf(stage, leg, carrier.rtp)) > 50, 'before the answer');
  const invite = carrier.last('INVITE');
  assert.ok(invite);
  carrier.answer(invite, { status: '200 OK', body: carrier.sdp(music) });
  await eventually(() => leg.state === 'up', 'answered');
  assert.ok((await heardOf(stage, leg, carrier.rtp)) > 50, 'after it');
  await leg.hangUp();
});

test('so is one that answers so, and one that plays its music from another port while it holds the call', async () => {
  await using stage = await openCarrier();
  const { carrier } = stage;
  const musicServer = await bindUdp();
  try {
    carrier.behaviours['INVITE'] = () => ({ status: '200 OK', body: carrier.sdp(music) });
    const leg = await stage.answeredLeg('call_music');
    assert.ok((await heardOf(stage, leg, carrier.rtp)) > 50, 'from the answer on');
    assert.is((await carrier.reinvite(carrier.sdp())).status, 200);
    assert.ok((await heardOf(stage, leg, carrier.rtp)) > 50, 'as it listens, too');
    const held = carrier.sdp(music).replace(/^m=audio \d+/m, `m=audio ${musicServer.address().port}`);
    assert.is((await carrier.reinvite(held)).status, 200);
    assert.ok((await heardOf(stage, leg, musicServer)) > 50, 'from the other port');
    assert.is((await carrier.reinvite(carrier.sdp())).status, 200);
    assert.ok((await heardOf(stage, leg, carrier.rtp)) > 50, 'as it is back');
    await leg.hangUp();
  } finally {
    await closeUdp(musicServer);
  }
});

test.run();
