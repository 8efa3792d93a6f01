import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findFreePorts } from '../rig/free-ports.ts';
import { rms, toneShare } from './audio.ts';
import {
  answeredLeg,
  assertSteady,
  farTone,
  type Heard,
  listen,
  playToneAsFarEnd,
  untilHeardDirectly,
} from './ear-rig.ts';
import { type FlakyProxy, startFlakyProxy } from './flaky-proxy.ts';
import { onOwnStage } from './own-stage.ts';
import { type ProxiedApp, throughProxy } from './proxied-app.ts';
import { assertNothingLeft, eventually, type Stage } from './stage.ts';

const tests = suite('ears after a network that failed');

interface Networked {
  /** The stage with an app behind the two networks. */
  stage: Stage;
  app: ProxiedApp;
  /** Between Asterisk and the app's audio. */
  audio: FlakyProxy;
}

/** An app whose orders to Asterisk and whose audio come through a network each, which can fail. */
const behindNetworks = (name: string, body: (rig: Networked) => Promise<void>): void =>
  onOwnStage(tests, name, async (stage) => {
    await stage.endApp();
    await playToneAsFarEnd(stage);
    const port = await findFreePorts();
    const audio = await startFlakyProxy(stage.setup.media.port, port);
    const app = await throughProxy(stage, 'hf_networked', { media: { ...stage.setup.media, port } });
    try {
      await body({ stage: { ...stage, telephony: app.telephony, media: app.media }, app, audio });
    } finally {
      await app.end();
      audio.stop();
    }
  });

/** The channels and bridges by which a call is heard, without their call. */
async function earParts(stage: Stage, callId: string): Promise<string[]> {
  const [channels, bridges] = (await Promise.all([stage.ari('channels'), stage.ari('bridges')])) as {
    id: string;
  }[][];
  return [...(channels ?? []), ...(bridges ?? [])]
    .map(({ id }) => id)
    .filter((id) => id.startsWith(`${callId}.`))
    .map((id) => id.slice(callId.length + 1))
    .filter((id) => /^(?:snoop|media|ear)\./.test(id))
    .toSorted();
}

const kindsOf = (parts: readonly string[]): string => parts.map((part) => part.split('.')[0]).join();

const newest = ({ frames }: Heard): Int16Array[] => frames.slice(-25).map(({ frame }) => frame);
const hearsTone = (heard: Heard): boolean => newest(heard).every((frame) => toneShare(frame, farTone) > 0.8);
const hearsNothing = (heard: Heard): boolean => newest(heard).every((frame) => rms(frame) === 0);

/** For what would otherwise come when TCP gives up, or when the call is over. */
const soonMs = 20_000;

behindNetworks(
  'audio that stops without an end is heard again within seconds; a far end that is silent keeps its line',
  async ({ stage, audio }) => {
    const [leg, mute] = await Promise.all([
      answeredLeg(stage, 'call_dead_audio', '0190'),
      answeredLeg(stage, 'call_silent', '0127'),
    ]);
    const [heard, silent] = await Promise.all([listen(stage, leg), listen(stage, mute)]);
    const lineOf = async (callId: string): Promise<string> =>
      (await earParts(stage, callId)).filter((part) => /^(?:media|ear)\./.test(part)).join();
    const before = await lineOf('call_silent');
    await untilHeardDirectly(stage, 'call_dead_audio');
    await eventually(() => silent.frames.length > 600, 'twelve seconds of silence');
    assert.is(await lineOf('call_silent'), before, 'Asterisk has answered that it is there');

    audio.stall();
    await eventually(() => hearsNothing(heard), 'nothing comes');
    await eventually(() => hearsTone(heard), 'the tone again', soonMs);
    await eventually(async () => (await lineOf('call_silent')) !== before, 'a new line', soonMs);
    await assertSteady(stage, leg.id, 'packets to the far end');
    await untilHeardDirectly(stage, 'call_dead_audio');
    await Promise.all([leg.hangUp(), mute.hangUp()]);
    await Promise.all([heard.ear.stop(), silent.ear.stop()]);
    await assertNothingLeft(stage, 'call_dead_audio', 'call_silent');
  },
);

behindNetworks(
  'a line that was being opened when Asterisk was lost is removed when it is back, not when the call is over',
  async ({ stage, app }) => {
    const callId = 'call_half_open';
    const leg = await answeredLeg(stage, callId, '0190');
    const asked = app.proxy.muffle('/channels/externalMedia');
    const opening = listen(stage, leg).then(
      () => 'opened',
      () => 'failed',
    );
    await asked;
    await eventually(
      async () => kindsOf(await earParts(stage, callId)) === 'ear,media,snoop',
      'Asterisk has carried it out',
    );
    app.proxy.cut();
    assert.is(await opening, 'failed');
    await eventually(() => app.connections.at(-1) === true, 'connected');
    await eventually(async () => (await earParts(stage, callId)).length === 0, 'nothing is left', soonMs);
    assert.is(leg.state, 'up');
    const heard = await listen(stage, leg);
    await eventually(() => heard.frames.length > 50 && hearsTone(heard), 'the tone');
    await leg.hangUp();
    await heard.ear.stop();
    await assertNothingLeft(stage, callId);
  },
);

behindNetworks(
  'a leg that was being moved out of its line when Asterisk was lost is heard once, and sent silence',
  async ({ stage, app }) => {
    const callId = 'call_half_moved';
    const leg = await answeredLeg(stage, callId, '0190');
    const heard = await listen(stage, leg);
    await untilHeardDirectly(stage, callId);
    const before = await earParts(stage, callId);
    const asked = app.proxy.muffle(`/channels/${leg.id}/snoop/`);
    const playing = leg.play('sound:beep').catch(() => undefined); // it cannot be ordered
    await asked;
    await eventually(
      async () => kindsOf(await earParts(stage, callId)) === 'ear,media,snoop',
      'Asterisk has carried it out',
    );
    app.proxy.cut();
    await playing;
    await eventually(() => app.connections.at(-1) === true, 'connected');
    await eventually(
      async () => {
        const now = await earParts(stage, callId);
        return kindsOf(now) === 'ear,media,snoop' && !now.some((part) => before.includes(part));
      },
      'a new line, and no other',
      soonMs,
    );
    await assertSteady(stage, leg.id, 'packets to the far end');
    // Twice as many come of a leg that is heard twice; what a busy machine has delayed comes in a burst.
    await eventually(async () => {
      const [count, sinceMs] = [heard.frames.length, performance.now()];
      await new Promise((resolve) => setTimeout(resolve, 3000));
      const perSecond = ((heard.frames.length - count) * 1000) / (performance.now() - sinceMs);
      return perSecond > 40 && perSecond < 60;
    }, '50 frames a second');
    await eventually(() => hearsTone(heard), 'the tone');
    await untilHeardDirectly(stage, callId);
    await leg.hangUp();
    await heard.ear.stop();
    await assertNothingLeft(stage, callId);
  },
);

tests.run();
