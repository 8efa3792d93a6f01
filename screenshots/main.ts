/**
 * `npm run screenshots [-- FOLDER]`: starts the service with the demo phone company and phones, plays calls through their states
 * and writes each page in two widths and two themes, as `PAGE-WIDTH-THEME.png`.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { launchBrowser } from '../rig/browser.ts';
import { World } from '../test/rig/world.ts';
import { Album } from './album.ts';
import { playEverything } from './scenes.ts';

const folder = path.resolve(process.argv[2] ?? 'screenshots/pictures');
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
