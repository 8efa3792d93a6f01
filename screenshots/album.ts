import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { RunningGateway } from '../test/rig/running-gateway.ts';

const widths = [
  { width: 390, height: 844 },
  { width: 1440, height: 960 },
] as const;
const themes = ['light', 'dark'] as const;
const settleMs = 400;
/** A picture of a long list shows how it begins. */
const tallestPx = 2_400;
/** Four windows open on two cores, beside a call. */
const patienceMs = 75_000;

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
  async takeSignedOut(
    name: string,
    address: string,
    prepare: (page: Page) => Promise<void> = nothing,
  ): Promise<void> {
    for (const context of await this.#contexts()) {
      const page = await context.newPage();
      await page.goto(address);
      await page.getByRole('heading').first().waitFor();
      await prepare(page);
      await this.#shoot(page, name, suffixOf(context));
      await context.close();
    }
  }

  /**
   * @param until what the page shows when it is ready; @param prepare what is done in it then (before it is awaited where there is
   * no address); @param before what is done ahead of the address.
   */
  async take(
    name: string,
    address: string | undefined,
    until: string,
    prepare: (page: Page) => Promise<unknown> = nothing,
    before: (page: Page) => Promise<unknown> = nothing,
  ): Promise<void> {
    for (const { page, suffix } of await this.#signedIn()) {
      await before(page);
      if (address === undefined) await prepare(page);
      else await page.goto(address);
      await page.locator(until).first().waitFor({ state: 'attached' });
      if (address !== undefined) await prepare(page);
      await this.#shoot(page, name, suffix);
    }
  }

  async eachPage(work: (page: Page) => Promise<unknown>): Promise<void> {
    for (const { page } of await this.#signedIn()) await work(page);
  }

  async #shoot(page: Page, name: string, suffix: string): Promise<void> {
    await page.waitForTimeout(settleMs); // fonts and first answers
    await page.evaluate('document.fonts.ready');
    // All of the page, with what is docked at its end; what lies over it stands where it is.
    const viewport = page.viewportSize();
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
    const isCovered = (await page.locator('dialog[open]').count()) > 0;
    if (viewport !== null && !isCovered)
      await page.setViewportSize({
        ...viewport,
        height: Math.max(viewport.height, Math.min(height, tallestPx)),
      });
    await page.screenshot({ path: path.join(this.#folder, `${name}-${suffix}.png`) });
    if (viewport !== null) await page.setViewportSize(viewport);
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
        context.setDefaultTimeout(patienceMs);
        suffixes.set(context, `${viewport.width}-${colorScheme}`);
        contexts.push(context);
      }
    return contexts;
  }
}

const nothing = (): Promise<void> => Promise.resolve();

const suffixes = new WeakMap<BrowserContext, string>();
const suffixOf = (context: BrowserContext): string => suffixes.get(context) ?? '';
