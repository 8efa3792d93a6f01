import path from 'node:path';
import type { Ear, Leg } from '../../src/calls/telephony.ts';
import { toneShare, writeTone } from './audio.ts';
import { hear } from './hear.ts';
import { type Stage, eventually, follow } from './stage.ts';

/** The audio that an ear received, and when. */
export interface Heard {
  frames: { atMs: number; frame: Int16Array }[];
  ear: Ear;
}

export const farTone = 1000;

/** Lets +12025550190 play a tone of a minute as the far end. */
export async function playToneAsFarEnd(stage: Stage): Promise<void> {
  const file = path.join(stage.recordDir, 'far-tone');
  await writeTone(`${file}.wav`, farTone, 60);
  await stage.company.runCli(`dialplan set global FAR_END ${file}`);
}

export async function answeredLeg(stage: Stage, callId: string, last: string): Promise<Leg> {
  const leg = await stage.telephony.dialFar(callId, `+1202555${last}`, { timeoutSeconds: 15 });
  await follow(leg).until('answered', 15_000);
  await leg.sendSilence();
  return leg;
}

export async function listen(stage: Stage, leg: Leg): Promise<Heard> {
  const frames: Heard['frames'] = [];
  const ear = await hear(stage, leg, (frame) => frames.push({ atMs: performance.now(), frame }));
  return { frames, ear };
}

async function earBridge(
  stage: Stage,
  callId: string,
): Promise<{ channels: string[]; technology: string } | undefined> {
  const bridges = (await stage.ari('bridges')) as { id: string; channels: string[]; technology: string }[];
  return bridges.find(({ id }) => id.startsWith(`${callId}.ear.`));
}

/** The channels of the bridge that the app listens to, without their numbers: `far`, `snoop`, `media`. */
export async function inEarBridge(stage: Stage, callId: string): Promise<string[]> {
  const ear = await earBridge(stage, callId);
  return (ear?.channels ?? []).map((id) => id.split('.')[1] ?? '').toSorted();
}

/** Resolves when the leg itself is heard, without a snoop. */
export async function untilHeardDirectly(stage: Stage, callId: string): Promise<void> {
  await eventually(
    async () => (await inEarBridge(stage, callId)).join() === 'far,media',
    20_000,
    `${callId} is heard without a snoop`,
  );
  await eventually(
    async () =>
      !((await stage.ari('channels')) as { id: string }[]).some(({ id }) =>
        id.startsWith(`${callId}.snoop.`),
      ),
    10_000,
    `the snoop of ${callId} is gone`,
  );
  // The cheap one: frames pass from one to the other, nothing is mixed.
  await eventually(
    async () => (await earBridge(stage, callId))?.technology === 'simple_bridge',
    10_000,
    `the bridge of ${callId} is a simple one`,
  );
}

/** How much of the far end's tone was not heard between two moments, in ms. */
export async function toneLost(heard: Heard, during: () => Promise<void>): Promise<number> {
  const clear = async (): Promise<void> => {
    const count = heard.frames.length;
    const latest = (): boolean =>
      heard.frames.slice(-10).every(({ frame }) => toneShare(frame, farTone) > 0.8);
    await eventually(() => heard.frames.length >= count + 10 && latest(), 5000, "the far end's tone");
  };
  await clear();
  const from = heard.frames.length;
  const fromMs = heard.frames[from - 1]!.atMs;
  await during();
  await clear();
  const to = heard.frames.length;
  const tookMs = heard.frames[to - 1]!.atMs - fromMs;
  const tones = heard.frames.slice(from, to).filter(({ frame }) => toneShare(frame, farTone) > 0.8).length;
  return tookMs - tones * 20;
}

const isSteady = (perSecond: number): boolean => perSecond > 44 && perSecond < 56;

/**
 * Fails unless the gateway sends the leg 50 RTP packets a second. A loaded machine sends some of them late and then in a bunch, so up to
 * three seconds are looked at; where nobody sends, none of them has 50.
 */
export async function assertSteady(stage: Stage, legId: string, what: string): Promise<void> {
  const rates: number[] = [];
  while (rates.length < 3) {
    const rate = await packetsPerSecond(stage, legId);
    if (isSteady(rate)) return;
    rates.push(rate);
  }
  throw new Error(`${what}: ${rates.map((rate) => rate.toFixed(0)).join(', ')} a second, not 50`);
}

/** Counted over a second that is measured at both counts: a busy machine makes any pause longer than it was meant. */
async function packetsPerSecond(stage: Stage, legId: string): Promise<number> {
  const count = async (): Promise<{ sent: number; atMs: number }> => {
    const askedAtMs = performance.now();
    const { txcount } = (await stage.ari(`channels/${legId}/rtp_statistics`)) as { txcount: number };
    return { sent: txcount, atMs: (askedAtMs + performance.now()) / 2 };
  };
  const before = await count();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const after = await count();
  return ((after.sent - before.sent) * 1000) / (after.atMs - before.atMs);
}
