import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaLibSql } from '@prisma/adapter-libsql';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type {
  MigrationList,
  SchemaEngine as Engine,
  SchemasContainer,
} from '@prisma/schema-engine-wasm/schema_engine_bg';

/**
 * What `prisma migrate diff` computes, without the native schema engine that the command downloads. Prisma's own WebAssembly build of
 * that engine is internal API, hence a development tool only: nothing that runs as the service imports this file.
 */

/** The part in use; the engine's own typings need the browser's. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, unknown>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

const prismaDir = fileURLToPath(new URL('.', import.meta.url));
const schemaPath = join(prismaDir, 'schema.prisma');
export const migrationsDir = join(prismaDir, 'migrations');

/** The engine hands a whole migration to `executeRaw`, which this driver ends after its first statement; a script takes them all. */
class ScriptedShadow extends PrismaLibSql {
  override async connectToShadowDb() {
    const adapter = await super.connectToShadowDb();
    const executeOne = adapter.executeRaw.bind(adapter);
    adapter.executeRaw = async (query) => {
      if (query.args.length > 0) return executeOne(query);
      await adapter.executeScript(query.sql);
      return 0;
    };
    return adapter;
  }
}

async function loadEngine(): Promise<Engine> {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasmPath = join(
    createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg'),
    '../schema_engine_bg.wasm',
  );
  const { instance } = await WebAssembly.instantiate(await readFile(wasmPath), {
    './schema_engine_bg.js': glue,
  });
  const internals = glue as unknown as { __wbg_set_wasm(exports: unknown): void };
  internals.__wbg_set_wasm(instance.exports);
  (instance.exports['__wbindgen_start'] as () => void)();
  const adapters = bindMigrationAwareSqlAdapterFactory(new ScriptedShadow({ url: ':memory:' }));
  return glue.SchemaEngine.new({ datamodels: undefined }, () => undefined, adapters);
}

async function readMigrations(): Promise<MigrationList> {
  const names = (await readdir(migrationsDir, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const directories = await Promise.all(
    names.map(async (name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: await readFile(join(migrationsDir, name, 'migration.sql'), 'utf8'),
        },
      },
    })),
  );
  return {
    baseDir: migrationsDir,
    lockfile: { path: './migration_lock.toml', content: 'provider = "sqlite"\n' },
    shadowDbInitScript: '',
    migrationDirectories: directories,
  } as MigrationList;
}

/** The SQL that the migrations lack to produce the schema; only a comment when they are equal. */
export async function diffMigrationsToSchema(): Promise<string> {
  const engine = await loadEngine();
  const schema: SchemasContainer = {
    files: [{ path: schemaPath, content: await readFile(schemaPath, 'utf8') }],
  };
  try {
    const result = await engine.diff({
      from: { tag: 'migrations', ...(await readMigrations()) },
      to: { tag: 'schemaDatamodel', ...schema },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return (result.stdout ?? '').trim();
  } finally {
    engine.free();
  }
}
