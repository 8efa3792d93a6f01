/**
 * `npm run update`: renews the unpacked Asterisk after a test call with the new one. `--check` only reports what is
 * newer, `--back` returns to the previous one, `--versions` lists what this machine runs.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvFile } from '../src/config/env-file.ts';
import { AppError, describeError } from '../src/domain/errors.ts';
import {
  asteriskOfTree,
  asteriskSpecification,
  findInstalledAsterisk,
} from '../src/provision/asterisk-program.ts';
import { openCacheFolder } from '../src/provision/cache-folder.ts';
import { type News, findNews, goBack, renewTree } from '../src/provision/tree-renewal.ts';
import { placeTestCall } from './test-call.ts';
import { listVersions } from './versions.ts';

const usageText = `npm run update -- [--check | --back | --versions]
  without     unpack what is newer beside the Asterisk in use, make a test call with it, then switch
  --check     only say what is newer
  --back      return to the Asterisk before the last update
  --versions  list what this machine runs with, and a digest to compare it by`;

const restart = 'A service that is running goes on with the old one until it is restarted.';

const say = (line: string): void => console.log(line);
const day = (date: Date): string => date.toISOString().slice(0, 10);

async function main(): Promise<number> {
  readEnvFile();
  const task = readTask(process.argv.slice(2));
  if (task === 'versions') (await listVersions()).forEach(say);
  else if (task === 'usage') say(usageText);
  else {
    await assertOwnAsterisk();
    if (task === 'check') tellNews(await findNews(await asteriskSpecification(), say));
    else if (task === 'back') await back();
    else await update();
  }
  return 0;
}

function readTask(args: string[]): 'check' | 'back' | 'versions' | 'usage' | 'update' {
  const flag = { type: 'boolean', default: false } as const;
  let given: string[];
  try {
    const { values } = parseArgs({ args, options: { check: flag, back: flag, versions: flag, help: flag } });
    given = Object.entries(values).flatMap(([name, isGiven]) => (isGiven ? [name] : []));
  } catch (error) {
    throw new AppError('invalid', `${describeError(error)}\n\n${usageText}`);
  }
  if (given.length > 1) throw new AppError('invalid', `one at a time\n\n${usageText}`);
  const [name] = given;
  if (name === 'check' || name === 'back' || name === 'versions') return name;
  return name === undefined ? 'update' : 'usage';
}

/** An Asterisk not unpacked by Holdfast is updated by whoever installed it. */
async function assertOwnAsterisk(): Promise<void> {
  if (process.env['ARI_URL']) {
    throw new AppError('refused', 'ARI_URL names the Asterisk in use: it is renewed where it is installed');
  }
  const installed = await findInstalledAsterisk();
  if (installed === undefined) return;
  const { version, command } = installed;
  throw new AppError('refused', `${command} (${version}) is in use: it is renewed as it was installed`);
}

async function update(): Promise<void> {
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort());
  const cache = await openCacheFolder();
  const news = await renewTree({
    specification: await asteriskSpecification(),
    progress: say,
    signal: interruption.signal,
    async tryOut(tree) {
      interruption.signal.throwIfAborted();
      const program = await asteriskOfTree(tree);
      say(`test call with Asterisk ${program.version} (about half a minute)`);
      await placeTestCall(program, join(cache, 'test-call'), say, interruption.signal);
      interruption.signal.throwIfAborted();
      say('the test call was connected and ended in order');
    },
  });
  tellNews(news);
  if (news.changes.length === 0) return;
  say(`The new Asterisk is in use from the next start on. ${restart}`);
  say('The one before is kept: "npm run update -- --back" returns to it.');
}

function tellNews({ changes, releaseDate }: News): void {
  if (changes.length === 0) say(`Nothing is newer in Debian's lists of ${day(releaseDate)}.`);
  else say(`Newer in Debian's lists of ${day(releaseDate)}:`);
  for (const { name, from, to } of changes) say(`  ${name} ${from ?? '(new)'} → ${to}`);
}

async function back(): Promise<void> {
  const tree = await goBack(await asteriskSpecification(), say);
  const { version } = await asteriskOfTree(tree);
  say(
    `Asterisk ${version}, current as of ${day(tree.currentAsOf)}, is in use from the next start on. ${restart}`,
  );
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`update: ${error instanceof AppError ? error.detail : describeError(error)}\n`);
  process.exitCode = 1;
}
