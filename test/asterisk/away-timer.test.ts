import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Leg } from '../../src/calls/telephony.ts';
import type { AriLink } from '../../src/asterisk/ari-link.ts';
import type { AriEvent } from '../../src/asterisk/ari-operations.ts';
import { AsteriskTelephony } from '../../src/asterisk/asterisk-telephony.ts';
import { memoryLog } from '../store/fixtures.ts';

/** A call's leg in an Asterisk that comes and goes as told, and keeps the channel. */
interface Rig {
  leg: Leg;
  lose: () => void;
  /** The connection is there; what restores it still runs. */
  comeBack: () => void;
  /** What ran before the calls' part is done. */
  restore: () => Promise<void>;
}

async function withLeg(act: (rig: Rig) => Promise<void> | void): Promise<void> {
  let take: (event: AriEvent) => void = () => undefined;
  let tellLost: () => void = () => undefined;
  let restore: () => Promise<void> = () => Promise.resolve();
  const link = {
    down: undefined as AriLink['down'],
    onEvent: (listener: typeof take) => void (take = listener),
    onLost: (hook: () => void) => (tellLost = hook),
    onConnected: (hook: (connected: { restarted: boolean }) => Promise<void>) =>
      (restore = () => hook({ restarted: false })),
    async request(operation: string, { channelId }: { channelId?: string }) {
      if (operation === 'channels.create')
        take({ type: 'StasisStart', channel: { id: channelId } } as unknown as AriEvent);
      return operation === 'channels.list' ? [{ id: leg.id, state: 'Down' }] : undefined;
    },
  };
  const telephony = new AsteriskTelephony({
    link: link as unknown as AriLink,
    media: { expect: () => Promise.reject(new Error('nobody listens')), onUnheard: () => () => undefined },
    application: 'hf',
    mediaClient: 'media',
    trunk: { configured: true },
    mediaEncryption: { trunk: 'none', devices: 'none' },
    endpointOf: (deviceId) => deviceId,
    log: memoryLog(),
  });
  const leg = await telephony.dialFar('call_1', '+12025550108', { timeoutSeconds: 10 });
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    await act({
      leg,
      lose() {
        link.down = { sinceMs: 0, reason: 'cut' };
        tellLost();
      },
      comeBack: () => (link.down = undefined),
      restore: () => restore(),
    });
  } finally {
    mock.timers.reset();
  }
}

test('a call is lost once Asterisk has been away for a minute, counted from the first loss', () =>
  withLeg(({ leg, lose, comeBack }) => {
    lose();
    mock.timers.tick(30_000);
    comeBack();
    lose();
    mock.timers.tick(29_999);
    assert.is(leg.state, 'dialling');
    mock.timers.tick(1);
    assert.is(leg.state, 'gone');
    assert.equal(leg.outcome, { kind: 'gateway_lost', detail: 'Asterisk has been away for 60 s' });
  }));

test('a minute that ends while the connection is being restored costs no call', () =>
  withLeg(async ({ leg, lose, comeBack, restore }) => {
    lose();
    mock.timers.tick(55_000);
    comeBack();
    mock.timers.tick(20_000); // devices are pushed first
    assert.is(leg.state, 'dialling');
    await restore();
    lose();
    mock.timers.tick(59_999); // a loss of its own, which has the whole minute
    assert.is(leg.state, 'dialling');
    mock.timers.tick(1);
    assert.is(leg.state, 'gone');
  }));

test('a connection that is lost again before it was restored ends the call whose minute was over', () =>
  withLeg(({ leg, lose, comeBack }) => {
    lose();
    mock.timers.tick(55_000);
    comeBack();
    mock.timers.tick(20_000);
    assert.is(leg.state, 'dialling');
    lose();
    mock.timers.tick(1);
    assert.is(leg.state, 'gone');
  }));

test.run();
