/** Builds the dashboard into .holdfast/dashboard, ready to be served. Run by bin/ensure.mjs when its sources changed. */
import { rename, rm } from 'node:fs/promises';
import { build } from 'vite';
import config from '../vite.config.ts';
import { pack } from './pack.ts';
import { writeSchema } from './schema.ts';

const target = new URL('../../../.holdfast/dashboard', import.meta.url);
const fresh = new URL('../../../.holdfast/dashboard.new', import.meta.url);

await writeSchema();
await build({ ...config, configFile: false });
await pack(fresh);
// A running service has read the old files, unless nobody has opened its dashboard yet.
await rm(target, { recursive: true, force: true });
await rename(fresh, target);
