import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openBareFarEnd } from '../attack/bare-far-end.ts';
import { SipAgent } from '../rig/sip-agent.ts';
import { headerOf } from '../rig/sip-message.ts';
import { deviceOf, password, showNumber } from './device-rig.ts';
import { eventually, follow } from './stage.ts';

const deviceId = 'dev_anna';

test('a phone is told how long it may ring: it gets no CANCEL if its connection is lost meanwhile', async () => {
  await using far = await openBareFarEnd();
  const phone = await SipAgent.open({ user: 'anna', gatewayPort: far.sipPort, password, transport: 'tcp' });
  try {
    const device = deviceOf(deviceId, `sip:anna@127.0.0.1:${far.sipPort}`);
    await far.lines.push({ device, sipPassword: password });
    await phone.register();
    await eventually(() => far.lines.isOnline(deviceId), 'online');
    const target = { kind: 'endpoint', deviceId } as const;
    const leg = await far.telephony.dialDevice('call_rings', target, { timeoutSeconds: 20, showNumber });
    await follow(leg).until('ringing');
    const invite = phone.last('INVITE');
    assert.ok(invite);
    assert.is(headerOf(invite, 'expires'), '25');
    await phone.link.move();
    await leg.hangUp();
    assert.is(phone.count('CANCEL'), 0);
  } finally {
    await phone.stop();
  }
});

test('the trunk is not: a queue may last for long before it answers', async () => {
  await using far = await openBareFarEnd();
  const leg = await far.telephony.dialFar('call_far', '+12025550100', { timeoutSeconds: 20 });
  await follow(leg).until('answered');
  assert.not.match(far.invite, /^Expires:/im);
  await leg.hangUp();
});

test.run();
