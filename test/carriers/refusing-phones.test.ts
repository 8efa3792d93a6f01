import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addSipAgent } from '../rig/devices.ts';
import { openCarrierService } from './carrier-service.ts';

test('a phone that answers 503 does not delay the next; one whose connection breaks rings again when it is back', async () => {
  await using service = await openCarrierService({ DEVICE_RING_SECONDS: '20' });
  const { gateway } = service;
  const refusing = await addSipAgent(gateway, 'refusing');
  const next = await addSipAgent(gateway, 'next', 'tcp');
  try {
    await gateway.client.request('PUT', '/api/v1/devices/order', { ids: [refusing.view.id, next.view.id] });
    refusing.agent.behaviours['INVITE'] = () => ({ status: '503 Service Unavailable' });
    const call = await CallStory.place(gateway, { number: '+12025550100' });
    await call.untilStatus('on_hold');
    await call.act('transfer', { device: 'sip_phone' });
    const failed = await call.until('device_failed');
    assert.is(failed.data['device'], refusing.view.id);
    assert.match(String(failed.data['reason']), 'SIP 503');
    const ringing = await call.until('device_ringing');
    assert.is(ringing.data['device'], next.view.id);
    const [started] = call.typesOf('transfer_started');
    const waitedMs = Date.parse(ringing.timestamp) - Date.parse(started?.timestamp ?? '');
    assert.ok(waitedMs < 10_000, `the next one rang ${waitedMs} ms after the first`);
    await next.agent.link.drop();
    await delay(4000); // longer than a phone that stays online is waited for
    next.agent.behaviours['INVITE'] = () => ({ status: '200 OK', body: next.agent.sdp() });
    await next.agent.link.move();
    await next.agent.register();
    await call.untilStatus('connected');
    assert.equal(call.typesOf('device_failed').length, 1);
    await call.hangUp();
  } finally {
    await Promise.all([refusing.agent.stop(), next.agent.stop()]);
  }
});

test('a phone that answers and hangs up a moment later rings again, and the far end waits for it', async () => {
  await using service = await openCarrierService();
  const { carrier, gateway } = service;
  const { agent } = await addSipAgent(gateway, 'slipping');
  try {
    agent.behaviours['INVITE'] = () => ({ status: '200 OK', body: agent.sdp() });
    const call = await CallStory.place(gateway, { number: '+12025550100' });
    await call.untilStatus('on_hold');
    await call.act('transfer', { device: 'sip_phone' });
    await call.untilStatus('connected');
    await delay(100);
    await agent.request('BYE');
    assert.is((await call.until('device_failed')).data['reason'], 'it hung up as soon as it was connected');
    await call.untilStatus('connected', undefined, 2);
    assert.equal([agent.count('INVITE'), carrier.count('BYE')], [2, 0]);
    await call.hangUp();
  } finally {
    await agent.stop();
  }
});

test.run();
