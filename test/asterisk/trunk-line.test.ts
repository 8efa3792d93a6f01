import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { until } from '../rig/until.ts';
import { TrunkLine } from '../../src/asterisk/lines/trunk-line.ts';
import { ScriptedLink } from './scripted-link.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A link to an Asterisk that started at `upSinceMs` and says this of its trunk. */
function linkTo(upSinceMs: number, trunk: { state: string }): ScriptedLink {
  const link = new ScriptedLink({
    'endpoints.listByTech': () => [{ technology: 'PJSIP', resource: 'trunk', ...trunk }],
    'asterisk.getObject': () => [{ attribute: 'contact', value: 'sip:carrier.example' }],
  });
  link.upSinceMs = upSinceMs;
  return link;
}

test('a trunk that a freshly started Asterisk has not asked yet is unknown, later unreachable', async () => {
  const trunk = { state: 'offline' };
  const link = linkTo(Date.now(), trunk);
  const line = new TrunkLine({ link, log, firstAnswerMs: 3_600_000 });
  await link.connect();
  assert.is(line.isReachable, undefined);

  const soon = new TrunkLine({ link, log, firstAnswerMs: 50 });
  const told = new Promise<void>((resolve) => soon.onChange(resolve));
  const keepWaiting = setInterval(() => undefined, 1_000); // its timer alone keeps no process alive
  await link.connect();
  await told;
  clearInterval(keepWaiting);
  assert.is(soon.isReachable, false);
});

test('a fresh Asterisk that is too slow when it is asked again is asked once more', async () => {
  let reads = 0;
  const link = new ScriptedLink({
    'endpoints.listByTech': () => {
      reads += 1;
      if (reads === 2) throw new AppError('unavailable', 'Asterisk did not answer in time');
      return [{ technology: 'PJSIP', resource: 'trunk', state: 'offline' }];
    },
    'asterisk.getObject': () => [],
  });
  link.upSinceMs = Date.now();
  const line = new TrunkLine({ link, log, firstAnswerMs: 50, againMs: 10 });
  await link.connect();
  await until(() => line.isReachable === false, 5);
});

test('an Asterisk that has been up for long is believed at once, and an answer always', async () => {
  const silent = linkTo(Date.now() - 60_000, { state: 'offline' });
  const line = new TrunkLine({ link: silent, log });
  await silent.connect();
  assert.is(line.isReachable, false);

  const answering = linkTo(Date.now(), { state: 'online' });
  const other = new TrunkLine({ link: answering, log });
  await answering.connect();
  assert.is(other.isReachable, true);
  assert.is(other.contact, 'sip:carrier.example');
});

test('what Asterisk reports while it is asked counts, not its older answer', async () => {
  const link: ScriptedLink = new ScriptedLink({
    'endpoints.listByTech': () => {
      const trunk = { technology: 'PJSIP', resource: 'trunk' };
      link.emit({ type: 'EndpointStateChange', endpoint: { ...trunk, state: 'online' } });
      return [{ ...trunk, state: 'offline' }];
    },
    'asterisk.getObject': () => [],
  });
  const line = new TrunkLine({ link, log });
  await link.connect();
  assert.is(line.isReachable, true);
});

test.run();
