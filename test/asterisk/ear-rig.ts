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
  await follow(leg).until('answered');
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
    `${callId} is heard without a snoop`,
  );
  await eventually(
    async () =>
      !((await stage.ari('channels')) as { id: string }[]).some(({ id }) =>
        id.startsWith(`${callId}.snoop.`),
      ),
    `the snoop of ${callId} is gone`,
  );
  // The cheap one: frames pass from one to the other, nothing is mixed.
  await eventually(
    async () => (await earBridge(stage, callId))?.technology === 'simple_bridge',
    `the bridge of ${callId} is a simple one`,
  );
}

/** How much of the far end's tone was not heard between two moments, in ms. */
export async function toneLost(heard: Heard, during: () => Promise<void>): Promise<number> {
  const clear = async (): Promise<void> => {
    const count = heard.frames.length;
    const latest = (): boolean =>
      heard.frames.slice(-10).every(({ frame }) => toneShare(frame, farTone) > 0.8);
    await eventually(() => heard.frames.length >= count + 10 && latest(), "the far end's tone");
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

/** How much of two seconds was not heard: the best of five tries, since a busy machine loses sound by itself, but not always. */
export async function toneLostAtBest(heard: Heard, enoughMs: number): Promise<number> {
  let best = Infinity;
  for (let tries = 0; tries < 5 && best >= enoughMs; tries++) {
    const twoSeconds = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2000));
    best = Math.min(best, await toneLost(heard, twoSeconds));
  }
  return best;
}

const isSteady = (perSecond: number): boolean => perSecond > 44 && perSecond < 56;

/**
 * Fails unless the gateway sends the leg 50 RTP packets a second. A loaded machine sends some of them late and then in a bunch, so up to
 * ten seconds are looked at, each of them and all so far; where nobody sends, or two do, none of that is 50.
 */
export async function assertSteady(stage: Stage, legId: string, what: string): Promise<void> {
  const counts = [await packetsSent(stage, legId)];
  const rates: number[] = [];
  while (rates.length < 10) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const [first, last, now] = [counts[0]!, counts.at(-1)!, await packetsSent(stage, legId)];
    if (isSteady(perSecond(last, now)) || isSteady(perSecond(first, now))) return;
    counts.push(now);
    rates.push(perSecond(last, now));
  }
  throw new Error(`${what}: ${rates.map((rate) => rate.toFixed(0)).join(', ')} a second, not 50`);
}

interface Count {
  sent: number;
  atMs: number;
}

async function packetsSent(stage: Stage, legId: string): Promise<Count> {
  const askedAtMs = performance.now();
  const { txcount } = (await stage.ari(`channels/${legId}/rtp_statistics`)) as { txcount: number };
  return { sent: txcount, atMs: (askedAtMs + performance.now()) / 2 };
}

/** Between two measured moments: a busy machine makes any pause longer than it was meant. */
function perSecond(from: Count, to: Count): number {
  return ((to.sent - from.sent) * 1000) / (to.atMs - from.atMs);
}
