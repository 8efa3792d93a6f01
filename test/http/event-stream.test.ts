import { connect } from 'node:net';
import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type WebSocket from 'ws';
import type { StoredEvent } from '../../src/domain/events.ts';
import { EventHub } from '../../src/http/events/event-hub.ts';
import { defaultStreamLimits, EventStream } from '../../src/http/events/event-stream.ts';
import { heard, memoryLog } from '../store/fixtures.ts';
import { foreignToken, ownerToken, type Rig, withRig } from './rig.ts';
import { patienceSeconds } from '../rig/patience.ts';

const test = suite('event stream');

interface Seen {
  id: number;
  type: string;
  call_id: string;
  data: { features?: { n: number }; reason?: string };
}

/** Collects messages from the very first, and resolves when there are `count`. */
function collect(socket: WebSocket): { seen: Seen[]; wait(count: number): Promise<Seen[]> } {
  const seen: Seen[] = [];
  let check = () => {};
  socket.on('message', (data: Buffer) => {
    seen.push(JSON.parse(data.toString()) as Seen);
    check();
  });
  return {
    seen,
    wait: (count) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`${seen.length} of ${count} messages came`)),
          patienceSeconds * 1000,
        );
        check = () => {
          if (seen.length < count) return;
          clearTimeout(timer);
          resolve(seen);
        };
        check();
      }),
  };
}

async function refusal(
  socket: WebSocket,
): Promise<{ status: number; body: string; authenticate: string | undefined }> {
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    import('node:http').IncomingMessage,
  ];
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return { status: response.statusCode ?? 0, body, authenticate: response.headers['www-authenticate'] };
}

/** At once: what is heard is otherwise gathered for a while. */
function record({ store: { journal } }: Rig, callId: string, ...ns: number[]): Promise<void> {
  const recorded = journal.record({ events: ns.map((n) => heard(callId, n)) });
  void journal.flush(0);
  return recorded;
}

test('the address with a slash at its end is 404, and why is said', () =>
  withRig(async (rig) => {
    const { status, body } = await refusal(rig.openStream('/'));
    const detail = 'there is nothing at this path; try it without the slash at its end';
    assert.equal([status, JSON.parse(body)], [404, { detail }]);
  }));

test('live events arrive in the envelope, in order', () =>
  withRig(async (rig) => {
    const socket = rig.openStream();
    const messages = collect(socket);
    await once(socket, 'open');
    await record(rig, 'call_a', 1, 2);
    const [first, second] = await messages.wait(2);
    assert.equal(Object.keys(first ?? {}), ['id', 'type', 'call_id', 'timestamp', 'data']);
    assert.equal([first?.type, first?.call_id, first?.data.features?.n], ['audio_classified', 'call_a', 1]);
    assert.is((second?.id ?? 0) - (first?.id ?? 0), 1);
  }));

test('what the replay has read and the hub delivers a moment later arrives once', async () => {
  const stored: StoredEvent[] = [];
  let publish: (event: StoredEvent) => void = () => undefined;
  const store = (id: number): void => {
    stored.push({ ...heard('call_a', id), id } as StoredEvent);
    publish(stored.at(-1)!);
  };
  const hub = new EventHub({
    subscribe(listener) {
      publish = listener;
      return () => undefined;
    },
  });
  const journal = {
    read(since: number) {
      if (stored.length === 1) store(2);
      return Promise.resolve(stored.filter(({ id }) => id > since));
    },
    range: () => Promise.resolve({ oldest: 1, newest: stored.length }),
  };
  store(1);
  const sent: number[] = [];
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send(text: Buffer, _options: object, done?: () => void) {
      sent.push((JSON.parse(text.toString()) as Seen).id);
      done?.();
    },
  });
  const wire = { cork: () => undefined, uncork: () => undefined };
  const filter = { callId: undefined, types: undefined, since: 0, pulse: false, partials: false };
  const needs = { journal, hub, log: memoryLog(), limits: defaultStreamLimits, nowMs: Date.now };
  new EventStream(socket as unknown as WebSocket, wire as unknown as Socket, filter, needs).start();
  while (sent.length < 2) await setImmediate();
  store(3);
  while (sent.at(-1) !== 3) await setImmediate();
  assert.equal(sent, [1, 2, 3]);
  hub.close();
});

