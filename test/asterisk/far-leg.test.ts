import path from 'node:path';
import * as assert from 'uvu/assert';
import type { LegOutcome } from '../../src/calls/telephony.ts';
import { AppError } from '../../src/domain/errors.ts';
import { bestToneShare, join, rms, writeTone } from './audio.ts';
import { type Case, sideBySide } from './side-by-side.ts';
import { assertSteady } from './ear-rig.ts';
import { hear } from './hear.ts';
import { type Stage, assertNothingLeft, callerId, eventually, follow } from './stage.ts';

const company = (last: string): string => `+1202555${last}`;

function endsAs(last: string, kind: LegOutcome['kind'], timeoutSeconds = 20): Case {
  return async (stage) => {
    const callId = `call_ends${last}`;
    const leg = await stage.telephony.dialFar(callId, company(last), { timeoutSeconds });
    const far = follow(leg);
    await far.until('gone');
    assert.is(leg.outcome?.kind, kind);
    assert.is(far.events.filter((event) => event.kind === 'gone').length, 1);
    await assertNothingLeft(stage, callId);
  };
}

async function answeredLeg(stage: Stage, callId: string, last: string) {
  const leg = await stage.telephony.dialFar(callId, company(last), { timeoutSeconds: 10 });
  const far = follow(leg);
  await far.until('answered');
  return { leg, far };
}

