import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import type { AriLink } from '../../src/asterisk/ari/ari-link.ts';
import type { AriEvent } from '../../src/asterisk/ari/ari-operations.ts';
import { AsteriskTelephony } from '../../src/asterisk/asterisk-telephony.ts';
import { memoryLog } from '../store/fixtures.ts';

/** An Asterisk that keeps its channels and whose connection comes and goes as told. */
class Line {
  readonly telephony: AsteriskTelephony;
  readonly channels: string[] = [];
  /** Awaited before a channel is created. */
  holdCreate: Promise<void> | undefined;
  #down: AriLink['down'];
  #take: (event: AriEvent) => void = () => undefined;
  #tellLost: () => void = () => undefined;
  #restore: (connected: { restarted: boolean }) => Promise<void> = () => Promise.resolve();

  constructor() {
    const link = {
      down: undefined,
      onEvent: (listener: (event: AriEvent) => void) => void (this.#take = listener),
      onLost: (hook: () => void) => void (this.#tellLost = hook),
      onConnected: (hook: (connected: { restarted: boolean }) => Promise<void>) =>
        void (this.#restore = hook),
      request: (operation: string, params: { channelId?: string }) => this.#request(operation, params),
    };
    this.telephony = new AsteriskTelephony({
      link: Object.defineProperty(link, 'down', { get: () => this.#down }) as unknown as AriLink,
      media: { expect: () => Promise.reject(new Error('nobody listens')), onUnheard: () => () => undefined },
      application: 'hf',
      mediaClient: 'media',
      trunk: { configured: true },
      mediaEncryption: { trunk: 'none', devices: 'none' },
      endpointOf: (deviceId) => deviceId,
      log: memoryLog(),
    });
  }

  lose(): void {
    this.#down = { sinceMs: 0, reason: 'cut' };
    this.#tellLost();
  }

  comeBack(restarted = false): Promise<void> {
    this.#down = undefined;
    return this.#restore({ restarted });
  }

  async #request(operation: string, { channelId = '' }: { channelId?: string }): Promise<unknown> {
    if (this.#down !== undefined) throw new AppError('unavailable', 'Asterisk is not connected');
    if (operation === 'channels.list') return this.channels.map((id) => ({ id, state: 'Down' }));
    if (operation === 'channels.getChannelVar') return { value: channelId };
    if (operation === 'channels.originateWithId') this.channels.push(channelId);
    if (operation === 'channels.hangup') this.channels.splice(this.channels.indexOf(channelId), 1);
    if (operation !== 'channels.create') return undefined;
    await this.holdCreate;
    this.channels.push(channelId);
    this.#take({ type: 'StasisStart', channel: { id: channelId } } as unknown as AriEvent);
    return undefined;
  }
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

test('a channel that was hung up while Asterisk was away is detected', async () => {
  const line = new Line();
  const leg = await line.telephony.dialFar('call_1', '+12025550108', { timeoutSeconds: 10 });
  line.lose();
  line.channels.pop();
  await line.comeBack();
  assert.is(leg.state, 'gone');
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

/** Lets whatever waits for nothing but promises go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test.run();
