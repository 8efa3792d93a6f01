import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CallStore } from '../../src/calls/store.ts';
import type { Call } from '../../src/domain/call.ts';
import { GatewayLibSql } from '../../src/store/database/connection.ts';
import { migrate, migrationsDir } from '../../src/store/database/migrate.ts';
import { databaseUrl, openStore } from '../../src/store/open.ts';
import { memoryLog, withFolder } from './fixtures.ts';

const test = suite('calls of earlier versions');

const at = "'2026-11-27T10:00:00.000+00:00'";

/** Columns that differ between the calls, as SQL; the others are those of a call on hold. */
function oldCall(id: string, columns: Record<string, string> = {}): string {
  const all = {
    number: "'+12025550100'",
    mode: "'hold_slayer'",
    intent: "''",
    status: "'on_hold'",
    recording: '0',
    transcription: '0',
    started_at: at,
    hold_seconds: '0',
    transcript_excerpt: "''",
    flow_id: "'flow_1'",
    ...columns,
  };
  return `INSERT INTO calls (id, ${Object.keys(all).join(', ')}) VALUES ('${id}', ${Object.values(all).join(', ')});`;
}

function oldFlow(id: string, steps: string): string {
  return `INSERT INTO flows (id, name, company, phone_number, description, tags, steps, version, created_at, updated_at)
    VALUES ('${id}', 'Acme', '', '+12025550100', '', '[]', '${steps}', 1, ${at}, ${at});`;
}

const steps =
  '["a note",{"id":"queue","type":"HOLD","device":"study"},{"id":"owner","type":"TRANSFER","device":"kitchen"}]';

/** @returns what is read from a database that the migrations before `before` made, with these rows, once it is migrated. */
async function readMigrated<T>(
  before: string,
  rows: readonly string[],
  read: (calls: CallStore) => Promise<T>,
): Promise<T> {
  let answer: { read: T } | undefined;
  await withFolder(async (folder) => {
    const url = databaseUrl(join(folder, 'a.db'));
    const early = join(folder, 'migrations');
    await mkdir(early);
    for (const entry of await readdir(migrationsDir, { withFileTypes: true }))
      if (entry.isDirectory() && entry.name < before)
        await cp(join(migrationsDir, entry.name), join(early, entry.name), { recursive: true });
    await migrate(url, { folder: early });
    const adapter = await new GatewayLibSql({ url, busyWaitMs: 1_000 }).connect();
    await adapter.executeScript(rows.join('\n'));
    await adapter.dispose();
    const store = await openStore({ url, log: memoryLog(), rehearses: false });
    answer = { read: await read(store.calls) };
    await store.close();
  });
  assert.ok(answer);
  return answer.read;
}

const unfinished = (before: string, rows: readonly string[]): Promise<Call[]> =>
  readMigrated(before, rows, (calls) => calls.listUnfinished());

/** Whom each call is for. */
async function whomOf(rows: readonly string[]): Promise<Record<string, unknown>> {
  const calls = await unfinished('20261127101500', rows);
  return Object.fromEntries(
    calls.map(({ id, requestedDevice, chosen, transfer }) => [id, [requestedDevice, chosen, transfer]]),
  );
}

test('whom a call was for is told apart: the request, its flow, the owner, a transfer that is under way', async () => {
  const whom = await whomOf([
    oldFlow('flow_1', steps),
    oldCall('call_all'),
    oldCall('call_request', { target: "'study'" }),
    oldCall('call_flow', { target: "'kitchen'" }),
    oldCall('call_direct', { target: "'kitchen'", mode: "'direct'" }),
    oldCall('call_owner', { will_ring: `'["dev_x","dev_y"]'` }),
    oldCall('call_transfer', {
      target: "'mobile'",
      meant_for: `'{"target":"study","willRing":["dev_x"]}'`,
    }),
    oldCall('call_later', {
      target: "'mobile'",
      will_ring: `'["dev_y"]'`,
      meant_for: `'{"target":null,"willRing":null}'`,
    }),
  ]);
  assert.equal(whom, {
    call_all: [null, null, null],
    call_request: ['study', null, null],
    call_flow: [null, null, null],
    call_direct: ['kitchen', null, null],
    call_owner: [null, { devices: ['dev_x', 'dev_y'] }, null],
    call_transfer: ['study', { devices: ['dev_x'] }, { device: 'mobile' }],
    call_later: [null, { devices: ['dev_y'] }, null],
  });
});

