import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { clientId, clientSecret, startProvider } from '../identity/provider-rig.ts';
import { Turnstile } from '../rig/turnstile.ts';
import { assertLooksRight, follow } from './looks.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('signing in');
const projectFolder = path.resolve(import.meta.dirname, '../..');
let callback = '';
const providing = startProvider(() => callback);
const opening = providing.then(async ({ issuer }) => {
  const stage = await PageStage.open({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OWNER: 'sub:owner',
  });
  callback = `${stage.gateway.url}/auth/callback`;
  return stage;
});
/** Sessions of one test are ended by it: the others must not be signed in yet, or have ended. */
const turn = new Turnstile(1);

/** What `npm run token -- link` prints. */
async function makeLink(stage: PageStage): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['bin/ensure.mjs', 'src/token-command/main.ts', 'link'],
    { cwd: projectFolder, env: { ...process.env, ...stage.gateway.environment } },
  );
  return stdout.trim();
}

/** At the provider's own pages: anybody is let in, and asked whether the gateway may know. */
async function passProvider(page: Page, login = 'owner'): Promise<void> {
  await page.locator('input[name="login"]').fill(login);
  await page.locator('input[name="password"]').fill('any');
  await page.locator('[type="submit"]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

const signedIn = (page: Page) => page.getByRole('navigation').first().waitFor();
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

beside(
  test,
  'a wrong token is refused beside its field; the right one signs in and is kept nowhere',
  async () => {
    const stage = await opening;
    const page = await stage.window();
    await page.goto('/');
    const field = page.getByLabel('Token', { exact: true });
    await field.fill(`hf_pat_${'x'.repeat(43)}`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('This token is unknown, expired or revoked.').waitFor();
    assert.is(await field.getAttribute('aria-invalid'), 'true');
    await assertLooksRight(page, 'the sign-in with a fault');
    await field.fill(stage.gateway.token);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await signedIn(page);
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );
    assert.not.ok(String(kept).includes('hf_pat_'), 'no script can read the token');
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'a one-time link signs in once, and in a page that is open already; used again it is refused in place',
  async () => {
    const stage = await opening;
    const link = await makeLink(stage);
    const page = await stage.window();
    await page.goto('/sign-in'); // the same document: only what stands behind the # is new
    await page.getByLabel('Token', { exact: true }).waitFor();
    await page.evaluate(`location.assign(${JSON.stringify(link)})`);
    await signedIn(page);
    assert.not.ok(page.url().includes('hf_link_'), 'the secret has left the address');
    const other = await stage.window();
    const fresh = await stage.window();
    let isAway = true;
    let isLimited = true;
    await fresh.route('**/auth/session', (route) =>
      isAway
        ? route.abort()
        : isLimited
          ? route.fulfill({
              status: 429,
              headers: { 'retry-after': '1' },
              json: { detail: 'too many requests' },
            })
          : route.continue(),
    );
    await fresh.goto(await makeLink(stage));
    await fresh.getByText(/^I cannot reach the gateway/).waitFor();
    isAway = false; // the link is presented again
    await fresh.getByText(/^The gateway was asked too often/).waitFor();
    isLimited = false; // and again
    await signedIn(fresh);
    await other.goto(link);
    await other.getByText('This link was used already').waitFor();
    await other.getByLabel('Token', { exact: true }).waitFor();
    assert.not.ok(other.url().includes('hf_link_'));
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'the identity provider signs in, where the owner wanted to go; signing out ends what was open',
  async () => {
    const stage = await opening;
    const page = await stage.window();
    await page.goto('/devices');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await passProvider(page);
    await signedIn(page);
    assert.is(new URL(page.url()).pathname, '/devices');
    const other = await page.context().newPage();
    const streamed = other.waitForEvent('websocket');
    await other.goto('/');
    const stream = await streamed;
    await signedIn(other);
    const closed = stream.isClosed() ? Promise.resolve() : stream.waitForEvent('close');
    await follow(page, '/settings');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await closed;
    await dialogOf(other).waitFor();
    assert.is(
      (await page.context().cookies(stage.gateway.url)).some(({ name }) =>
        name.startsWith('holdfast_session'),
      ),
      false,
    );
  },
  turn,
);

beside(
  test,
  'whoever the provider signs in as somebody else reads why, and finds the way back; a program gets the same as JSON',
  async () => {
    const stage = await opening;
    const page = await stage.window();
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign in' }).click();
    const refusal = page.waitForResponse((response) => response.url().startsWith(callback));
    await passProvider(page, 'stranger<b>');
    assert.is((await refusal).status(), 403);
    await page.getByRole('heading', { name: 'This sign-in did not work' }).waitFor();
    await page.getByText('You are signed in at the identity provider, but not as the owner').waitFor();
    await assertLooksRight(page, 'a refused sign-in');
    await page.getByRole('link', { name: 'Back to Holdfast' }).click();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    for (const [accept, type] of [
      ['*/*', 'application/json'],
      ['text/html,*/*;q=0.8', 'text/html'],
    ] as const) {
      const answer = await fetch(callback, { headers: { accept } });
      assert.equal([answer.status, answer.headers.get('content-type')], [400, `${type}; charset=utf-8`]);
      assert.match(await answer.text(), 'o sign-in was begun in this browser');
    }
  },
  turn,
);

beside(
  test,
  'whoever is signed in and is to return elsewhere comes to the calls',
  async () => {
    const stage = await opening;
    for (const elsewhere of ['//example.com/calls', 'https://example.com/calls', 'https://']) {
      const page = await stage.signedIn(`/sign-in?return_to=${encodeURIComponent(elsewhere)}`);
      await page.waitForURL('/');
      await page.locator('main [aria-busy]').waitFor({ state: 'detached' });
    }
    const page = await stage.signedIn('/sign-in?return_to=%2Fsettings%23policy');
    await page.waitForURL('/settings#policy');
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'a session that ends asks in place, and nothing typed is lost',
  async () => {
    const stage = await opening;
    const { client } = stage.gateway;
    const page = await stage.signedIn('/?new');
    const form = page.getByRole('form', { name: 'Place a call' });
    await form.locator('[name="number"]').fill('+12025550108');
    await form.locator('[name="intent"]').fill('what must not be lost');
    const endSessions = async () => {
      const { sessions } = await client.request<{ sessions: { id: string }[] }>('GET', '/api/v1/sessions');
      for (const { id } of sessions) await client.request('DELETE', `/api/v1/sessions/${id}`);
    };
    await endSessions();
    const dialog = dialogOf(page);
    await dialog.waitFor();
    await assertLooksRight(page, 'the session is over');
    await dialog.getByRole('button', { name: 'Use a token' }).click();
    await dialog.getByLabel('Token', { exact: true }).fill(stage.gateway.token);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.is(await form.locator('[name="intent"]').inputValue(), 'what must not be lost');

    // The provider's pages open beside the page, which goes on when they are done.
    await endSessions();
    await dialog.waitFor();
    const opened = page.waitForEvent('popup');
    await dialog.getByRole('link', { name: 'Sign in' }).click();
    const aside = await opened;
    await passProvider(aside);
    await aside.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    assert.is(await form.locator('[name="intent"]').inputValue(), 'what must not be lost');
    assert.is(await form.locator('[name="number"]').inputValue(), '+12025550108');
    const placed = stage.gateway.waitForEvent(({ type }) => type === 'call_started', 'the call');
    await form.getByRole('button', { name: 'Call and wait' }).first().click();
    const { call_id: id } = await placed;
    await client.request('POST', `/api/v1/calls/${id}/hangup`);
  },
  turn,
);

test.after(async () => {
  await (await opening).close();
  await (await providing).stop();
});
test.run();
