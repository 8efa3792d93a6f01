import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeMulaw } from '../../src/audio/g711.ts';
import { readWav } from '../../src/audio/wav.ts';
import { CallLedger } from '../../src/calls/call-ledger.ts';
import type { Leg } from '../../src/calls/telephony.ts';
import { beginCall } from '../../src/domain/call.ts';
import type { NewEvent } from '../../src/domain/events.ts';
import { newId } from '../../src/domain/ids.ts';
import { Recorder } from '../../src/recordings/recorder.ts';
import type { TapePiece, TapeSide } from '../../src/recordings/taping.ts';
import { memoryLog, withStore } from '../store/fixtures.ts';
import { toneShare } from './audio.ts';
import { answeredLeg, farTone, listen, playToneAsFarEnd, untilHeardDirectly } from './ear-rig.ts';
import { onOwnStage } from './own-stage.ts';
import { throughProxy } from './proxied-app.ts';
import type { Case } from './side-by-side.ts';
import { assertNothingLeft, eventually, type Stage } from './stage.ts';

const test = suite('recording in Asterisk');
const onTapes = (name: string, body: Case): void =>
  onOwnStage(
    test,
    name,
    async (stage) => {
      await playToneAsFarEnd(stage);
      await body(stage);
    },
    { tapePieceSeconds: 3 },
  );
const rateHz = 8000;

async function piecesOf(stage: Stage, recordingId: string): Promise<TapePiece[]> {
  return (await stage.tapes.pieces()).filter((piece) => piece.recordingId === recordingId);
}

async function sideOf(stage: Stage, recordingId: string, side: TapeSide): Promise<Buffer> {
  const pieces = (await piecesOf(stage, recordingId)).filter((piece) => piece.side === side);
  const parts: Buffer[] = [];
  for (const piece of pieces.toSorted((a, b) => a.number - b.number))
    parts.push(Buffer.concat(await (await stage.tapes.read(piece)).toArray()));
  return Buffer.concat(parts);
}

onTapes(
  'pieces follow on one another without a gap, also while the ear moves the leg about',
  async (stage) => {
    const leg = await answeredLeg(stage, 'call_seams', '0190');
    const id = newId('rec');
    const askedMs = performance.now();
    const tape = await stage.tapes.begin(leg, id, 60);
    const begunMs = performance.now();
    const { ear } = await listen(stage, leg);
    await untilHeardDirectly(stage, 'call_seams');
    await new Promise((resolve) => setTimeout(resolve, 4000));
    const endMs = performance.now();
    await leg.hangUp();
    await tape.ended;
    await ear.stop();
    // It begins while it is being asked for.
    const [least, most] = [(endMs - begunMs) / 1000, (endMs - askedMs) / 1000];
    const far = await sideOf(stage, id, 'far');
    const owner = await sideOf(stage, id, 'owner');
    assert.ok((await piecesOf(stage, id)).length >= 8, 'several pieces of each side');
    const seconds = far.length / rateHz;
    assert.ok(seconds > least - 0.3 && seconds < most + 0.5, `${seconds} s of ${least} to ${most} s`);
    assert.ok(Math.abs(far.length - owner.length) < 0.1 * rateHz, 'both sides are as long');
    const samples = Int16Array.from(far, decodeMulaw);
    let clear = 0;
    for (let at = 0; at + 400 <= samples.length; at += 400)
      if (toneShare(samples.subarray(at, at + 400), farTone) > 0.8) clear += 1;
    const missing = Math.floor(samples.length / 400) - clear;
    // A break in the tone's phase spoils at most two stretches of 50 ms.
    assert.ok(missing <= 16, `${missing} of ${Math.floor(samples.length / 400)} stretches are no tone`);
    for (const piece of await piecesOf(stage, id)) await stage.tapes.remove(piece);
    assert.equal(await piecesOf(stage, id), []);
    await assertNothingLeft(stage, 'call_seams');
  },
);

type Told = (type: 'recording_started' | 'recording_stopped' | 'service_unavailable') => Promise<NewEvent[]>;

