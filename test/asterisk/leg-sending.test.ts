import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LegContext } from '../../src/asterisk/asterisk-leg.ts';
import { LegChannel } from '../../src/asterisk/leg-channel.ts';
import { LegSending } from '../../src/asterisk/leg-sending.ts';

/** Stands for an Asterisk that carries out every order and tells nothing: no sound ever ends. */
function setUp(): { sending: LegSending; channel: LegChannel; orders: string[] } {
  const orders: string[] = [];
  const context = {
    link: { down: undefined, request: async (operation: string) => void orders.push(operation) },
    events: { on: () => () => undefined },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  } as unknown as LegContext;
  const channel = new LegChannel('call_a.far', context.link);
  return { sending: new LegSending(channel, context, () => true), channel, orders };
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

test('a leg that is to be sent none gets none after a sound', async () => {
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

test.run();
