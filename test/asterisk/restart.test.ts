import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTelephony } from '../../src/asterisk/index.ts';
import type { AppError } from '../../src/domain/errors.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { startSippDevice } from '../rig/sipp-device.ts';
import { deviceOf, ownPhone, password } from './device-rig.ts';
import { assertSteady } from './ear-rig.ts';
import { startFlakyProxy } from './flaky-proxy.ts';
import { hear } from './hear.ts';
import { onOwnStage } from './own-stage.ts';
import { assertNothingLeft, eventually, follow } from './stage.ts';

const tests = suite('restarts');

onOwnStage(
  tests,
  'an adopted call was sent silence all the while and has its limit, as what hears it',
  async (stage) => {
    const callId = 'call_limited';
    const secondsLeft = async (channelId: string): Promise<number> => {
      const variable = encodeURIComponent('TIMEOUT(absolute)');
      const { value } = (await stage.ari(`channels/${channelId}/variable?variable=${variable}`)) as {
        value: string;
      };
      return Number(value);
    };
    const maxSeconds = 15;
    const dialled = await stage.telephony.dialFar(callId, '+12025550108', {
      timeoutSeconds: 10,
      maxSeconds,
    });
    await follow(dialled).until('answered');
    await dialled.sendSilence();
    await stage.restartApp();

    const { far } = await stage.telephony.adopt(callId);
    assert.ok(far);
    await assertSteady(stage, far.id, 'packets that no app asks for any more');
    const gone = follow(far);
    await hear(stage, far);
    const channels = (await stage.ari('channels')) as { id: string }[];
    const media = channels.find(({ id }) => id.startsWith(`${callId}.media.`))?.id ?? '';
    // Five seconds are added: an app that lives ends the call first.
    for (const id of [media, far.id]) {
      const left = await secondsLeft(id);
      assert.ok(left > 0 && left < maxSeconds + 5, `${id} ends in ${left} s`);
    }
    await gone.until('gone');
    await assertNothingLeft(stage, callId);
  },
);

onOwnStage(
  tests,
  'a call survives the app, is adopted and goes on; what belongs to no call is swept',
  async (stage) => {
    const device = await startSippDevice({ behaviour: 'answer' });
    try {
      const registration = {
        device: {
          id: 'dev_a',
          name: 'a',
          type: 'sip_phone' as const,
          sipUri: device.sipUri,
          priority: 1,
          capabilities: [],
          confirmsAnswer: false,
          createdAtMs: 0,
          updatedAtMs: 0,
        },
        sipPassword: null,
      };
      await stage.lines.push(registration);
      const before = stage.telephony;
      const dial = (callId: string, number: string) => before.dialFar(callId, number, { timeoutSeconds: 30 });
      const [far, ringing, leaving, orphan] = await Promise.all([
        dial('call_kept', '+12025550108'),
        dial('call_rings', '+12025550102'),
        dial('call_left', '+12025550123'),
        dial('call_orphan', '+12025550108'),
      ]);
      await Promise.all([
        follow(far).until('answered'),
        follow(ringing).until('ringing'),
        follow(leaving).until('answered'),
        follow(orphan).until('answered'),
      ]);
      await far.sendSilence();
      const ringPhone = (callId: string) =>
        before.dialDevice(
          callId,
          { kind: 'endpoint', deviceId: 'dev_a' },
          { timeoutSeconds: 10, showNumber: '+12025550108' },
        );
      const [phone, unbridged] = await Promise.all([ringPhone('call_kept'), ringPhone('call_rings')]);
      await Promise.all([follow(phone).until('answered'), follow(unbridged).until('answered')]);
      const bridge = await before.createBridge('call_kept');
      await Promise.all([bridge.add(far), bridge.add(phone)]);
      await Promise.all([hear(stage, far), hear(stage, orphan), before.createBridge('call_orphan')]);

      await stage.restartApp();
      const { telephony } = stage;
      const kept = await telephony.adopt('call_kept');
      assert.is(kept.far?.id, 'call_kept.far');
      assert.is(kept.far?.state, 'up');
      assert.equal(
        kept.devices.map(({ deviceId, leg, isBridged }) => [deviceId, leg.state, isBridged]),
        [['dev_a', 'up', true]],
      );
      assert.is(kept.bridge?.id, 'call_kept.talk');
      const rings = await telephony.adopt('call_rings');
      assert.is(rings.far?.state, 'ringing');
      assert.equal(
        rings.devices.map(({ leg, isBridged }) => [leg.state, isBridged]),
        [['up', false]],
      );
      const left = await telephony.adopt('call_left');
      const none = await telephony.adopt('call_unknown');
      assert.equal(none, { far: undefined, devices: [], bridge: undefined });

      assert.ok((await telephony.sweep(new Set(['call_kept', 'call_rings', 'call_left']))) >= 2);
      await assertNothingLeft(stage, 'call_orphan');
      // A snoop that is hung up goes with its next frame.
      await eventually(
        async () =>
          !((await stage.ari('channels')) as { id: string }[]).some(({ id }) => /snoop|media/.test(id)),
        'the audio lines of the earlier process are removed',
      );

      // Audio and acts go on …
      const farKept = kept.far;
      assert.ok(farKept);
      let frames = 0;
      const ear = await hear(stage, farKept, () => frames++);
      await eventually(() => frames > 50, 'a second of frames after the adoption');
      const phoneLeg = kept.devices[0]?.leg;
      assert.ok(phoneLeg);
      await phoneLeg.hangUp();
      await kept.bridge?.remove(farKept);
      await farKept.sendSilence();
      await farKept.sendDtmf('1');
      await farKept.play('sound:beep');
      // … and so do events.
      assert.ok(left.far);
      await follow(left.far).until('gone');
      assert.is(left.far.outcome?.kind, 'hangup');
      assert.ok(rings.far);
      await Promise.all([rings.far.hangUp(), rings.devices[0]?.leg.hangUp()]);
      assert.is(rings.far.outcome?.kind, 'cancelled');
      await farKept.hangUp();
      await ear.stop();
      await kept.bridge?.destroy();
      await assertNothingLeft(stage, 'call_kept', 'call_rings', 'call_left', 'call_orphan');
    } finally {
      await device.stop();
    }
  },
);

