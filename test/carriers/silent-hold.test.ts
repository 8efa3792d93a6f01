import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isLoudPacket } from '../asterisk/audio.ts';
import { eventually } from '../asterisk/stage.ts';
import { CallStory } from '../rig/call-story.ts';
import { addSipAgent } from '../rig/devices.ts';
import { loudPacket } from '../attack/bare-far-end.ts';
import { openCarrierService } from './carrier-service.ts';

test('a phone is sent packets while the far end holds without audio, and hears the far end as soon as it is back', async () => {
  await using service = await openCarrierService();
  const { carrier, gateway } = service;
  const { agent } = await addSipAgent(gateway, 'held');
  let sequence = 1;
  try {
    agent.behaviours['INVITE'] = () => ({ status: '200 OK', body: agent.sdp() });
    const call = await CallStory.place(gateway, { number: '+12025550100', mode: 'direct', device: 'held' });
    await call.untilStatus('connected');
    for (const held of [carrier.sdp(['a=inactive']), carrier.sdp(['a=sendonly'])]) {
      assert.is((await carrier.reinvite(held)).status, 200);
      let packets = 0;
      const count = (): unknown => (packets += 1);
      agent.rtp.on('message', count);
      await eventually(() => packets > 100, 'two seconds of silence');
      agent.rtp.off('message', count);
      assert.is((await carrier.reinvite(carrier.sdp())).status, 200);
      let loud = 0;
      const hear = (packet: Buffer): unknown => (loud += isLoudPacket(packet) ? 1 : 0);
      agent.rtp.on('message', hear);
      for (const last = sequence + 400; sequence < last && loud < 300; sequence++) {
        carrier.rtp.send(loudPacket(sequence, 1), carrier.gatewayRtpPort, '127.0.0.1');
        await delay(20);
      }
      agent.rtp.off('message', hear);
      assert.ok(loud > 250, `${loud} packets of the far end`);
    }
    await call.hangUp();
  } finally {
    await agent.stop();
  }
});

test('a carrier is sent packets of audio while the phone sends none, and hears the phone as soon as it is back', async () => {
  await using service = await openCarrierService();
  const { carrier, gateway } = service;
  const { agent } = await addSipAgent(gateway, 'muted');
  try {
    agent.behaviours['INVITE'] = () => ({ status: '200 OK', body: agent.sdp() });
    const call = await CallStory.place(gateway, { number: '+12025550100', mode: 'direct', device: 'muted' });
    await call.untilStatus('connected');
    let [packets, loud] = [0, 0];
    carrier.rtp.on('message', (packet) => {
      packets += packet.length > 100 ? 1 : 0; // comfort noise has one octet
      loud += isLoudPacket(packet) ? 1 : 0;
    });
    let sequence = 1;
    const speaking = setInterval(() => {
      carrier.rtp.send(loudPacket(sequence++, 1), carrier.gatewayRtpPort, '127.0.0.1');
    }, 20);
    await eventually(() => packets > 100, 'two seconds of silence', 30_000).finally(() =>
      clearInterval(speaking),
    );
    for (let n = 1; n < 400 && loud < 300; n++) {
      agent.rtp.send(loudPacket(n, 2), agent.gatewayRtpPort, '127.0.0.1');
      await delay(20);
    }
    assert.ok(loud > 250, `${loud} packets of the phone`);
    await call.hangUp();
  } finally {
    await agent.stop();
  }
});

test.run();
