import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AsteriskLeg } from '../../src/asterisk/legs/asterisk-leg.ts';
import { ChannelEvents } from '../../src/asterisk/ari/channel-events.ts';
import { AppError } from '../../src/domain/errors.ts';
import { memoryLog } from '../store/fixtures.ts';
import { ScriptedLink } from './scripted-link.ts';

test('a sound whose end was missed while Asterisk was not connected is over; one that still plays is not', async () => {
  const events = new ChannelEvents();
  const playing = new Set<string>();
  const link = new ScriptedLink({
    'channels.playWithId': ({ playbackId }) => void playing.add(playbackId),
    'playbacks.get': ({ playbackId }) => {
      if (!playing.has(playbackId)) throw new AppError('not_found', 'no playback');
      return { state: 'playing' };
    },
  });
  const leg = new AsteriskLeg(
    { id: 'call_1.far', callId: 'call_1', role: 'far', state: 'up' },
    { link, events, log: memoryLog() },
  );
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  let isOver = false;
  const played = leg.play('sound:hello-world').then(() => (isOver = true));
  await settle();
  assert.is(playing.size, 1);
  leg.found('Up');
  await settle();
  assert.not.ok(isOver);
  playing.clear();
  leg.found('Up');
  await played;
});

for (const isStopped of [false, true])
  test(`a sound whose order was not answered in time${isStopped ? ', and that was stopped meanwhile,' : ''} is stopped if it plays nevertheless`, async () => {
    const events = new ChannelEvents();
    let playbackId = '';
    const stopped: string[] = [];
    const stop = new AbortController();
    const link = new ScriptedLink({
      'playbacks.stop': (order) => void stopped.push(order.playbackId),
      'channels.playWithId': (order) => {
        playbackId = order.playbackId;
        if (isStopped) stop.abort();
        throw new AppError('unavailable', 'no answer within 5 s');
      },
    });
    const leg = new AsteriskLeg(
      { id: 'call_1.far', callId: 'call_1', role: 'far', state: 'up' },
      { link, events, log: memoryLog() },
    );
    const refused = await leg.play('sound:hello-world', stop.signal).catch((error: unknown) => error);
    assert.instance(refused, AppError);
    const before = stopped.length;
    assert.ok(before > 0 && stopped.every((id) => id === playbackId), 'it may play already');
    const playback = {
      id: playbackId,
      media_uri: 'sound:hello-world',
      target_uri: 'channel:call_1.far',
      state: 'playing',
    };
    events.take({ type: 'PlaybackStarted', playback });
    assert.is(stopped.length, before + 1, 'it was taken late');
    leg.found('Up');
    assert.is(stopped.length, before + 2, 'it may have begun meanwhile');
    events.take({ type: 'PlaybackFinished', playback });
    await new Promise((resolve) => setImmediate(resolve));
    leg.found('Up');
    assert.is(stopped.length, before + 2, 'it is over');
  });

test.run();