onOwnStage(
  tests,
  'what is heard before the answer is heard after a restart too, of the company and of a number of the owner',
  async (stage) => {
    const callId = 'call_early';
    const number = '+12025550106';
    const target = { kind: 'number', deviceId: 'dev_mobile', number } as const;
    const legs = await Promise.all([
      stage.telephony.dialFar(callId, number, { timeoutSeconds: 60 }),
      stage.telephony.dialDevice(callId, target, { timeoutSeconds: 60, showNumber: number }),
    ]);
    await Promise.all(legs.map((leg) => follow(leg).until('early_media')));
    await stage.restartApp();
    const { far, devices } = await stage.telephony.adopt(callId);
    const found = [far, devices[0]?.leg];
    assert.equal(
      found.map((leg) => [leg?.state, leg?.hasEarlyMedia]),
      [
        ['dialling', true],
        ['dialling', true],
      ],
    );
    await Promise.all([far?.hangUp(), devices[0]?.leg.hangUp()]);
    await assertNothingLeft(stage, callId);
  },
);

onOwnStage(
  tests,
  'a call is lost with Asterisk, not hung up by the far end, even if the first connection after it is not whole',
  async (stage) => {
    const ports = await findFreePorts(2);
    const proxy = await startFlakyProxy(ports, Number(new URL(stage.setup.ariUrl).port));
    const app = await createTelephony({
      ...stage.setup,
      ariUrl: proxy.url,
      application: 'hf_restart',
      media: { ...stage.setup.media, port: ports + 1 },
    });
    try {
      const restarts: boolean[] = [];
      app.telephony.onConnection(({ connected, restarted }) => connected && restarts.push(restarted));
      const leg = await app.telephony.dialFar('call_with_it', '+12025550108', { timeoutSeconds: 10 });
      const far = follow(leg);
      await far.until('answered');
      const failures = proxy.fail('/applications/hf_restart-devices/eventFilter');
      await stage.killAsterisk();
      await eventually(() => failures() >= 2, 'two connections were half-made');
      proxy.fail(undefined);
      await far.until('gone');
      assert.is(leg.outcome?.kind, 'gateway_lost');
      assert.equal(restarts, [true], 'whoever follows the connection is told so too');
    } finally {
      await app.close();
      proxy.stop();
    }
  },
);

