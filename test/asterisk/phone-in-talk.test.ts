import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type BareFarEnd, openBareFarEnd } from '../attack/bare-far-end.ts';
import { pressReportedTwice } from '../rig/rtp-keys.ts';
import { SipAgent } from '../rig/sip-agent.ts';
import { headerOf } from '../rig/sip-message.ts';
import { deviceOf, password, showNumber } from './device-rig.ts';
import { eventually, follow } from './stage.ts';

const deviceId = 'dev_anna';

/** A registered phone that answers. */
async function startPhone(far: BareFarEnd): Promise<SipAgent> {
  const phone = await SipAgent.open({ user: 'anna', gatewayPort: far.sipPort, password });
  phone.behaviours['INVITE'] = () => ({ status: '200 OK', body: phone.sdp() });
  const device = deviceOf(deviceId, `sip:anna@127.0.0.1:${far.sipPort}`);
  await far.lines.push({ device, sipPassword: password });
  await phone.register();
  await eventually(() => far.lines.isOnline(deviceId), 'online');
  return phone;
}

test('who talks to a phone that puts the call on hold hears music, and then the phone again', async () => {
  await using far = await openBareFarEnd();
  const phone = await startPhone(far);
  try {
    const leg = await far.telephony.dialFar('call_held', '+12025550100', { timeoutSeconds: 10 });
    await follow(leg).until('answered');
    const target = { kind: 'endpoint', deviceId } as const;
    const device = await far.telephony.dialDevice('call_held', target, { timeoutSeconds: 10, showNumber });
    await follow(device).until('answered');
    const bridge = await far.telephony.createBridge('call_held');
    await Promise.all([bridge.add(leg), bridge.add(device)]);
    let packets = 0;
    far.rtp.on('message', () => (packets += 1));
    for (const held of [
      phone.sdp(['a=sendonly']),
      phone.sdp(['a=inactive']),
      phone.sdp([], { host: '0.0.0.0' }),
    ]) {
      assert.is((await phone.reinvite(held)).status, 200);
      await eventually(() => device.isHolding, 'on hold');
      const before = packets;
      await eventually(() => packets > before + 50, 'a second of music');
      assert.is((await phone.reinvite(phone.sdp())).status, 200);
      await eventually(() => !device.isHolding, 'taken back');
    }
    assert.equal([leg.state, device.state], ['up', 'up']);
    await Promise.all([leg.hangUp(), device.hangUp()]);
    await bridge.destroy();
  } finally {
    await phone.stop();
  }
});

// With one, Asterisk asked for a refresh after 15 minutes, at an address that the phone may have left by then, and ended the leg.
test('a phone is offered no session timer; one that refreshes the session itself is answered', async () => {
  await using far = await openBareFarEnd();
  const phone = await startPhone(far);
  try {
    const timer = ['Supported: timer', 'Session-Expires: 90;refresher=uas'];
    phone.behaviours['INVITE'] = () => ({ status: '200 OK', headers: timer, body: phone.sdp() });
    const target = { kind: 'endpoint', deviceId } as const;
    const leg = await far.telephony.dialDevice('call_timer', target, { timeoutSeconds: 10, showNumber });
    await follow(leg).until('answered');
    const invite = phone.last('INVITE');
    assert.ok(invite);
    assert.is(headerOf(invite, 'session-expires'), '');
    assert.not.match(headerOf(invite, 'supported'), /timer/);
    const refresh = ['Supported: timer', 'Session-Expires: 90;refresher=uac'];
    assert.is((await phone.reinvite(phone.sdp(), refresh)).status, 200);
    assert.is((await phone.request('UPDATE', { headers: refresh })).status, 200);
    assert.is(leg.state, 'up');
    await leg.hangUp();
  } finally {
    await phone.stop();
  }
});

test('a phone that wants to change to codecs that are not in use is refused, and stays', async () => {
  await using far = await openBareFarEnd();
  const phone = await startPhone(far);
  try {
    const target = { kind: 'endpoint', deviceId } as const;
    const leg = await far.telephony.dialDevice('call_changed', target, { timeoutSeconds: 10, showNumber });
    await follow(leg).until('answered');
    const response = await phone.reinvite(phone.sdp(['a=rtpmap:9 G722/8000'], { formats: '9 101' }));
    assert.is(response.status, 488);
    assert.is((await phone.reinvite(phone.sdp())).status, 200);
    assert.is(leg.state, 'up');
    await leg.hangUp();
  } finally {
    await phone.stop();
  }
});

test('a phone that is asked goes on with the call that it knows; one that does not know it was cut off', async () => {
  await using far = await openBareFarEnd();
  const phone = await startPhone(far);
  try {
    const target = { kind: 'endpoint', deviceId } as const;
    const leg = await far.telephony.dialDevice('call_asked', target, { timeoutSeconds: 10, showNumber });
    const seen = follow(leg);
    await seen.until('answered');
    for (const status of ['200 OK', '488 Not Acceptable Here', '501 Not Implemented']) {
      phone.behaviours['INVITE'] = () => ({ status, body: status.startsWith('200') ? phone.sdp() : '' });
      const before = phone.count('ACK');
      await leg.ask();
      await eventually(() => phone.count('ACK') > before, status);
      assert.is(leg.state, 'up');
    }
    phone.behaviours['INVITE'] = () => ({ status: '481 Call/Transaction Does Not Exist' });
    await leg.ask();
    await seen.until('gone');
    assert.match(leg.outcome?.fault ?? '', 'SIP 481');
  } finally {
    await phone.stop();
  }
});

for (const [kind, press] of [
  ['a key that is reported by INFO as it is released', {}],
  // Asterisk reports most of these three times.
  ['a short key that is reported by INFO as it is pressed', { milliseconds: 60, reports: 'pressed' }],
] as const)
  test(`${kind}, and in the audio, counts once`, async () => {
    await using far = await openBareFarEnd();
    const phone = await startPhone(far);
    try {
      const target = { kind: 'endpoint', deviceId } as const;
      const leg = await far.telephony.dialDevice('call_keys', target, { timeoutSeconds: 10, showNumber });
      await follow(leg).until('answered');
      const bridge = await far.telephony.createBridge('call_keys');
      await bridge.add(leg, { absorbsDtmf: true });
      let pressed = '';
      leg.subscribe((event) => event.kind === 'dtmf' && (pressed += event.digit));
      await pressReportedTwice(phone, [4, 4, 2], press);
      await eventually(() => pressed.endsWith('2'), 'the last key');
      await delay(300); // its second report, if it has one
      assert.is(pressed, '442');
      await leg.hangUp();
      await bridge.destroy();
    } finally {
      await phone.stop();
    }
  });

test.run();
