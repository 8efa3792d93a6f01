import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import type { Browser, BrowserContext, Cookie, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { launchBrowser } from '../../rig/browser.ts';
import type { RunningGateway } from '../rig/running-gateway.ts';
import { InTurn } from '../../src/async/in-turn.ts';
import { writeBeeps } from '../rig/sound.ts';
import { Turnstile } from '../rig/turnstile.ts';
import { World } from '../rig/world.ts';
import { timed } from '../runner/timed.ts';

let opened: Promise<World> | undefined;
const browsers = new Map<boolean, Promise<Browser>>();
let common: Promise<RunningGateway> | undefined;
let users = 0;

/** Beeps that the browser's microphone hears without end. */
export const microphoneHz = 700;

/** So many scenarios play at once: more would starve the calls, and pages that are waited for. */
const places = new Turnstile(4);
/** A busy machine draws a page late. */
const patienceMs = 60_000;
const playing: Promise<unknown>[] = [];
const addingFavourites = new InTurn();
/** The windows of the scenario that opens them. A page left open goes on drawing, and takes the processor from those that play. */
const windows = new AsyncLocalStorage<Set<BrowserContext>>();

/**
 * Plays a scenario beside those of all files, as soon as there is a place for it; its test waits for it. Places go to the first registered:
 * the time of a test runs while its scenario waits.
 * @param register uvu's `test`.
 * @param turn for scenarios that would disturb each other: they play one after the other.
 */
export function beside(
  register: (name: string, run: () => Promise<void>) => void,
  name: string,
  scenario: () => Promise<void>,
  turn = new Turnstile(1),
): void {
  const order = playing.length;
  const run = turn.pass(() =>
    places.pass(() => timed(`${name} (beside others)`, () => inOwnWindows(scenario)), order),
  );
  run.catch(() => undefined); // its test tells
  playing.push(run);
  register(name, () => run);
}

async function inOwnWindows(scenario: () => Promise<void>): Promise<void> {
  const own = new Set<BrowserContext>();
  try {
    await windows.run(own, scenario);
  } finally {
    for (const context of own) await context.close();
  }
}

/** For what is measured: nothing else of the group plays any more. */
export async function untilQuiet(): Promise<void> {
  await Promise.allSettled(playing);
}

/** A name of this machine that is not loopback to a browser: without https it is no secure context. */
export const networkName = 'holdfast.test';

/** Phones ring for as long as a person who looks at the page may take. */
const patient = { DEVICE_RING_SECONDS: '60', ANSWER_TIMEOUT_SECONDS: '60' };

/** A window as the owner has it. */
export interface Window {
  /** In place of the gateway's own address. */
  readonly at?: string;
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  /** True for one whose service worker is wanted; in others it would answer for requests that a test looks at. */
  readonly worker?: boolean;
}

/** A gateway with the page, the phone company, and a real browser; what the page complained of fails the test. */
export class PageStage {
  readonly world: World;
  readonly gateway: RunningGateway;
  readonly browser: Browser;
  readonly #contexts: BrowserContext[] = [];
  readonly #complaints: string[] = [];
  #session: Promise<Cookie[]> | undefined;

  private constructor(world: World, gateway: RunningGateway, browser: Browser) {
    this.world = world;
    this.gateway = gateway;
    this.browser = browser;
  }

  /**
   * Company and browser are shared by all files of the group, unless `ownCompany` asks for another one, and so is the gateway unless `own`
   * asks for one with an environment of its own; each file leaves with `close`. A person who answers covers every page of a gateway, so none does on the shared one.
   * @param options `whole`: Chromium as owners have it, with sound, instead of its engine alone.
   */
  static async open(
    own?: Record<string, string>,
    { ownCompany = false, whole = false } = {},
  ): Promise<PageStage> {
    users += 1;
    let ownWorld: World | undefined;
    try {
      const shared = await (opened ??= World.open());
      if (!browsers.has(whole)) browsers.set(whole, openBrowser(shared, whole));
      const browser = await browsers.get(whole)!;
      if (ownCompany) ownWorld = await World.open();
      const gateway =
        own === undefined
          ? await (common ??= shared.gateway(patient))
          : await (ownWorld ?? shared).gateway({ ...patient, ...own });
      return new PageStage(ownWorld ?? shared, gateway, browser);
    } catch (error) {
      await ownWorld?.close();
      await PageStage.#leaveShared();
      throw error;
    }
  }

  /** The last one closes what they share. */
  static async #leaveShared(): Promise<void> {
    users -= 1;
    if (users > 0) return;
    for (const browser of browsers.values()) await (await browser.catch(() => undefined))?.close();
    await (await opened?.catch(() => undefined))?.close();
  }

  /** A window with cookies of its own, not signed in. */
  async window({
    at,
    width = 1440,
    height = 900,
    theme = 'light',
    worker = false,
  }: Window = {}): Promise<Page> {
    const context = await this.browser.newContext({
      baseURL: at ?? this.gateway.environment['PUBLIC_URL'] ?? this.gateway.url,
      viewport: { width, height },
      colorScheme: theme,
      reducedMotion: 'reduce',
      serviceWorkers: worker ? 'allow' : 'block',
    });
    context.setDefaultTimeout(patienceMs);
    this.#contexts.push(context);
    windows.getStore()?.add(context);
    context.on('weberror', (error) => this.#complaints.push(String(error.error())));
    context.on('console', (message) => {
      if (message.type() === 'error' && !isExpected(message.text())) this.#complaints.push(message.text());
    });
    return await context.newPage();
  }

  /** Signed in, at `path`. */
  async signedIn(path = '/', window: Window = {}): Promise<Page> {
    const page = await this.window(window);
    await this.enter(page, path);
    return page;
  }

  async enter(page: Page, path: string): Promise<void> {
    await page.context().addCookies(await this.cookies());
    await page.goto(path);
    await page.getByRole('navigation').first().waitFor();
  }

  /** One session serves all windows: the gateway takes 30 sign-ins a minute. */
  async cookies(): Promise<Cookie[]> {
    return await (this.#session ??= this.#signIn());
  }

  async #signIn(): Promise<Cookie[]> {
    const page = await this.window();
    await signInByHand(page, this.gateway.token);
    return await page.context().cookies();
  }

  /** The list is written as a whole: scenarios that share a gateway would take each other's favourites from it. */
  async addFavourite(favourite: { label: string; number: string; intent: string }): Promise<void> {
    const { client } = this.gateway;
    await addingFavourites.run(async () => {
      const { favourites } = await client.request<{ favourites: object[] }>('GET', '/api/v1/favourites');
      const added = { ...favourite, call_flow_id: null, mode: 'hold_slayer' };
      await client.request('PUT', '/api/v1/favourites', { favourites: [...favourites, added] });
    });
  }

  /** Script errors and breaches of the content security policy since the last look. */
  assertNoComplaints(): void {
    assert.equal(this.#complaints.splice(0), []);
  }

  async close(): Promise<void> {
    for (const context of this.#contexts.splice(0)) await context.close();
    if (this.world !== (await opened)) await this.world.close();
    await PageStage.#leaveShared();
  }
}

/** Types the token, as an owner does. */
async function signInByHand(page: Page, token: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();
}

async function openBrowser(world: World, whole: boolean): Promise<Browser> {
  const microphone = join(world.companyDir, 'microphone.wav');
  await writeBeeps(microphone, microphoneHz, { seconds: 60, onSeconds: 0.6, offSeconds: 0.2 });
  const args = [
    `--host-resolver-rules=MAP ${networkName} 127.0.0.1`,
    '--use-fake-ui-for-media-stream', // which grants the microphone
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-audio-capture=${microphone}`,
  ];
  return await launchBrowser(console.error, { args, program: whole ? 'chromium' : 'shell' });
}

/**
 * Chromium reports each answer of 400 and above, and each connection that fails, as an error of its own, and that plain http makes a header
 * idle; tests ask for all of it.
 */
const expected = [
  'Failed to load resource',
  'WebSocket connection to',
  'The Cross-Origin-Opener-Policy header has been ignored',
];
const isExpected = (text: string): boolean => expected.some((each) => text.startsWith(each));
