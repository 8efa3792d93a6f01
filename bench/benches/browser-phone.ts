import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../rig/browser.ts';
import { CallStory } from '../../test/rig/call-story.ts';
import { addStaticDevice } from '../../test/rig/devices.ts';
import type { Bench } from '../bench.ts';
import { giveEars, loopMs, toldBy } from '../browser-ears.ts';
import { type BenchGateway, startBenchGateway } from '../gateway.ts';
import { readUsage } from '../process-usage.ts';
import type { Report } from '../report.ts';
import { ms, percent } from '../report.ts';
import type { Programme } from '../rtp/programme.ts';
import { type IncomingCall, SipEndpoint } from '../sip/sip-endpoint.ts';
import { highest, median } from '../statistics.ts';
import { FarEnd } from '../rtp/far-end.ts';
import { OwnersPhone } from '../rtp/owners-phone.ts';

const calls = 10;
const bothWaysLimitMs = 500;
const audioMs = 1_500;
const talkMs = 10_000;
const stepMs = 20_000;
/** Nothing is said on hold; only the talk matters here. */
const silence: Programme = { mulaw: new Uint8Array(), firstWordSample: Infinity };

interface Talk {
  microphoneMs: number;
  connectedMs: number;
  browserHearsMs: number;
  farHearsMs: number;
  loopMs: number;
}

