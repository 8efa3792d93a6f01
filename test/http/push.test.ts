import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Call } from '../../src/domain/call.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { NewEvent } from '../../src/domain/events.ts';
import { Pusher, type PusherNeeds } from '../../src/push/pusher.ts';
import { topicOf } from '../../src/push/push-message.ts';
import { openVapid } from '../../src/push/vapid.ts';
import { createClosedSealer } from '../../src/secrets/sealer.ts';
import { StoredPush } from '../../src/store/push.ts';
import type { Store } from '../../src/store/open.ts';
import { createSender } from '../../src/webhooks/sender.ts';
import { PushReceiver } from '../rig/push-receiver.ts';
import { aCall, memoryLog, withStore } from '../store/fixtures.ts';

const test = suite('push messages');

interface PushRig {
  pusher: Pusher;
  store: Store;
  receiver: PushReceiver;
  log: ReturnType<typeof memoryLog>;
  /** Records events of a call, each with the call as it is then. */
  happen(call: Call, ...events: Pick<NewEvent, 'type' | 'data'>[]): Promise<void>;
  /** What another process finds in the same database. */
  again(): Promise<Pusher>;
}

const contact = 'https://holdfast.example';

async function withPush(
  act: (rig: PushRig) => Promise<void>,
  changes: Partial<PusherNeeds> = {},
): Promise<void> {
  await withStore(async (store) => {
    const receiver = await PushReceiver.open();
    const log = memoryLog();
    const opened: Pusher[] = [];
    const again = async (): Promise<Pusher> => {
      const pusher = new Pusher({
        store: store.push,
        journal: store.journal,
        calls: store.calls,
        credentialOf: async (deviceId) => (deviceId === 'dev_tablet' ? 'sess_tablet' : undefined),
        openVapid: () => openVapid(store.push, contact, log),
        send: createSender({ log, timeoutMs: 500, what: 'a push service' }),
        allowsPrivateServices: true,
        ttlSeconds: 30,
        retryMs: [10, 20],
        log,
        ...changes,
      });
      opened.push(pusher);
      await pusher.start();
      return pusher;
    };
    try {
      const pusher = await again();
      const happen: PushRig['happen'] = async (call, ...events) => {
        await store.journal.record({
          call,
          events: events.map((event) => ({ ...event, callId: call.id, atMs: Date.now() }) as NewEvent),
        });
      };
      await act({ pusher, store, receiver, log, happen, again });
    } finally {
      await Promise.all(opened.map((pusher) => pusher.stop()));
      await receiver.stop();
    }
  });
}

async function begun(store: Store, changes: Partial<Call> = {}): Promise<Call> {
  const call = aCall({ company: 'Harbour Insurance', ...changes });
  await store.calls.insert(call, []);
  return call;
}

const subscribe = ({ pusher, receiver }: PushRig, credential = 'sess_tablet', path = 'one') => {
  const { endpoint, keys } = receiver.subscription(path);
  return pusher.subscribe(credential, { endpoint, ...keys });
};
const evidence = { confidence: 0.9, transcript_excerpt: 'this is Dana', reason: 'a voice' };
const likely = { type: 'person_likely', data: evidence } as const;
const sure = { type: 'human_detected', data: evidence } as const;

test('a person on the line is told at once: short-lived, urgent, signed, and read by nobody but the browser', () =>
  withPush(async (rig) => {
    await subscribe(rig);
    const call = await begun(rig.store);
    await rig.happen(call, sure);
    const { note, headers, claims, bytes } = await rig.receiver.until(() => true);
    assert.equal(note, {
      kind: 'person',
      call_id: call.id,
      title: 'A person is on the line',
      text: 'Harbour Insurance',
    });
    const ttl = Number(headers['ttl']);
    assert.ok(ttl > 20 && ttl <= 30, `TTL ${ttl}`);
    assert.is(headers['urgency'], 'high');
    assert.is(headers['topic'], topicOf(call.id));
    assert.match(String(headers['topic']), /^[A-Za-z0-9_-]{1,32}$/);
    assert.is(headers['content-encoding'], 'aes128gcm');
    assert.ok(bytes < 400, `${bytes} bytes`);
    assert.is(claims.sub, contact);
    assert.ok((claims.exp ?? 0) - Date.now() / 1000 <= 24 * 3600);
    assert.not.ok(String(headers.authorization).includes(rig.receiver.subscription().keys.auth));
    assert.ok(String(headers.authorization).endsWith(`k=${rig.pusher.publicKey}`));
  }));

test('what was told is taken back quietly; what nobody was told is not', () =>
  withPush(async (rig) => {
    await subscribe(rig);
    const call = await begun(rig.store);
    await rig.happen(call, { type: 'hold_resumed', data: { reason: 'no device answered' } });
    await rig.happen(call, likely);
    await rig.receiver.until(({ note }) => note.title === 'Likely a person is on the line');
    await rig.happen(call, { type: 'hold_resumed', data: { reason: 'music follows' } });
    const { note, headers } = await rig.receiver.until((each) => each.note.kind === 'settled');
    assert.equal([note.title, note.text], ['Back on hold', 'Harbour Insurance: music follows.']);
    assert.is(headers['urgency'], 'normal');
    assert.equal(
      rig.receiver.got.map((each) => each.note.kind),
      ['person', 'settled'],
    );
  }));

