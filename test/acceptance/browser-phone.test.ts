import { once } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import WebSocket from 'ws';
import { items } from './http-client.ts';
import { eventually, leaveStage, openQuietGateway } from './stage.ts';

const test = suite('the browser phone, over REST and its socket');
const { gateway, client } = await openQuietGateway();

interface Claim {
  device: { id: string; name: string; type: string; sip_uri: string };
  sip: { uri: string; user: string; password: string; socket: string };
}

const claim = (name = 'Firefox on the tablet', token = gateway.token): Promise<Response> =>
  fetch(`${gateway.url}/api/v1/devices/browser`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  });

const open = (headers: Record<string, string>, protocols: string[] = ['sip']): WebSocket =>
  new WebSocket(`${gateway.url.replace('http', 'ws')}/ws/phone`, protocols, { headers });

async function newToken(scope: string): Promise<{ id: string; secret: string }> {
  const made = await gateway.client.request<{ id: string; token: string }>('POST', '/api/v1/tokens', {
    name: `phone ${scope}`,
    scope,
  });
  return { id: made.id, secret: made.token };
}

test('one device for each token, a new password each time; it goes with the token', async () => {
  const token = await newToken('admin');
  const first = await claim('Tablet', token.secret);
  assert.is(first.status, 201);
  const one = (await first.json()) as Claim;
  assert.equal([one.device.name, one.device.type, one.sip.socket], ['Tablet', 'webrtc', '/ws/phone']);
  assert.is(one.sip.uri, one.device.sip_uri);
  const two = (await (await claim('Tablet, renamed', token.secret)).json()) as Claim;
  assert.equal(
    [two.device.id, two.device.name, two.sip.user],
    [one.device.id, 'Tablet, renamed', one.sip.user],
  );
  assert.is.not(two.sip.password, one.sip.password);
  await gateway.client.request('DELETE', `/api/v1/tokens/${token.id}`);
  await eventually('end of the device with its token', async () => {
    const devices = items(await client.expect(200, 'GET', '/api/v1/devices'), 'devices');
    return !devices.some(({ id }) => id === one.device.id);
  });
});

test('those who may not: 401, 403, 400', async () => {
  const { secret } = await newToken('calls');
  assert.is((await claim('Tablet', 'hf_pat_nobody')).status, 401);
  assert.is((await claim('Tablet', secret)).status, 403);
  const empty = await claim('');
  assert.is(empty.status, 400);
  assert.match(((await empty.json()) as { detail: string }).detail, /"name"/);
  assert.is(await refusal(open({})), 401);
  assert.is(await refusal(open({ Authorization: `Bearer ${secret}` })), 403);
});

test('Asterisk answers SIP through the socket, which ends with the token', async () => {
  const { id, secret } = await newToken('admin');
  const { sip } = (await (await claim('Laptop', secret)).json()) as Claim;
  const socket = open({ Authorization: `Bearer ${secret}` });
  await once(socket, 'open');
  assert.is(socket.protocol, 'sip');
  socket.send('\r\n\r\n');
  const [kept] = (await once(socket, 'message')) as [Buffer];
  assert.is(kept.toString(), '\r\n', 'a question in place of SIP is answered here');
  const host = sip.uri.split('@')[1] ?? '';
  socket.send(
    [
      `REGISTER sip:${host} SIP/2.0`,
      'Via: SIP/2.0/WS here.invalid;branch=z9hG4bKone',
      'Max-Forwards: 70',
      `To: <${sip.uri}>`,
      `From: <${sip.uri}>;tag=one`,
      'Call-ID: one',
      'CSeq: 1 REGISTER',
      `Contact: <sip:${sip.user}@here.invalid;transport=ws>`,
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n'),
  );
  const [answer] = (await once(socket, 'message')) as [Buffer];
  assert.match(answer.toString(), /^SIP\/2\.0 401 /);
  const closed = once(socket, 'close');
  await gateway.client.request('DELETE', `/api/v1/tokens/${id}`);
  assert.is((await closed)[0], 4401);
});

test('a message larger than any session description ends the socket', async () => {
  const socket = open({ Authorization: `Bearer ${gateway.token}` });
  await once(socket, 'open');
  socket.send('x'.repeat(70_000));
  assert.is((await once(socket, 'close'))[0], 1009);
});

/** The status of a refused upgrade. */
async function refusal(socket: WebSocket): Promise<number | undefined> {
  socket.on('error', () => undefined);
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode?: number }];
  socket.terminate();
  return response.statusCode;
}

test.after(leaveStage);
test.run();
