import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TrunkLine, type TrunkLineNeeds } from '../../src/asterisk/lines/trunk-line.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A link to an Asterisk that started at `upSinceMs` and says this of its trunk. */
function linkTo(upSinceMs: number, trunk: { state: string }) {
  let connect: () => Promise<void> = () => Promise.resolve();
  const link = {
    upSinceMs,
    onEvent: () => () => undefined,
    onLost: () => undefined,
    onConnected: (hook: () => Promise<void>) => (connect = hook),
    request: () => Promise.resolve([{ resource: 'trunk', ...trunk }]),
  } as unknown as TrunkLineNeeds['link'];
  return { link, connect: () => connect() };
}

test('a trunk that a freshly started Asterisk has not asked yet is unknown, later unreachable', async () => {
  const trunk = { state: 'offline' };
  const { link, connect } = linkTo(Date.now(), trunk);
  const line = new TrunkLine({ link, log, firstAnswerMs: 3_600_000 });
  await connect();
  assert.is(line.isReachable, undefined);

  const soon = new TrunkLine({ link, log, firstAnswerMs: 50 });
  const told = new Promise<void>((resolve) => soon.onChange(resolve));
  const keepWaiting = setInterval(() => undefined, 1_000); // its timer alone keeps no process alive
  await connect();
  await told;
  clearInterval(keepWaiting);
  assert.is(soon.isReachable, false);
});

test('an Asterisk that has been up for long is believed at once, and an answer always', async () => {
  const silent = linkTo(Date.now() - 60_000, { state: 'offline' });
  const line = new TrunkLine({ link: silent.link, log });
  await silent.connect();
  assert.is(line.isReachable, false);

  const answering = linkTo(Date.now(), { state: 'online' });
  const other = new TrunkLine({ link: answering.link, log });
  await answering.connect();
  assert.is(other.isReachable, true);
});

test.run();
