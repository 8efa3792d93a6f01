import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { launchBrowser } from '../../rig/browser.ts';
import type { RunningGateway } from '../rig/running-gateway.ts';
import { writeBeeps } from '../rig/sound.ts';
import { World } from '../rig/world.ts';

let opened: Promise<{ world: World; browser: Browser }> | undefined;
let users = 0;

/** Beeps that the browser's microphone hears without end. */
export const microphoneHz = 700;

/** A window as the owner has it. */
export interface Window {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
}

/** A gateway with the page, the phone company, and a real browser; what the page complained of fails the test. */
export class PageStage {
  readonly world: World;
  readonly gateway: RunningGateway;
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];
  readonly #complaints: string[] = [];

  private constructor(world: World, gateway: RunningGateway, browser: Browser) {
    this.world = world;
    this.gateway = gateway;
    this.#browser = browser;
  }

  /** Company and browser are shared by all files of the group; each file leaves with `close`. */
  static async open(environment: Record<string, string> = {}): Promise<PageStage> {
    users += 1;
    opened ??= openShared();
    const { world, browser } = await opened;
    return new PageStage(world, await world.gateway(environment), browser);
  }

  /** A window with cookies of its own, not signed in. */
  async window({ width = 1440, height = 900, theme = 'light' }: Window = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: this.gateway.url,
      viewport: { width, height },
      colorScheme: theme,
      reducedMotion: 'reduce',
    });
    this.#contexts.push(context);
    context.on('weberror', (error) => this.#complaints.push(String(error.error())));
    context.on('console', (message) => {
      if (message.type() === 'error' && !isRefusedRequest(message.text()))
        this.#complaints.push(message.text());
    });
    return await context.newPage();
  }

  /** Signed in with the owner's token, at `path`. */
  async signedIn(path = '/', window: Window = {}): Promise<Page> {
    const page = await this.window(window);
    await page.goto(path);
    await page.getByLabel('Token', { exact: true }).fill(this.gateway.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation').first().waitFor();
    return page;
  }

  /** Script errors and breaches of the content security policy since the last look. */
  assertNoComplaints(): void {
    assert.equal(this.#complaints.splice(0), []);
  }

  async close(): Promise<void> {
    for (const context of this.#contexts.splice(0)) await context.close();
    users -= 1;
    if (users > 0) return;
    const shared = await opened;
    await shared?.browser.close();
    await shared?.world.close();
  }
}

async function openShared(): Promise<{ world: World; browser: Browser }> {
  const world = await World.open();
  const microphone = join(world.companyDir, 'microphone.wav');
  await writeBeeps(microphone, microphoneHz, { seconds: 60, onSeconds: 0.6, offSeconds: 0.2 });
  const args = [
    '--use-fake-ui-for-media-stream', // which grants the microphone
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-audio-capture=${microphone}`,
  ];
  return { world, browser: await launchBrowser(console.error, { args }) };
}

/** Chromium reports each answer of 400 and above as an error of its own; tests ask for some. */
const isRefusedRequest = (text: string): boolean => text.startsWith('Failed to load resource');
