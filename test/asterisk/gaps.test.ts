import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { settlesWithin } from '../../src/async/settles-within.ts';
import type { AriChannel } from '../../src/asterisk/ari/ari-operations.ts';
import { ChannelEvents } from '../../src/asterisk/ari/channel-events.ts';
import { LiveLegs } from '../../src/asterisk/legs/live-legs.ts';
import { AsteriskTapes } from '../../src/asterisk/tapes.ts';
import { AppError } from '../../src/domain/errors.ts';
import { memoryLog } from '../store/fixtures.ts';
import { ScriptedLink, telephonyOver } from './scripted-link.ts';

/** An Asterisk with these channels. Each listing of them can change what the next one says. */
function linkTo(channels: AriChannel[], listed: () => void = () => undefined) {
  const hungUp: string[] = [];
  const link = new ScriptedLink({
    'channels.hangup': ({ channelId }) => void hungUp.push(channelId),
    'bridges.list': () => [],
    'channels.list': () => {
      const now = channels.map((channel) => ({ ...channel }));
      listed();
      return now;
    },
  });
  return { link, hungUp };
}

const channel = (id: string, state: string): AriChannel => ({ id, name: `PJSIP/${id}`, state });

test('changes to a call during its adoption are noticed, though their events came before its legs were followed', async () => {
  const channels = [
    channel('call_1.far', 'Up'),
    channel('call_1.dev.dev_kitchen.1', 'Ringing'),
    channel('call_1.snoop.1', 'Up'),
  ];
  const { link } = linkTo(channels, () => {
    channels.splice(0, channels.length, channel('call_1.dev.dev_kitchen.1', 'Up'));
  });
  const { far, devices } = await telephonyOver(link).adopt('call_1');
  assert.is(far?.state, 'gone');
  assert.equal(
    devices.map(({ leg }) => leg.state),
    ['up'],
  );
});

test('a phone that was dialled as the connection broke, and that nothing follows, stops ringing', async () => {
  const { link, hungUp } = linkTo([
    channel('call_1.far', 'Up'),
    channel('call_1.dev.dev_kitchen.1', 'Ringing'),
    channel('call_1.dev.dev_kitchen.2', 'Ringing'),
    channel('call_2.dev.dev_kitchen.3', 'Ringing'), // of a call that is still to be adopted
    channel('call_1.tape.rec_1.far', 'Up'),
  ]);
  const legs = new LiveLegs({ link, events: new ChannelEvents(), log: memoryLog() });
  legs.begin({ id: 'call_1.far', callId: 'call_1', role: 'far', state: 'up' });
  const phone = legs.begin({ id: 'call_1.dev.dev_kitchen.2', callId: 'call_1', role: 'device' });
  await legs.reconcile();
  assert.equal(hungUp, ['call_1.dev.dev_kitchen.1']);
  assert.is(phone.state, 'ringing');
});

function tapesOver(link: ScriptedLink): AsteriskTapes {
  const whole = Object.assign(link, { download: () => Promise.reject(new Error('nothing is kept')) });
  return new AsteriskTapes({ link: whole, application: 'hf', log: memoryLog() });
}

test('the end of a recording of an earlier process is noticed, though its event came before it was followed', async () => {
  const sides = ['call_1.tape.rec_1.far', 'call_1.tape.rec_1.owner'];
  const channels = sides.map((id) => channel(id, 'Up'));
  const { link } = linkTo(channels, () => void channels.splice(0, channels.length));
  const tape = await tapesOver(link).resume('rec_1');
  assert.ok(tape !== undefined && (await settlesWithin(tape.ended, 0)));
});

test('a recording that begins while Asterisk is asked for its channels is not taken for one that ended', async () => {
  let create: () => void = () => undefined;
  const created = new Promise<void>((resolve) => (create = resolve));
  const link: ScriptedLink = new ScriptedLink({
    'channels.list': () => [],
    'channels.snoopChannelWithId': async ({ snoopId }) => {
      await created;
      link.emit({ type: 'StasisStart', channel: channel(snoopId, 'Up') });
      return channel(snoopId, 'Up');
    },
  });
  const tapes = tapesOver(link);
  const legs = new LiveLegs({ link, events: new ChannelEvents(), log: memoryLog() });
  const far = legs.begin({ id: 'call_1.far', callId: 'call_1', role: 'far', state: 'up' });
  const beginning = tapes.begin(far, 'rec_1', 60);
  await link.connect();
  create();
  const { ended } = await beginning;
  assert.not.ok(await settlesWithin(ended, 0));
});

/** Asterisk has no such channel any more, or it has just left Stasis. */
const refusals = [
  new AppError('invalid', 'Asterisk refuses bridges.addChannel: Channel not found (400)'),
  new AppError('conflict', 'Asterisk refuses bridges.addChannel: Channel not in Stasis application (422)'),
];
for (const refusal of refusals)
  test(`a phone that hangs up as it is to join the talk has hung up, though Asterisk says so later: ${refusal.detail}`, async () => {
    const link: ScriptedLink = new ScriptedLink({
      'channels.create': ({ channelId }) => {
        link.emit({ type: 'StasisStart', channel: channel(channelId, 'Down') });
        return channel(channelId, 'Down');
      },
      'channels.getChannelVar': () => ({ value: '' }),
      'bridges.addChannel': ({ channel: id }) => {
        setImmediate(() => link.emit({ type: 'ChannelDestroyed', channel: channel(id, 'Up'), cause: 16 }));
        throw refusal;
      },
    });
    const telephony = telephonyOver(link);
    const phone = { kind: 'endpoint', deviceId: 'dev_kitchen' } as const;
    const ringing = { timeoutSeconds: 10, showNumber: '+12025550100' };
    const leg = await telephony.dialDevice('call_1', phone, ringing);
    const bridge = await telephony.createBridge('call_1');
    await bridge.add(leg);
    assert.is(leg.state, 'gone');
  });

test.run();
