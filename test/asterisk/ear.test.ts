import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { bestToneShare, join, readSamples, rms, toneShare, writeTone } from './audio.ts';
import { hear } from './hear.ts';
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
import { sideBySide } from './side-by-side.ts';
import { assertNothingLeft, eventually, follow } from './stage.ts';

/** A move costs 10 to 20 ms on a machine that has time, and 90 ms were seen on one that has none; without its order it costs a second. */
const acceptableLossMs = 400;

const rest = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

sideBySide('the ear', {
  async 'a leg that only waits is heard without a snoop, in whole, and is sent silence all the while'(stage) {
    await playToneAsFarEnd(stage);
    const leg = await answeredLeg(stage, 'call_wait', '0190');
    const heard = await listen(stage, leg);
    assert.equal(await inEarBridge(stage, 'call_wait'), ['media', 'snoop']);
    const moving = await toneLost(heard, () => untilHeardDirectly(stage, 'call_wait'));
    assert.ok(moving < acceptableLossMs, `${moving} ms not heard when the snoop went`);
    await assertSteady(stage, leg.id, 'packets to the far end');
    const lost = await toneLostAtBest(heard, 80);
    assert.ok(lost < 80, `${lost} ms not heard`);
    await leg.hangUp();
    await heard.ear.stop();
    await assertNothingLeft(stage, 'call_wait');
  },

  async 'before a sound is played a snoop takes over; the far end hears the sound, the ear the far end'(
    stage,
  ) {
    await playToneAsFarEnd(stage);
    const leg = await answeredLeg(stage, 'call_greet', '0190');
    const heard = await listen(stage, leg);
    await untilHeardDirectly(stage, 'call_greet');
    const greeting = path.join(stage.recordDir, 'greeting');
    await writeTone(`${greeting}.wav`, 600, 2);
    const lost = await toneLost(heard, async () => assert.ok(await leg.play(`sound:${greeting}`)));
    assert.equal(await inEarBridge(stage, 'call_greet'), ['media', 'snoop']);
    assert.ok(lost < acceptableLossMs, `${lost} ms not heard`);
    const all = join(heard.frames.slice(-100).map(({ frame }) => frame));
    assert.ok(toneShare(all, 600) < 0.02, 'the ear hears nothing of the sound');
    await assertSteady(stage, leg.id, 'packets after the sound');
    await untilHeardDirectly(stage, 'call_greet');
    await assertSteady(stage, leg.id, 'packets in the bridge again');
    await leg.hangUp();
    await heard.ear.stop();
    await assertNothingLeft(stage, 'call_greet');
    const record = (await readdir(stage.recordDir)).filter((name) =>
      /^12025550190-.*-heard\.wav$/.test(name),
    );
    const shares = await Promise.all(
      record.map(async (name) => bestToneShare(await readSamples(path.join(stage.recordDir, name)), 600)),
    );
    assert.ok(Math.max(...shares) > 0.8, `the far end heard the sound: ${shares.join()}`);
  },

  async 'while two talk, and after, the far end alone is heard'(stage) {
    await playToneAsFarEnd(stage);
    const [far, owner] = await Promise.all([
      answeredLeg(stage, 'call_talks', '0190'),
      answeredLeg(stage, 'call_owner', '0108'), // music
    ]);
    const heard = await listen(stage, far);
    await untilHeardDirectly(stage, 'call_talks');
    const bridge = await stage.telephony.createBridge('call_talks');
    const there = await toneLost(heard, async () => {
      await Promise.all([bridge.add(far), bridge.add(owner, { absorbsDtmf: true })]);
      await rest(2000);
    });
    assert.ok(there < acceptableLossMs, `${there} ms not heard when the talk began`);
    const bridges = (await stage.ari('bridges')) as { id: string; channels: string[] }[];
    assert.equal(
      bridges.find(({ id }) => id === bridge.id)?.channels.toSorted(),
      [owner.id, far.id].toSorted(),
    );
    await owner.hangUp();
    const back = await toneLost(heard, async () => {
      await bridge.remove(far);
      await untilHeardDirectly(stage, 'call_talks');
    });
    assert.ok(back < 2 * acceptableLossMs, `${back} ms not heard when the talk was over and the snoop gone`);
    await assertSteady(stage, far.id, 'packets after the talk');
    await far.hangUp();
    await heard.ear.stop();
    await bridge.destroy();
    await assertNothingLeft(stage, 'call_talks', 'call_owner');
  },

  async 'a far end that sends nothing: time goes on, and it is sent silence'(stage) {
    const leg = await answeredLeg(stage, 'call_mute', '0127');
    const heard = await listen(stage, leg);
    await untilHeardDirectly(stage, 'call_mute');
    await rest(1500); // the first fill is due after two looks
    const [count, sinceMs] = [heard.frames.length, performance.now()];
    await rest(4000);
    // Silence is made up by the half second, and late on a busy machine; at another rate the difference would only grow.
    const differenceMs = (): number => (heard.frames.length - count) * 20 - (performance.now() - sinceMs);
    await eventually(() => Math.abs(differenceMs()) < 500, 'as much silence as time');
    await assertSteady(stage, leg.id, 'packets to the far end');
    assert.is(rms(join(heard.frames.slice(-50).map(({ frame }) => frame))), 0);
    await leg.hangUp();
    await heard.ear.stop();
    await assertNothingLeft(stage, 'call_mute');
  },

  async 'a leg that brings no frame for three seconds is heard by a snoop, and later again without one'(
    stage,
  ) {
    const leg = await answeredLeg(stage, 'call_unheard', '0127');
    const ear = await hear(stage, leg);
    await untilHeardDirectly(stage, 'call_unheard');
    await eventually(
      async () => (await inEarBridge(stage, 'call_unheard')).join() === 'media,snoop',
      'a snoop is heard instead',
    );
    await assertSteady(stage, leg.id, 'packets to the far end');
    await untilHeardDirectly(stage, 'call_unheard');
    assert.is(leg.state, 'up');
    await leg.hangUp();
    await ear.stop();
    await assertNothingLeft(stage, 'call_unheard');
  },

  async 'digits go out of the bridge that is listened to'(stage) {
    const leg = await answeredLeg(stage, 'call_keys', '0132');
    const heard = await listen(stage, leg);
    await untilHeardDirectly(stage, 'call_keys');
    await leg.sendDtmf('1');
    await eventually(
      async () => /KEYS_\S+=1/.test(await stage.company.runCli('dialplan show globals')),
      'the company has the digit',
    );
    await leg.hangUp();
    await heard.ear.stop();
    await assertNothingLeft(stage, 'call_keys');
  },

  async 'a line that breaks while the leg is in its bridge is opened again, and nothing is made up for what was missed'(
    stage,
  ) {
    await playToneAsFarEnd(stage);
    const leg = await answeredLeg(stage, 'call_broken', '0190');
    const heard = await listen(stage, leg);
    await untilHeardDirectly(stage, 'call_broken');
    const count = heard.frames.length;
    const sinceMs = heard.frames[count - 1]!.atMs;
    const media = ((await stage.ari('channels')) as { id: string }[]).find(({ id }) =>
      id.startsWith('call_broken.media.'),
    );
    await stage.ari(`channels/${media?.id}`, 'DELETE');
    await eventually(
      async () => (await inEarBridge(stage, 'call_broken')).join() === 'media,snoop',
      'a snoop is heard',
    );
    await rest(2000);
    const passed = heard.frames.at(-1)!.atMs - sinceMs;
    const missing = passed - (heard.frames.length - count) * 20;
    assert.ok(missing > -500, `${-missing} ms too many in ${passed}`);
    const silent = heard.frames.slice(count).filter(({ frame }) => rms(frame) === 0).length;
    // A switch takes two or three, on a starved machine more; what the clock makes up is ten or more.
    assert.ok(silent < 10, `${silent} frames of silence`);
    assert.ok(toneShare(join(heard.frames.slice(-25).map(({ frame }) => frame)), farTone) > 0.8);
    await assertSteady(stage, leg.id, 'packets after it');
    await untilHeardDirectly(stage, 'call_broken');
    assert.is(leg.state, 'up');
    await leg.hangUp();
    await heard.ear.stop();
    await assertNothingLeft(stage, 'call_broken');
  },

  async 'noise suppression works in the bridge'(stage) {
    const leg = await stage.telephony.dialFar('call_clean', '+12025550108', {
      timeoutSeconds: 10,
      denoise: true,
    });
    await follow(leg).until('answered');
    await leg.sendSilence();
    const heard = await listen(stage, leg);
    await untilHeardDirectly(stage, 'call_clean');
    const count = heard.frames.length;
    await eventually(() => heard.frames.length > count + 150, 'three seconds');
    assert.ok(rms(join(heard.frames.slice(count).map(({ frame }) => frame))) > 100, 'music');
    const { value } = (await stage.ari(`channels/${leg.id}/variable?variable=DENOISE(rx)`)) as {
      value: string;
    };
    assert.is(value, '1');
    await leg.hangUp();
    await heard.ear.stop();
  },

  async 'a leg that hangs up in the bridge leaves nothing'(stage) {
    const leg = await answeredLeg(stage, 'call_leaves', '0109');
    const far = follow(leg);
    const heard = await listen(stage, leg);
    await untilHeardDirectly(stage, 'call_leaves');
    await far.until('gone');
    assert.is(leg.outcome?.kind, 'hangup');
    await heard.ear.stop();
    await assertNothingLeft(stage, 'call_leaves');
  },
});