test('a call that ends before the owner is connected, and a scheduled one that begins', () =>
  withPush(async (rig) => {
    await subscribe(rig);
    const call = await begun(rig.store);
    await rig.happen(call, { type: 'call_status', data: { from: 'scheduled', to: 'trying' } });
    await rig.receiver.until(
      ({ note }) => note.kind === 'begun' && note.title === 'Calling Harbour Insurance',
    );
    const over = (reason: string) =>
      ({ type: 'call_ended', data: { number: call.number, duration: 9, reason } }) as const;
    await rig.happen(
      { ...call, status: 'ended', endReason: 'hangup_remote', holdSeconds: 1131 },
      over('hangup_remote'),
    );
    const { note } = await rig.receiver.until((each) => each.note.kind === 'over');
    assert.equal(
      [note.title, note.text],
      ['Harbour Insurance hung up', 'after 18:51 on hold, before you were reached'],
    );
    const own = await begun(rig.store);
    await rig.happen({ ...own, status: 'ended', endReason: 'hangup_api' }, over('hangup_api'));
    const talked = await begun(rig.store);
    await rig.happen(
      { ...talked, connectedAtMs: 1, status: 'ended', endReason: 'hangup_remote' },
      over('hangup_remote'),
    );
    const last = await begun(rig.store, { company: '' });
    await rig.happen(last, sure);
    await rig.receiver.until((each) => each.note.text === last.number);
    assert.is(
      rig.receiver.got.filter((each) => each.note.kind === 'over').length,
      1,
      'ends of own, and after a talk, are not told',
    );
  }));

test('a sleeping phone is woken alone, and is not told the same twice', () =>
  withPush(async (rig) => {
    const other = await PushReceiver.open();
    try {
      await subscribe(rig);
      const { endpoint, keys } = other.subscription();
      await rig.pusher.subscribe('sess_laptop', { endpoint, ...keys });
      assert.ok(rig.pusher.reaches('sess_tablet'));
      assert.not.ok(rig.pusher.reaches('sess_nobody'));
      const call = await begun(rig.store);
      await rig.happen(call, {
        type: 'device_waking',
        data: { device: 'dev_tablet', name: 'Tablet', wait_seconds: 20 },
      });
      const { note } = await rig.receiver.until(() => true);
      assert.equal([note.kind, note.title], ['ring', 'Your call rings']);
      const heard: Call = {
        ...call,
        person: { grade: 'sure', confidence: 0.9, reason: 'a voice', atMs: 1 },
      };
      await rig.happen(heard, sure, {
        type: 'device_waking',
        data: { device: 'dev_tablet', name: 'Tablet', wait_seconds: 20 },
      });
      await other.until((each) => each.note.kind === 'person');
      await rig.receiver.until((each) => each.note.kind === 'person');
      await rig.happen(
        { ...heard, deviceName: 'Tablet' },
        { type: 'transfer_complete', data: { device: 'dev_tablet', bridge_id: 'b' } },
      );
      const { note: settled } = await other.until((each) => each.note.kind === 'settled');
      assert.equal([settled.title, settled.text], ['Answered', 'Harbour Insurance, on Tablet.']);
      const after = await begun(rig.store, { company: 'After' });
      await rig.happen(after, sure);
      await rig.receiver.until((each) => each.note.text === 'After');
      assert.equal(
        rig.receiver.got.map((each) => each.note.kind),
        ['ring', 'person', 'person'],
        'what was answered there is not told there',
      );
    } finally {
      await other.stop();
    }
  }));

test('an answer of 404 or 410 retires the subscription, also for the next process', async () => {
  for (const status of [404, 410])
    await withPush(async (rig) => {
      await subscribe(rig);
      rig.receiver.answers.push(status);
      await rig.happen(await begun(rig.store), sure);
      await rig.receiver.until(() => true);
      await until(() => rig.pusher.list().length === 0);
      await until(async () => (await rig.store.push.list()).length === 0);
    });
});

test('what fails for a moment is tried again while it is of use; what is refused is said', () =>
  withPush(async (rig) => {
    await subscribe(rig);
    rig.receiver.answers.push(503, 429);
    await rig.happen(await begun(rig.store), sure);
    await until(() => rig.receiver.got.length === 3);
    await until(() => rig.pusher.list()[0]?.fault === undefined);
    rig.receiver.answers.push(403);
    await rig.happen(await begun(rig.store), sure);
    await until(() => rig.pusher.list()[0]?.fault === 'answered 403');
    assert.is(rig.receiver.got.length, 4, 'a refusal is not asked for twice');
  }));

