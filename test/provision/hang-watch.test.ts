import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EventEmitter, once } from 'node:events';
import { watchForHang } from '../../src/wiring/asterisk/hang-watch.ts';
import { patienceSeconds } from '../rig/patience.ts';
import { memoryLog } from '../store/fixtures.ts';
import { askAri, withGateway } from './asterisk-stage.ts';

/** A link that sees nothing of Asterisk. */
const lost = { upSinceMs: () => undefined, onConnection: () => () => undefined };
const eager = { everyMs: 50, answerWithinMs: 1_000 };

test('an Asterisk that hangs is restarted', () =>
  withGateway(async (gateway) => {
    const hung = gateway.pid;
    const log = memoryLog();
    const ends = new EventEmitter();
    gateway.onExit((info) => ends.emit('end', info));
    const ended = once(ends, 'end');
    process.kill(hung, 'SIGSTOP');
    const stop = watchForHang({ telephony: lost, asterisk: gateway, log, ...eager });
    const keepWaiting = setInterval(() => undefined, 1_000); // nothing of the gateway keeps this process alive
    try {
      const [{ willRestart }] = (await ended) as [{ willRestart: boolean }];
      assert.ok(willRestart);
      assert.match(log.lines[0]?.message ?? '', /Asterisk hangs and is restarted/);
      stop();
      let status = 0;
      while (status !== 200)
        status = await askAri(gateway, '/asterisk/ping').then(
          (answer) => answer.status,
          () => 0,
        );
      assert.is.not(gateway.pid, hung);
    } finally {
      clearInterval(keepWaiting);
      stop();
    }
  }));

test('one whose console answers keeps its calls, however long the link to it is down', () =>
  withGateway(async (gateway) => {
    const { pid } = gateway;
    const log = memoryLog();
    let looks = 0;
    const asterisk = {
      answers: (withinMs: number) => gateway.answers(withinMs).finally(() => (looks += 1)),
      restart: () => gateway.restart(),
    };
    const stop = watchForHang({
      telephony: lost,
      asterisk,
      log,
      ...eager,
      answerWithinMs: patienceSeconds * 1000,
    });
    while (looks < 5) await asterisk.answers(patienceSeconds * 1000);
    stop();
    assert.equal(log.lines, []);
    assert.is(gateway.pid, pid);
  }));

test('looks at which nothing answered are forgotten once the link is back', async () => {
  const log = memoryLog();
  let isUp = false;
  let reported: ((event: { connected: boolean; restarted: boolean }) => void) | undefined;
  const telephony = {
    upSinceMs: () => (isUp ? 0 : undefined),
    onConnection: (listener: typeof reported) => {
      reported = listener;
      return () => undefined;
    },
  };
  const ends = new EventEmitter();
  let looks = 0;
  let restarts = 0;
  const asterisk = {
    answers: async () => {
      looks += 1;
      if (looks % 3 === 0) isUp = true; // while the third look waits for the console
      ends.emit('look');
      return false;
    },
    restart: () => void (restarts += 1),
  };
  const stop = watchForHang({ telephony, asterisk, log, everyMs: 5, answerWithinMs: 5 });
  const keepWaiting = setInterval(() => undefined, 1_000);
  try {
    while (looks < 6) {
      await once(ends, 'look');
      if (!isUp) continue;
      await new Promise(setImmediate);
      isUp = false;
      reported?.({ connected: false, restarted: false });
    }
    assert.is(restarts, 0);
  } finally {
    clearInterval(keepWaiting);
    stop();
  }
});

test.run();
