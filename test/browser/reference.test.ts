import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { overflowOf } from './looks.ts';
import { beside, PageStage } from './stage.ts';

const test = suite("the API's reference");
const opening = PageStage.open();

/** @returns the status that the page shows, and the headers that were sent. */
async function tryIt(
  page: Page,
  method: 'get' | 'post',
  path: string,
): Promise<{ status: string; bearer: boolean }> {
  const block = page.locator(`.opblock-${method}`, { has: page.locator(`[data-path="${path}"]`) }).first();
  await block.locator('.opblock-summary').click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  const request = page.waitForRequest((each) => new URL(each.url()).pathname === path);
  await block.getByRole('button', { name: 'Execute' }).click();
  const headers = await (await request).allHeaders();
  const cell = block.locator('.live-responses-table tbody .response-col_status').first();
  return { status: (await cell.innerText()).trim(), bearer: headers['authorization'] !== undefined };
}

beside(test, 'is read and tried with the session, in the theme of the owner', async () => {
  const stage = await opening;
  const page = await stage.signedIn('/settings', { theme: 'dark' });
  await page.goto('/api/docs');
  await page.locator('.opblock').first().waitFor();
  const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
  assert.is(await ground(), 'rgb(28, 32, 34)');
  assert.equal(await tryIt(page, 'get', '/api/v1/devices'), { status: '200', bearer: false });
  const check = '/api/v1/call-flows/check';
  const checked = page.waitForResponse((each) => new URL(each.url()).pathname === check);
  assert.equal(await tryIt(page, 'post', check), { status: '200', bearer: false });
  assert.equal(await (await checked).json(), { faults: [] }, 'the page fills in a body without faults');
  await page.evaluate(`localStorage.setItem('holdfast-theme', 'light')`);
  await page.reload();
  await page.locator('.opblock').first().waitFor();
  assert.is(await ground(), 'rgb(255, 255, 255)');
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(page), []);
  stage.assertNoComplaints();
});

beside(test, 'is read and tried with a token, which stays in the page', async () => {
  const stage = await opening;
  const page = await stage.window({ width: 390, height: 844 });
  await page.goto('/api/docs');
  const field = page.getByLabel('Token');
  await field.fill('nonsense');
  await page.getByRole('button', { name: 'Show the API' }).click();
  await page.getByRole('alert').getByText('is not valid').waitFor();
  await field.fill(stage.gateway.token);
  await page.getByRole('button', { name: 'Show the API' }).click();
  await page.locator('.opblock').first().waitFor();
  assert.equal(await tryIt(page, 'get', '/api/v1/devices'), { status: '200', bearer: true });
  assert.equal(await page.evaluate('Object.keys(localStorage)'), []);
  assert.equal(await overflowOf(page), []);
  stage.assertNoComplaints();
});

test.after(async () => (await opening).close());
test.run();
