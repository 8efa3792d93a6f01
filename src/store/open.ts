import { open as openFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CallStore, MemoryExchange, MenuSounds, RecordingMemory } from '../calls/store.ts';
import type { TrunkDialStore } from '../calls/placing/trunk-dials.ts';
import type { DeviceStore } from '../devices/store.ts';
import { AppError, describeError, findAppError } from '../domain/errors.ts';
import type { FlowStore } from '../flows/store.ts';
import type { LinkStore } from '../identity/links/link-store.ts';
import type { SessionStore } from '../identity/sessions/session-store.ts';
import type { TokenStore } from '../identity/tokens/token-store.ts';
import type { Log } from '../log/log.ts';
import { createClosedSealer, type Sealer } from '../secrets/sealer.ts';
import { StoredCallRecordings } from './calls/call-recordings.ts';
import { StoredCalls } from './calls/calls.ts';
import { PrismaClient } from './client/client.ts';
import { GatewayLibSql } from './database/connection.ts';
import { copyDatabase } from './database/copy.ts';
import { StoredDevices } from './devices.ts';
import { StoredFavourites } from './favourites.ts';
import { StoredFlows } from './flows.ts';
import { StoredHolds } from './calls/hold-history.ts';
import { describeOutage } from './database/failures.ts';
import { StoredJournal } from './journal/journal.ts';
import { OldEvents } from './journal/old-events.ts';
import { rehearseReading } from './journal/rehearsal.ts';
import { migrate } from './database/migrate.ts';
import { outageOf } from './database/outage.ts';
import { compilePatiently } from './database/patient-compiler.ts';
import { sealSecrets } from './seal-secrets.ts';
import { StoredPush } from './push.ts';
import { StoredMenuSounds } from './menu-sounds.ts';
import { StoredKnownRecordings } from './known-recordings.ts';
import { StoredSessions } from './sessions.ts';
import { StoredLinks } from './sign-in-links.ts';
import { StoredTokens } from './tokens.ts';
import { StoredTrunkDials } from './calls/trunk-dials.ts';
import { StoredWebhooks } from './webhooks.ts';
import type { FavouriteStore, HoldHistory } from '../numbers/store.ts';
import type { PushStore } from '../push/store.ts';
import type { RecordingStore } from '../recordings/store.ts';
import type { WebhookStore } from '../webhooks/store.ts';

/** How long a request waits for another process's lock. */
const requestBusyWaitMs = 5_000;
/** Short, because the journal retries and meanwhile reports the outage. */
const journalBusyWaitMs = 250;

export interface Store {
  readonly calls: CallStore;
  readonly journal: StoredJournal;
  readonly flows: FlowStore;
  readonly devices: DeviceStore;
  readonly recordings: RecordingMemory & MemoryExchange;
  readonly menuSounds: MenuSounds;
  readonly callRecordings: RecordingStore;
  readonly favourites: FavouriteStore;
  readonly holds: HoldHistory;
  readonly trunkDials: TrunkDialStore;
  readonly webhooks: WebhookStore;
  readonly push: PushStore;
  readonly tokens: TokenStore;
  readonly sessions: SessionStore;
  readonly links: LinkStore;
  readonly oldEvents: OldEvents;
  /** Direct access to the tables, for tests. */
  readonly prisma: PrismaClient;
  /** @throws AppError `unavailable` when the database does not answer. */
  ping(): Promise<void>;
  /** Copies the database as it is now. @throws what SQLite or the file system says. */
  copyTo(file: string): Promise<void>;
  /** Stores queued entries, waiting at most `milliseconds`, and closes. */
  close(milliseconds?: number): Promise<void>;
}

export interface StoreOptions {
  /** `file:` and a path. */
  url: string;
  log: Log;
  /** For the secrets of devices, webhooks and call flows; not needed if none of them is used. */
  sealer?: Sealer;
  /** Whether the first call's statements are compiled in advance. Commands and tests that place no call do without. */
  rehearses?: boolean;
  /** Why the schema must stay as it is; undefined: it is brought up to date. */
  frozen?: string | undefined;
}

