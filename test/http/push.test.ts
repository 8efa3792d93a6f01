import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Call } from '../../src/domain/call.ts';
import { topicOf } from '../../src/push/push-message.ts';
import { PushReceiver } from '../rig/push-receiver.ts';
import { contact, withPush, begun, subscribe, likely, sure } from './push-rig.ts';
import { until } from '../rig/until.ts';

const test = suite('push messages');

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

test('a notification that was sent is withdrawn quietly; one that was not is left alone', () =>
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
    const tried = await begun(rig.store);
    await rig.happen({ ...tried, status: 'ended', endReason: 'trial_complete' }, over('trial_complete'));
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

test('two tabs that subscribe their browser at once are one subscription, which ends with the session', () =>
  withPush(async (rig) => {
    const [one, other] = await Promise.all([subscribe(rig), subscribe(rig)]);
    assert.is(one.id, other.id);
    assert.equal(
      rig.pusher.list().map(({ id }) => id),
      [one.id],
    );
    await rig.pusher.removeOf('sess_tablet');
    assert.equal([rig.pusher.list(), await rig.store.push.list()], [[], []]);
  }));

test('a session that ends while its browser subscribes leaves no subscription', () =>
  withPush(async (rig) => {
    const subscribing = subscribe(rig);
    const ended = rig.pusher.removeOf('sess_tablet');
    await Promise.all([subscribing, ended]);
    assert.equal([rig.pusher.list(), await rig.store.push.list()], [[], []]);
  }));

test('a browser that signed out gets no more messages, even if the database could not remove it', () =>
  withPush(async (rig) => {
    await subscribe(rig);
    rig.store.push.remove = () => Promise.reject(new Error('the database is locked'));
    await rig.pusher.removeOf('sess_tablet');
    assert.equal(rig.pusher.list(), []);
    assert.ok(
      rig.log.lines.some(({ fields }) => fields['why'] === 'the database is locked'),
      'it is said in the log',
    );
  }));

test('a temporary failure is retried while the message is of use; a refusal is reported', () =>
  withPush(async (rig) => {
    await subscribe(rig);
    rig.receiver.answers.push(503, 429, 500, 502);
    await rig.happen(await begun(rig.store), sure);
    await until(() => rig.receiver.got.length === 5, 10);
    await until(() => rig.pusher.list()[0]?.fault === undefined);
    rig.receiver.answers.push(403);
    await rig.happen(await begun(rig.store), sure);
    await until(() => rig.pusher.list()[0]?.fault === 'answered 403');
    assert.is(rig.receiver.got.length, 6, 'a refusal is not asked for twice');
  }));

test('a failure that lasts is retried until the message is of no use any more', () =>
  withPush(
    async (rig) => {
      await subscribe(rig);
      rig.receiver.answers.push(...Array<number>(1_000).fill(503));
      await rig.happen(await begun(rig.store), sure);
      await until(() => rig.receiver.got.length > 5, 10);
      let before = 0;
      while (rig.receiver.got.length > before) {
        before = rig.receiver.got.length;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      assert.is(rig.pusher.list()[0]?.fault, 'answered 503');
    },
    { ttlSeconds: 1 },
  ));

test('of one call only the newest waits behind a push service that does not answer', () =>
  withPush(
    async (rig) => {
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
    },
    {},
    500,
  ));

test('the same is told again after five seconds, however the clock is set', async () => {
  let passedMs = 0;
  await withPush(
    async (rig) => {
      await subscribe(rig);
      const call = await begun(rig.store);
      await rig.happen(call, sure, sure);
      await rig.receiver.until(() => rig.receiver.got.length === 1);
      passedMs = 5_001;
      await rig.happen(call, sure);
      await until(() => rig.receiver.got.length === 2);
    },
    { nowMs: () => Date.now() - 3_600_000 * Math.random(), steadyMs: () => performance.now() + passedMs },
  );
});

test('a clock that is set while a message waits neither drops it nor keeps it longer', async () => {
  for (const aheadMs of [3_600_000, -3_600_000]) {
    let isSet = false;
    await withPush(
      async (rig) => {
        await subscribe(rig);
        rig.receiver.answers.push(503);
        await rig.happen(await begun(rig.store), sure);
        await rig.receiver.until(() => (isSet = true));
        await until(() => rig.receiver.got.length === 2);
        const ttl = Number(rig.receiver.got[1]?.headers['ttl']);
        assert.ok(ttl > 20 && ttl <= 30, `TTL ${ttl}`);
      },
      { nowMs: () => Date.now() + (isSet ? aheadMs : 0), retryMs: [300] },
    );
  }
});

test.run();
