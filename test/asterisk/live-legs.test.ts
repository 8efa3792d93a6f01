import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError, type ErrorCode } from '../../src/domain/errors.ts';
import type { AriChannel } from '../../src/asterisk/ari/ari-operations.ts';
import type { AsteriskTelephony } from '../../src/asterisk/asterisk-telephony.ts';
import { type Leg, NotDialled } from '../../src/calls/telephony.ts';
import { type Answers, ScriptedLink, telephonyOver } from './scripted-link.ts';

/** An Asterisk that keeps its channels and whose connection comes and goes as told. */
class Line {
  readonly telephony: AsteriskTelephony;
  readonly channels: string[] = [];
  /** Of all channels. */
  state = 'Down';
  /** Awaited before a channel is created. */
  holdCreate: Promise<void> | undefined;
  readonly #link: ScriptedLink;

  constructor(answers: Answers = {}) {
    this.#link = new ScriptedLink({
      ...answers,
      'channels.list': () => this.#whileUp(() => this.channels.map((id) => channel(id, this.state))),
      'bridges.list': () => this.#whileUp(() => []),
      'channels.getChannelVar': ({ channelId }) => this.#whileUp(() => ({ value: channelId })),
      'channels.originateWithId': ({ channelId }) =>
        this.#whileUp(() => {
          this.channels.push(channelId);
          return channel(channelId);
        }),
      'channels.hangup': ({ channelId }) =>
        this.#whileUp(() => void this.channels.splice(this.channels.indexOf(channelId), 1)),
      'channels.create': ({ channelId }) => this.#whileUp(() => this.#create(channelId)),
      'bridges.removeChannel': () => this.#whileUp(() => undefined),
    });
    this.telephony = telephonyOver(this.#link);
  }

  lose(): void {
    this.#link.lose();
  }

  comeBack(restarted = false, meanwhile?: () => Promise<unknown>): Promise<void> {
    return this.#link.connect({ restarted, meanwhile });
  }

  #whileUp<T>(act: () => T): T {
    if (this.#link.down !== undefined) throw new AppError('unavailable', 'Asterisk is not connected');
    return act();
  }

  async #create(channelId: string): Promise<AriChannel> {
    await this.holdCreate;
    this.channels.push(channelId);
    this.#link.emit({ type: 'StasisStart', channel: channel(channelId) });
    return channel(channelId);
  }
}

function channel(id: string, state = 'Down'): AriChannel {
  return { id, name: `PJSIP/${id}`, state };
}

test('a leg outlives an Asterisk that is away for hours, and ends with one that was restarted', async () => {
  const line = new Line();
  const leg = await line.telephony.dialFar('call_1', '+12025550108', { timeoutSeconds: 10 });
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    line.lose();
    mock.timers.tick(3 * 3_600_000);
    await line.comeBack();
    assert.is(leg.state, 'dialling');
    await line.comeBack(true);
    assert.equal(leg.outcome, { kind: 'gateway_lost', detail: 'Asterisk was restarted' });
  } finally {
    mock.timers.reset();
  }
});

test('a call that is placed as soon as a restarted Asterisk is connected is not lost with those before', async () => {
  const line = new Line();
  const dial = (callId: string): Promise<Leg> =>
    line.telephony.dialFar(callId, '+12025550108', { timeoutSeconds: 10 });
  const before = await dial('call_1');
  line.lose();
  line.channels.pop();
  let after: Leg | undefined;
  await line.comeBack(true, async () => (after = await dial('call_2')));
  assert.equal([before.state, after?.state], ['gone', 'dialling']);
});

test('a far end that ended unanswered while Asterisk was away counts as one that did not answer', async () => {
  const line = new Line();
  const leg = await line.telephony.dialFar('call_1', '+12025550108', { timeoutSeconds: 10 });
  line.lose();
  line.channels.pop();
  await line.comeBack();
  assert.is(leg.state, 'gone');
  assert.is(leg.outcome?.kind, 'no_answer');
});

test('a channel that is being created while Asterisk is asked for its channels is not taken for one that ended', async () => {
  const line = new Line();
  let create: () => void = () => undefined;
  line.holdCreate = new Promise((resolve) => (create = resolve));
  const dialling = line.telephony.dialFar('call_1', '+12025550108', { timeoutSeconds: 10 });
  await line.comeBack();
  create();
  const leg = await dialling;
  assert.is(leg.state, 'dialling');
  await line.comeBack();
  assert.is(leg.state, 'dialling');
});

test('a dial that Asterisk did not answer may be made again, and no other', async () => {
  const fail = (code: ErrorCode) => (): never => {
    throw new AppError(code, 'no');
  };
  const dial = (answers: Answers): Promise<unknown> =>
    telephonyOver(new ScriptedLink(answers))
      .dialFar('call_1', '+12025550108', { timeoutSeconds: 10 })
      .catch((error: unknown) => error);
  assert.instance(await dial({ 'channels.create': fail('unavailable') }), NotDialled);
  assert.instance(await dial({ 'channels.create': fail('conflict') }), NotDialled);
  const line = new Line();
  await line.telephony.dialFar('call_1', '+12025550108', { timeoutSeconds: 10 });
  const again = line.telephony.dialFar('call_1', '+12025550108', { timeoutSeconds: 10 });
  assert.instance(await again.catch((error: unknown) => error), NotDialled, 'it is still being hung up');
  for (const failed of [
    await dial({ 'channels.create': fail('bad_upstream') }),
    await new Line({ 'channels.dial': fail('unavailable') }).telephony
      .dialFar('call_1', '+12025550108', { timeoutSeconds: 10 })
      .catch((error: unknown) => error),
  ]) {
    assert.instance(failed, AppError);
    assert.not.instance(failed, NotDialled);
  }
});

test('a watch that could not be ended while Asterisk was away is ended once it is back', async () => {
  const line = new Line();
  const watches = (): string[] => line.channels.filter((id) => id.includes('.watch.'));
  const legs = await Promise.all(
    ['call_1', 'call_2'].map(async (callId) => {
      const far = await line.telephony.dialFar(callId, '+12025550108', { timeoutSeconds: 10 });
      const target = { kind: 'endpoint', deviceId: 'dev' } as const;
      const wanted = { timeoutSeconds: 10, showNumber: '' };
      const device = await line.telephony.dialDevice(callId, target, wanted);
      const bridge = await line.telephony.createBridge(callId);
      await bridge.add(far);
      await bridge.add(device);
      return { far, bridge };
    }),
  );
  await settle();
  assert.is(watches().length, 2);
  line.lose();
  await legs[0]?.bridge.remove(legs[0].far).catch(() => undefined);
  assert.is(watches().length, 2);
  await line.comeBack();
  await settle();
  assert.is(watches().length, 1);
  assert.match(watches()[0] ?? '', /^call_2\.watch/);
});

test('a dial that a restarted service finds is left its time, however long that is', async () => {
  const line = new Line();
  line.channels.push('call_1.far', 'call_1.dev.dev_mobile.1');
  line.state = 'Ringing';
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { far, devices } = await line.telephony.adopt('call_1');
    for (let minute = 0; minute < 29; minute++) {
      mock.timers.tick(60_000);
      await settle();
    }
    assert.equal([far?.state, devices[0]?.leg.state], ['ringing', 'ringing']);
    assert.is(line.channels.length, 2);
  } finally {
    mock.timers.reset();
  }
});

/** Lets whatever waits for nothing but promises go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test.run();
