import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ChannelEvents } from '../../src/asterisk/ari/channel-events.ts';
import { AsteriskLeg } from '../../src/asterisk/legs/asterisk-leg.ts';
import type { LegSecurity } from '../../src/asterisk/legs/outcomes.ts';
import { TalkWatches } from '../../src/asterisk/talk-watch.ts';
import { AppError } from '../../src/domain/errors.ts';
import { memoryLog } from '../store/fixtures.ts';
import { type Answers, ScriptedLink, telephonyOver } from './scripted-link.ts';

const id = 'call_1.far';
const noAnswer = (): never => {
  throw new AppError('unavailable', 'Asterisk did not answer within 5 s');
};

/** A leg over a link to an Asterisk that answers like this. */
function legOver(answers: Answers, security?: LegSecurity): { leg: AsteriskLeg; link: ScriptedLink } {
  const link = new ScriptedLink(answers);
  const events = new ChannelEvents();
  link.onEvent((event) => events.take(event));
  const start = { id, callId: 'call_1', role: 'far' as const, ...(security && { security }) };
  return { leg: new AsteriskLeg(start, { link, events, log: memoryLog() }), link };
}

/** Lets whatever waits for nothing but promises go on, with the clock standing still. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left--) {
    mock.timers.tick(1000);
    await settle();
  }
}

async function withClock(act: () => Promise<void>): Promise<void> {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    await act();
  } finally {
    mock.timers.reset();
  }
}

test('a leg whose hang-up Asterisk does not take is hung up as soon as it does, though nobody asks again', () =>
  withClock(async () => {
    let isDeaf = true;
    let ended = 0;
    const { leg, link } = legOver({ 'channels.hangup': () => (isDeaf ? noAnswer() : void ended++) });
    await leg.hangUp().then(
      () => assert.unreachable(),
      (error: unknown) => assert.is((error as AppError).code, 'unavailable'),
    );
    await pass(20);
    isDeaf = false;
    await pass(30);
    assert.is(ended, 1);
    const channel = { id, name: id, state: 'Up' };
    link.emit({ type: 'ChannelDestroyed', channel, cause: 16 });
    assert.is(leg.outcome?.kind, 'cancelled');
  }));

test('while Asterisk is away no hang-up is tried; it is repeated when Asterisk is back', () =>
  withClock(async () => {
    let tries = 0;
    const { leg, link } = legOver({ 'channels.hangup': () => (tries++ === 0 ? noAnswer() : undefined) });
    link.lose();
    await leg.hangUp().catch(() => undefined);
    await pass(60);
    assert.is(tries, 1);
    link.down = undefined;
    leg.found('Up');
    await settle();
    assert.is(tries, 2);
  }));

test('a dial that Asterisk did not answer rings for nobody once the hang-up gets through', () =>
  withClock(async () => {
    let isDeaf = true;
    const hungUp: string[] = [];
    const link: ScriptedLink = new ScriptedLink({
      'channels.create': ({ channelId }) => {
        const channel = { id: channelId, name: channelId, state: 'Down' };
        link.emit({ type: 'StasisStart', channel });
        return channel;
      },
      'channels.dial': noAnswer,
      'channels.hangup': ({ channelId }) => (isDeaf ? noAnswer() : void hungUp.push(channelId)),
    });
    const dialling = telephonyOver(link)
      .dialFar('call_1', '+12025550108', { timeoutSeconds: 10 })
      .catch((error: unknown) => (error as AppError).code);
    await settle();
    await pass(10);
    assert.is(await dialling, 'unavailable', 'nobody waits for the hang-up');
    isDeaf = false;
    await pass(30);
    assert.equal(hungUp, [id]);
  }));

test('a watch that Asterisk starts only after its talk is over is ended: it would hang up the call on hold', () =>
  withClock(async () => {
    let isThere = false;
    const hungUp: string[] = [];
    const link = new ScriptedLink({
      'channels.getChannelVar': () => ({ value: '1' }),
      'channels.originateWithId': noAnswer,
      'channels.hangup': ({ channelId }) => {
        if (!isThere) throw new AppError('not_found', 'Asterisk refuses channels.hangup (404)');
        hungUp.push(channelId);
      },
    });
    const [{ leg: far }, { leg: device }] = [legOver({}), legOver({})];
    const end = new TalkWatches({ link, log: memoryLog() }).begin('call_1', [far, device]);
    await settle(); // until Asterisk is asked to start it
    await end();
    isThere = true;
    await pass(60);
    assert.is(hungUp.length, 1);
  }));

test('an answered call whose encryption Asterisk does not tell at once is not given up for plaintext', () =>
  withClock(async () => {
    let isDeaf = true;
    let ended = 0;
    const { leg, link } = legOver(
      {
        'channels.getChannelVar': () => (isDeaf ? noAnswer() : { value: '1' }),
        'channels.hangup': () => void ended++,
      },
      { mediaEncryption: 'required', transport: 'tls' },
    );
    link.emit({ type: 'ChannelStateChange', channel: { id, name: id, state: 'Up' } });
    await pass(3);
    assert.is(leg.state, 'dialling', 'it is not used before it is known to be encrypted');
    isDeaf = false;
    await pass(3);
    assert.is(leg.state, 'up');
    assert.is(ended, 0);
  }));

test('one that turns out not to be encrypted is', () =>
  withClock(async () => {
    let ended = 0;
    const { leg, link } = legOver(
      {
        'channels.getChannelVar': () => {
          throw new AppError('bad_upstream', 'Asterisk refuses channels.getChannelVar (500)');
        },
        'channels.hangup': () => void ended++,
      },
      { mediaEncryption: 'required', transport: 'tls' },
    );
    link.emit({ type: 'ChannelStateChange', channel: { id, name: id, state: 'Up' } });
    await settle();
    assert.is(leg.outcome?.kind, 'unreachable');
    assert.is(ended, 1);
  }));

test('one that hangs up before its audio is known was answered', () =>
  withClock(async () => {
    const { leg, link } = legOver(
      {
        'channels.getChannelVar': () => {
          throw new AppError('not_found', 'Asterisk refuses channels.getChannelVar (404)');
        },
      },
      { mediaEncryption: 'none', transport: 'udp' },
    );
    const channel = { id, name: id, state: 'Up' };
    link.emit({ type: 'ChannelStateChange', channel });
    link.emit({ type: 'ChannelHangupRequest', channel });
    await settle();
    link.emit({ type: 'ChannelDestroyed', channel, cause: 16 });
    assert.equal(leg.outcome, { kind: 'hangup', detail: 'the other side hung up' });
  }));

test.run();