/** Records the call of a leg. Each recorder has a store of its own, because it takes up whatever it finds there. */
async function recording(
  { tapes: taping, telephony }: Pick<Stage, 'tapes' | 'telephony'>,
  leg: Leg,
  act: (told: Told) => Promise<void>,
  freeBytes: () => number = () => 2e9,
): Promise<void> {
  await withStore(async ({ callRecordings, journal }, database) => {
    const recordings = path.join(path.dirname(database), 'recordings');
    await mkdir(recordings);
    const log = memoryLog();
    const recorder = new Recorder({
      ...{ store: callRecordings, taping, telephony, journal, folder: recordings, log },
      ...{ format: 'wav', keepDays: 0, minFreeBytes: 1e9, notice: undefined, onKept: () => undefined },
      freeBytes: async () => freeBytes(),
    });
    await recorder.start();
    const call = beginCall({
      ...{ id: leg.callId, number: '+12025550190', mode: 'hold_slayer', startedAtMs: Date.now() },
      services: { recording: true, transcription: false },
    });
    recorder.follow(new CallLedger(call, journal, log), leg, 60);
    await act((type) => journal.read(0, { callId: leg.callId, types: [type] }, 9));
    await recorder.close(1000);
  });
}

onTapes('a disk that becomes nearly full in mid-call ends the recording, not the call', async (stage) => {
  let freeBytes = 2e9;
  const leg = await answeredLeg(stage, 'call_full', '0190');
  const untilFull = async (told: Told): Promise<void> => {
    await eventually(async () => (await told('recording_started')).length === 1, 'a recording');
    freeBytes = 5e8;
    await eventually(async () => (await told('recording_stopped')).length === 1, 'its end');
    assert.is(leg.state, 'up', 'the call goes on');
    const [stopped] = await told('recording_stopped');
    const data = stopped?.data as { path: string; fault: string; duration: number };
    assert.is(data.fault, 'the disk was nearly full');
    const { channels } = readWav(await readFile(data.path));
    assert.ok(Math.abs(channels[1]!.length / rateHz - data.duration) < 0.01 && data.duration > 1);
    await leg.hangUp();
  };
  await recording(stage, leg, untilFull, () => freeBytes);
  await assertNothingLeft(stage, 'call_full');
});

onTapes(
  'a recording that did not begin because Asterisk was lost does not go on once it is back',
  async (stage) => {
    const app = await throughProxy(stage, 'hf_tapes');
    try {
      const own = { ...stage, telephony: app.telephony, media: app.media };
      const leg = await answeredLeg(own, 'call_untold', '0190');
      const id = newId('rec');
      const asked = app.proxy.muffle('/record?');
      const beginning = app.tapes.begin(leg, id, 60).then(() => 'it began', String);
      await asked;
      const records = async (): Promise<boolean> =>
        ((await stage.ari(`recordings/live/${id}.far.0`)) as { state?: string }).state === 'recording';
      await eventually(records, 'Asterisk records');
      app.proxy.cut();
      assert.match(await beginning, /Asterisk does not record/);
      await eventually(async () => !(await records()), 'it is told to stop', 20_000);
      await eventually(async () => {
        const channels = (await stage.ari('channels')) as { id: string }[];
        return !channels.some(({ id: channel }) => channel.startsWith('call_untold.tape.'));
      }, 'nothing of it is left');
      assert.is(leg.state, 'up');
      await leg.hangUp();
      await assertNothingLeft(stage, 'call_untold');
    } finally {
      await app.end();
    }
  },
);

onTapes('an Asterisk that refuses to record for a moment records the rest of the call', async (stage) => {
  const app = await throughProxy(stage, 'hf_busy_tapes');
  try {
    const own = { ...stage, telephony: app.telephony, media: app.media };
    const leg = await answeredLeg(own, 'call_busy', '0190');
    const refusals = app.proxy.fail('/record?');
    await recording(app, leg, async (told) => {
      await eventually(async () => refusals() > 0, 'it refuses');
      app.proxy.fail(undefined);
      await eventually(async () => (await told('recording_started')).length === 1, 'a recording');
      await leg.hangUp();
      await eventually(async () => (await told('recording_stopped')).length === 1, 'its end');
      const [stopped] = await told('recording_stopped');
      assert.is((stopped!.data as { fault: string | null }).fault, null);
      assert.equal(await told('service_unavailable'), []);
    });
    await assertNothingLeft(stage, 'call_busy');
  } finally {
    await app.end();
  }
});

onTapes('a leg that is gone cannot be recorded, and nothing is left over', async (stage) => {
  const leg = await answeredLeg(stage, 'call_gone', '0190');
  await leg.hangUp();
  const id = newId('rec');
  await stage.tapes.begin(leg, id, 60).then(
    () => assert.unreachable('it was recorded'),
    (error: unknown) => assert.match(String(error), /Asterisk does not record/),
  );
  assert.equal(await piecesOf(stage, id), []);
  assert.is(await stage.tapes.resume(id), undefined);
  await assertNothingLeft(stage, 'call_gone');
});

test.run();
