import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { HeadlessPhone } from '../../rig/headless-phone.ts';
import type { Bridge, Leg } from '../../src/calls/telephony.ts';
import { ownPhone, showNumber } from './device-rig.ts';
import { onOwnStage } from './own-stage.ts';
import { assertNothingLeft, eventually, follow, type Stage } from './stage.ts';

const tests = suite('the watch of a talk');

/** A restart must fit into the second one, on a busy machine too. */
const [brief, ample] = [{ talkGraceSeconds: 3 }, { talkGraceSeconds: 15 }];
/** The watch looks every five seconds, and then waits. */
const longestMs = ({ talkGraceSeconds }: typeof brief): number => (5 + talkGraceSeconds) * 1000;
const patienceMs = 30_000;

const holdsForEver = '+12025550108';
const hangsUpAfter8s = '+12025550129';

interface Talk {
  callId: string;
  far: Leg;
  device: Leg;
  bridge: Bridge;
}

async function dialPhone(stage: Stage, callId: string, user: string): Promise<Leg> {
  const target = { kind: 'endpoint', deviceId: `dev_${user}` } as const;
  const leg = await stage.telephony.dialDevice(callId, target, { timeoutSeconds: 10, showNumber });
  await follow(leg).until('answered');
  return leg;
}

async function talk(stage: Stage, callId: string, number: string, user: string): Promise<Talk> {
  const device = await dialPhone(stage, callId, user);
  const far = await stage.telephony.dialFar(callId, number, { timeoutSeconds: 10 });
  await follow(far).until('answered');
  const bridge = await stage.telephony.createBridge(callId);
  await Promise.all([bridge.add(far), bridge.add(device)]);
  await untilWatched(stage, callId);
  return { callId, far, device, bridge };
}

async function channelsOf(stage: Stage, callId: string): Promise<string[]> {
  const channels = (await stage.ari('channels')) as { id: string }[];
  return channels.map(({ id }) => id).filter((id) => id.startsWith(`${callId}.`));
}

const untilWatched = (stage: Stage, callId: string): Promise<void> =>
  eventually(async () => (await channelsOf(stage, callId)).some((id) => id.includes('.watch.')), 'a watch');

const untilEmpty = (stage: Stage, callId: string): Promise<void> =>
  eventually(
    async () => (await channelsOf(stage, callId)).length === 0,
    `no channel of ${callId}`,
    longestMs(brief) + patienceMs,
  );

/** Longer than any watch would take. */
const outlast = (grace: typeof brief): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, longestMs(grace) + 2000));

async function withPhones(
  stage: Stage,
  users: readonly string[],
  body: (...phones: HeadlessPhone[]) => Promise<void>,
): Promise<void> {
  const phones = await Promise.all(users.map((user) => ownPhone(stage, user)));
  try {
    await body(...phones);
  } finally {
    await Promise.all(phones.map((phone) => phone.stop()));
  }
}

onOwnStage(
  tests,
  'the app is gone: whoever is left alone in a talk is hung up, and a talk goes on',
  async (stage) =>
    withPhones(stage, ['ann', 'bob', 'cat'], async (ann, bob, cat) => {
      await Promise.all([
        talk(stage, 'call_owner', holdsForEver, 'ann'),
        talk(stage, 'call_far', hangsUpAfter8s, 'bob'),
        talk(stage, 'call_both', '+12025550124', 'cat'),
      ]);
      const [told, kept] = [{ isTold: false }, { isTold: false }];
      bob?.on('CALL_CLOSED', () => (told.isTold = true));
      cat?.on('CALL_CLOSED', () => (kept.isTold = true));
      await stage.endApp();
      await ann?.hangUp();
      await Promise.all([untilEmpty(stage, 'call_owner'), untilEmpty(stage, 'call_far')]);
      await eventually(
        async () => !(await stage.company.runCli('core show channels')).includes(holdsForEver.slice(1)),
        'the company is told',
      );
      await eventually(() => told.isTold, 'the phone is told');
      await outlast(brief);
      assert.is((await channelsOf(stage, 'call_both')).length, 4, 'two legs and both halves of the watch');
      assert.is(kept.isTold, false);

      await stage.restartApp();
      const { far, devices, bridge } = await stage.telephony.adopt('call_both');
      assert.equal([far?.state, devices[0]?.leg.state, devices[0]?.isBridged], ['up', 'up', true]);
      await Promise.all([far?.hangUp(), devices[0]?.leg.hangUp()]);
      await bridge?.destroy();
      await stage.telephony.sweep(new Set());
      await assertNothingLeft(stage, 'call_owner', 'call_far', 'call_both');
    }),
  brief,
);

onOwnStage(
  tests,
  'a far end stays whose owner left while the app was there, or shortly before it came back',
  async (stage) =>
    withPhones(stage, ['dan', 'eve', 'fay', 'gus'], async (dan, _eve, _fay, gus) => {
      const [slipped, moved] = await Promise.all([
        talk(stage, 'call_slipped', holdsForEver, 'dan'),
        talk(stage, 'call_moved', holdsForEver, 'eve'),
        talk(stage, 'call_restarted', holdsForEver, 'gus'),
      ]);
      await dan?.hangUp();
      await eventually(() => slipped.device.state === 'gone', 'the phone has hung up');
      await slipped.bridge.remove(slipped.far);
      await slipped.far.sendSilence();
      await moved.bridge.remove(moved.far);
      await moved.bridge.add(moved.far);
      await moved.bridge.add(await dialPhone(stage, 'call_moved', 'fay'));
      await moved.device.hangUp();
      await untilWatched(stage, 'call_moved');
      await stage.endApp();
      await gus?.hangUp();
      await stage.restartApp();
      const { far: restarted, bridge } = await stage.telephony.adopt('call_restarted');
      assert.is(restarted?.state, 'up');
      await outlast(ample);

      assert.equal(await channelsOf(stage, 'call_slipped'), ['call_slipped.far']);
      assert.equal(await channelsOf(stage, 'call_restarted'), ['call_restarted.far']);
      assert.ok((await channelsOf(stage, 'call_moved')).includes('call_moved.far'));
      await restarted?.hangUp();
      await bridge?.destroy();
      await stage.telephony.sweep(new Set());
      await assertNothingLeft(stage, 'call_slipped', 'call_moved', 'call_restarted');
    }),
  ample,
);

tests.run();