test('of one call only the newest waits behind a push service that does not answer', () =>
  withPush(async (rig) => {
    await subscribe(rig);
    const [one, two] = [await begun(rig.store), await begun(rig.store, { company: 'Two' })];
    rig.receiver.isSilent = true;
    await rig.happen(one, likely);
    await rig.happen(two, likely, sure, { type: 'hold_resumed', data: { reason: 'music follows' } });
    await until(() => rig.log.lines.some(({ message }) => message === 'a push service got no answer'));
    rig.receiver.isSilent = false;
    await rig.receiver.until(({ note }) => note.text.startsWith('Two'));
    assert.equal(
      rig.receiver.got.filter(({ note }) => note.call_id === two.id).map(({ note }) => note.kind),
      ['settled'],
    );
  }));

test('one for each session and for each browser; it goes with its session; the key stays', () =>
  withPush(async (rig) => {
    const first = await subscribe(rig);
    assert.equal(await subscribe(rig), first, 'the same again is no change');
    await subscribe(rig, 'sess_tablet', 'two');
    await subscribe(rig, 'sess_laptop', 'two');
    assert.equal(
      rig.pusher.list().map(({ credentialId }) => credentialId),
      ['sess_laptop'],
    );
    const next = await rig.again();
    assert.is(next.publicKey, rig.pusher.publicKey);
    assert.equal(
      next.list().map(({ endpoint }) => new URL(endpoint).pathname),
      ['/two'],
    );
    await next.removeOrphans(async () => new Set());
    assert.equal(await rig.store.push.list(), []);
  }));

test('nothing of it is in clear in the database', () =>
  withPush(async (rig) => {
    await subscribe(rig);
    const rows = JSON.stringify([
      await rig.store.prisma.pushSubscription.findMany(),
      await rig.store.prisma.setting.findMany(),
    ]);
    const { endpoint, keys } = rig.receiver.subscription();
    for (const secret of [endpoint, keys.auth, '"d":']) assert.not.ok(rows.includes(secret), secret);
  }));

test('a lost secrets key: a new key for messages, and pages subscribe anew; without any key it says why', () =>
  withPush(async (rig) => {
    await subscribe(rig);
    const setting = { key: 'vapid_private_key' };
    const { value } = await rig.store.prisma.setting.findUniqueOrThrow({ where: setting });
    const lost = value.replace(/^sealed:v1:[0-9a-f]{8}/, 'sealed:v1:00000000');
    await rig.store.prisma.setting.update({ where: setting, data: { value: lost } });
    const next = await rig.again();
    assert.is.not(next.publicKey, rig.pusher.publicKey);
    assert.equal(next.list(), []);

    const closed = new StoredPush(rig.store.prisma, createClosedSealer('there is no key'));
    const without = new Pusher({
      store: closed,
      journal: rig.store.journal,
      calls: rig.store.calls,
      credentialOf: async () => undefined,
      openVapid: () => openVapid(closed, contact, rig.log),
      send: createSender(),
      allowsPrivateServices: true,
      ttlSeconds: 30,
      log: rig.log,
    });
    await without.start();
    assert.throws(() => without.publicKey, /there is no push: there is no key/);
    await without.stop();
  }));

test('keys with which nothing can be encrypted, and addresses inside, are refused', () =>
  withPush(
    async ({ pusher, receiver }) => {
      const { keys } = receiver.subscription();
      const refusal = async (changes: object): Promise<string> => {
        const given = { endpoint: 'https://push.example.net/x', ...keys, ...changes };
        const error = await pusher.subscribe('sess_tablet', given).catch((thrown: unknown) => thrown);
        return error instanceof AppError ? error.detail : 'taken';
      };
      const offCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url');
      for (const p256dh of ['', 'AAAA', offCurve]) assert.match(await refusal({ p256dh }), /"keys.p256dh"/);
      assert.match(await refusal({ auth: 'AAAA' }), /"keys.auth"/);
      assert.match(await refusal({ endpoint: 'http://push.example.net/x' }), /https/);
      assert.match(await refusal({ endpoint: 'https://a:b@push.example.net/x' }), /password/);
      for (const host of [
        '127.0.0.1',
        '10.1.2.3',
        '192.168.1.1',
        '100.64.0.1',
        '[::1]',
        '[fd00::1]',
        '[::ffff:10.0.0.1]',
        '0x7f000001',
        '169.254.169.254',
      ])
        assert.match(await refusal({ endpoint: `https://${host}/x` }), /ALLOW_PRIVATE_PUSH/, host);
      assert.is(await refusal({}), 'taken');
    },
    { allowsPrivateServices: false },
  ));

test('a name that leads inside is not followed', async () => {
  const send = createSender({
    publicOnly: true,
    lookUp: (_name, _options, tell) => tell(null, [{ address: '192.168.1.7', family: 4 }]),
  });
  const message = { headers: {}, body: Buffer.from('x') };
  const { error } = await send('https://push.example.net/x', message, new AbortController().signal);
  assert.is(error, 'its address is not one that may be reached');
});

async function until(look: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await look())) {
    assert.ok(Date.now() < deadline, 'it did not come to that');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test.run();
