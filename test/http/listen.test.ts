import { once } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import WebSocket from 'ws';
import { AudioFanOut } from '../../src/calls/hearing/audio-fan-out.ts';
import { memoryLog } from '../store/fixtures.ts';
import { ownerToken, withRig } from './rig.ts';

const test = suite('live listening');
const burst = 50;

test('a client that does not read learns what it missed, and the others miss nothing', () =>
  withRig(async (rig) => {
    const audio = new AudioFanOut(memoryLog());
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    rig.calls.listen = (_callId, subscriber, frames) => ({
      leave: audio.subscribe(subscriber, frames),
      ended,
    });
    const connect = async () => {
      const socket = new WebSocket(`${rig.url.replace('http', 'ws')}/ws/listen?call_id=call_x`, {
        headers: { authorization: `Bearer ${ownerToken}` },
      });
      let frames = 0;
      const missed: number[] = [];
      socket.on('message', (data, isBinary) => {
        if (isBinary) frames += 1;
        else {
          const told = JSON.parse((data as Buffer).toString()) as { type: string; seconds: number };
          if (told.type === 'missed') missed.push(told.seconds);
        }
      });
      const closed = once(socket, 'close').then(([code]) => code as number);
      await once(socket, 'open');
      return { socket, missed, closed, count: () => frames };
    };
    const [quick, slow] = [await connect(), await connect()];
    slow.socket.pause();
    // Beyond what the kernel keeps for a connection (some MB): frames of a second, so that it takes a moment only.
    const frame = new Int16Array(8000);
    let pushed = 0;
    for (; pushed < 1500; pushed += burst) {
      for (let n = 0; n < burst; n++) audio.push(frame);
      while (quick.count() < pushed + burst) await new Promise((resolve) => setImmediate(resolve));
    }
    assert.is(quick.count(), pushed);
    assert.equal(quick.missed, []);
    slow.socket.resume();
    while (slow.missed.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const lost = slow.missed.reduce((sum, seconds) => sum + seconds / 0.02, 0);
    assert.ok(lost > 100, `${lost} frames were dropped for it`);
    while (slow.count() + Math.round(lost) < pushed) await new Promise((resolve) => setImmediate(resolve));
    assert.is(slow.count() + Math.round(lost), pushed, 'what was not dropped came');
    end();
    assert.equal([await quick.closed, await slow.closed], [1000, 1000]);
  }));

test.run();
