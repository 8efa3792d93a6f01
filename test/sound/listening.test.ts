import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import WebSocket from 'ws';
import { CallStory } from '../rig/call-story.ts';
import { addPhone } from '../rig/devices.ts';
import { toneShare, writeTone } from '../rig/sound.ts';
import { World } from '../rig/world.ts';

const world = await World.open();
const gateway = await world.gateway();
const farTone = path.join(world.companyDir, 'far-tone');
await writeTone(`${farTone}.wav`, 700, 300);
await world.company.runCli(`dialplan set global FAR_END ${farTone}`);

interface Listener {
  socket: WebSocket;
  frames: Buffer[];
  told: Record<string, unknown>[];
  /** The code with which it was closed. */
  closed: Promise<number>;
}

function connect(query: string, token = gateway.token): WebSocket {
  return new WebSocket(`${gateway.url.replace('http', 'ws')}/ws/listen${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
}

async function listen(callId: string, token?: string, more = ''): Promise<Listener> {
  const socket = connect(`?call_id=${callId}${more}`, token);
  const frames: Buffer[] = [];
  const told: Record<string, unknown>[] = [];
  socket.on('message', (data, isBinary) => {
    if (isBinary) frames.push(data as Buffer);
    else told.push(JSON.parse((data as Buffer).toString()) as Record<string, unknown>);
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  return { socket, frames, told, closed };
}

/** The status with which an upgrade is refused. */
async function refusal(query: string, token?: string): Promise<number | undefined> {
  const socket = connect(query, token);
  socket.on('error', () => undefined);
  const answer = await Promise.race([
    once(socket, 'unexpected-response').then(([, response]) => response as { statusCode?: number }),
    once(socket, 'open').then(() => ({ statusCode: 101 })),
  ]);
  socket.terminate();
  return answer.statusCode;
}

function samplesOf(frames: readonly Buffer[]): Float32Array {
  const bytes = Buffer.concat(frames);
  return Float32Array.from({ length: bytes.length / 2 }, (_none, n) => bytes.readInt16LE(2 * n) / 32_768);
}

/** The owner and all who can be listened to, in a talk. */
async function hearTalk(): Promise<Listener[]> {
  const ownTone = path.join(world.companyDir, 'own-tone.wav');
  await writeTone(ownTone, 1000, 300);
  const { phone } = await addPhone(gateway, 'own', { says: ownTone });
  world.owns(phone);
  const call = await CallStory.place(gateway, { number: '+12025550190', mode: 'direct', device: 'own' });
  await call.untilStatus('connected');
  const heard = await Promise.all(
    ['near', 'both'].map((side) => listen(call.id, undefined, `&side=${side}`)),
  );
  await delay(4000);
  await call.hangUp();
  assert.equal(await Promise.all(heard.map(({ closed }) => closed)), [1000, 1000]);
  return heard;
}

test('a listener hears the far end as it speaks; one that does not read loses audio only', async () => {
  const call = await CallStory.place(gateway, { number: '+12025550190' });
  await call.untilStatus('on_hold');
  const [one, slow] = [await listen(call.id), await listen(call.id)];
  await delay(1000);
  slow.socket.pause();
  const beganMs = Date.now();
  const before = one.frames.length;
  const talk = await hearTalk();
  await delay(Math.max(0, beganMs + 15_000 - Date.now()));
  const seconds = (Date.now() - beganMs) / 1000;
  const heard = samplesOf(one.frames.slice(before));
  assert.ok(heard.length / 8000 > 0.8 * seconds, `${heard.length / 8000} of ${seconds} s`);
  assert.ok(toneShare(heard, 700) > 0.8, 'it is the far end');
  assert.equal(one.told, [{ type: 'audio', encoding: 's16le', rate: 8000, channels: 1, side: 'far' }]);
  assert.equal(
    talk.map(({ told }) => told[0]),
    [
      { type: 'audio', encoding: 's16le', rate: 8000, channels: 1, side: 'near' },
      { type: 'audio', encoding: 's16le', rate: 8000, channels: 2, side: 'both' },
    ],
  );
  const [near, both] = talk.map(({ frames }) => samplesOf(frames.slice(-150)));
  assert.ok(toneShare(near!, 1000) > 0.8, 'it is the owner');
  const [left, right] = [0, 1].map((side) => both!.filter((_sample, n) => n % 2 === side));
  assert.ok(toneShare(left!, 1000) > 0.8 && toneShare(right!, 700) > 0.8, 'the owner is left');
  slow.socket.resume();
  await call.hangUp();
  assert.is(await one.closed, 1000);
  one.socket.terminate();
  slow.socket.terminate();
});

test('only who may hear recordings may listen, only to a call that is under way, and only so many', async () => {
  const call = await CallStory.place(gateway, { number: '+12025550190' });
  await call.untilStatus('on_hold');
  const at = `?call_id=${call.id}`;
  for (const scope of ['read', 'calls']) {
    const { token } = await gateway.client.request<{ token: string }>('POST', '/api/v1/tokens', {
      ...{ name: scope, scope },
    });
    assert.is(await refusal(at, token), 403, scope);
  }
  assert.is(await refusal(at, 'hf_pat_wrong'), 401);
  for (const query of [
    '',
    '?call_id=',
    '?call_id=../x',
    `${at}&x=1`,
    `${at}&side=left`,
    `?call_id=${'x'.repeat(5000)}`,
  ])
    assert.is(await refusal(query), 400, query.slice(0, 40));
  assert.is(await refusal('?call_id=call_none'), 404);
  const { token, id } = await gateway.client.request<{ token: string; id: string }>(
    'POST',
    '/api/v1/tokens',
    {
      ...{ name: 'listener', scope: 'admin' },
    },
  );
  const listeners = await Promise.all(Array.from({ length: 20 }, () => listen(call.id, token)));
  assert.is(await refusal(at), 503, 'no more');
  await gateway.client.request('DELETE', `/api/v1/tokens/${id}`);
  assert.equal([...new Set(await Promise.all(listeners.map(({ closed }) => closed)))], [4401]);
  assert.is(await refusal(at), 101, 'there is room again');
  await call.hangUp();
  assert.is(await refusal(at), 404, 'it is over');
  const plain = await fetch(`${gateway.url}/ws/listen${at}`, {
    headers: { authorization: `Bearer ${gateway.token}` },
  });
  assert.is(plain.status, 400);
});

test.after(() => world.close());
test.run();
