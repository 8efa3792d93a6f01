import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import type { Flow, Step } from '../../src/domain/flow.ts';
import { digitsMask } from '../../src/domain/flow-secrets.ts';
import { createFlowDesk, createFlowLookup } from '../../src/flows/flow-desk.ts';
import { permitSecrets } from '../../src/flows/secret-policy.ts';
import { createClosedSealer, createSealer } from '../../src/secrets/sealer.ts';
import type { Store } from '../../src/store/open.ts';
import { withFolder } from './fixtures.ts';
import { execute, foundIn, keyed, withOpen } from './sealed-database.ts';

const test = suite('secret digits in the database');

const clear = { pin: '94837261', account: '55512987744' };
const open = '777003';
const number = '+12025550100';

const steps: Step[] = [
  { id: 'choice', type: 'DTMF', dtmf: open },
  { id: 'pin', type: 'DTMF', dtmf: clear.pin, secret: true },
  {
    id: 'account',
    type: 'LISTEN',
    secret: true,
    options: [
      { match: 'account', dtmf: clear.account },
      { match: 'repeat', next_step: 'pin' },
    ],
  },
];

const deskOf = (store: Store) => createFlowDesk({ store: store.flows, isFlowInUse: () => false });

function create(store: Store): Promise<Flow> {
  return deskOf(store).create({ id: 'bank', name: 'Bank', phone_number: number, steps });
}

test('digits of secret steps are read back, and no file has them in clear; other digits are no secret', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.db');
    await withOpen(path, keyed(), async (store) => {
      await create(store);
      await deskOf(store).update('bank', { name: 'The bank' });
      assert.equal((await store.flows.get('bank'))?.steps, steps);
      assert.equal((await store.flows.list())[0]?.steps, steps);
      assert.equal((await store.flows.listForNumber(number))[0]?.steps, steps);
      assert.equal(await foundIn(folder, { ...clear, open }), ['open']);
    });
    assert.equal(await foundIn(folder, { ...clear, open }), ['open']);
  }));

test('what an earlier version stored in clear is sealed at the next start, and no byte of it stays', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.db');
    const sealer = keyed();
    // The devices and webhooks of this database were sealed by an earlier version, its call flows were not.
    await withOpen(path, sealer, () => Promise.resolve());
    await execute(
      path,
      `INSERT INTO flows (id, name, company, phone_number, description, tags, steps, version, created_at, updated_at)
       VALUES ('bank', 'Bank', '', '${number}', '', '[]', '${JSON.stringify(steps)}', 1, 1, 1);`,
    );
    assert.equal(await foundIn(folder, clear), ['pin', 'account'], 'the premise');
    for (const start of ['first', 'second'])
      await withOpen(path, sealer, async (store, log) => {
        assert.equal(await foundIn(folder, clear), [], start);
        assert.equal((await store.flows.get('bank'))?.steps, steps);
        assert.equal(
          log.lines.filter(({ level }) => level === 'warn' || level === 'error'),
          [],
        );
      });
    assert.equal(await foundIn(folder, clear), []);
  }));

test('with another key the digits are unknown: no call sends them, and the owner learns what to do', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.db');
    const sealer = keyed();
    await withOpen(path, sealer, async (store) => void (await create(store)));
    await withOpen(path, createSealer(randomBytes(32), '/data/secrets.key'), async (store, log) => {
      const told = log.lines.find(({ level }) => level === 'error');
      assert.match(
        JSON.stringify(told),
        /call flow bank \(step pin\), call flow bank \(step account\).*bring the earlier key back \(\/data\/secrets\.key\)/,
      );
      const flow = (await store.flows.get('bank')) as Flow;
      assert.is(flow.steps[1]?.dtmf, digitsMask);
      assert.match(
        await refusal(permitSecrets(flow, number, 'admin', createFlowLookup(store.flows))),
        /conflict: step "pin" of the call flow "bank": its secret digits cannot be read/,
      );
      assert.match(
        await refusal(deskOf(store).update('bank', { name: 'x' })),
        /invalid: step "pin": .*type them/,
      );
    });
    await withOpen(path, sealer, async (store) =>
      assert.equal((await store.flows.get('bank'))?.steps, steps),
    );
    await withOpen(path, keyed(), async (store) => {
      await deskOf(store).update('bank', { steps });
      assert.equal((await store.flows.get('bank'))?.steps, steps, 'typed anew');
    });
  }));

test('sealed digits moved to another step or flow do not open', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.db');
    await withOpen(path, keyed(), async (store) => {
      await create(store);
      await execute(path, `UPDATE flows SET steps = replace(steps, '"id":"pin"', '"id":"pan"')`);
      assert.equal(
        (await store.flows.get('bank'))?.steps.map(({ id, dtmf }) => [id, dtmf]),
        [
          ['choice', open],
          ['pan', digitsMask],
          ['account', undefined],
        ],
      );
      await execute(path, `UPDATE flows SET id = 'bunk'`);
      assert.is((await store.flows.get('bunk'))?.steps[2]?.options?.[0]?.dtmf, digitsMask);
    });
  }));

test('without a key a flow with secret digits is refused, one without is stored', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.db');
    await withOpen(path, createClosedSealer('no key'), async (store) => {
      assert.match(await refusal(create(store)), /unavailable: .*cannot be stored: no key/);
      await deskOf(store).create({ name: 'Open', phone_number: number, steps: [steps[0] as Step] });
      assert.is((await store.flows.list()).length, 1);
    });
  }));

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof AppError ? `${error.code}: ${error.detail}` : String(error);
}

test.run();
