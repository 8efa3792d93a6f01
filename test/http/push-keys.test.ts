import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { Pusher } from '../../src/push/pusher.ts';
import { contactOf, openVapid } from '../../src/push/vapid.ts';
import { createClosedSealer } from '../../src/secrets/sealer.ts';
import { StoredPush } from '../../src/store/push.ts';
import { createSender } from '../../src/webhooks/sender.ts';
import { contact, withPush, subscribe } from './push-rig.ts';
import { AddressGuard, type LookUp } from '../../src/webhooks/address-guard.ts';
import { openGuard } from '../rig/open-guard.ts';

const test = suite('keys and subscriptions of push messages');

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

test("the contact is one that Apple's push service accepts: in a domain that exists", () => {
  const known = ['https://holdfast.example.org', 'https://gateway.tail1234.ts.net:8443'];
  for (const url of known) assert.is(contactOf(url), url);
  const others = [
    ...['http://localhost:8080', 'https://localhost', 'https://holdfast', 'https://gateway.local'],
    ...[
      'https://gateway.home.arpa',
      'https://192.168.1.10:8443',
      'https://[fd00::1]',
      'http://gateway.example.org',
    ],
  ];
  for (const url of others) assert.is(contactOf(url), 'mailto:owner@example.com', url);
});

test('nothing of a subscription is in clear in the database', () =>
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
      send: createSender({ guard: openGuard }),
      allowsPrivateServices: true,
      ttlSeconds: 30,
      log: rig.log,
    });
    await without.start();
    assert.throws(() => without.publicKey, /there is no push: there is no key/);
    await without.stop();
  }));

test('while the subscriptions could not be read, no browser subscribes to messages that nobody would send', () =>
  withPush(async (rig) => {
    await rig.store.prisma.$executeRaw`ALTER TABLE push_subscriptions RENAME TO unreadable`;
    const next = await rig.again();
    await rig.store.prisma.$executeRaw`ALTER TABLE unreadable RENAME TO push_subscriptions`;
    assert.throws(() => next.publicKey, /there is no push: /);
    const refused = await subscribe({ ...rig, pusher: next }).catch((error: unknown) => error);
    assert.instance(refused, AppError);
  }));

test('one that is stored is removed also while there are no push messages', () =>
  withPush(async (rig) => {
    const { id } = await subscribe(rig);
    const closed = await rig.again({ openVapid: () => Promise.reject(new Error('there is no key')) });
    await closed.remove(id);
    assert.equal(await rig.store.push.list(), []);
    const again = await closed.remove(id).catch((error: AppError) => error.code);
    assert.is(again, 'not_found');
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
  const lookUp: LookUp = (_name, _options, tell) => tell(null, [{ address: '192.168.1.7', family: 4 }]);
  const guard = new AddressGuard({ ports: [], elsewhere: [] }, { publicOnly: true, lookUp });
  const send = createSender({ guard });
  const message = { headers: {}, body: Buffer.from('x') };
  const { error } = await send('https://push.example.net/x', message, new AbortController().signal);
  assert.is(error, 'its address is not one that may be reached');
});

test.run();
