import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type BareFarEnd,
  bind,
  loudPacket,
  openBareFarEnd,
  responseTo,
  sdp,
} from '../attack/bare-far-end.ts';
import { join, rms } from './audio.ts';
import { hear } from './hear.ts';
import { follow } from './stage.ts';

/** Streams as of media servers that take over from each other: each begins lower than the one before, the last one modulo 65,536. */
const streams = [
  { sequence: 30_000, ssrc: 1 },
  { sequence: 100, ssrc: 2 },
  { sequence: 50_000, ssrc: 3 },
];

/** Sends each stream for 4 s, a frame every 20 ms. @param send one frame. @param measure what arrived in the last second. */
async function sendStreams(send: (packet: Buffer) => void, measure: () => number): Promise<number[]> {
  const levels: number[] = [];
  for (const { sequence, ssrc } of streams) {
    for (let n = 0; n < 200; n++) {
      send(loudPacket(sequence + n, ssrc));
      await delay(20);
    }
    levels.push(measure());
  }
  return levels;
}

function sendTo(far: BareFarEnd, port: number): (packet: Buffer) => void {
  return (packet) => far.rtp.send(packet, port, '127.0.0.1');
}

function assertLoud(levels: readonly number[]): void {
  assert.ok(
    levels.every((level) => level > 1000),
    levels.map(Math.round).join(', '),
  );
}

test('a far end whose sequence numbers begin anew is heard, as when another media server takes over', async () => {
  await using far = await openBareFarEnd();
  const leg = await far.telephony.dialFar('call_taken', '+12025550100', { timeoutSeconds: 10 });
  await follow(leg).until('answered');
  await leg.sendSilence();
  const heard: Int16Array[] = [];
  const ear = await hear(far, leg, (frame) => heard.push(frame));
  assertLoud(await sendStreams(sendTo(far, far.gatewayRtpPort), () => rms(join(heard.slice(-50)))));
  await ear.stop();
  await leg.hangUp();
});

test('in a talk it is heard too, and by an owner whose phone has another codec', async () => {
  await using far = await openBareFarEnd();
  far.ignored.add('INVITE');
  const phone = await bind('127.0.0.1');
  try {
    const { port } = far.sip.address();
    const inPcma = sdp(phone.address().port)
      .replace('RTP/AVP 0', 'RTP/AVP 8')
      .replace('rtpmap:0 PCMU', 'rtpmap:8 PCMA');
    const answers = [sdp(far.rtp.address().port), inPcma];
    far.sip.on('message', (bytes, from) => {
      const request = bytes.toString();
      if (!request.startsWith('INVITE')) return;
      const answer = responseTo(request, port, ['SIP/2.0 200 OK'], answers.shift() ?? '');
      far.sip.send(answer, from.port, from.address);
    });
    const leg = await far.telephony.dialFar('call_talk', '+12025550100', { timeoutSeconds: 10 });
    await follow(leg).until('answered');
    const farPort = far.gatewayRtpPort;
    const owner = await far.telephony.dialDevice(
      'call_talk',
      { kind: 'number', deviceId: 'dev_mobile', number: '+12025550101' },
      { timeoutSeconds: 10, showNumber: '+12025550100' },
    );
    await follow(owner).until('answered');
    const phonePort = far.gatewayRtpPort;
    const bridge = await far.telephony.createBridge('call_talk');
    await bridge.add(leg);
    await bridge.add(owner);
    const heard: Int16Array[] = [];
    const ear = await hear(far, leg, (frame) => heard.push(frame));
    const arrived: number[] = [];
    phone.on('message', () => arrived.push(performance.now()));
    let spoken = 0;
    const send = sendTo(far, farPort);
    const packetsPerSecond: number[] = [];
    const levels = await sendStreams(
      (packet) => {
        send(packet);
        const own = loudPacket(spoken++, 9);
        own[1] = 8; // the owner's silence suppression is off
        phone.send(own, phonePort, '127.0.0.1');
      },
      () => {
        packetsPerSecond.push(arrived.filter((at) => at > performance.now() - 1000).length);
        return rms(join(heard.slice(-50)));
      },
    );
    assertLoud(levels);
    assert.ok(
      packetsPerSecond.every((packets) => packets > 40),
      `the owner hears ${packetsPerSecond.join(', ')} packets a second`,
    );
    await ear.stop();
    await Promise.all([leg.hangUp(), owner.hangUp()]);
    await bridge.destroy();
  } finally {
    phone.close();
  }
});

test.run();
