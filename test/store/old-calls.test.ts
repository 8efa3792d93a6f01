import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { GatewayLibSql } from '../../src/store/database/connection.ts';
import { migrate, migrationsDir } from '../../src/store/database/migrate.ts';
import { databaseUrl, openStore } from '../../src/store/open.ts';
import { memoryLog, withFolder } from './fixtures.ts';

const test = suite('calls of earlier versions');

/** A database as the migrations before this one leave it, with these rows. */
async function writeOld(folder: string, url: string, before: string, rows: string): Promise<void> {
  const early = join(folder, 'migrations');
  await mkdir(early);
  for (const entry of await readdir(migrationsDir, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name < before)
      await cp(join(migrationsDir, entry.name), join(early, entry.name), { recursive: true });
  await migrate(url, early);
  const adapter = await new GatewayLibSql({ url, busyWaitMs: 1_000 }).connect();
  await adapter.executeScript(rows);
  await adapter.dispose();
}

test('whom a call was for is told apart: the request, its flow, the owner, a transfer that is under way', () =>
  withFolder(async (folder) => {
    const url = databaseUrl(join(folder, 'a.db'));
    const at = "'2026-11-27T10:00:00.000+00:00'";
    const call = (id: string, target: string, willRing = 'NULL', meantFor = 'NULL'): string => `
      INSERT INTO calls (id, number, mode, intent, status, recording, transcription, started_at, hold_seconds, transcript_excerpt,
        flow_id, target, will_ring, meant_for)
      VALUES ('${id}', '+12025550100', 'hold_slayer', '', 'on_hold', 0, 0, ${at}, 0, '', 'flow_1', ${target}, ${willRing}, ${meantFor});`;
    await writeOld(
      folder,
      url,
      '20261127101500',
      `INSERT INTO flows (id, name, company, phone_number, description, tags, steps, version, created_at, updated_at)
        VALUES ('flow_1', 'Acme', '', '+12025550100', '', '[]',
          '[{"id":"queue","type":"HOLD","device":"study"},{"id":"owner","type":"TRANSFER","device":"kitchen"}]', 1, ${at}, ${at});
      ${call('call_all', 'NULL')}
      ${call('call_request', "'study'")}
      ${call('call_flow', "'kitchen'")}
      ${call('call_owner', 'NULL', `'["dev_x","dev_y"]'`)}
      ${call('call_transfer', "'mobile'", 'NULL', `'{"target":"study","willRing":["dev_x"]}'`)}
      ${call('call_later', "'mobile'", `'["dev_y"]'`, `'{"target":null,"willRing":null}'`)}`,
    );
    const store = await openStore({ url, log: memoryLog(), rehearses: false });
    const whom: Record<string, unknown> = {};
    for (const { id, requestedDevice, chosen, transfer } of await store.calls.listUnfinished())
      whom[id] = [requestedDevice, chosen, transfer];
    await store.close();
    assert.equal(whom, {
      call_all: [null, null, null],
      call_request: ['study', null, null],
      call_flow: [null, null, null],
      call_owner: [null, { devices: ['dev_x', 'dev_y'] }, null],
      call_transfer: ['study', { devices: ['dev_x'] }, { device: 'mobile' }],
      call_later: [null, { devices: ['dev_y'] }, null],
    });
  }));

test.run();
