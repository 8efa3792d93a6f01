import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AppError } from '../../src/domain/errors.ts';
import { returnPath } from '../../src/domain/return-path.ts';
import { createOwnOrigins } from '../../src/identity/own-origins.ts';
import { presentedBearer } from '../../src/identity/presented.ts';
import { sameDigest } from '../../src/identity/secret.ts';
import { createTransactionSealer } from '../../src/identity/provider/transaction.ts';
import { anyText } from './any-text.ts';

const test = suite('attacks: fuzzed sign-in');

test('a way back after signing in never leaves this host', () => {
  const paths = fc.oneof(
    anyText,
    anyText.map((text) => `/${text}`),
    fc.stringMatching(/^[/\\\t\n\r@:.a-z]{1,20}$/).map((text) => `/${text}`),
  );
  fc.assert(
    fc.property(paths, (asked) => {
      const path = returnPath(asked);
      assert.is(new URL(path, 'https://hold.example').origin, 'https://hold.example', asked);
      assert.ok(path.startsWith('/') && !path.startsWith('//'));
      assert.not.match(path, /[\r\n\t\\]/);
    }),
    { numRuns: 5_000 },
  );
});

test('no foreign origin is taken for its own', () => {
  const own = createOwnOrigins({ host: '127.0.0.1', port: 8080, publicUrl: 'https://hold.example' });
  const mine = new Set([
    'https://hold.example',
    'http://127.0.0.1:8080',
    'http://localhost:8080',
    'http://[::1]:8080',
  ]);
  const origin = fc.oneof(
    anyText,
    anyText.map((text) => `https://hold.example${text}`),
    anyText.map((text) => `https://${text}hold.example`),
    anyText.map((text) => `http://127.0.0.1:8080${text}`),
    fc.constantFrom(...mine),
  );
  fc.assert(
    fc.property(origin, anyText, (asked, host) => {
      assert.is(own.isOwnOrigin(asked, host), mine.has(asked), asked);
      assert.is(own.isListedOrigin(asked), mine.has(asked), asked);
    }),
    { numRuns: 3_000 },
  );
});

test('no header makes a bearer token out of nothing, or fails in another way', () => {
  const header = fc.oneof(
    anyText,
    anyText.map((text) => `Bearer ${text}`),
    anyText.map((text) => `bearer, ${text}`),
  );
  fc.assert(
    fc.property(header, fc.boolean(), (text, asProtocol) => {
      const request = asProtocol
        ? { headers: { 'sec-websocket-protocol': text }, rawHeaders: [] }
        : { headers: { authorization: text }, rawHeaders: ['Authorization', text] };
      try {
        const token = presentedBearer(request as never, true);
        if (token !== undefined) assert.ok(text.includes(token) && !/\s/.test(token) && token !== '');
      } catch (error) {
        assert.is((error as AppError).code, 'unauthenticated');
      }
    }),
    { numRuns: 3_000 },
  );
});

test('different digests never match, not even malformed ones', () => {
  const digest = fc.stringMatching(/^[0-9a-f]{64}$/);
  fc.assert(
    fc.property(fc.oneof(digest, anyText), fc.oneof(digest, anyText), (a, b) => {
      if (a !== b) assert.not.ok(sameDigest(a, b));
      if (/^[0-9a-f]{64}$/.test(a)) assert.ok(sameDigest(a, a));
    }),
  );
});

test('a sign-in cookie that was changed in any way is rejected', async () => {
  const sealer = createTransactionSealer(Date.now);
  const sealed = await sealer.seal({ state: 's', nonce: 'n', codeVerifier: 'v', returnTo: '/' });
  assert.is((await sealer.open(sealed))?.state, 's');
  const foreign = await createTransactionSealer(Date.now).seal({
    state: 's',
    nonce: 'n',
    codeVerifier: 'v',
    returnTo: '/',
  });
  assert.is(await sealer.open(foreign), undefined);
  await fc.assert(
    fc.asyncProperty(fc.nat(sealed.length - 1), fc.constantFrom('A', '-', '.', 'é'), async (at, letter) => {
      if (sealed[at] === letter) return;
      const changed = sealed.slice(0, at) + letter + sealed.slice(at + 1);
      const opened = await sealer.open(changed);
      // The last letter of a part holds bits that base64url ignores.
      if (opened !== undefined) assert.equal(opened, await sealer.open(sealed));
    }),
    { numRuns: 300 },
  );
});

test.run();
