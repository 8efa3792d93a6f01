import type { Socket } from 'node:dgram';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually, follow } from '../asterisk/stage.ts';
import { bind, openBareFarEnd, strangerAddress } from './bare-far-end.ts';

const test = suite('attacks: a flood of SIP');

const methods = ['REGISTER', 'INVITE', 'OPTIONS', 'SUBSCRIBE', 'MESSAGE', 'REFER', 'ACK', 'BYE', 'NONSENSE'];
/** Packets that no client sends, each of another kind of fault. */
const malformed: ((n: number) => string)[] = [
  () => `${'x'.repeat(36)}\r\n`,
  (n) => request('INVITE', n).replace(/CSeq.*\r\n/, ''),
  (n) => request('INVITE', n).replace('Content-Length: 0', 'Content-Length: -5'),
  (n) => request('REGISTER', n).replace('Max-Forwards: 70', 'Max-Forwards: x'),
  (n) => request('OPTIONS', n).replace('SIP/2.0\r\n', 'SIP/9.0\r\n'),
  (n) => request('INVITE', n).replace(/^INVITE \S+/, 'INVITE sip:[::::'),
  (n) => request('INVITE', n).replace(/^.*\r\n/, 'SIP/2.0 200 OK\r\n'),
  (n) => request('REGISTER', n).replace('Contact: ', `X-Long: ${'y'.repeat(3000)}\r\nContact: `),
  () => '\u0000\u0001\u0002',
];

function request(method: string, n: number): string {
  const name = n % 2 === 0 ? 'trunk' : 'stranger';
  return [
    `${method} sip:${name}@127.0.0.1 SIP/2.0`,
    `Via: SIP/2.0/UDP ${strangerAddress};rport;branch=z9hG4bK${n}`,
    `From: <sip:${name}@127.0.0.1>;tag=${n}`,
    `To: <sip:${name}@127.0.0.1>`,
    `Call-ID: flood-${n}`,
    `CSeq: 1 ${method}`,
    `Contact: <sip:${name}@${strangerAddress}>`,
    'Max-Forwards: 70',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
}

/** Sends as fast as Asterisk's socket takes it without losing most: 20 packets every few milliseconds. */
async function flood(
  from: Socket,
  port: number,
  count: number,
  packet: (n: number) => string,
): Promise<void> {
  for (let n = 0; n < count; n++) {
    from.send(packet(n), port, '127.0.0.1');
    if (n % 20 === 19) await delay(3);
  }
  await delay(500); // what is queued
}

async function bytesBelow(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(names.map(async (name) => stat(path.join(folder, name))));
  return sizes.reduce((sum, found) => sum + (found.isFile() ? found.size : 0), 0);
}

test('strangers write nothing to the disk, and the call that is up keeps its audio', async () => {
  await using far = await openBareFarEnd();
  await using stranger = await bind(strangerAddress);
  let answers = 0;
  stranger.on('message', () => answers++);
  const leg = await far.telephony.dialFar('call_flood', '+12025550100', { timeoutSeconds: 10 });
  await follow(leg).until('answered');
  await leg.sendSilence();
  const folder = path.join(far.dataDir, 'asterisk');
  const before = await bytesBelow(folder);
  let packets = 0;
  far.rtp.on('message', () => packets++);

  // A slow machine sends less by itself, and a flood takes all of it: one part of the flood during which the audio goes on is proof.
  const rates: number[] = [];
  for (let part = 0; part < 6; part++) {
    const [before, startedAt] = [packets, performance.now()];
    const first = part * 1_000;
    await flood(stranger, far.sipPort, 500, (n) => malformed[n % malformed.length]?.(first + n) ?? '');
    await flood(stranger, far.sipPort, 500, (n) => request(methods[n % methods.length] ?? '', first + n));
    rates.push(((packets - before) * 1000) / (performance.now() - startedAt));
  }
  assert.ok(answers > 1_000, `${answers} requests were answered: Asterisk saw the flood`);
  assert.ok(Math.max(...rates) > 40, `${rates.map(Math.round).join(', ')} packets of audio a second`);
  assert.is(leg.state, 'up');
  const grown = (await bytesBelow(folder)) - before;
  assert.ok(grown < 2_000, `${grown} bytes were written`);
  await leg.hangUp();
});

test('a log that grows all the same is bounded by its size, and goes on', async () => {
  const largestFileBytes = 64 * 1024;
  await using far = await openBareFarEnd({ largestFileBytes });
  await using stranger = await bind(strangerAddress);
  const leg = await far.telephony.dialFar('call_log', '+12025550100', { timeoutSeconds: 10 });
  await follow(leg).until('answered');
  // A warning of Asterisk's that cannot be had less often, 76 bytes for each packet to the port of a call.
  const tooShort = (): string => 'short';
  const folder = path.join(far.dataDir, 'asterisk/log');
  await flood(stranger, far.gatewayRtpPort, 4_000, tooShort);
  const written = await bytesBelow(folder);
  assert.ok(written > largestFileBytes, `${written} bytes: more than one file was filled`);
  assert.ok(written < 3 * largestFileBytes, `${written} bytes`);
  const files = (await readdir(folder)).sort();
  assert.equal(files, ['asterisk.log', 'asterisk.log.0.old', 'console.log']);

  const newest = async (): Promise<number> => (await stat(path.join(folder, 'asterisk.log'))).size;
  const size = await newest();
  await eventually(async () => {
    await flood(stranger, far.gatewayRtpPort, 1, tooShort);
    return (await newest()) !== size;
  }, 'it is still written');
  await leg.hangUp();
});

test.run();
