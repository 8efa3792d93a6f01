import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loudPacket } from '../attack/bare-far-end.ts';
import { rms } from '../asterisk/audio.ts';
import { openCarrier } from './carrier-rig.ts';
import { hear } from '../asterisk/hear.ts';
import { eventually } from '../asterisk/stage.ts';

test('a change to codecs that are not in use is refused, and the call goes on', async () => {
  await using stage = await openCarrier();
  const { carrier, far } = stage;
  const leg = await stage.answeredLeg('call_codecs');
  assert.match(carrier.last('INVITE')?.body ?? '', /^m=audio \d+ RTP\/AVP 0 8 101\r$/m);
  await leg.sendSilence();
  const heard: Int16Array[] = [];
  const ear = await hear(far, leg, (frame) => heard.push(frame));
  for (const [formats, rtpmap] of [
    ['18 101', '18 G729/8000'],
    ['9 101', '9 G722/8000'],
    ['111 101', '111 opus/48000/2'],
    ['3', '3 GSM/8000'],
  ] as const) {
    const response = await carrier.reinvite(carrier.sdp([`a=rtpmap:${rtpmap}`], { formats }));
    assert.is(response.status, 488, rtpmap);
  }
  let packets = 0;
  carrier.rtp.on('message', () => (packets += 1));
  for (let n = 0; n < 50; n++) {
    carrier.rtp.send(loudPacket(n, 1), carrier.gatewayRtpPort, '127.0.0.1');
    await delay(20);
  }
  // Silence follows: on a busy machine, the newest frames are no longer these.
  await eventually(() => heard.filter((frame) => rms(frame) > 1000).length > 25, 'the far end is heard');
  await eventually(() => packets > 25, 'the far end hears');
  assert.is((await carrier.reinvite(carrier.sdp([], { formats: '8 101' }))).status, 200);
  assert.is(leg.state, 'up');
  await ear.stop();
  await leg.hangUp();
});

test('a call that Asterisk ends by itself was cut off; one that the far end hangs up was not', async () => {
  await using stage = await openCarrier();
  const cut = await stage.answeredLeg('call_cut');
  const { ariUrl, ariUsername, ariPassword } = stage.far.gateway;
  await fetch(`${ariUrl}/ari/channels/${cut.id}/variable?variable=TIMEOUT(absolute)&value=0.2`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${ariUsername}:${ariPassword}`).toString('base64')}` },
  });
  await eventually(() => cut.state === 'gone', 'gone');
  assert.match(cut.outcome?.fault ?? '', 'Asterisk ended it by itself');
  const left = await stage.answeredLeg('call_left');
  await stage.carrier.request('BYE');
  await eventually(() => left.state === 'gone', 'gone');
  assert.equal(left.outcome, { kind: 'hangup', detail: 'the other side hung up' });
});

test.run();
