import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addSippDevice } from '../rig/devices.ts';
import { PageStage } from './stage.ts';

const test = suite('every page');
const stage = await PageStage.open();
const { gateway, world } = stage;
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const windows = [
  { width: 360, height: 780, theme: 'light' },
  { width: 1440, height: 900, theme: 'dark' },
] as const;

const flow = {
  id: 'acme-billing',
  name: 'Rechnungsbestätigungsangelegenheiten',
  company: 'Acme Telekommunikationsgesellschaft',
  phone_number: '+12025550100',
  steps: [
    { id: 'greeting', type: 'LISTEN', timeout: 30 },
    { id: 'key', type: 'DTMF', dtmf: '2' },
    { id: 'queue', type: 'HOLD', timeout: 7200 },
    { id: 'owner', type: 'TRANSFER' },
  ],
};
world.owns((await addSippDevice(gateway, 'kitchen', 'ring')).sipp);
await gateway.client.request('POST', '/api/v1/call-flows', flow);
const call = await CallStory.place(gateway, { number: '+12025550108', company: flow.company });
await call.untilStatus('on_hold', 60);

const pages = [
  '/',
  '/calls',
  '/calls/holds',
  `/calls/${call.id}`,
  '/flows',
  `/flows/${flow.id}`,
  '/devices',
  '/devices/new',
  '/settings',
];

for (const window of windows)
  test(`has nothing that axe finds and no sideways scrolling, ${window.width} px, ${window.theme}`, async () => {
    const page = await stage.signedIn('/', window);
    const faults: string[] = [];
    for (const address of pages) {
      await page.goto(address);
      await page.locator('main h1, main h2').first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle').catch(() => undefined);
      faults.push(...(await findFaults(page)).map((fault) => `${address}: ${fault}`));
    }
    assert.equal(faults, []);
    stage.assertNoComplaints();
  });

/** The script is run in the page, not put into it: its content security policy would refuse that. */
async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found =
    await page.evaluate(`axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ' at ' + nodes.map(({ target }) => target).join(', ')))`);
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  return [...(found as string[]), ...(Number(overflow) > 0 ? [`${Number(overflow)} px too wide`] : [])];
}

test.after(async () => {
  await call.hangUp();
  await stage.close();
});
test.run();
