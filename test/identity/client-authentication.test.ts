import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signInAs, startPair } from './provider-rig.ts';
import { Browser, json } from './rig.ts';
import { reaches } from './signed-in.ts';

const test = suite("the client's secret at the identity provider");

for (const secretIn of ['header', 'body'] as const)
  test(`a provider that takes it only in the ${secretIn} lets the owner sign in and renews the session`, async () => {
    await using pair = await startPair({ secretIn });
    const browser = new Browser();
    const response = await signInAs(pair, browser, 'owner');
    assert.is(response.status, 303, await response.text());
    assert.is(await reaches(pair, browser), 200);
    const before = pair.provider.asked.filter((path) => path === '/token').length;
    assert.is((await browser.get(`${pair.gateway.url}/auth/refresh-callback`)).status, 200);
    assert.is(pair.provider.asked.filter((path) => path === '/token').length, before + 1, 'learnt once');
  });

test('a wrong one is reported as what it is', async () => {
  await using pair = await startPair({ clientSecret: 'not the secret' });
  const response = await signInAs(pair, new Browser(), 'owner');
  assert.is(response.status, 502);
  assert.match((await json(response)).detail, 'OIDC_CLIENT_SECRET');
});

test.run();
