import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { RunningGateway } from '../test/rig/running-gateway.ts';

const widths = [
  { width: 390, height: 844 },
  { width: 1440, height: 960 },
] as const;
const themes = ['light', 'dark'] as const;
const settleMs = 400;

interface Window {
  page: Page;
  suffix: string;
}

/** The same page in a phone and on a desk, light and dark: four windows that stay signed in. */
export class Album {
  count = 0;
  readonly #browser: Browser;
  readonly #gateway: RunningGateway;
  readonly #folder: string;
  #windows: Window[] | undefined;

  constructor(browser: Browser, gateway: RunningGateway, folder: string) {
    this.#browser = browser;
    this.#gateway = gateway;
    this.#folder = folder;
  }

  /** Before anybody signed in. */
  async takeSignedOut(name: string, address: string): Promise<void> {
    for (const context of await this.#contexts()) {
      const page = await context.newPage();
      await page.goto(address);
      await page.getByRole('heading').first().waitFor();
      await this.#shoot(page, name, suffixOf(context));
      await context.close();
    }
  }

  /** @param until what the page shows when it is ready; @param prepare what is done in it before. */
  async take(
    name: string,
    address: string | undefined,
    until?: string,
    prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    for (const { page, suffix } of await this.#signedIn()) {
      if (address !== undefined) await page.goto(address);
      if (until !== undefined)
        await page.locator(until).first().waitFor({ state: 'attached', timeout: 15_000 });
      await prepare(page);
      await this.#shoot(page, name, suffix);
    }
  }

  async #shoot(page: Page, name: string, suffix: string): Promise<void> {
    await page.waitForTimeout(settleMs); // fonts and first answers
    await page.screenshot({ path: path.join(this.#folder, `${name}-${suffix}.png`) });
    this.count += 1;
  }

  async #signedIn(): Promise<Window[]> {
    if (this.#windows !== undefined) return this.#windows;
    this.#windows = [];
    for (const context of await this.#contexts()) {
      const page = await context.newPage();
      await page.goto('/');
      await page.getByLabel('Token', { exact: true }).fill(this.#gateway.token);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('navigation').first().waitFor();
      this.#windows.push({ page, suffix: suffixOf(context) });
    }
    return this.#windows;
  }

  async #contexts(): Promise<BrowserContext[]> {
    const contexts: BrowserContext[] = [];
    for (const viewport of widths)
      for (const colorScheme of themes) {
        const context = await this.#browser.newContext({
          baseURL: this.#gateway.url,
          viewport,
          colorScheme,
          reducedMotion: 'reduce',
        });
        suffixes.set(context, `${viewport.width}-${colorScheme}`);
        contexts.push(context);
      }
    return contexts;
  }
}

const suffixes = new WeakMap<BrowserContext, string>();
const suffixOf = (context: BrowserContext): string => suffixes.get(context) ?? '';
