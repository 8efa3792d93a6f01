import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FrameClock, tickMs } from '../../src/media/frame-clock.ts';

/** A stream on the test's own clock: frames come every 20 ms by default. */
class Stream {
  nowMs = 5000;
  heard = 0;
  filled = 0;
  leavesGapsOut = false;
  readonly #clock = new FrameClock(this.nowMs);
  #nextTickMs = this.nowMs + tickMs;
  #nextFrameMs = this.nowMs;

  /** @param arrives what becomes of the frame that is due after so many milliseconds of this stretch. */
  run(milliseconds: number, arrives: (atMs: number) => boolean = () => true): void {
    const fromMs = this.nowMs;
    for (; this.nowMs < fromMs + milliseconds; this.nowMs++) {
      if (this.nowMs >= this.#nextFrameMs) {
        this.#nextFrameMs += 20;
        if (arrives(this.nowMs - fromMs)) this.burst(1);
      }
      this.tick();
    }
  }

  /** Neither timers nor sockets are served. */
  block(milliseconds: number): void {
    this.nowMs += milliseconds;
  }

  tick(): void {
    if (this.nowMs < this.#nextTickMs) return;
    this.#nextTickMs = this.nowMs + tickMs;
    const due = this.#clock.tick(this.nowMs);
    if (this.leavesGapsOut) this.#clock.leaveOut(due);
    else this.#clock.fill(due);
    this.filled += this.leavesGapsOut ? 0 : due;
  }

  get leftOutMs(): number {
    return this.#clock.leftOutMs;
  }

  burst(frames: number): void {
    if (frames > 0) this.#clock.count(frames, this.nowMs);
    this.heard += frames;
  }

  /** Nothing is due any more for the time of the block: its frames have come. */
  catchUp(): void {
    this.burst(Math.floor((this.nowMs - this.#nextFrameMs) / 20) + 1);
    this.#nextFrameMs += 20 * (Math.floor((this.nowMs - this.#nextFrameMs) / 20) + 1);
  }
}

const isNear = (frames: number, milliseconds: number): void =>
  assert.ok(Math.abs(frames * 20 - milliseconds) <= 400, `${frames * 20} ms for ${milliseconds}`);

test('a steady stream is left as it is', () => {
  const stream = new Stream();
  stream.run(60_000);
  assert.is(stream.filled, 0);
});

test('before the first frame there is nothing to fill', () => {
  const stream = new Stream();
  stream.run(5000, () => false);
  assert.is(stream.filled, 0);
});

test('time goes on while nothing arrives, and each gap is filled once', () => {
  const stream = new Stream();
  stream.run(1000);
  stream.run(5000, () => false);
  isNear(stream.filled, 5000);
  stream.run(10_000);
  isNear(stream.filled + stream.heard, 16_000);
  stream.run(60_000);
  isNear(stream.filled + stream.heard, 76_000);
});

test('packets that are lost now and then leave no gap: time passes without them', () => {
  const stream = new Stream();
  let count = 0;
  stream.run(100_000, () => ++count % 20 !== 0);
  assert.is(stream.filled, 0);
  assert.ok(Math.abs(stream.leftOutMs - 5000) <= 200, `${stream.leftOutMs} ms left out`);
});

test('a sender that falls behind leaves no gap either, and one beside it is as long as it is', () => {
  const stream = new Stream();
  let count = 0;
  const slow = (): boolean => ++count % 37 !== 0;
  stream.run(200_000, slow);
  assert.is(stream.filled, 0);
  stream.run(1000, () => false);
  stream.run(10_000, slow);
  isNear(stream.filled, 1000);
});

test('a gap that is left out moves the clock as one that is filled does', () => {
  const stream = new Stream();
  stream.leavesGapsOut = true;
  stream.run(1000);
  stream.run(5000, () => false);
  stream.run(60_000);
  assert.is(stream.filled, 0);
  assert.ok(Math.abs(stream.leftOutMs - 5000) <= 200, `${stream.leftOutMs} ms left out`);
});

test('what was left out and comes after all was not left out', () => {
  const stream = new Stream();
  stream.leavesGapsOut = true;
  stream.run(1000);
  stream.run(800, () => false);
  assert.ok(stream.leftOutMs > 400);
  stream.burst(40);
  stream.run(1000);
  assert.ok(stream.leftOutMs <= 20, `${stream.leftOutMs} ms left out`);
});

test('frames that are late by less than a gap are not filled', () => {
  const stream = new Stream();
  stream.run(1000);
  for (let n = 0; n < 50; n++) {
    stream.run(240, () => false);
    stream.burst(12);
    stream.run(100);
  }
  assert.is(stream.filled, 0);
});

for (const order of ['timers', 'sockets'] as const)
  test(`a process that was blocked has no gap: what waits comes in a burst, ${order} first`, () => {
    const stream = new Stream();
    stream.run(1000);
    for (const blockedMs of [300, 5000, 40_000]) {
      stream.block(blockedMs);
      if (order === 'timers') stream.tick();
      stream.catchUp();
      stream.run(2000);
    }
    assert.is(stream.filled, 0);
    isNear(stream.heard, 52_300);
  });

test('audio lost while the process was blocked is filled once the loss is certain', () => {
  const stream = new Stream();
  stream.run(1000);
  stream.block(10_000);
  stream.tick();
  assert.is(stream.filled, 0);
  stream.run(500, () => false);
  isNear(stream.filled, 10_000);
});

test('audio that arrives after its time was filled does not shorten the next pause', () => {
  const stream = new Stream();
  stream.run(1000);
  stream.run(3000, () => false);
  stream.burst(150);
  const filled = stream.filled;
  stream.run(1300, () => false);
  stream.run(1000);
  isNear(stream.filled - filled, 1300);
  assert.ok(Math.abs(stream.leftOutMs + 3000) <= 200, `${stream.leftOutMs} ms left out`);
});

test('nor does a sender whose clock is fast', () => {
  const stream = new Stream();
  for (let second = 0; second < 60; second++) {
    stream.run(1000);
    stream.burst(1);
  }
  stream.run(1300, () => false);
  stream.run(1000);
  isNear(stream.filled, 1300);
});

test('a gap of hours is filled for five minutes', () => {
  const stream = new Stream();
  stream.run(1000);
  stream.block(7_200_000);
  stream.tick();
  stream.run(2000, () => false);
  isNear(stream.filled, 302_000);
});

test.run();
