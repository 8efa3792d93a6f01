import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginCall, type Call } from '../../src/domain/call.ts';
import type { NewEvent } from '../../src/domain/events.ts';
import { newId } from '../../src/domain/ids.ts';
import type { UsableWebhook } from '../../src/domain/webhook.ts';
import type { Log } from '../../src/log/log.ts';
import { createSealer } from '../../src/secrets/sealer.ts';
import { databaseUrl, openStore, type Store } from '../../src/store/open.ts';

/** The key of every database of a test that does not say otherwise. */
export const testSealer = createSealer(randomBytes(32), 'the key of this test');

export interface LogLine {
  level: string;
  message: string;
  fields: Record<string, unknown>;
}

export function memoryLog(): Log & { lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write =
    (level: string) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      lines.push({ level, message, fields });
    };
  return { lines, debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

export async function withFolder(act: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-test-'));
  try {
    await act(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

let migrated: Promise<Buffer> | undefined;

/** An empty database of the newest schema. It is migrated once for all tests of a process, since that takes half of what opening one does. */
async function writeMigrated(path: string): Promise<void> {
  await writeFile(path, await (migrated ??= migrateOnce()), { mode: 0o600 });
}

async function migrateOnce(): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  await withFolder(async (folder) => {
    const path = join(folder, 'holdfast.db');
    const store = await openStore({ url: databaseUrl(path), log: memoryLog(), rehearses: false });
    await store.prisma.$queryRaw`PRAGMA wal_checkpoint(TRUNCATE)`; // otherwise most of it is in the file beside
    await store.close();
    bytes = await readFile(path);
  });
  return bytes;
}

/** A store on a new database in this folder. */
export async function openNewStore(folder: string, log: Log): Promise<{ store: Store; path: string }> {
  const path = join(folder, 'holdfast.db');
  await writeMigrated(path);
  const store = await openStore({ url: databaseUrl(path), log, sealer: testSealer, rehearses: false });
  return { store, path };
}

export function withStore(act: (store: Store, path: string) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const { store, path } = await openNewStore(folder, memoryLog());
    try {
      await act(store, path);
    } finally {
      await store.close();
    }
  });
}

export function aCall(changes: Partial<Call> = {}): Call {
  return beginCall({
    id: newId('call'),
    number: '+12025550100',
    mode: 'hold_slayer',
    intent: 'ask about a bill',
    startedAtMs: Date.now(),
    ...changes,
  });
}

export function started(call: Call): NewEvent {
  return {
    type: 'call_started',
    callId: call.id,
    atMs: call.startedAtMs,
    data: { number: call.number, mode: call.mode, intent: call.intent },
  };
}

export function heard(callId: string, n: number): NewEvent {
  return {
    type: 'audio_classified',
    callId,
    atMs: Date.now(),
    data: { audio_type: 'music', confidence: 0.9, start: n, features: { n } },
  };
}

export const plainWebhook: UsableWebhook = {
  id: 'hook_1',
  name: 'lamp',
  url: 'http://127.0.0.1:9/',
  format: 'json',
  types: ['call_ended'],
  secret: 'whsec_Y2xlYXI',
  authorization: null,
  enabled: true,
  cursor: 0,
  createdAtMs: 1,
  updatedAtMs: 1,
};
