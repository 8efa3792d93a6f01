import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AriOperations } from '../../src/asterisk/ari-operations.ts';
import { AsteriskLeg, type LegContext } from '../../src/asterisk/asterisk-leg.ts';
import { ChannelEvents } from '../../src/asterisk/channel-events.ts';
import { AppError } from '../../src/domain/errors.ts';
import { memoryLog } from '../store/fixtures.ts';

type Params = AriOperations[keyof AriOperations]['params'];

test('a sound whose end was missed while Asterisk was not connected is over; one that still plays is not', async () => {
  const events = new ChannelEvents();
  const playing = new Set<string>();
  const link = {
    down: undefined,
    async request(operation: string, params: Params) {
      const id = 'playbackId' in params ? params.playbackId : '';
      if (operation === 'channels.playWithId') playing.add(id);
      if (operation === 'playbacks.get' && !playing.has(id)) throw new AppError('not_found', 'no playback');
    },
  } as LegContext['link'];
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

test.run();