test('what cannot be read in an old database names nobody, and does not keep the service from starting', async () => {
  const whom = await whomOf([
    oldFlow('flow_1', 'no JSON'),
    oldCall('call_flow', { target: "'kitchen'" }),
    oldCall('call_gone', { target: "'kitchen'", flow_id: "'flow_that_was_deleted'" }),
    oldCall('call_devices', { will_ring: "'dev_x'" }),
    oldCall('call_none', { will_ring: "'null'" }),
    oldCall('call_transfer', { target: "'mobile'", meant_for: "'{'" }),
  ]);
  assert.equal(whom, {
    call_flow: ['kitchen', null, null],
    call_gone: ['kitchen', null, null],
    call_devices: [null, null, null],
    call_none: [null, null, null],
    call_transfer: ['mobile', null, null],
  });
});

test('a call that waits to be placed again has used the redials before it, and no others', async () => {
  const earlier = (id: string, reason: string, previous = 'NULL'): string =>
    oldCall(id, {
      status: "'ended'",
      ended_at: at,
      end_reason: `'${reason}'`,
      previous_call_id: previous,
    });
  const calls = await unfinished('20261127102500', [
    earlier('call_1', 'person_gone'),
    earlier('call_2', 'busy', "'call_1'"),
    earlier('call_3', 'person_gone', "'call_2'"),
    oldCall('call_4', { status: "'scheduled'", attempt: '4', previous_call_id: "'call_3'" }),
    oldCall('call_other', { attempt: '2', previous_call_id: "'call_that_was_deleted'" }),
    oldCall('call_first'),
  ]);
  assert.equal(Object.fromEntries(calls.map(({ id, redials }) => [id, redials])), {
    call_4: 2,
    call_other: 0,
    call_first: 0,
  });
});

test('a planned call that was ended before it was due has not missed its owner, and one that was placed has', async () => {
  const over = (id: string, columns: Record<string, string>): string =>
    oldCall(id, { status: "'ended'", end_reason: "'hangup_api'", ended_at: at, ...columns });
  const begun = "'2026-11-27T09:59:59.000+00:00'";
  const missed = await readMigrated(
    '20261128063500',
    [
      over('call_cancelled', {}),
      over('call_rang', { started_at: begun, far_invited_at: begun }),
      over('call_answered', { started_at: begun, answered_at: begun }),
      over('call_shut_down', { end_reason: "'shutdown'" }),
    ],
    (calls) => calls.page({ state: 'ended', outcome: 'missed', limit: 10 }),
  );
  assert.equal(missed.calls.map(({ id }) => id).sort(), ['call_answered', 'call_rang', 'call_shut_down']);
});

test('of an old call that is over its hold tells that it is not placed again; of one under way the music that was heard', async () => {
  const music = (call: string, seconds: number): string =>
    `INSERT INTO segments (call_id, "from", start_seconds, end_seconds, audio_class, confidence)
      VALUES ('${call}', ${at}, 2, ${2 + seconds}, 'music', 0.9);`;
  const over = { status: "'ended'", ended_at: at };
  const heard = await readMigrated(
    '20261130042000',
    [
      oldCall('call_held', { ...over, hold_seconds: '12' }),
      oldCall('call_closed', over),
      oldCall('call_waits'),
      music('call_waits', 3),
      oldCall('call_speaks', { hold_seconds: '12' }),
      music('call_speaks', 2.5),
    ],
    (calls) =>
      Promise.all(
        ['call_held', 'call_closed', 'call_waits', 'call_speaks'].map(
          async (id) => (await calls.get(id))?.heardHoldMusic,
        ),
      ),
  );
  assert.equal(heard, [true, false, true, false]);
});

test.run();
