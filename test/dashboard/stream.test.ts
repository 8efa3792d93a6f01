import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { StreamEvent } from '../../src/dashboard/api/types.ts';
import { backoffMs } from '../../src/dashboard/stream/backoff.ts';
import type { StreamState } from '../../src/dashboard/state/gateway/reach.ts';
import { EventStream } from '../../src/dashboard/stream/stream.ts';

/** The browser's half of a connection, driven by the test. */
class FakeSocket {
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  isClosed = false;
  readonly address: string;
  constructor(address: string) {
    this.address = address;
  }
  close(): void {
    this.isClosed = true;
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  event(id: number): void {
    this.say({ id, type: 'call_ringing', call_id: 'call_1', timestamp: '', data: { number: '+1' } });
  }
}

function setUp(snapshots: (number | Promise<number>)[]) {
  const sockets: FakeSocket[] = [];
  const seen: number[] = [];
  const states: StreamState[] = [];
  const waits: { run: () => void; ms: number }[] = [];
  const partials: string[] = [];
  const told = { signedOut: 0, refused: 0, reconnected: 0, read: 0 };
  const stream = new EventStream(
    {
      address: (since) => `/ws/events?since=${since}`,
      readState: () => {
        told.read += 1;
        const id = snapshots.shift();
        return id === undefined ? Promise.reject(new Error('away')) : Promise.resolve(id);
      },
      onEvent: (event: StreamEvent) => seen.push(event.id),
      onPartial: ({ data }) => partials.push(data.text),
      onSignedOut: () => (told.signedOut += 1),
      onRefused: () => (told.refused += 1),
      onReconnect: () => (told.reconnected += 1),
      onState: (state) => states.push(state),
    },
    {
      open: (address) => {
        const socket = new FakeSocket(address);
        sockets.push(socket);
        return socket as unknown as WebSocket;
      },
      later: (run, ms) => {
        const wait = { run, ms };
        waits.push(wait);
        return () => waits.splice(waits.indexOf(wait), 1);
      },
      random: () => 1,
    },
  );
  const last = (): FakeSocket => {
    const socket = sockets.at(-1);
    if (socket === undefined) throw new Error('no connection was opened');
    return socket;
  };
  return { stream, sockets, seen, partials, states, waits, told, last };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('begins after the snapshot and delivers each event once', async () => {
  const { stream, seen, last } = setUp([7]);
  stream.start();
  await settle();
  assert.is(last().address, '/ws/events?since=7');
  last().onopen?.();
  for (const id of [6, 7, 8, 8, 9]) last().event(id);
  assert.equal(seen, [8, 9]);
});

test('a message without an id is delivered at once, and makes no event lost or repeated', async () => {
  const { stream, seen, partials, last } = setUp([7]);
  stream.start();
  await settle();
  last().onopen?.();
  last().event(8);
  const data = { text: 'please hold', speaker: 'far', start: 1, kind: 'menu' };
  last().say({ type: 'transcript_partial', call_id: 'call_1', timestamp: '', data });
  for (const id of [8, 9]) last().event(id);
  assert.equal(partials, ['please hold']);
  assert.equal(seen, [8, 9]);
});

test('a restarted service is asked for what came since the last event, without reading the state again', async () => {
  const { stream, seen, waits, told, last, sockets } = setUp([7]);
  stream.start();
  await settle();
  last().onopen?.();
  last().event(8);
  last().onclose?.({ code: 1001 });
  assert.is(waits.length, 1);
  waits.shift()?.run();
  assert.is(last().address, '/ws/events?since=8');
  last().onopen?.();
  last().event(9);
  assert.equal(seen, [8, 9]);
  assert.is(told.read, 1);
  assert.is(told.reconnected, 1);
  assert.is(sockets.length, 2);
});

test('a connection that neither opens nor is refused is given up after a while, and tried again', async () => {
  const { stream, seen, states, waits, last, sockets } = setUp([7]);
  stream.start();
  await settle();
  last().onopen?.();
  last().event(8);
  stream.revive();
  assert.is(states.at(-1), 'connecting');
  waits.shift()?.run();
  assert.is(states.at(-1), 'away');
  assert.ok(last().isClosed);
  waits.shift()?.run();
  assert.is(sockets.length, 3);
  assert.is(last().address, '/ws/events?since=8');
  last().onopen?.();
  last().event(9);
  assert.equal(seen, [8, 9]);
  assert.equal([states.at(-1), waits.length], ['open', 0]);
});

for (const [what, end] of [
  ['a gap in the events', (socket: FakeSocket) => socket.say({ type: 'reset', data: {} })],
  ['events that cannot be read', (socket: FakeSocket) => socket.onclose?.({ code: 1011 })],
] as const)
  test(`${what}: the state is read anew`, async () => {
    const { stream, told, waits, last } = setUp([7, 40]);
    stream.start();
    await settle();
    last().onopen?.();
    end(last());
    waits.shift()?.run();
    await settle();
    assert.is(told.read, 2);
    assert.is(last().address, '/ws/events?since=40');
  });

test('an ended session is reported once, and nothing more is tried', async () => {
  const { stream, told, waits, last } = setUp([7]);
  stream.start();
  await settle();
  last().onopen?.();
  last().onclose?.({ code: 4401 });
  assert.is(told.signedOut, 1);
  assert.is(waits.length, 0);
});

test('an unreachable gateway is tried again, at once when the network is back', async () => {
  const { stream, states, waits, sockets } = setUp([]);
  stream.start();
  await settle();
  assert.is(states.at(-1), 'away');
  assert.is(waits.length, 1);
  stream.hurry();
  assert.is(waits.length, 0, 'the wait is given up');
  await settle();
  assert.is(waits.length, 1, 'and the attempt failed again');
  assert.is(sockets.length, 0);
});

test('a read that hung on a dead connection fails without a word once a later one has opened the stream', async () => {
  let fail: () => void = () => undefined;
  const hung = new Promise<number>((_resolve, reject) => (fail = () => reject(new Error('dead'))));
  const { stream, seen, states, waits, last } = setUp([hung, 7]);
  stream.start();
  stream.hurry();
  await settle();
  last().onopen?.();
  fail();
  await settle();
  assert.equal([states.at(-1), waits.length], ['open', 0]);
  last().event(8);
  assert.equal(seen, [8]);
});

test('a read that is overtaken by a stream which has ended meanwhile takes no event back', async () => {
  let answer: (id: number) => void = () => undefined;
  const late = new Promise<number>((resolve) => (answer = resolve));
  const { stream, seen, waits, last } = setUp([late, 7]);
  stream.start();
  stream.hurry();
  await settle();
  last().onopen?.();
  last().event(8);
  last().onclose?.({ code: 1001 });
  answer(6);
  await settle();
  waits.shift()?.run();
  assert.is(last().address, '/ws/events?since=8');
  last().onopen?.();
  for (const id of [8, 9]) last().event(id);
  assert.equal(seen, [8, 9]);
});

test('pages read their lists again once a gateway answers that was away when they were opened', async () => {
  const snapshots: number[] = [];
  const { stream, told, waits, last } = setUp(snapshots);
  stream.start();
  await settle();
  snapshots.push(7);
  waits.shift()?.run();
  await settle();
  assert.is(told.reconnected, 0);
  last().onopen?.();
  assert.is(told.reconnected, 1);
});

test('pages read their lists again after a session that ended and another one', async () => {
  const { stream, told, last } = setUp([7, 9]);
  stream.start();
  await settle();
  last().onopen?.();
  assert.is(told.reconnected, 0, 'what they have just read is up to date');
  last().onclose?.({ code: 4401 });
  stream.stop();
  stream.start();
  await settle();
  last().onopen?.();
  assert.is(told.reconnected, 1);
});

test('a connection that is not accepted makes the session doubtful', async () => {
  const { stream, told, last } = setUp([7]);
  stream.start();
  await settle();
  last().onclose?.({ code: 1006 });
  assert.is(told.refused, 1);
});

test('an earlier connection delivers nothing any more', async () => {
  const { stream, seen, last } = setUp([7]);
  stream.start();
  await settle();
  const old = last();
  old.onopen?.();
  const say = old.onmessage;
  stream.stop();
  say?.({ data: JSON.stringify({ id: 99, type: 'call_ringing', call_id: '', timestamp: '', data: {} }) });
  assert.equal(seen, []);
  assert.ok(old.isClosed);
});

test('waits between half a second and fifteen, longer each time', () => {
  const longest = [0, 1, 2, 3, 4, 5, 20].map((attempt) => backoffMs(attempt, () => 1));
  assert.equal(longest, [500, 1000, 2000, 4000, 8000, 15000, 15000]);
  assert.is(
    backoffMs(5, () => 0),
    7500,
  );
  assert.is(
    backoffMs(0, () => 0),
    500,
  );
});

test.run();
