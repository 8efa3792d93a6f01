import type { Page } from 'playwright-core';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { PageStage, untilQuiet } from './stage.ts';

const test = suite('measured');
const opening = PageStage.open();

/** A machine that does something else at the same time gets further tries: one within the limit is proof, and none in so many is none. */
const tries = 8;

const usable = 'main form[aria-label="Place a call"] button:not([disabled])';
/** When the form could be used, in milliseconds since the navigation began. */
async function usableAfterMs(stage: PageStage, slow: boolean): Promise<number> {
  const page = await stage.window();
  await page.context().addCookies(await stage.cookies());
  if (slow) await emulateSlow4G(page);
  await page.addInitScript(`{
    const look = () => {
      if (document.querySelector(${JSON.stringify(usable)}) === null) requestAnimationFrame(look);
      else window.usableAfterMs ??= performance.now();
    };
    look();
  }`);
  await page.goto('/?new', { waitUntil: 'commit' });
  await page.locator(usable).first().waitFor({ state: 'attached' });
  const result = Number(
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => done(window.usableAfterMs)))'),
  );
  await page.context().close();
  return result;
}

/** As Lighthouse has it: 150 ms there and back, 1.6 Mbit/s down, 0.75 up. */
async function emulateSlow4G(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_638_400 / 8,
    uploadThroughput: 750_000 / 8,
  });
}

async function assertWithin(limitMs: number, measure: () => Promise<number>): Promise<void> {
  const took: number[] = [];
  while (took.length < tries && !took.some((ms) => ms <= limitMs)) took.push(await measure());
  console.log(`usable after ${took.map((ms) => ms.toFixed(0)).join(', ')} ms (limit ${limitMs})`);
  assert.ok(
    took.some((ms) => ms <= limitMs),
    `not within ${limitMs} ms, but ${took.map((ms) => ms.toFixed(0)).join(', ')}`,
  );
}

test('the page is usable 1 s after it is opened on loopback, and 2 s on a slow 4G line', async () => {
  await untilQuiet();
  const stage = await opening;
  await assertWithin(1_000, () => usableAfterMs(stage, false));
  await assertWithin(2_000, () => usableAfterMs(stage, true));
});

const callCount = 10;
const stretchSeconds = 6;
const eventsPerSecond = 50;
/** A little faster than what is demanded: the gateway stores each before it tells it. */
const askedPerSecond = 56;
const longestFrameMs = 50;

interface Stretch {
  eventsPerSecond: number;
  /** Between two frames that the page drew, by the wall clock. */
  frameMs: number;
  /** The longest task of the page's main thread, by the wall clock and of its processor. */
  taskMs: number;
  cpuMs: number;
}

/** Notes of ten live calls change, evenly; each is an event, and each call is read anew for it. */
async function play(stage: PageStage, page: Page, calls: readonly CallStory[]): Promise<Stretch> {
  await page.evaluate(`{
    window.frames_ = { longest: 0, last: performance.now(), runs: true };
    const next = (now) => {
      frames_.longest = Math.max(frames_.longest, now - frames_.last);
      frames_.last = now;
      if (frames_.runs) requestAnimationFrame(next);
    };
    requestAnimationFrame((now) => { frames_.last = now; requestAnimationFrame(next); });
  }`);
  await stage.browser.startTracing(page, { categories: ['toplevel'] });
  const before = stage.gateway.events.length;
  const beganAtMs = performance.now();
  const asked: Promise<unknown>[] = [];
  const count = stretchSeconds * askedPerSecond;
  for (let index = 0; index < count; index += 1) {
    const path = `/api/v1/calls/${calls[index % calls.length]?.id}`;
    asked.push(stage.gateway.client.request('PATCH', path, { note: `note ${index}` }));
    await delay(Math.max(0, beganAtMs + ((index + 1) * 1000) / askedPerSecond - performance.now()));
  }
  // What comes later than this did not come at that rate.
  const came = stage.gateway.events.length - before;
  const tookSeconds = (performance.now() - beganAtMs) / 1000;
  const trace = await stage.browser.stopTracing();
  const frameMs = Number(await page.evaluate('{ frames_.runs = false; frames_.longest }'));
  await Promise.all(asked);
  const { longestMs, longestWallMs } = longestTask(trace);
  return { eventsPerSecond: came / tookSeconds, frameMs, taskMs: longestWallMs, cpuMs: longestMs };
}

test('ten live calls and 50 events a second leave no frame over 50 ms', async () => {
  await untilQuiet();
  const stage = await opening;
  const calls = await Promise.all(
    Array.from({ length: callCount }, (_, index) =>
      CallStory.place(stage.gateway, { number: '+12025550124', company: `Smooth ${index} Ltd` }),
    ),
  );
  await Promise.all(calls.map((call) => call.untilStatus('on_hold', 90)));
  const page = await stage.signedIn('/');
  await page
    .locator('.live')
    .nth(callCount - 1)
    .waitFor();
  const stretches: Stretch[] = [];
  const isSmooth = (each: Stretch): boolean =>
    each.eventsPerSecond >= eventsPerSecond && each.frameMs <= longestFrameMs;
  while (stretches.length < tries && !stretches.some(isSmooth)) {
    const stretch = await play(stage, page, calls);
    stretches.push(stretch);
    assert.ok(stretch.cpuMs > 0, 'the page did something');
  }
  const told = stretches.map(
    ({ eventsPerSecond: rate, frameMs, taskMs, cpuMs }) =>
      `${rate.toFixed(0)} events a second: longest frame ${frameMs.toFixed(1)} ms, longest task ${taskMs.toFixed(1)} ms (${cpuMs.toFixed(1)} ms of processor)`,
  );
  console.log(told.join('\n'));
  assert.ok(stretches.some(isSmooth), told.join('; '));
  await Promise.all(calls.map((call) => call.hangUp()));
  stage.assertNoComplaints();
});

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  /** Of the processor: what the machine did for others in between does not count. */
  tdur?: number;
  args?: { name?: string };
}

/** The longest task of a page's main thread: while it runs nothing is drawn. */
function longestTask(trace: Buffer): { longestMs: number; longestWallMs: number } {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ ph, pid, tid }) => ph === 'X' && mains.has(`${pid} ${tid}`));
  const longest = (values: number[]): number =>
    values.reduce((most, value) => Math.max(most, value), 0) / 1000;
  return {
    longestMs: longest(tasks.map(({ tdur = 0 }) => tdur)),
    longestWallMs: longest(tasks.map(({ dur = 0 }) => dur)),
  };
}

test.after(async () => (await opening).close());
test.run();
