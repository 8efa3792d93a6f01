import * as assert from 'uvu/assert';
import { createTelephony } from '../../src/asterisk/index.ts';
import { AppError } from '../../src/domain/errors.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { startFlakyProxy } from './flaky-proxy.ts';
import { throughProxy } from './proxied-app.ts';
import { sideBySide } from './side-by-side.ts';
import { assertNothingLeft, eventually, follow } from './stage.ts';

sideBySide('the connection to Asterisk', {
  async 'after an interruption legs go on, and what was hung up meanwhile on either side is gone'(stage) {
    const app = await throughProxy(stage, 'hf_blip');
    const [stays, goes, ended] = await Promise.all([
      app.telephony.dialFar('call_stays', '+12025550108', { timeoutSeconds: 10 }),
      app.telephony.dialFar('call_goes', '+12025550108', { timeoutSeconds: 10 }),
      app.telephony.dialFar('call_ended', '+12025550108', { timeoutSeconds: 10 }),
    ]);
    const [staying, going, ending] = [follow(stays), follow(goes), follow(ended)];
    await Promise.all([staying.until('answered'), going.until('answered'), ending.until('answered')]);
    const said = stays.play('sound:beep').catch(() => undefined); // unless it was cut off before it began
    await (await app.telephony.createBridge('call_stays')).destroy();
    app.proxy.refuse(true);
    app.proxy.cut();
    await eventually(() => app.telephony.unavailable() !== undefined, 'the loss is noticed');
    assert.match(app.telephony.unavailable() ?? '', /^Asterisk is not connected since .+: /);
    assert.is(app.telephony.upSinceMs(), undefined);
    await app.telephony.dialFar('call_no', '+12025550108', { timeoutSeconds: 5 }).then(
      () => assert.unreachable(),
      (error: unknown) => assert.is((error as AppError).code, 'unavailable'),
    );
    await ended.hangUp().then(
      () => assert.unreachable(),
      (error: unknown) => assert.is((error as AppError).code, 'unavailable'),
    );
    await stage.ari(`channels/${goes.id}`, 'DELETE');
    app.proxy.refuse(false);
    await Promise.all([going.until('gone'), ending.until('gone')]);
    assert.is(goes.outcome?.kind, 'hangup');
    assert.is(stays.state, 'up');
    await said; // its end was not heard of
    await eventually(() => app.connections.length === 2, 'connected');
    assert.equal(app.connections, [false, true]);
    await stage.ari(`channels/${stays.id}`, 'DELETE');
    await staying.until('gone');
    await assertNothingLeft(stage, 'call_stays', 'call_goes', 'call_ended', 'call_no');
    await app.end();
  },

  async 'a talk that ended during an interruption leaves nothing behind'(stage) {
    const app = await throughProxy(stage, 'hf_over');
    const [far, other] = await Promise.all([
      app.telephony.dialFar('call_over', '+12025550108', { timeoutSeconds: 10 }),
      app.telephony.dialFar('call_on', '+12025550108', { timeoutSeconds: 10 }),
    ]);
    const [ending, going] = [follow(far), follow(other)];
    await Promise.all([ending.until('answered'), going.until('answered')]);
    const [bridge, stays] = await Promise.all([
      app.telephony.createBridge('call_over'),
      app.telephony.createBridge('call_on'),
    ]);
    await Promise.all([bridge.add(far), stays.add(other)]);
    app.proxy.refuse(true);
    app.proxy.cut();
    await eventually(() => app.telephony.unavailable() !== undefined, 'the loss is noticed');
    await far.hangUp().catch(() => undefined); // as the end of a call does
    await bridge.destroy();
    app.proxy.refuse(false);
    await ending.until('gone');
    await assertNothingLeft(stage, 'call_over');
    const bridges = (await stage.ari('bridges')) as { id: string; channels: string[] }[];
    assert.equal(bridges.find(({ id }) => id === stays.id)?.channels, [other.id], 'a talk that goes on');
    await other.hangUp();
    await going.until('gone');
    await stays.destroy();
    await assertNothingLeft(stage, 'call_on');
    await app.end();
  },

  async 'a connection that is whole only at the second attempt costs no leg'(stage) {
    const app = await throughProxy(stage, 'hf_half');
    const leg = await app.telephony.dialFar('call_half', '+12025550108', { timeoutSeconds: 10 });
    const far = follow(leg);
    await far.until('answered');
    const failures = app.proxy.fail('/applications/hf_half-devices/eventFilter');
    app.proxy.cut();
    await eventually(() => failures() >= 2, 'two connections were half-made');
    app.proxy.fail(undefined);
    await eventually(() => app.connections.at(-1) === true, 'connected');
    assert.is(leg.state, 'up');
    assert.is(app.telephony.unavailable(), undefined);
    await stage.ari(`channels/${leg.id}`, 'DELETE');
    await far.until('gone');
    await app.end();
  },

  async 'a connection that carries nothing any more is noticed and replaced'(stage) {
    const app = await throughProxy(stage, 'hf_deaf');
    const leg = await app.telephony.dialFar('call_deaf', '+12025550108', { timeoutSeconds: 10 });
    const far = follow(leg);
    await far.until('answered');
    app.proxy.stall();
    await eventually(() => app.connections.length === 2, 'lost and connected again');
    assert.equal(app.connections, [false, true]);
    await stage.ari(`channels/${leg.id}`, 'DELETE');
    await far.until('gone');
    await app.end();
  },

  async 'requests that are never answered end with an error'(stage) {
    const app = await throughProxy(stage, 'hf_mute');
    app.proxy.stall();
    const startedAt = Date.now();
    await app.telephony.sweep(new Set()).then(
      () => assert.unreachable(),
      (error: unknown) => assert.is((error as AppError).code, 'unavailable'),
    );
    assert.ok(Date.now() - startedAt < 60_000);
    await app.end();
  },

  async 'the app starts without Asterisk and connects when it is there'(stage) {
    const ports = await findFreePorts(2);
    const app = await createTelephony({
      ...stage.setup,
      ariUrl: `http://127.0.0.1:${ports}`,
      application: 'hf_early',
      media: { ...stage.setup.media, port: ports + 1 },
    });
    assert.match(app.telephony.unavailable() ?? '', /nothing answers there/);
    const proxy = await startFlakyProxy(ports, Number(new URL(stage.setup.ariUrl).port));
    await eventually(() => app.telephony.unavailable() === undefined, 'connected');
    await app.close();
    proxy.stop();
  },

  async 'a wrong password is named'(stage) {
    const mediaPort = await findFreePorts();
    const app = await createTelephony({
      ...stage.setup,
      password: 'wrong',
      application: 'hf_wrong',
      media: { ...stage.setup.media, port: mediaPort },
    });
    assert.match(app.telephony.unavailable() ?? '', /refuses ARI_USERNAME and ARI_PASSWORD/);
    await app.close();
  },

  async 'without a trunk the reason says what to set'(stage) {
    const mediaPort = await findFreePorts();
    const app = await createTelephony({
      ...stage.setup,
      application: 'hf_trunkless',
      trunk: { configured: false },
      media: { ...stage.setup.media, port: mediaPort },
    });
    assert.is(app.telephony.unavailable(), 'no SIP trunk is configured: set TRUNK_HOST');
    await app.telephony.dialFar('call_trunkless', '+12025550107', { timeoutSeconds: 5 }).then(
      () => assert.unreachable(),
      (error: unknown) => assert.is((error as AppError).code, 'unavailable'),
    );
    await app.close();
  },

  async 'an application that another program took over says so'(stage) {
    const first = await throughProxy(stage, 'hf_twice');
    const second = await throughProxy(stage, 'hf_twice');
    await eventually(
      () => /another program/.test(first.telephony.unavailable() ?? ''),
      'the first one is told',
    );
    assert.is(second.telephony.unavailable(), undefined);
    await first.end();
    await second.end();
  },

  async 'a media port that is taken is named'(stage) {
    await createTelephony({ ...stage.setup, application: 'hf_port' }).then(
      () => assert.unreachable(),
      (error: unknown) => {
        assert.instance(error, AppError);
        assert.match((error as AppError).detail, /port \d+ on 127\.0\.0\.1/);
      },
    );
  },
});