sideBySide('the far leg', {
  'a busy line is told': endsAs('0101', 'busy'),
  'ringing without an answer is told': endsAs('0102', 'no_answer', 2),
  'a rejected call is told': endsAs('0103', 'rejected'),
  'congestion is told': endsAs('0104', 'congestion'),
  'a number that does not exist is told': endsAs('0105', 'invalid_number'),
  'an announcement without an answer ends as not answered': endsAs('0106', 'no_answer', 2),

  async 'events come in order, also those from before anybody listened'(stage) {
    const leg = await stage.telephony.dialFar('call_order', company('0130'), { timeoutSeconds: 10 });
    await eventually(() => leg.state === 'ringing', 'ringing');
    const far = follow(leg);
    await far.until('answered');
    assert.equal(
      far.events.map(({ kind }) => kind),
      ['ringing', 'answered'],
    );
    await leg.hangUp();
    assert.equal(leg.outcome, { kind: 'hangup', detail: 'hung up here' });
  },

  async 'a sound that Asterisk does not have is reported, one that is stopped early is not'(stage) {
    const leg = await stage.telephony.dialFar('call_mute', company('0108'), { timeoutSeconds: 10 });
    await follow(leg).until('answered');
    assert.not.ok(await leg.play('sound:no-such-sound'));
    assert.ok(await leg.play('sound:beep'));
    assert.ok(await leg.play('sound:demo-congrats', AbortSignal.timeout(200)));
    await leg.hangUp();
    assert.ok(await leg.play('sound:beep'), 'nobody is left who could hear a substitute');
    await assertNothingLeft(stage, 'call_mute');
  },

  async 'a call given up while it rings is cancelled'(stage) {
    const leg = await stage.telephony.dialFar('call_cancel', company('0102'), { timeoutSeconds: 10 });
    await follow(leg).until('ringing');
    await leg.hangUp();
    assert.is(leg.outcome?.kind, 'cancelled');
    await assertNothingLeft(stage, 'call_cancel');
  },

  async 'one that rings can join a talk, also if it was to be sent silence by then'(stage) {
    const leg = await stage.telephony.dialFar('call_joins', company('0102'), { timeoutSeconds: 10 });
    await follow(leg).until('ringing');
    await leg.sendSilence(); // the owner's phone has answered, and hung up again
    const bridge = await stage.telephony.createBridge('call_joins');
    await bridge.add(leg);
    await leg.hangUp();
    await bridge.destroy();
    await assertNothingLeft(stage, 'call_joins');
  },

  async 'the far end that hangs up is told, and its ear is removed'(stage) {
    const { leg, far } = await answeredLeg(stage, 'call_remote', '0123');
    const ear = await hear(stage, leg);
    await far.until('gone');
    assert.is(leg.outcome?.kind, 'hangup');
    await ear.stop();
    await assertNothingLeft(stage, 'call_remote');
  },

  async 'early media is heard before the answer'(stage) {
    const leg = await stage.telephony.dialFar('call_early', company('0106'), { timeoutSeconds: 10 });
    await follow(leg).until('early_media');
    assert.ok(leg.hasEarlyMedia);
    const frames: Int16Array[] = [];
    const ear = await hear(stage, leg, (frame) => frames.push(frame));
    await eventually(() => frames.length > 100, 'two seconds of audio');
    assert.ok(rms(join(frames)) > 300, `rms ${rms(join(frames))}`);
    assert.is(leg.state, 'dialling');
    await leg.hangUp();
    await ear.stop();
    await assertNothingLeft(stage, 'call_early');
  },

  async 'the company sees the caller id'(stage) {
    const { leg } = await answeredLeg(stage, 'call_ident', '0108');
    const channels = await stage.company.runCli('core show channels concise');
    assert.ok(channels.includes(`!${callerId}!`), channels);
    await leg.hangUp();
  },

  async 'digits reach the company'(stage) {
    const { leg, far } = await answeredLeg(stage, 'call_digits', '0128');
    await leg.sendSilence();
    const startedAt = Date.now();
    await leg.sendDtmf('ww12w5#0');
    assert.ok(Date.now() - startedAt > 1000);
    await far.until('gone');
    assert.match(await stage.company.runCli('dialplan show globals'), /LAST_DIGITS=125#0/);
  },

  async 'an ear gets 50 frames a second, with what the far end says in them'(stage) {
    const { leg } = await answeredLeg(stage, 'call_ear', '0113');
    const frames: Int16Array[] = [];
    const ear = await hear(stage, leg, (frame) => frames.push(frame));
    const tone = path.join(stage.recordDir, 'tone');
    await writeTone(`${tone}.wav`, 1000, 10);
    const enough = new AbortController();
    const playing = leg.play(`sound:${tone}`, enough.signal);
    await eventually(() => frames.length > 50, 'the first second');
    const [count, startedAt] = [frames.length, Date.now()];
    await eventually(() => frames.length >= count + 100, 'two more seconds');
    // They come in bunches; at another rate the difference would only grow.
    const differenceMs = (): number => (frames.length - count) * 20 - (Date.now() - startedAt);
    await eventually(() => Math.abs(differenceMs()) < 120, '50 frames a second');
    assert.ok(frames.every((frame) => frame.length === 160));
    enough.abort();
    await playing;
    const share = bestToneShare(join(frames), 1000);
    assert.ok(share > 0.8, `share of the tone ${share}`);
    await leg.hangUp();
    await ear.stop();
    await assertNothingLeft(stage, 'call_ear');
  },

  async 'the line of an ear that breaks is opened again'(stage) {
    const { leg } = await answeredLeg(stage, 'call_mend', '0108');
    let frames = 0;
    const ear = await hear(stage, leg, () => frames++);
    for (const part of ['media', 'snoop']) {
      const channels = (await stage.ari('channels')) as { id: string }[];
      const broken = channels.find(({ id }) => id.startsWith(`call_mend.${part}.`));
      await stage.ari(`channels/${broken?.id}`, 'DELETE');
      const before = frames;
      await eventually(() => frames > before + 25, `frames after the ${part} channel was lost`);
    }
    await ear.stop();
    // What was on its way still comes, on a busy machine for longer than a moment; an ear that was opened again would go on.
    let [seen, seenAtMs] = [frames, Date.now()];
    const isQuiet = (): boolean => {
      if (frames !== seen) [seen, seenAtMs] = [frames, Date.now()];
      return Date.now() - seenAtMs >= 300;
    };
    await eventually(isQuiet, 'no more frames after the ear was stopped');
    assert.is(leg.state, 'up');
    await leg.hangUp();
    await assertNothingLeft(stage, 'call_mend');
  },

  async 'the far end gets 50 packets a second while it holds, also after a sound and digits'(stage) {
    const { leg } = await answeredLeg(stage, 'call_silence', '0108');
    await leg.sendSilence();
    await assertSteady(stage, leg.id, 'packets to the far end');
    await leg.play('sound:beep');
    await assertSteady(stage, leg.id, 'packets after the sound');
    await leg.sendDtmf('1');
    await assertSteady(stage, leg.id, 'packets after the digits');
    await leg.hangUp();
  },

  async 'silence asked for early begins with the answer'(stage) {
    const leg = await stage.telephony.dialFar('call_soon', company('0127'), { timeoutSeconds: 10 });
    await leg.sendSilence();
    await follow(leg).until('answered');
    await assertSteady(stage, leg.id, 'packets after the answer');
    await leg.hangUp();
  },

  async 'playing ends with the sound, when it is aborted, and when the leg goes'(stage) {
    const { leg } = await answeredLeg(stage, 'call_play', '0108');
    await leg.play('sound:beep');
    const enough = new AbortController();
    const aborted = leg.play('sound:demo-congrats', enough.signal);
    setTimeout(() => enough.abort(), 200);
    const startedAt = Date.now();
    await aborted;
    assert.ok(Date.now() - startedAt < 15_000, 'the sound lasts 29 s');
    const cut = leg.play('sound:demo-congrats');
    await leg.hangUp();
    await cut;
    await leg.play('sound:beep');
    await leg.sendDtmf('1');
    await leg.sendSilence();
    await leg.hangUp();
    assert.is(leg.state, 'gone');
  },

  async 'noise suppression can be asked for, and audio still comes'(stage) {
    const leg = await stage.telephony.dialFar('call_denoise', company('0108'), {
      timeoutSeconds: 10,
      denoise: true,
    });
    await follow(leg).until('answered');
    const { value } = (await stage.ari(`channels/${leg.id}/variable?variable=DENOISE(rx)`)) as {
      value: string;
    };
    assert.is(value, '1');
    const frames: Int16Array[] = [];
    const ear = await hear(stage, leg, (frame) => frames.push(frame));
    await eventually(() => frames.length > 100 && rms(join(frames)) > 100, 'the greeting');
    await leg.hangUp();
    await ear.stop();
  },

  async 'a sound that does not exist is an error, not a wait'(stage) {
    const { leg } = await answeredLeg(stage, 'call_nosound', '0108');
    const startedAt = Date.now();
    await leg.play('sound:no-such-sound').catch((error: unknown) => assert.instance(error, AppError));
    assert.ok(Date.now() - startedAt < 15_000);
    await leg.hangUp();
  },

  async 'what is no number is never dialled'(stage) {
    for (const number of ['+12025550107@trunk', '+1&PJSIP/x', '2025550107', '']) {
      try {
        await stage.telephony.dialFar('call_bad', number, { timeoutSeconds: 5 });
        assert.unreachable(number);
      } catch (error) {
        assert.instance(error, AppError);
        assert.is((error as AppError).code, 'invalid');
      }
    }
    await assertNothingLeft(stage, 'call_bad');
  },
});
