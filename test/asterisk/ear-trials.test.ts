import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { canHang, loseThread } from '../rig/hanging-thread.ts';
import { join, rms, toneShare } from './audio.ts';
import {
  answeredLeg,
  assertSteady,
  farTone,
  inEarBridge,
  listen,
  playToneAsFarEnd,
  toneLost,
  toneLostAtBest,
  untilHeardDirectly,
} from './ear-rig.ts';
import { onOwnStage, untilOthersAreOver } from './own-stage.ts';
import { type Stage, assertNothingLeft, eventually, setStage } from './stage.ts';

const tests = suite('what an ear goes through');

const rest = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Neither timers nor sockets are served meanwhile. */
function block(milliseconds: number): void {
  const untilMs = performance.now() + milliseconds;
  while (performance.now() < untilMs);
}

onOwnStage(
  tests,
  'the app is restarted while the leg is in its bridge: it is adopted, heard and sent silence',
  async (stage) => {
    const callId = 'call_again';
    await playToneAsFarEnd(stage);
    const leg = await answeredLeg(stage, callId, '0190');
    await listen(stage, leg);
    await untilHeardDirectly(stage, callId);
    await stage.restartApp();
    await assertSteady(stage, leg.id, 'packets while no app takes care of it');

    const { far, bridge } = await stage.telephony.adopt(callId);
    assert.ok(far);
    assert.is(far.state, 'up');
    assert.is(bridge, undefined);
    await far.sendSilence();
    const heard = await listen(stage, far);
    assert.equal(await inEarBridge(stage, callId), ['media', 'snoop']);
    await assertSteady(stage, far.id, 'packets after the adoption');
    await untilHeardDirectly(stage, callId);
    const lost = await toneLostAtBest(heard, 80);
    assert.ok(lost < 80, `${lost} ms not heard`);
    await assertSteady(stage, far.id, 'packets in the bridge again');
    await far.hangUp();
    await heard.ear.stop();
    await assertNothingLeft(stage, callId);
  },
);

onOwnStage(
  tests,
  'the thread that listens ends, or hangs: another takes its place, the call is heard again',
  async (stage) => {
    const callId = 'call_thread';
    const lostThreads = (): number =>
      stage.logged.filter((line) => line.includes('the listening thread is restarted')).length;
    await playToneAsFarEnd(stage);
    const leg = await answeredLeg(stage, callId, '0190');
    const heard = await listen(stage, leg);
    // Asleep: a busy one would take a core from the tests beside it (media-thread.test.ts has that kind).
    for (const how of ['end', 'asleep'] as const) {
      await untilHeardDirectly(stage, callId);
      const before = lostThreads();
      loseThread(how);
      await eventually(() => lostThreads() > before, 'another thread');
      const count = heard.frames.length;
      await eventually(
        async () =>
          (await inEarBridge(stage, callId)).join() === 'media,snoop' && heard.frames.length > count + 50,
        'a second of audio from the next thread',
      );
      assert.ok(toneShare(join(heard.frames.slice(-25).map(({ frame }) => frame)), farTone) > 0.8);
      await assertSteady(stage, leg.id, 'packets to the far end');
    }
    await untilHeardDirectly(stage, callId);
    assert.is(leg.state, 'up');
    await leg.hangUp();
    await heard.ear.stop();
    await assertNothingLeft(stage, callId);
  },
  { program: canHang },
);

onOwnStage(tests, 'a far end that speaks A-law is heard', async (stage) => {
  await useAlaw(stage);
  await playToneAsFarEnd(stage);
  const leg = await answeredLeg(stage, 'call_alaw', '0190');
  const heard = await listen(stage, leg);
  await untilHeardDirectly(stage, 'call_alaw');
  const [channel] = (await stage.company.runCli('core show channels concise')).split('!');
  assert.match(await stage.company.runCli(`core show channel ${channel}`), /NativeFormats: \(alaw\)/);
  const count = heard.frames.length;
  await eventually(() => heard.frames.length > count + 100, 'two seconds');
  const samples = join(heard.frames.slice(count).map(({ frame }) => frame));
  assert.ok(toneShare(samples, farTone) > 0.95, `share of the tone ${toneShare(samples, farTone)}`);
  // The file's tone has an amplitude of 8000; both companding laws round, by 0.5 dB at most.
  assert.ok(Math.abs(rms(samples) - 8000 / Math.SQRT2) < 350, `rms ${rms(samples)}`);
  await assertSteady(stage, leg.id, 'packets to the far end');
  await leg.hangUp();
  await heard.ear.stop();
  await assertNothingLeft(stage, 'call_alaw');
});

/** Last, when no case beside it would be blocked as well. */
tests(
  'a blocked process has no gap, whether a snoop is heard or the leg: what waits is heard once',
  async () => {
    await untilOthersAreOver();
    const stage = await setStage();
    try {
      const callId = 'call_block';
      await playToneAsFarEnd(stage);
      const leg = await answeredLeg(stage, callId, '0190');
      const heard = await listen(stage, leg);
      await toneLost(heard, () => rest(500));
      for (const [source, milliseconds] of [
        ['snoop', 3000],
        ['far', 5000],
      ] as const) {
        if (source === 'far') await untilHeardDirectly(stage, callId);
        assert.ok((await inEarBridge(stage, callId)).includes(source));
        const [count, sinceMs] = [heard.frames.length, performance.now()];
        block(milliseconds);
        await rest(2000);
        // A gap, or what waited heard twice, would be 3 s long; a loaded machine loses or delays a few frames.
        const differenceMs = (): number => (heard.frames.length - count) * 20 - (performance.now() - sinceMs);
        await eventually(() => Math.abs(differenceMs()) < 500, `${source}: as many frames as time`);
        const frames = heard.frames.slice(count);
        const tones = frames.filter(({ frame }) => toneShare(frame, farTone) > 0.8).length;
        assert.ok(frames.length - tones <= 50, `${source}: ${frames.length - tones} frames without the tone`);
      }
      await leg.hangUp();
      await heard.ear.stop();
    } finally {
      await stage.stop();
    }
  },
);

/** The company takes no other codec from now on. */
async function useAlaw(stage: Stage): Promise<void> {
  const file = path.join(stage.companyDir, 'etc', 'pjsip.conf');
  const config = await readFile(file, 'utf8');
  await writeFile(file, config.replace('allow = ulaw,alaw', 'allow = alaw'));
  await stage.company.runCli('module reload res_pjsip.so');
}

tests.run();