/**
 * Opens the database file, creating it with mode 0600 if needed, and migrates it to the newest schema.
 * @throws AppError `unavailable`, one line that names the file.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  try {
    return await openDatabase(options);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const why = findAppError(error)?.detail ?? outageOf(error) ?? describeError(error);
    throw new AppError('unavailable', `database: ${databasePath(options.url)}: ${why}`);
  }
}

async function openDatabase({
  url,
  log,
  sealer = createClosedSealer('the store was opened without a key'),
  rehearses = true,
  frozen,
}: StoreOptions): Promise<Store> {
  compilePatiently();
  await keepPrivate(url);
  const applied = await migrate(url, { frozen, copy: `${databasePath(url)}.before-update` });
  if (applied.length > 0) log.info('the database has a new schema', { migrations: applied.join(' ') });

  const prisma = new PrismaClient({ adapter: new GatewayLibSql({ url, busyWaitMs: requestBusyWaitMs }) });
  await sealSecrets(prisma, sealer, log);
  const writer = new PrismaClient({ adapter: new GatewayLibSql({ url, busyWaitMs: journalBusyWaitMs }) });
  const journal = await StoredJournal.open({ writer, reader: prisma, log });
  const parts = {
    calls: new StoredCalls(prisma, journal),
    journal,
    flows: new StoredFlows(prisma, sealer, journal),
    devices: new StoredDevices(prisma, sealer),
    recordings: new StoredKnownRecordings(prisma),
    callRecordings: new StoredCallRecordings(prisma),
  };
  if (rehearses) await rehearse(() => journal.rehearse(), log);
  // Runs reads while the rest of the service starts.
  const rehearsed = rehearses ? rehearse(() => rehearseReading(parts), log) : Promise.resolve();
  return {
    ...parts,
    menuSounds: new StoredMenuSounds(prisma),
    favourites: new StoredFavourites(prisma),
    holds: new StoredHolds(prisma),
    trunkDials: new StoredTrunkDials(prisma),
    webhooks: new StoredWebhooks(prisma, sealer),
    push: new StoredPush(prisma, sealer),
    tokens: new StoredTokens(prisma),
    sessions: new StoredSessions(prisma),
    links: new StoredLinks(prisma),
    oldEvents: new OldEvents(prisma),
    prisma,
    async ping() {
      await prisma.$queryRaw`SELECT key FROM settings LIMIT 1`;
    },
    async copyTo(file) {
      const adapter = await new GatewayLibSql({ url, busyWaitMs: requestBusyWaitMs }).connect();
      try {
        await copyDatabase(adapter, file);
      } finally {
        await adapter.dispose();
      }
    },
    async close(milliseconds = 3_000) {
      await rehearsed;
      await journal.flush(milliseconds);
      await journal.close();
      await foldIn(prisma, log);
      await Promise.all([prisma.$disconnect(), writer.$disconnect()]);
    },
  };
}

/** Prisma compiles a statement on first use, and no call should wait for that. A failed rehearsal is only logged. */
async function rehearse(act: () => Promise<void>, log: Log): Promise<void> {
  try {
    await act();
  } catch (error) {
    log.warn('the first call may be slow', { why: describeOutage(error) });
  }
}

/** Moves the content of the WAL file into the database file: after an orderly end, a copy of that file alone is a complete backup. */
async function foldIn(prisma: PrismaClient, log: Log): Promise<void> {
  try {
    await prisma.$queryRaw`PRAGMA wal_checkpoint(TRUNCATE)`;
  } catch (error) {
    log.warn('the last changes are only in the WAL file beside the database', { why: describeOutage(error) });
  }
}

/** SQLite gives its WAL file the database file's mode. */
async function keepPrivate(url: string): Promise<void> {
  const path = databasePath(url);
  try {
    const file = await openFile(path, 'a', 0o600);
    await file.chmod(0o600);
    await file.close();
  } catch (error) {
    throw new AppError('unavailable', `database: ${path} cannot be opened`, { cause: error });
  }
}

/** `file:./data/holdfast.db` as Prisma writes it, or `file:///…`. */
function databasePath(url: string): string {
  if (!url.startsWith('file:'))
    throw new AppError('unavailable', 'database: DATABASE_URL must begin with file:');
  return url.startsWith('file:///') ? fileURLToPath(url) : url.slice('file:'.length);
}

/** The URL of a database file. */
export function databaseUrl(path: string): string {
  return pathToFileURL(path).href;
}
