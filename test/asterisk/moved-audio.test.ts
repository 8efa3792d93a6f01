import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bind, loudPacket, openBareFarEnd, responseTo, sdp } from '../attack/bare-far-end.ts';
import { join, rms } from './audio.ts';
import { hear } from './hear.ts';
import { eventually, follow } from './stage.ts';

test('a carrier that rings from one port and speaks from another, in one dialog, is heard and hears', async () => {
  await using far = await openBareFarEnd();
  far.ignored.add('INVITE');
  const { port } = far.sip.address();
  const answered = await bind('127.0.0.1');
  try {
    far.sip.on('message', (bytes, from) => {
      const request = bytes.toString();
      if (!request.startsWith('INVITE')) return;
      const respond = (status: string, rtpPort: number): void =>
        far.sip.send(responseTo(request, port, [`SIP/2.0 ${status}`], sdp(rtpPort)), from.port, from.address);
      respond('183 Session Progress', far.rtp.address().port);
      setTimeout(() => respond('200 OK', answered.address().port), 200);
    });
    const leg = await far.telephony.dialFar('call_moved', '+12025550100', { timeoutSeconds: 10 });
    const followed = follow(leg);
    await followed.until('answered');
    assert.ok(followed.events.some(({ kind }) => kind === 'early_media'));
    await leg.sendSilence();
    let packets = 0;
    answered.on('message', () => (packets += 1));
    const frames: Int16Array[] = [];
    const ear = await hear(far, leg, (frame) => frames.push(frame));
    for (let n = 0; n < 50; n++) {
      answered.send(loudPacket(n, 1), far.gatewayRtpPort, '127.0.0.1');
      await delay(20);
    }
    await eventually(() => rms(join(frames)) > 1000, 'the far end is heard');
    await eventually(() => packets > 25, 'the far end hears');
    await ear.stop();
    await leg.hangUp();
  } finally {
    answered.close();
  }
});

test.run();