onOwnStage(
  tests,
  'a device that was removed or renamed while Asterisk was away cannot register there any more; the others stay',
  async (stage) => {
    const registering = (id: string, user: string) => ({
      device: deviceOf(id, `sip:${user}@127.0.0.1:${stage.sipPort}`),
      sipPassword: password,
    });
    const fieldsOf = (kind: 'endpoint' | 'aor' | 'auth', id: string) =>
      stage.ari(`asterisk/config/dynamic/res_pjsip/${kind}/${id}`);
    const phone = await ownPhone(stage, 'stays');
    try {
      await stage.lines.push(registering('dev_removed', 'removed'));
      await stage.lines.push(registering('dev_renamed', 'before'));
      await stage.lines.push({ device: deviceOf('dev_static', 'sip:me@127.0.0.1:9'), sipPassword: null });
      const endpoints = async (): Promise<string[]> =>
        ((await stage.ari('endpoints/PJSIP')) as { resource: string }[])
          .map(({ resource }) => resource)
          .sort();
      const all = await endpoints();
      await stage.restartApp();

      await stage.lines.push(registering('dev_stays', 'stays'));
      await stage.lines.push(registering('dev_renamed', 'after'));
      assert.equal(await endpoints(), [...all, 'after'].sort(), 'until every device was pushed');
      await stage.lines.pushedAll();
      const gone = new Set(['removed', 'before', 'dev_static']);
      assert.equal(await endpoints(), [...all.filter((name) => !gone.has(name)), 'after'].sort());
      assert.ok(all.includes('trunk'));
      for (const kind of ['endpoint', 'aor', 'auth'] as const) {
        assert.ok(Array.isArray(await fieldsOf(kind, 'stays')), `${kind} stays`);
        for (const name of ['removed', 'before'])
          assert.not.ok(Array.isArray(await fieldsOf(kind, name)), `${kind} ${name}`);
      }
      assert.ok(stage.lines.isOnline('dev_stays'), 'its registration was not touched');
    } finally {
      await phone.stop();
    }
  },
);

onOwnStage(
  tests,
  'Asterisk is killed: calls are lost with a reason, devices are pushed again, the next call works',
  async (stage) => {
    const device = await startSippDevice({ behaviour: 'busy' });
    try {
      const { telephony, lines } = stage;
      await lines.push({
        device: {
          id: 'dev_b',
          name: 'b',
          type: 'sip_phone',
          sipUri: device.sipUri,
          priority: 1,
          capabilities: [],
          confirmsAnswer: false,
          createdAtMs: 0,
          updatedAtMs: 0,
        },
        sipPassword: null,
      });
      await eventually(() => lines.isOnline('dev_b'), 'online');
      const connections: unknown[] = [];
      telephony.onConnection((event) => connections.push(event));
      const upSince = telephony.upSinceMs();
      const leg = await telephony.dialFar('call_lost', '+12025550108', { timeoutSeconds: 10 });
      const far = follow(leg);
      await far.until('answered');
      const ear = await hear(stage, leg);
      // Asked for in the same moment: it ends, with the sound's end or with the reason.
      const playing = leg.play('sound:demo-congrats').catch((error: unknown) => {
        assert.is((error as AppError).code, 'unavailable');
      });

      await stage.killAsterisk();
      await far.until('gone');
      assert.is(leg.outcome?.kind, 'gateway_lost');
      await playing;
      await ear.stop();
      assert.equal(connections, [
        { connected: false, restarted: false },
        { connected: true, restarted: true },
      ]);
      assert.ok((telephony.upSinceMs() ?? 0) > (upSince ?? Infinity));
      assert.is(telephony.unavailable(), undefined);

      await eventually(() => lines.isOnline('dev_b'), 'online again');
      const ringing = await telephony.dialDevice(
        'call_next',
        { kind: 'endpoint', deviceId: 'dev_b' },
        { timeoutSeconds: 5, showNumber: '+12025550107' },
      );
      await follow(ringing).until('gone');
      assert.is(ringing.outcome?.kind, 'busy');
      const next = await telephony.dialFar('call_next', '+12025550107', { timeoutSeconds: 10 });
      await follow(next).until('answered');
      await next.hangUp();
      await assertNothingLeft(stage, 'call_lost', 'call_next');
    } finally {
      await device.stop();
    }
  },
);

tests.run();
