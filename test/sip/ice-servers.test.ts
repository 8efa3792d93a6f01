import { createHmac } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '../../src/config/read-config.ts';
import { iceServers } from '../../src/devices/ice-servers.ts';

const nowMs = 1_800_000_000_000;

test('neither server is named: browsers find their way without', () => {
  assert.equal(iceServers({ stun: undefined, turn: undefined }, nowMs), []);
});

test('a relay is named with credentials that end after a day and that coturn can check', () => {
  const { nat, turn } = readConfig({
    STUN_SERVER: 'stun.example.net',
    TURN_URL: 'turns:turn.example.net:5349?transport=tcp',
    TURN_SECRET: 'north',
  });
  const [stun, relay] = iceServers({ stun: nat.stun, turn }, nowMs);
  assert.equal(stun, { urls: ['stun:stun.example.net:3478'] });
  assert.equal(relay?.urls, ['turns:turn.example.net:5349?transport=tcp']);
  const [endsAt = '', name] = String(relay?.username).split(':');
  assert.is(Number(endsAt), nowMs / 1000 + 86_400);
  assert.is(name, 'holdfast');
  const expected = createHmac('sha1', 'north').update(String(relay?.username)).digest('base64');
  assert.is(relay?.credential, expected);
});

test('a secret without a server, a server without a secret, another scheme', () => {
  assert.throws(() => readConfig({ TURN_SECRET: 'north' }), /TURN_URL/);
  assert.throws(() => readConfig({ TURN_URL: 'turn:turn.example.net:3478' }), /TURN_SECRET/);
  assert.throws(() => readConfig({ TURN_URL: 'https://x', TURN_SECRET: 'north' }), /TURN_URL must be turn:/);
});

test.run();
