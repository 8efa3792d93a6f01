/**
 * `npm run screenshots [-- FOLDER]`: starts the service with the demo phone company and phones, plays calls through their states
 * and writes each page in two widths and two themes, as `PAGE-WIDTH-THEME.png`.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeError } from '../src/domain/errors.ts';
import { launchBrowser } from '../rig/browser.ts';
import { World } from '../test/rig/world.ts';
import { Album } from './album.ts';
import { playEverything } from './scenes.ts';

const folder = path.resolve(readFolder(process.argv.slice(2)) ?? 'screenshots/pictures');
await mkdir(folder, { recursive: true });
const world = await World.open();
try {
  const gateway = await world.gateway({
    MAX_CONCURRENT_CALLS: '4',
    ANSWER_TIMEOUT_SECONDS: '30',
    // As long as four windows and three states of one person take.
    DEVICE_RING_SECONDS: '90',
  });
  const browser = await launchBrowser(console.log);
  try {
    const album = new Album(browser, gateway, folder);
    await playEverything(album, gateway, world);
    console.log(`${album.count} pictures are in ${folder}`);
  } finally {
    await browser.close();
  }
} finally {
  await world.close();
}

function readFolder(args: string[]): string | undefined {
  try {
    const [wanted, ...rest] = parseArgs({ args, allowPositionals: true }).positionals;
    if (rest.length > 0) throw new Error(`only one folder is written, not also ${rest.join(', ')}`);
    return wanted;
  } catch (error) {
    console.error(`${describeError(error)}\n\nnpm run screenshots [-- FOLDER]`);
    process.exit(2);
  }
}
