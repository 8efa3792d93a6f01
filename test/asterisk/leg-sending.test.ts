import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AriOperation } from '../../src/asterisk/ari/ari-operations.ts';
import { ChannelEvents } from '../../src/asterisk/ari/channel-events.ts';
import { LegChannel } from '../../src/asterisk/legs/leg-channel.ts';
import { LegSending } from '../../src/asterisk/legs/leg-sending.ts';
import { AppError } from '../../src/domain/errors.ts';
import { memoryLog } from '../store/fixtures.ts';
import { ScriptedLink } from './scripted-link.ts';

/** Stands in for an Asterisk that sends no events, so that no sound ever ends, and carries out every order but the `unanswered` one. */
function setUp(): {
  sending: LegSending;
  channel: LegChannel;
  orders: AriOperation[];
  unanswered: Set<AriOperation>;
} {
  const unanswered = new Set<AriOperation>();
  const order = (operation: AriOperation): void => {
    if (unanswered.has(operation)) throw new AppError('unavailable', `no answer to ${operation}`);
  };
  const link = new ScriptedLink({
    'channels.startSilence': () => order('channels.startSilence'),
    'channels.stopSilence': () => order('channels.stopSilence'),
    'channels.sendDTMF': () => order('channels.sendDTMF'),
    'channels.playWithId': () => order('channels.playWithId'),
    'playbacks.stop': () => order('playbacks.stop'),
    'playbacks.get': () => {
      if (!link.orders.includes('channels.playWithId')) throw new AppError('not_found', 'no playback');
      return { state: 'playing' };
    },
  });
  const { orders } = link;
  const context = { link, events: new ChannelEvents(), log: memoryLog() };
  const channel = new LegChannel('call_a.far', link);
  return { sending: new LegSending(channel, context, () => true), channel, orders, unanswered };
}

/** Attends, and does not let go of the leg before it is told to. */
function holdOn(sending: LegSending): { letGo: () => void } {
  let letGo: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  sending.attend({ release: () => released, idle: () => undefined });
  return { letGo };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the silence after a sound is ordered while it plays, so that it follows without the app', async () => {
  const { sending, channel, orders } = setUp();
  await sending.silence();
  const sound = sending.sound('sound:greeting');
  await turn();
  assert.equal(orders, ['channels.startSilence', 'channels.playWithId', 'channels.startSilence']);
  channel.markGone();
  await sound;
});

test('silence is ordered again when Asterisk is back, if it was wanted', async () => {
  const { sending, orders } = setUp();
  sending.found();
  assert.equal(orders, []);
  await sending.silence();
  sending.found();
  await turn();
  assert.equal(orders, ['channels.startSilence', 'channels.startSilence']);
});

test('a leg that needs no silence gets none after a sound', async () => {
  const { sending, channel, orders } = setUp();
  const sound = sending.sound('sound:greeting');
  await turn();
  assert.equal(orders, ['channels.playWithId']);
  channel.markGone();
  await sound;
});

test('a leg that enters a bridge while a sound plays is sent no silence there', async () => {
  const { sending, channel, orders } = setUp();
  await sending.silence();
  const sound = sending.sound('sound:greeting');
  await turn();
  await sending.setBridged(true);
  assert.is(orders.at(-1), 'channels.stopSilence');
  channel.markGone();
  await sound;
  assert.is(orders.at(-1), 'channels.stopSilence');
});

test('a sound whose silence was not ordered plays on: it can be stopped, and silence is ordered after it', async () => {
  const { sending, orders, unanswered } = setUp();
  await sending.silence();
  unanswered.add('channels.startSilence');
  const stop = new AbortController();
  let ending = 'none';
  const sound = sending.sound('sound:greeting', stop.signal).then(
    () => (ending = 'over'),
    () => (ending = 'refused'),
  );
  await turn();
  assert.is(ending, 'none');
  assert.not.ok(sending.isIdle);
  unanswered.clear();
  stop.abort();
  await sound;
  assert.is(ending, 'over');
  assert.equal(orders.slice(-2), ['playbacks.stop', 'channels.startSilence']);
  assert.ok(sending.isIdle);
});

test('a sound that waits for the leg when Asterisk comes back is not taken for one that has ended', async () => {
  const { sending, orders } = setUp();
  const { letGo } = holdOn(sending);
  const stop = new AbortController();
  const sound = sending.sound('sound:greeting', stop.signal);
  sending.found();
  await turn();
  letGo();
  await turn();
  assert.equal(orders, ['channels.playWithId']);
  assert.not.ok(sending.isIdle);
  sending.found();
  await turn();
  assert.equal(orders, ['channels.playWithId', 'playbacks.get']);
  assert.not.ok(sending.isIdle);
  stop.abort();
  await sound;
  assert.is(orders.at(-1), 'playbacks.stop');
});

test('a sound stopped while it waits for the leg is not ordered any more', async () => {
  const { sending, orders } = setUp();
  const { letGo } = holdOn(sending);
  const stop = new AbortController();
  const sound = sending.sound('sound:greeting', stop.signal);
  stop.abort();
  letGo();
  await sound;
  assert.not.ok(orders.includes('channels.playWithId'));
  assert.ok(sending.isIdle);
});

test.run();
