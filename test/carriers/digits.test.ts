import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addSipAgent } from '../rig/devices.ts';
import { hearKeys, pressReportedTwice } from '../rig/rtp-keys.ts';
import type { SipAgent } from '../rig/sip-agent.ts';
import { headerOf } from '../rig/sip-message.ts';
import { eventually } from '../asterisk/stage.ts';
import { openCarrierService } from './carrier-service.ts';

/** The keys that have come by SIP INFO, in order. */
function keysByInfo({ received }: SipAgent): string {
  return received
    .filter((message) => message.method === 'INFO')
    .filter((message) => headerOf(message, 'content-type') === 'application/dtmf-relay')
    .map(({ body }) => /^Signal=\s*(\S)/m.exec(body)?.[1] ?? '?')
    .join('');
}

test('a trunk that takes SIP INFO alone gets each key of a flow and of the owner so, once and in order', async () => {
  await using service = await openCarrierService({ TRUNK_DTMF: 'info' });
  const { carrier, gateway } = service;
  carrier.behaviours['INFO'] = () => ({ status: '200 OK' });
  carrier.behaviours['INVITE'] = () => ({ status: '200 OK', body: carrier.sdp([], { formats: '0' }) });
  const { agent } = await addSipAgent(gateway, 'typing');
  try {
    agent.behaviours['INVITE'] = () => ({ status: '200 OK', body: agent.sdp() });
    const inAudio = hearKeys(carrier);
    await gateway.client.request('POST', '/api/v1/call-flows', {
      name: 'digits',
      company: 'Carrier',
      phone_number: '+12025550100',
      steps: [
        { id: 'menu', type: 'DTMF', description: 'billing', dtmf: '112' },
        { id: 'queue', type: 'HOLD', description: 'wait' },
      ],
    });
    const call = await CallStory.place(gateway, { number: '+12025550100' });
    await call.untilStatus('on_hold');
    assert.is(keysByInfo(carrier), '112');
    await call.act('dtmf', { digits: '3w#' });
    await eventually(() => keysByInfo(carrier) === '1123#', 'the keys that were asked for');
    await call.act('transfer', { device: 'sip_phone' });
    await call.untilStatus('connected');
    await pressReportedTwice(agent, [4, 4, 5]);
    await eventually(() => keysByInfo(carrier).endsWith('5'), 'the last key');
    await delay(500); // its second report, if it has one
    assert.is(keysByInfo(carrier), '1123#445');
    assert.is(inAudio(), '');
    await call.hangUp();
  } finally {
    await agent.stop();
  }
});

test('a trunk that agrees on events and loses them can be sent tones', async () => {
  await using service = await openCarrierService({ TRUNK_DTMF: 'tones' });
  const { carrier, gateway } = service;
  const heard = hearKeys(carrier);
  const call = await CallStory.place(gateway, { number: '+12025550100' });
  await call.untilStatus('on_hold');
  assert.not.match(carrier.last('INVITE')?.body ?? '', 'telephone-event');
  let loudest = 0;
  carrier.rtp.on('message', (packet) => {
    for (const octet of packet.subarray(12)) loudest = Math.max(loudest, 0x7f - (octet & 0x7f));
  });
  await call.act('dtmf', { digits: '5' });
  await eventually(() => loudest > 0x50, 'a tone');
  assert.is(heard(), '');
  await call.hangUp();
});

test.run();
