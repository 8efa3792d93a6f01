import path from 'node:path';
import { readdir } from 'node:fs/promises';
import * as assert from 'uvu/assert';
import { launchBrowser } from '../../rig/browser.ts';
import { readWav } from '../../src/audio/wav.ts';
import { gatewayFolders } from '../../src/embedded/gateway.ts';
import { CallStory } from '../rig/call-story.ts';
import type { RunningGateway } from '../rig/running-gateway.ts';
import { toneShare } from '../rig/sound.ts';

export const farHz = 700;
export const ownerHz = 1000;
export const rateHz = 8000;

/** What the app needs to notice an end and to make a file of it, on a busy machine. */
export const finishSeconds = 60;

export interface Recording {
  id: string;
  state: string;
  duration: number;
  file_size: number;
  fault: string | null;
  expires_at: string | null;
}

export async function recordingsOf(call: CallStory): Promise<Recording[]> {
  const path = `/api/v1/recordings?call_id=${call.id}`;
  return (await call.gateway.client.request<{ recordings: Recording[] }>('GET', path)).recordings;
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
}

export function ask(
  gateway: RunningGateway,
  id: string,
  { method = 'GET', headers = {} }: Asked = {},
  rest = '',
): Promise<Response> {
  return fetch(`${gateway.url}/api/v1/recordings/${id}${rest}`, {
    method,
    headers: { authorization: `Bearer ${gateway.token}`, ...headers },
  });
}

/** Waits for the file. @returns what the event said, and both sides. */
export async function listenTo(
  call: CallStory,
): Promise<{ id: string; data: Record<string, unknown>; owner: Float32Array; far: Float32Array }> {
  const { data } = await call.until('recording_stopped', finishSeconds);
  const id = String(data['recording_id']);
  const answer = await ask(call.gateway, id);
  assert.is(answer.status, 200);
  const { rateHz: madeHz, channels } = readWav(new Uint8Array(await answer.arrayBuffer()));
  assert.equal([madeHz, channels.length], [rateHz, 2]);
  return { id, data, owner: channels[0]!, far: channels[1]! };
}

export const part = (samples: Float32Array, from: number, to: number): Float32Array =>
  samples.subarray(Math.round(from * rateHz), Math.round(to * rateHz));

/** How much of it, second by second, is a tone. */
export function secondsOf(samples: Float32Array, hertz: number): number {
  let count = 0;
  for (let at = 0; at + rateHz <= samples.length; at += rateHz)
    if (toneShare(samples.subarray(at, at + rateHz), hertz) > 0.8) count += 1;
  return count;
}

/** What Asterisk still keeps of recordings. */
export async function spooled(gateway: RunningGateway): Promise<string[]> {
  const folder = path.join(gatewayFolders(gateway.dataDir).stateDir, 'spool', 'recording');
  return readdir(folder);
}

/** What Chromium makes of it: the loudest of the tones on each side, in the last seconds, where both talk. */
export async function playInBrowser(
  gateway: RunningGateway,
  id: string,
): Promise<{ left: number; right: number }> {
  const browser = await launchBrowser(() => undefined);
  try {
    const page = await browser.newPage();
    await page.goto(`${gateway.url}/health`);
    const url = `${gateway.url}/api/v1/recordings/${id}`;
    const order = { url, token: gateway.token, tones: [farHz, ownerHz] };
    return await page.evaluate(`(${decodeAndMeasure})(${JSON.stringify(order)})`);
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
const decodeAndMeasure = `async ({ url, token, tones }) => {
  const answer = await fetch(url, { headers: { authorization: 'Bearer ' + token } });
  const audio = await new OfflineAudioContext(2, 1, 8000).decodeAudioData(await answer.arrayBuffer());
  const loudest = (channel) => {
    const samples = audio.getChannelData(channel).slice(-3 * audio.sampleRate, -audio.sampleRate);
    const powers = tones.map((hertz) => {
      let [re, im] = [0, 0];
      samples.forEach((sample, n) => {
        const angle = (2 * Math.PI * hertz * n) / audio.sampleRate;
        re += sample * Math.cos(angle);
        im += sample * Math.sin(angle);
      });
      return re * re + im * im;
    });
    return tones[powers.indexOf(Math.max(...powers))];
  };
  return { left: loudest(0), right: loudest(1) };
}`;