/** Measures the time from pressing *Answer* in a browser to audio both ways, and what the talk costs Asterisk. */
export const browserPhone: Bench = {
  name: 'browser-phone',
  title: 'The owner answers in a browser → audio both ways',
  async run(stage) {
    const trunk = stage.owns(await SipEndpoint.open());
    const phone = stage.owns(await SipEndpoint.open());
    const gateway = await startBenchGateway(stage, trunk.port);
    const browser = await launchBrowser(stage.progress, {
      args: [
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        '--autoplay-policy=no-user-gesture-required',
      ],
    });
    stage.atEnd(() => browser.close());
    const context = await browser.newContext({ baseURL: gateway.url, reducedMotion: 'reduce' });
    context.setDefaultTimeout(stepMs);
    await giveEars(context);
    const page = await context.newPage();
    await page.goto('/devices');
    await page.getByLabel('Token', { exact: true }).fill(gateway.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('switch', { name: 'This browser as a phone' }).click();
    await page.getByText('online: rings here').waitFor();
    const theatre = new Theatre(gateway, trunk, page);
    stage.progress(`${calls} calls, one after the other`);
    const talks: Talk[] = [];
    for (let n = 0; n < calls; n++) talks.push(await theatre.talk(n));
    stage.progress('what a talk costs Asterisk');
    const { id } = await addStaticDevice(gateway, 'bench', `sip:bench@127.0.0.1:${phone.port}`);
    const costs = {
      browser: await theatre.cost(calls, 'webrtc'),
      phone: await theatre.cost(calls + 1, id, phone),
    };
    return report(talks, costs);
  },
};

class Theatre {
  readonly #gateway: BenchGateway;
  readonly #trunk: SipEndpoint;
  readonly #page: Page;

  constructor(gateway: BenchGateway, trunk: SipEndpoint, page: Page) {
    this.#gateway = gateway;
    this.#trunk = trunk;
    this.#page = page;
  }

  async talk(n: number): Promise<Talk> {
    const { call, far } = await this.#onHold(n);
    await this.#ring(call, 'webrtc');
    const answer = this.#page.getByRole('button', { name: /^Answer( here)?$/ }).first();
    await answer.waitFor();
    far.sendToneAndEcho();
    await answer.click();
    await call.untilStatus('connected', 20);
    await wait(audioMs);
    const told = await toldBy(this.#page);
    const pressed = told.pressedAtMs ?? NaN;
    const talk = {
      microphoneMs: (told.microphoneAtMs ?? NaN) - pressed,
      connectedMs: (told.connectedAtMs ?? NaN) - pressed,
      browserHearsMs: (told.heardFarAtMs ?? NaN) - pressed,
      farHearsMs: performance.timeOrigin + far.heardDeviceAtMs - pressed,
      loopMs: await loopMs(this.#page),
    };
    await call.hangUp();
    await call.untilOver(10);
    return talk;
  }

  /** The share of a core that Asterisk uses for a talk, minus what the same call uses on hold. */
  async cost(n: number, device: string, phone?: SipEndpoint): Promise<number> {
    const { call, far } = await this.#onHold(n);
    far.sendToneAndEcho();
    await wait(2_000);
    const onHold = await this.#share();
    const rung = new Promise<IncomingCall>((resolve) => phone !== undefined && (phone.onInvite = resolve));
    await this.#ring(call, device);
    if (phone === undefined)
      await this.#page
        .getByRole('button', { name: /^Answer( here)?$/ })
        .first()
        .click();
    else await OwnersPhone.answer(await rung);
    await call.untilStatus('connected', 20);
    await wait(2_000);
    const inTalk = await this.#share();
    await call.hangUp();
    await call.untilOver(10);
    return inTalk - onHold;
  }

  async #onHold(n: number): Promise<{ call: CallStory; far: FarEnd }> {
    const dialled = new Promise<IncomingCall>((resolve) => (this.#trunk.onInvite = resolve));
    const call = await CallStory.place(this.#gateway, { number: `+1202555${4_000 + n}` });
    const far = await FarEnd.answer(await dialled, silence);
    await call.untilStatus('on_hold', 20);
    return { call, far };
  }

  #ring(call: CallStory, device: string): Promise<unknown> {
    return this.#gateway.client.request('POST', `/api/v1/calls/${call.id}/transfer`, { device });
  }

  async #share(): Promise<number> {
    const before = await readUsage(this.#gateway.asteriskPid);
    const beganAtMs = performance.now();
    await wait(talkMs);
    const after = await readUsage(this.#gateway.asteriskPid);
    return ((after.cpuSeconds - before.cpuSeconds) * 1_000) / (performance.now() - beganAtMs);
  }
}

function report(talks: readonly Talk[], costs: { browser: number; phone: number }): Report {
  const bothWays = talks.map((talk) => Math.max(talk.browserHearsMs, talk.farHearsMs));
  const row = (what: string, values: readonly number[]): string[] => [
    what,
    ms(median(values)),
    ms(highest(values)),
  ];
  return {
    goals: [
      {
        what: 'Answer in the browser → audio both ways, median',
        measured: median(bothWays),
        limit: bothWaysLimitMs,
        unit: 'ms',
      },
    ],
    tables: [
      {
        columns: [`${talks.length} calls`, 'median', 'highest'],
        rows: [
          row(
            'press → the microphone is open',
            talks.map((talk) => talk.microphoneMs),
          ),
          row(
            'press → ICE and DTLS are through',
            talks.map((talk) => talk.connectedMs),
          ),
          row(
            'press → the browser hears the far end',
            talks.map((talk) => talk.browserHearsMs),
          ),
          row(
            'press → the far end hears the browser',
            talks.map((talk) => talk.farHearsMs),
          ),
          row('press → audio both ways', bothWays),
          row(
            'a tone of the browser is back from an echo',
            talks.map((talk) => talk.loopMs),
          ),
        ],
      },
      {
        columns: ['Asterisk, beside the same call on hold', 'of one core'],
        rows: [
          ['a talk in the browser', percent(costs.browser)],
          ['a talk on a SIP phone (PCMU)', percent(costs.phone)],
        ],
      },
    ],
    notes: [
      "Debian's Chromium without a window, with a fake microphone that gives a steady tone once it is open. Of the echo 40 ms are the far end's own two frames.",
      `Each share is of one talk of ${talkMs / 1_000} s: it says the order of magnitude, no more.`,
    ],
  };
}
