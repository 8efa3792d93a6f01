import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import type { RunningGateway } from '../rig/running-gateway.ts';
import { readSamples, toneShare } from '../rig/sound.ts';
import type { World } from '../rig/world.ts';
import { microphoneHz, type PageStage, type Window } from './stage.ts';
import { patienceSeconds } from '../rig/patience.ts';

/**
 * The microphone beeps three quarters of the time, less what is muted and what a busy machine loses; a voice, music or silence has less
 * than a tenth of its power at that frequency.
 */
export const beepsShare = 0.2;

/**
 * The largest share of the microphone's tone in what the far end of a number heard, in recordings that were not there `before`. Asterisk
 * writes their last two seconds when it closes them, a moment after the call and without any event.
 */
export async function heardMicrophone(
  world: World,
  number: string,
  before: readonly string[] = [],
): Promise<number> {
  const deadline = Date.now() + patienceSeconds * 1000;
  for (;;) {
    const files = (await world.recordings(number, 'heard')).filter((file) => !before.includes(file));
    const shares = await Promise.all(
      files.map(async (file) => toneShare(await readSamples(file), microphoneHz)),
    );
    const most = Math.max(0, ...shares);
    if (most > beepsShare || Date.now() > deadline) return most;
    await delay(100);
  }
}

/** Resolves when a talk has lasted three seconds or more: a busy page does not show each of them. */
export async function untilTalked(page: Page): Promise<void> {
  await page
    .locator('.talk .clock')
    .getByText(/^\d+:(?!0[0-2]$)\d\d$/)
    .waitFor();
}

interface ListedDevice {
  id: string;
  name: string;
  type: string;
  is_online: boolean;
  can_wake: boolean;
}

/** Windows that are phones, and how the gateway lists them. */
export class PhonePages {
  readonly stage: PageStage;
  readonly #opened: BrowserContext[] = [];

  constructor(stage: PageStage) {
    this.stage = stage;
  }

  /**
   * Its connections and the speakers that it took are kept where a test can measure them.
   * @param relayOnly for one that no other way is open to. @param script runs first in each of its documents.
   */
  async open(window: Window = {}, relayOnly = false, script = ''): Promise<Page> {
    const page = await this.stage.window(window);
    this.#opened.push(page.context());
    await page.context().addInitScript(script);
    await page.context().addInitScript(`
      window.connections = [];
      window.speakers = [];
      const { setSinkId } = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.setSinkId = async function (id) {
        await setSinkId.call(this, id);
        window.speakers.push(id);
      };
      const Connection = window.RTCPeerConnection;
      window.RTCPeerConnection = class extends Connection {
        constructor(given, ...rest) {
          super({ ...given, ...${JSON.stringify(relayOnly ? { iceTransportPolicy: 'relay' } : {})} }, ...rest);
          window.connections.push(this);
        }
      };
    `);
    await page.goto('/devices');
    await page.getByLabel('Token', { exact: true }).fill(this.stage.gateway.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('switch', { name: 'This browser as a phone' }).click();
    await page.getByText('online: rings here').waitFor();
    const own = await page.locator('.dv', { hasText: 'This browser' }).getAttribute('data-row');
    // Asterisk tells the gateway a moment after it has told the page.
    await eventually('phone', async () => (await this.online()).some(({ id }) => id === own));
    return page;
  }

  async list(): Promise<ListedDevice[]> {
    const { client } = this.stage.gateway;
    const { devices } = await client.request<{ devices: ListedDevice[] }>('GET', '/api/v1/devices');
    return devices.filter(({ type }) => type === 'webrtc');
  }

  async online(): Promise<ListedDevice[]> {
    return (await this.list()).filter((each) => each.is_online);
  }

  async leave(): Promise<void> {
    await Promise.all(this.#opened.splice(0).map((context) => context.close()));
    for (const { id } of await this.list())
      await this.stage.gateway.client.request('DELETE', `/api/v1/devices/${id}`);
  }
}

/** Before that *Answer here* asks to be rung anew. */
export function untilRings(call: CallStory, times = 1): Promise<unknown> {
  return call.until('device_ringing', patienceSeconds, times);
}

/** Answers the call for a waiting person in the page. */
export async function talkHere(page: Page, call: CallStory): Promise<void> {
  await untilRings(call);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Answer here' }).click();
  await call.untilStatus('connected');
}

/** To the company's echo, unless the call says otherwise. In direct mode the owner's phone rings first, then the far end. */
export function placeDirect(
  gateway: RunningGateway,
  call: { number?: string; company?: string } = {},
): Promise<CallStory> {
  return CallStory.place(gateway, { number: '+12025550113', mode: 'direct', device: 'webrtc', ...call });
}

/** @param times how often the call has been connected then. */
export async function answerDirect(page: Page, call: CallStory, times = 1): Promise<void> {
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await call.untilStatus('connected', patienceSeconds, times);
}

/** Places a direct call and answers it in the page. */
export async function talkToEcho(
  gateway: RunningGateway,
  page: Page,
  more: { company?: string } = {},
): Promise<CallStory> {
  const call = await placeDirect(gateway, more);
  await answerDirect(page, call);
  return call;
}

/** For a second, in which the microphone beeps twice. */
export async function untilQuiet(page: Page): Promise<void> {
  let quiet = 0;
  await untilLevel(page, (level) => {
    quiet = level < 0.002 ? quiet + 1 : 0;
    return quiet >= 5;
  });
}

/** Of what comes in, 0 to 1. */
export async function untilLevel(page: Page, isRight: (level: number) => boolean): Promise<void> {
  let level = NaN;
  const deadline = Date.now() + patienceSeconds * 1000;
  while (Date.now() < deadline) {
    level = await page.evaluate<number>(`(async () => {
      const connection = window.connections.at(-1);
      for (const report of (await connection.getStats()).values())
        if (report.type === 'inbound-rtp') return report.audioLevel ?? 0;
      return 0;
    })()`);
    if (isRight(level)) return;
    await page.waitForTimeout(200);
  }
  throw new Error(`the level of what the browser hears stayed at ${level}`);
}

/** No event tells of it. */
export async function eventually(what: string, look: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceSeconds * 1000;
  while (!(await look())) {
    assert.ok(Date.now() < deadline, `there is no ${what}`);
    await delay(100);
  }
}