test('the two filters', () =>
  withRig(async (rig) => {
    const byCall = rig.openStream('?call_id=call_a');
    const byType = rig.openStream('?types=device_online,call_ended');
    const both = [collect(byCall), collect(byType)] as const;
    await Promise.all([once(byCall, 'open'), once(byType, 'open')]);
    const online = {
      type: 'device_online',
      callId: '',
      atMs: 1,
      data: { device: 'dev_x', name: 'x' },
    } as const;
    await rig.store.journal.record({ events: [heard('call_b', 1), heard('call_a', 2), online] });
    assert.is((await both[0].wait(1))[0]?.data.features?.n, 2);
    assert.is((await both[1].wait(1))[0]?.type, 'device_online');
    assert.equal([both[0].seen.length, both[1].seen.length], [1, 1]);
  }));

test('since replays what was missed and goes on live, without a gap or a double, also while events pour in', () =>
  withRig(
    async (rig) => {
      for (let n = 1; n <= 40; n++) await record(rig, 'call_a', n);
      let n = 40;
      let pouring = true;
      const pour = (async () => {
        while (pouring) await record(rig, 'call_a', ++n);
      })();
      const socket = rig.openStream('?since=10');
      const messages = collect(socket);
      await messages.wait(150);
      pouring = false;
      await pour;
      const seen = await messages.wait(n - 10);
      assert.equal(
        seen.map(({ id }) => id),
        Array.from({ length: n - 10 }, (_, index) => 11 + index),
      );
    },
    { stream: { limits: { replayPageSize: 7 } } },
  ));

test('a replay obeys the filters', () =>
  withRig(async (rig) => {
    await record(rig, 'call_a', 1);
    await record(rig, 'call_b', 2);
    await record(rig, 'call_a', 3);
    const messages = collect(rig.openStream('?since=0&call_id=call_a'));
    assert.equal(
      (await messages.wait(2)).map(({ data }) => data.features?.n),
      [1, 3],
    );
  }));

test('a gap is reported with reset: events that are no longer stored, or ids of another database', () =>
  withRig(async (rig) => {
    await record(rig, 'call_a', 1, 2, 3, 4);
    await rig.store.prisma.event.deleteMany({ where: { id: { lte: 2 } } });
    const old = collect(rig.openStream('?since=1'));
    assert.equal(
      (await old.wait(3)).map(({ type, id }) => [type, id]),
      [
        ['reset', undefined],
        ['audio_classified', 3],
        ['audio_classified', 4],
      ],
    );
    const future = rig.openStream('?since=900');
    const messages = collect(future);
    await messages.wait(1);
    await record(rig, 'call_a', 5);
    assert.equal(
      (await messages.wait(2)).map(({ type, id }) => [type, id]),
      [
        ['reset', undefined],
        ['audio_classified', 5],
      ],
    );
    const exact = collect(rig.openStream('?since=2'));
    assert.is((await exact.wait(1))[0]?.id, 3, 'nothing is missing, so no reset');
  }));

test('events that are removed during their replay also lead to a reset', () =>
  withRig(
    async (rig) => {
      await record(rig, 'call_a', 1, 2, 3, 4, 5, 6);
      const { journal, prisma } = rig.store;
      const read = journal.read.bind(journal);
      journal.read = async (since, filter, limit) => {
        if (since === 2) await prisma.event.deleteMany({ where: { id: { lte: 4 } } });
        return await read(since, filter, limit);
      };
      const seen = await collect(rig.openStream('?since=0')).wait(5);
      assert.equal(
        seen.map(({ type, id }) => (type === 'reset' ? type : id)),
        [1, 2, 'reset', 5, 6],
      );
    },
    { stream: { limits: { replayPageSize: 2 } } },
  ));

test('refused as HTTP before the upgrade: nobody 401, somebody else 403, a bad query 400, another path 404', () =>
  withRig(async (rig) => {
    const owner = { headers: { Authorization: `Bearer ${ownerToken}` } };
    const nobody = await refusal(rig.openStream('', {}));
    assert.equal([nobody.status, Object.keys(JSON.parse(nobody.body))], [401, ['detail']]);
    assert.match(nobody.authenticate ?? '', /^Bearer/);
    const foreign = await refusal(
      rig.openStream('', { headers: { Authorization: `Bearer ${foreignToken}` } }),
    );
    assert.is(foreign.status, 403);
    assert.is((await refusal(rig.openStream(`?token=${ownerToken}`, {}))).status, 401, 'never in the URL');
    for (const [query, named] of [
      ['?types=call_started,bogus', 'human_detected'],
      ['?since=-1', 'since'],
      ['?since=abc', 'since'],
      ['?since=1&since=2', 'since'],
      ['?token=x', 'token'],
    ]) {
      const refused = await refusal(rig.openStream(query, owner));
      assert.is(refused.status, 400, query);
      assert.ok(refused.body.includes(named ?? ''), refused.body);
    }
    const { default: Client } = await import('ws');
    const elsewhere = new Client(`ws://127.0.0.1:${rig.port}/ws/other`, owner);
    elsewhere.on('error', () => undefined);
    assert.is((await refusal(elsewhere)).status, 404);
  }));

