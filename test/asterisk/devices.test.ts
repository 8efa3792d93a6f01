import path from 'node:path';
import * as assert from 'uvu/assert';
import type { Device } from '../../src/domain/device.ts';
import { AppError, describeError } from '../../src/domain/errors.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { SipAgent } from '../rig/sip-agent.ts';
import { startSippDevice } from '../rig/sipp-device.ts';
import { bestToneShare, join, readSamples, rms, writeTone } from './audio.ts';
import { startCuriousDevice } from './curious-device.ts';
import { sideBySide } from './side-by-side.ts';
import { hear } from './hear.ts';
import { assertNothingLeft, eventually, follow } from './stage.ts';
import { startStrayingPhone } from './straying-phone.ts';
import { showNumber, password, deviceOf, startPhone, ownPhone, sippEndsAs } from './device-rig.ts';

sideBySide('devices', {
  'a busy device is told': sippEndsAs('busy', 'busy'),
  'a device that declines is told': sippEndsAs('reject', 'rejected'),
  'a device that nobody answers is told': sippEndsAs('ring', 'no_answer', 2),

  async 'a device that is not there is told as unreachable'(stage) {
    const port = await findFreePorts();
    const deviceId = 'dev_nowhere';
    await stage.lines.push({
      device: deviceOf(deviceId, `sip:nobody@127.0.0.1:${port}`),
      sipPassword: null,
    });
    assert.not.ok(stage.lines.isOnline(deviceId));
    const leg = await stage.telephony.dialDevice(
      'call_nowhere',
      { kind: 'endpoint', deviceId },
      { timeoutSeconds: 2, showNumber },
    );
    await follow(leg).until('gone');
    assert.is(leg.outcome?.kind, 'unreachable');
    await assertNothingLeft(stage, 'call_nowhere');
  },

  async 'a phone that never registered cannot be dialled, and says so'(stage) {
    const device = deviceOf('dev_absent', `sip:absent@127.0.0.1:${stage.sipPort}`);
    await stage.lines.push({ device, sipPassword: password });
    for (const deviceId of ['dev_absent', 'dev_never_pushed']) {
      try {
        await stage.telephony.dialDevice(
          'call_absent',
          { kind: 'endpoint', deviceId },
          { timeoutSeconds: 2, showNumber },
        );
        assert.unreachable();
      } catch (error) {
        assert.instance(error, AppError);
        assert.is((error as AppError).code, 'unavailable');
      }
    }
  },

  async 'a phone that answers no OPTIONS is online while it is registered, and rings'(stage) {
    const device = deviceOf('dev_deaf', `sip:deaf@127.0.0.1:${stage.sipPort}`);
    await stage.lines.push({ device, sipPassword: password });
    const phone = await startStrayingPhone({
      user: 'deaf',
      password,
      registrarPort: stage.sipPort,
      answersOptions: false,
    });
    try {
      await eventually(() => stage.lines.isOnline('dev_deaf'), 'online');
      await stage.lines.push({ device: { ...device, name: 'Deaf' }, sipPassword: password });
      assert.ok(stage.lines.isOnline('dev_deaf'), 'it is not asked again where it is');
      const leg = await stage.telephony.dialDevice(
        'call_deaf',
        { kind: 'endpoint', deviceId: 'dev_deaf' },
        { timeoutSeconds: 2, showNumber },
      );
      await follow(leg).until('gone');
      assert.ok(phone.invited());
      await assertNothingLeft(stage, 'call_deaf');
    } finally {
      await phone.stop();
    }
  },

  async 'a phone is registered for five minutes at most: one that answers no OPTIONS counts as online as long'(
    stage,
  ) {
    const device = deviceOf('dev_hourly', `sip:hourly@127.0.0.1:${stage.sipPort}`);
    await stage.lines.push({ device, sipPassword: password });
    const phone = await SipAgent.open({ user: 'hourly', password, gatewayPort: stage.sipPort });
    try {
      const seconds = await phone.register(3600);
      assert.ok(seconds > 0 && seconds <= 300, `${seconds} s`);
    } finally {
      await phone.stop();
    }
  },

  async 'a phone whose contact leads to another host is not called there'(stage) {
    for (const [n, parameter] of [';maddr=HOST', ';%6Daddr=HOST;transport=udp'].entries()) {
      const [deviceId, user] = [`dev_stray_${n}`, `stray${n}`];
      const device = deviceOf(deviceId, `sip:${user}@127.0.0.1:${stage.sipPort}`);
      await stage.lines.push({ device, sipPassword: password });
      const registrarPort = stage.sipPort;
      const phone = await startStrayingPhone({ user, password, registrarPort, parameter });
      try {
        await eventually(() => stage.lines.isOnline(deviceId), 'online');
        const target = { kind: 'endpoint', deviceId } as const;
        const refused = await stage.telephony
          .dialDevice(`call_stray_${n}`, target, { timeoutSeconds: 2, showNumber })
          .then(async (leg) => {
            await follow(leg).until('gone');
            return 'it was dialled';
          }, describeError);
        assert.not.ok(phone.invited(), parameter);
        assert.match(refused, 'leads to another host');
        await assertNothingLeft(stage, `call_stray_${n}`);
      } finally {
        await phone.stop();
      }
    }
  },

  async 'a phone registers with its password only, and its state is true within ten seconds'(stage) {
    const changes: string[] = [];
    stage.lines.onChange((id, online) => {
      if (id === 'dev_erin') changes.push(online ? 'online' : 'offline');
    });
    const device = deviceOf('dev_erin', `sip:erin@127.0.0.1:${stage.sipPort}`);
    await stage.lines.push({ device, sipPassword: password });
    await startPhone(stage, 'erin', { password: 'wrong' }).then(
      () => assert.unreachable('registered with a wrong password'),
      () => undefined,
    );
    assert.not.ok(stage.lines.isOnline('dev_erin'));
    const phone = await startPhone(stage, 'erin');
    await eventually(() => stage.lines.isOnline('dev_erin'), 'online');
    // Pushed again, as after a change of its name: it stays registered.
    await stage.lines.push({ device: { ...device, name: 'Erin' }, sipPassword: password });
    assert.ok(stage.lines.isOnline('dev_erin'));
    process.kill(phone.pid, 'SIGKILL');
    await eventually(() => !stage.lines.isOnline('dev_erin'), 'offline after it was killed');
    await phone.stop();
    const again = await startPhone(stage, 'erin');
    await eventually(() => stage.lines.isOnline('dev_erin'), 'online again');
    await again.stop();
    await eventually(() => !stage.lines.isOnline('dev_erin'), 'offline after it unregistered');
    assert.equal(changes, ['online', 'offline', 'online', 'offline']);
  },

  async 'a phone called at its own address stays online when it is pushed again, as after each reconnection'(
    stage,
  ) {
    const phone = await startSippDevice({ behaviour: 'answer' });
    const registration = { device: deviceOf('dev_stays', phone.sipUri), sipPassword: null };
    const changes: boolean[] = [];
    const leave = stage.lines.onChange((id, online) => id === 'dev_stays' && changes.push(online));
    try {
      await stage.lines.push(registration);
      await eventually(() => stage.lines.isOnline('dev_stays'), 'online');
      for (let times = 0; times < 3; times++) {
        await stage.lines.push(registration);
        assert.ok(stage.lines.isOnline('dev_stays'));
      }
      assert.equal(changes, [true]);
    } finally {
      leave();
      await phone.stop();
    }
  },

  async 'a phone that registers from another address has moved, and is called there'(stage) {
    const device = deviceOf('dev_roams', `sip:roams@127.0.0.1:${stage.sipPort}`);
    let moves = 0;
    const leave = stage.lines.onMove((id) => id === device.id && moves++);
    await stage.lines.push({ device, sipPassword: password });
    const first = await startPhone(stage, 'roams');
    await eventually(() => stage.lines.isOnline(device.id), 'online');
    const before = moves;
    process.kill(first.pid, 'SIGKILL'); // as one that lost its network: it takes no leave
    const second = await startPhone(stage, 'roams');
    try {
      await eventually(() => moves === before + 1, 'it has moved');
      const target = { kind: 'endpoint', deviceId: device.id } as const;
      const leg = await stage.telephony.dialDevice('call_roams', target, { timeoutSeconds: 10, showNumber });
      await follow(leg).until('answered');
      await leg.hangUp();
      await assertNothingLeft(stage, 'call_roams');
      assert.is(moves, before + 1);
    } finally {
      leave();
      await first.stop();
      await second.stop();
    }
  },

  async 'who registered with a password that was changed since is not called any more'(stage) {
    const device = deviceOf('dev_stolen', `sip:stolen@127.0.0.1:${stage.sipPort}`);
    await stage.lines.push({ device, sipPassword: password });
    const stolen = await startPhone(stage, 'stolen');
    try {
      await eventually(() => stage.lines.isOnline(device.id), 'online');
      await stage.lines.push({ device, sipPassword: 'another-password-of-a-phone' });
      assert.not.ok(stage.lines.isOnline(device.id));
      await stage.telephony
        .dialDevice(
          'call_stolen',
          { kind: 'endpoint', deviceId: device.id },
          { timeoutSeconds: 2, showNumber },
        )
        .then(
          () => assert.unreachable(),
          (error: unknown) => assert.instance(error, AppError),
        );
    } finally {
      await stolen.stop();
    }
  },

  async 'a device that moves is called at its new address only; one that is removed is unknown'(stage) {
    const [first, second] = [await startCuriousDevice(), await startCuriousDevice()];
    const target = { kind: 'endpoint', deviceId: 'dev_moves' } as const;
    try {
      for (const { sipUri } of [first, second])
        await stage.lines.push({ device: deviceOf('dev_moves', sipUri), sipPassword: null });
      const leg = await stage.telephony.dialDevice('call_moves', target, {
        timeoutSeconds: 3,
        showNumber,
      });
      await follow(leg).until('gone');
      const reached = await Promise.race([
        first.invite.then(() => 'first'),
        second.invite.then(() => 'second'),
      ]);
      assert.is(reached, 'second');
      await stage.lines.remove('dev_moves');
      await stage.telephony.dialDevice('call_moves', target, { timeoutSeconds: 3, showNumber }).then(
        () => assert.unreachable(),
        (error: unknown) => assert.instance(error, AppError),
      );
    } finally {
      first.stop();
      second.stop();
    }
  },

  async 'two phones cannot have one name, and none has the name of the trunk'(stage) {
    const here = `127.0.0.1:${stage.sipPort}`;
    await stage.lines.push({ device: deviceOf('dev_ivan', `sip:ivan@${here}`), sipPassword: password });
    for (const [id, sipUri, code] of [
      ['dev_ivan2', 'sip:ivan@gateway.example', 'conflict'],
      ['dev_trunk', `sip:trunk@${here}`, 'invalid'],
      ['dev_trunk2', `sip:trunk-auth@${here}`, 'invalid'],
    ] as const)
      await stage.lines.push({ device: deviceOf(id, sipUri), sipPassword: password }).then(
        () => assert.unreachable(id),
        (error: unknown) => assert.is((error as AppError).code, code),
      );
    await stage.lines.remove('dev_ivan');
    await stage.lines.push({ device: deviceOf('dev_ivan2', `sip:ivan@${here}`), sipPassword: password });
  },

  async 'a device is shown the number of the call'(stage) {
    const device = await startCuriousDevice();
    try {
      await stage.lines.push({ device: deviceOf('dev_curious', device.sipUri), sipPassword: null });
      await stage.telephony.dialDevice(
        'call_curious',
        { kind: 'endpoint', deviceId: 'dev_curious' },
        { timeoutSeconds: 3, showNumber },
      );
      const from = /^From: .*$/m.exec(await device.invite)?.[0] ?? '';
      assert.ok(from.includes(`sip:${showNumber}@`), from);
    } finally {
      device.stop();
    }
  },

  async 'a device that lost to another is told so, and shows no missed call'(stage) {
    const device = await startCuriousDevice('ring');
    try {
      await stage.lines.push({ device: deviceOf('dev_loser', device.sipUri), sipPassword: null });
      const leg = await stage.telephony.dialDevice(
        'call_loser',
        { kind: 'endpoint', deviceId: 'dev_loser' },
        { timeoutSeconds: 10, showNumber },
      );
      await follow(leg).until('ringing');
      await leg.hangUp('answered_elsewhere');
      assert.is(leg.outcome?.kind, 'cancelled');
      assert.match(await device.cancel, /^Reason: .*cause=26/m);
      await assertNothingLeft(stage, 'call_loser');
    } finally {
      device.stop();
    }
  },

  async 'a bridge carries audio both ways, and the ear goes on'(stage) {
    const tone = path.join(stage.recordDir, 'frank.wav');
    await writeTone(tone, 1000, 60);
    const phone = await ownPhone(stage, 'frank', { file: tone });
    try {
      const far = await stage.telephony.dialFar('call_talk', '+12025550113', { timeoutSeconds: 10 });
      await follow(far).until('answered');
      const frames: Int16Array[] = [];
      await hear(stage, far, (frame) => frames.push(frame));
      await far.sendSilence();
      const device = await stage.telephony.dialDevice(
        'call_talk',
        { kind: 'endpoint', deviceId: 'dev_frank' },
        { timeoutSeconds: 10, showNumber },
      );
      const seen = follow(device);
      await seen.until('answered');
      assert.equal(
        seen.events.map(({ kind }) => kind),
        ['ringing', 'answered'],
      );
      const bridge = await stage.telephony.createBridge('call_talk');
      await Promise.all([bridge.add(far), bridge.add(device)]);
      const before = frames.length;
      await eventually(() => frames.length > before + 150, 'three seconds of talk');
      const heard = bestToneShare(join(frames.slice(before)), 1000);
      assert.ok(heard > 0.8, `the far end's echo of the device's tone: ${heard}`);
      await bridge.remove(device);
      await device.hangUp();
      assert.is(far.state, 'up');
      await bridge.remove(far);
      const count = async (): Promise<number> =>
        ((await stage.ari(`channels/${far.id}/rtp_statistics`)) as { txcount: number }).txcount;
      const sent = await count();
      await eventually(async () => (await count()) > sent + 42, 'silence after the bridge');
      await far.hangUp();
      await bridge.destroy();
      const [file] = await phone.heardFiles();
      const echoed = bestToneShare(await readSamples(file ?? ''), 1000);
      assert.ok(echoed > 0.8, `what the device heard: ${echoed}`);
      await assertNothingLeft(stage, 'call_talk');
    } finally {
      await phone.stop();
    }
  },

  async 'the device of a direct call hears the far end ring, and an announcement before the answer'(stage) {
    const phone = await ownPhone(stage, 'grace');
    try {
      for (const [number, callId] of [
        ['+12025550102', 'call_rings'],
        ['+12025550106', 'call_announces'],
      ] as const) {
        const device = await stage.telephony.dialDevice(
          callId,
          { kind: 'endpoint', deviceId: 'dev_grace' },
          { timeoutSeconds: 10, showNumber: number },
        );
        await follow(device).until('answered');
        const bridge = await stage.telephony.createBridge(callId);
        await bridge.add(device);
        const far = await stage.telephony.dialFar(callId, number, { timeoutSeconds: 3, bridge });
        await follow(far).until('gone');
        await device.hangUp();
        await bridge.destroy();
        await assertNothingLeft(stage, callId);
      }
      const [ringing, announcement] = await phone.heardFiles();
      const ringback = await readSamples(ringing ?? '');
      assert.ok(bestToneShare(ringback, 440) > 0.3 && bestToneShare(ringback, 480) > 0.3, 'US ringback');
      assert.ok(rms(await readSamples(announcement ?? '')) > 300, 'an announcement');
    } finally {
      await phone.stop();
    }
  },

  async 'a device that hangs up is told; the far end stays'(stage) {
    const phone = await ownPhone(stage, 'heidi');
    try {
      const far = await stage.telephony.dialFar('call_leaves', '+12025550108', { timeoutSeconds: 10 });
      await follow(far).until('answered');
      const device = await stage.telephony.dialDevice(
        'call_leaves',
        { kind: 'endpoint', deviceId: 'dev_heidi' },
        { timeoutSeconds: 10, showNumber },
      );
      const seen = follow(device);
      await seen.until('answered');
      const bridge = await stage.telephony.createBridge('call_leaves');
      await Promise.all([bridge.add(far), bridge.add(device)]);
      await phone.hangUp();
      await seen.until('gone');
      assert.is(device.outcome?.kind, 'hangup');
      assert.is(far.state, 'up');
      await far.hangUp();
      await bridge.destroy();
      await bridge.destroy();
      await assertNothingLeft(stage, 'call_leaves');
    } finally {
      await phone.stop();
    }
  },

  async 'an external number rings through the trunk'(stage) {
    const device: Device = { ...deviceOf('dev_mobile', 'tel:+12025550101'), type: 'external' };
    await stage.lines.push({ device, sipPassword: null });
    assert.ok(stage.lines.isOnline('dev_mobile'));
    const leg = await stage.telephony.dialDevice(
      'call_mobile',
      { kind: 'number', deviceId: 'dev_mobile', number: '+12025550101' },
      { timeoutSeconds: 5, showNumber },
    );
    await follow(leg).until('gone');
    assert.is(leg.outcome?.kind, 'busy');
  },
});
