import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { PageStage, untilQuiet } from './stage.ts';

const test = suite('measured');
const opening = PageStage.open(undefined, { whole: true });

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
const stretchSeconds = 2;
/** A machine that does something else at the same time draws late; one stretch within the limit is proof. */
const maxStretches = 20;
/** A call that has waited for long has a story; it is told again with each of its events. */
const eventsBefore = 4_000;
const eventsPerSecond = 50;
const askedPerSecond = 56;
const longestFrameMs = 50;

interface Stretch {
  /** That the page took in. */
  eventsPerSecond: number;
  /** The longest time between two frames, by the wall clock. */
  frameMs: number;
}

/** The page's stream is kept where a test finds it: the gateway stores each event before it tells it, and no machine of a test is that fast. */
const keepStream = `{
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(address) {
      super(address);
      if (String(address).includes('/ws/events')) window.stream_ = this;
    }
    set onmessage(take) {
      this.take_ = take;
      super.onmessage = (message) => {
        const { id } = JSON.parse(message.data);
        if (id !== undefined) window.lastId_ = id;
        take?.(message);
      };
    }
  };
}`;

/** The calls, the stream and the pulses are the gateway's; further events of those calls come through the same stream, evenly. */
async function play(page: Page, calls: readonly CallStory[], atOnce = 0): Promise<Stretch> {
  return (await page.evaluate(`new Promise((done) => {
    const calls = ${JSON.stringify(calls.map(({ id }) => id))};
    const kinds = [
      (n) => ['audio_classified', { audio_type: n % 2 ? 'music' : 'announcement', confidence: 0.9, start: n, features: {} }],
      (n) => ['transcript_chunk', { text: 'Line ' + n, speaker: 'far', is_final: true, kind: 'announcement', times_heard: 1 }],
      (n) => ['queue_position', { position: 1 + (n % 9), wait_minutes: 4 }],
      () => ['hold_detected', { audio_type: 'music', confidence: 0.9, hold_duration: 1 }],
      () => ['call_edited', { fields: ['note'] }],
    ];
    const began = performance.now();
    let sent = 0;
    let longest = 0;
    let last = began;
    // Between two ids of the gateway there is room.
    window.part_ ??= 0;
    const send = () => {
      while (sent < ${atOnce} + ((performance.now() - began) / 1000) * ${askedPerSecond}) {
        part_ += 1;
        const [type, data] = kinds[part_ % kinds.length](part_);
        const event = {
          id: (window.lastId_ ?? Number(new URL(stream_.url).searchParams.get('since'))) + (part_ % 1e6) / 1e6,
          type, data, call_id: calls[Math.floor(part_ / kinds.length) % calls.length], timestamp: new Date().toISOString(),
        };
        stream_.take_?.(new MessageEvent('message', { data: JSON.stringify(event) }));
        sent += 1;
      }
    };
    const timer = setInterval(send, ${Math.floor(1000 / askedPerSecond)});
    const frame = (now) => {
      longest = Math.max(longest, now - last);
      last = now;
      if (now - began < ${stretchSeconds * 1000}) return requestAnimationFrame(frame);
      clearInterval(timer);
      done({ eventsPerSecond: sent / ((performance.now() - began) / 1000), frameMs: longest });
    };
    requestAnimationFrame((now) => { last = now; requestAnimationFrame(frame); });
  })`)) as Stretch;
}

/** Words that come before their sentence is over: the page asks for them, and shows them. */
async function showsPartial(page: Page): Promise<void> {
  const callId = ((await page.locator('.live h2').first().getAttribute('id')) ?? '').replace('who-', '');
  const data = { text: 'You are number', speaker: 'far', start: 1, kind: 'announcement' };
  const partial = { type: 'transcript_partial', call_id: callId, timestamp: new Date().toISOString(), data };
  await page.evaluate(`{
    if (new URL(stream_.url).searchParams.get('partials') !== '1') throw new Error(stream_.url);
    stream_.take_(new MessageEvent('message', { data: ${JSON.stringify(JSON.stringify(partial))} }));
  }`);
  await page.locator('.said .partial', { hasText: 'You are number' }).waitFor();
}

test('ten live calls and 50 events a second leave no frame over 50 ms', async () => {
  await untilQuiet();
  const stage = await opening;
  const calls = await Promise.all(
    Array.from({ length: callCount }, (_, index) =>
      CallStory.place(stage.gateway, { number: '+12025550124', company: `Smooth ${index} Ltd` }),
    ),
  );
  await Promise.all(calls.map((call) => call.untilStatus('on_hold')));
  const page = await stage.window();
  await page.addInitScript(keepStream);
  await stage.enter(page, '/');
  await page
    .locator('.live')
    .nth(callCount - 1)
    .waitFor();
  await play(page, calls, eventsBefore);
  const stretches: Stretch[] = [];
  const isSmooth = (each: Stretch): boolean =>
    each.eventsPerSecond >= eventsPerSecond && each.frameMs <= longestFrameMs;
  while (stretches.length < maxStretches && !stretches.some(isSmooth)) {
    const stretch = await play(page, calls);
    stretches.push(stretch);
  }
  const told = stretches.map(
    ({ eventsPerSecond: rate, frameMs }) =>
      `${rate.toFixed(0)} events a second, longest frame ${frameMs.toFixed(0)} ms`,
  );
  console.log(told.join('; '));
  assert.ok(stretches.some(isSmooth), told.join('; '));
  await showsPartial(page);
  await Promise.all(calls.map((call) => call.hangUp()));
  stage.assertNoComplaints();
});

test.after(async () => (await opening).close());
test.run();