test('an unknown call_id is accepted', () =>
  withRig(async (rig) => {
    await once(rig.openStream('?call_id=call_none'), 'open');
  }));

test('a browser offers the pair bearer, <token>; only "bearer" is echoed', () =>
  withRig(async (rig) => {
    const { default: Client } = await import('ws');
    const socket = new Client(`ws://127.0.0.1:${rig.port}/ws/events`, ['bearer', ownerToken]);
    const [response] = (await once(socket, 'upgrade')) as [import('node:http').IncomingMessage];
    assert.is(response.headers['sec-websocket-protocol'], 'bearer');
    assert.is(socket.protocol, 'bearer');
    socket.terminate();
  }));

test('a malformed upgrade is 400 with one field, for nobody 401', () =>
  withRig(async (rig) => {
    const raw = (headers: string) =>
      new Promise<string>((resolve) => {
        let text = '';
        const socket = connect(rig.port, '127.0.0.1', () => {
          socket.write(
            `GET /ws/events HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`,
          );
        });
        socket.on('data', (chunk) => (text += String(chunk)));
        socket.on('close', () => resolve(text));
      });
    const auth = `Authorization: Bearer ${ownerToken}\r\n`;
    assert.match(
      await raw(`${auth}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n`),
      /^HTTP\/1.1 400 [^]*\{"detail":/,
    );
    assert.match(
      await raw('Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n'),
      /^HTTP\/1.1 401 [^]*\{"detail":/,
    );
  }));

test('revoking the credential closes the socket', () =>
  withRig(async (rig) => {
    const socket = rig.openStream();
    await once(socket, 'open');
    rig.revoke();
    const [code] = (await once(socket, 'close')) as [number];
    assert.is(code, 4401);
  }));

test('a client that does not read is closed with 1013 and delayed nobody', () =>
  withRig(
    async (rig) => {
      const slow = rig.openStream();
      const quick = rig.openStream();
      const messages = collect(quick);
      await Promise.all([once(slow, 'open'), once(quick, 'open')]);
      slow.pause();
      const long = 'x'.repeat(20_000);
      const big = { type: 'human_detected', callId: 'c', atMs: 1 } as const;
      const data = { confidence: 1, transcript_excerpt: long, reason: '' };
      for (let n = 0; n < 400; n++) await rig.store.journal.record({ events: [{ ...big, data }] });
      await messages.wait(400);
      const closed = once(slow, 'close');
      slow.resume();
      assert.is((await closed)[0], 1013);
    },
    { stream: { limits: { maxQueuedBytes: 100_000, closeMs: 30_000 } } },
  ));

test('a peer that answers no ping is dropped, one that does stays', () =>
  withRig(
    async (rig) => {
      const alive = rig.openStream();
      const dead = rig.openStream('', {
        headers: { Authorization: `Bearer ${ownerToken}` },
        autoPong: false,
      });
      await Promise.all([once(alive, 'open'), once(dead, 'open')]);
      await once(dead, 'close');
      assert.is(alive.readyState, alive.OPEN);
    },
    { stream: { heartbeatMs: 2_000 } }, // a busy machine answers a ping within that
  ));

test('a client that talks too much is closed with 1009', () =>
  withRig(async (rig) => {
    const socket = rig.openStream();
    await once(socket, 'open');
    socket.send('x'.repeat(2_000));
    assert.is((await once(socket, 'close'))[0], 1009);
  }));

test('too many clients are 503, and the end of the service closes with 1001', () =>
  withRig(
    async (rig) => {
      await once(rig.openStream(), 'open');
      const owner = { headers: { Authorization: `Bearer ${ownerToken}` } };
      assert.is((await refusal(rig.openStream('', owner))).status, 503);
    },
    { stream: { maxClients: 1 } },
  ));

test('each upgrade is one line of the access log', () =>
  withRig(async (rig) => {
    await once(rig.openStream('?call_id=call_secret'), 'open');
    await refusal(rig.openStream('', {}));
    const lines = rig.log.lines.filter(({ message }) => message === 'request');
    assert.equal(
      lines.map(({ fields }) => [fields['path'], fields['status']]),
      [
        ['/ws/events', 101],
        ['/ws/events', 401],
      ],
    );
  }));

test.run();
