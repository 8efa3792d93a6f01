import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Device } from '../../src/domain/device.ts';
import { eventually, follow } from '../asterisk/stage.ts';
import { bind, openBareFarEnd } from './bare-far-end.ts';

const test = suite('attacks: a trunk that is hostile');

test('a redirection is not followed, wherever it points', async () => {
  const elsewhere = await bind('127.0.0.1');
  const received: string[] = [];
  elsewhere.on('message', (bytes) => received.push(bytes.toString()));
  try {
    for (const target of [`sip:+19005550100@127.0.0.1:${elsewhere.address().port}`, undefined]) {
      await using far = await openBareFarEnd({}, (trunkPort) => [
        'SIP/2.0 302 Moved Temporarily',
        `Contact: <${target ?? `sip:+19005550100@127.0.0.1:${trunkPort}`}>`,
      ]);
      const leg = await far.telephony.dialFar('call_redirected', '+12025550100', { timeoutSeconds: 3 });
      await follow(leg).until('gone');
      await delay(500); // for an INVITE that would follow
      const invites = far.requests.filter((line) => line.startsWith('INVITE'));
      assert.ok(invites.length > 0);
      assert.equal(
        invites.filter((line) => !line.startsWith('INVITE sip:+12025550100@')),
        [],
      );
      assert.match(await far.gateway.runCli('core show channels'), /^0 active channels/m);
    }
    assert.equal(received, []);
  } finally {
    elsewhere.close();
  }
});

test('a call is not put in the place of one that is up (Replaces), even for who knows its identifiers', async () => {
  await using far = await openBareFarEnd();
  const leg = await far.telephony.dialFar('call_replaced', '+12025550100', { timeoutSeconds: 10 });
  const followed = follow(leg);
  await followed.until('answered');
  const header = (name: string): string => new RegExp(`^${name}: (.*)\r$`, 'm').exec(far.invite)?.[1] ?? '';
  const ownTag = /;tag=([^;]+)/.exec(header('From'))?.[1];
  const { port } = far.sip.address();
  const request = [
    `INVITE sip:holdfast@127.0.0.1:${far.sipPort} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bKreplaces;rport`,
    'Max-Forwards: 70',
    'From: <sip:other@127.0.0.1>;tag=other',
    'To: <sip:holdfast@127.0.0.1>',
    'Call-ID: replacing',
    'CSeq: 1 INVITE',
    `Contact: <sip:other@127.0.0.1:${port}>`,
    `Replaces: ${header('Call-ID')};to-tag=${ownTag};from-tag=far`,
    'Content-Length: 0',
  ];
  const answered = new Promise<string>((resolve) =>
    far.sip.on('message', (bytes) => {
      const [status = ''] = bytes.toString().split('\r\n', 1);
      if (/^SIP\/2\.0 [2-6]/.test(status)) resolve(status);
    }),
  );
  far.sip.send(`${request.join('\r\n')}\r\n\r\n`, far.sipPort, '127.0.0.1');
  assert.is(await answered, 'SIP/2.0 401 Unauthorized');
  await delay(500); // for what an answered one would do
  assert.match(await far.gateway.runCli('core show channels'), /^1 active channel$/m);
  assert.not.ok(followed.events.some(({ kind }) => kind === 'gone'));
  await leg.hangUp();
});

/**
 * An INVITE that is answered by a channel's thread can be cancelled at that moment: in a run of the fuzz, Asterisk 22.10 crashed there
 * (pjsip_tx_data_clone of no response). One that is refused as it is read has no such moment, and no channel.
 */
test('a call that is dialled in is refused as it is read, also when it is cancelled at once', async () => {
  await using far = await openBareFarEnd();
  const { port } = far.sip.address();
  const send = (method: string, id: string, headers: string[] = []): void => {
    const lines = [
      `${method} sip:holdfast@127.0.0.1:${far.sipPort} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${id};rport`,
      'Max-Forwards: 70',
      `From: <sip:other@127.0.0.1>;tag=${id}`,
      ...(headers.length > 0 ? headers : ['To: <sip:holdfast@127.0.0.1>']),
      `Call-ID: ${id}`,
      `CSeq: 1 ${method}`,
      `Contact: <sip:other@127.0.0.1:${port}>`,
      'Content-Length: 0',
    ];
    far.sip.send(`${lines.join('\r\n')}\r\n\r\n`, far.sipPort, '127.0.0.1');
  };
  const refused = new Map<string, string>();
  far.sip.on('message', (bytes) => {
    const response = bytes.toString();
    const [status = ''] = response.split('\r\n', 1);
    const id = /^Call-ID: (.*)\r$/m.exec(response)?.[1] ?? '';
    if (!/^SIP\/2\.0 [3-6]/.test(status) || !/^CSeq: 1 INVITE\r$/m.test(response)) return;
    refused.set(id, status);
    send('ACK', id, [/^To: .*(?=\r$)/m.exec(response)?.[0] ?? '']);
  });
  const ids = Array.from({ length: 200 }, (_, n) => `dialled-in-${n}`);
  for (const [n, id] of ids.entries()) {
    send('INVITE', id);
    setTimeout(() => send('CANCEL', id), n % 8);
    if (n % 10 === 9) await delay(20);
  }
  await eventually(() => refused.size === ids.length, 'each is refused');
  assert.equal([...new Set(refused.values())], ['SIP/2.0 404 Not Found']);
  assert.match(await far.gateway.runCli('core show channels'), /^0 calls processed/m);
});

/** What Asterisk shows of the options by which an endpoint could do more than speak and hear. */
const closed = {
  allow_transfer: 'false',
  allow_subscribe: 'false',
  allow_overlap: 'false',
  trust_id_inbound: 'false',
  trust_connected_line: 'no',
  allow_unauthenticated_options: 'false',
  one_touch_recording: 'false',
  max_video_streams: '0',
  t38_udptl: 'false',
  direct_media: 'false',
};

test('features that trunk and phones do not need are switched off', async () => {
  await using far = await openBareFarEnd();
  await far.lines.push({ device: phone, sipPassword: 'a-password-of-a-phone' });
  for (const endpoint of ['trunk', 'kitchen']) {
    const shown = await far.gateway.runCli(`pjsip show endpoint ${endpoint}`);
    for (const [option, value] of Object.entries(closed))
      assert.match(shown, new RegExp(`^ ${option} +: ${value}$`, 'm'), `${option} of ${endpoint}`);
  }
});

const phone: Device = {
  id: 'dev_kitchen',
  name: 'Kitchen',
  type: 'sip_phone',
  sipUri: 'sip:kitchen@127.0.0.1',
  priority: 1,
  capabilities: ['voice'],
  confirmsAnswer: false,
  createdAtMs: 0,
  updatedAtMs: 0,
};

test.run();
