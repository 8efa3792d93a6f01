import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loudPacket, openBareFarEnd } from '../attack/bare-far-end.ts';
import { SipAgent } from '../rig/sip-agent.ts';
import { deviceOf, password, showNumber } from './device-rig.ts';
import { eventually, follow } from './stage.ts';

const target = { kind: 'endpoint', deviceId: 'dev_anna' } as const;

test('of a phone that is not heard it is known why: it names an address behind its router, or its audio does not arrive', async () => {
  await using far = await openBareFarEnd();
  const phone = await SipAgent.open({ user: 'anna', gatewayPort: far.sipPort, password });
  try {
    const device = deviceOf(target.deviceId, `sip:anna@127.0.0.1:${far.sipPort}`);
    await far.lines.push({ device, sipPassword: password });
    await phone.register();
    await eventually(() => far.lines.isOnline(target.deviceId), 'online');
    const answered = async (callId: string, host: string) => {
      phone.behaviours['INVITE'] = () => ({ status: '200 OK', body: phone.sdp([], { host }) });
      const leg = await far.telephony.dialDevice(callId, target, { timeoutSeconds: 10, showNumber });
      await follow(leg).until('answered');
      return leg;
    };
    const behind = await answered('call_behind', '192.0.2.7');
    assert.match(
      (await behind.whyUnheard()) ?? '',
      /at 192\.0\.2\.7, but was called at 127\.0\.0\.1\. .* RTP_STRICT=no/,
    );
    await behind.hangUp();
    const silent = await answered('call_silent', '127.0.0.1');
    assert.match((await silent.whyUnheard()) ?? '', /a firewall keeps it from the RTP ports/);
    let sequence = 1;
    await eventually(async () => {
      phone.rtp.send(loudPacket(sequence++, 1), phone.gatewayRtpPort, '127.0.0.1');
      return (await silent.whyUnheard()) === undefined;
    }, 'heard');
    await silent.hangUp();
  } finally {
    await phone.stop();
  }
});

test.run();
