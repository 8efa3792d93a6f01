import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';

/** More stops than any page has before what is looked for. */
const maxStops = 80;

/** An owner without a mouse: goes from stop to stop, and has to see where. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses Tab until the name of what has the focus begins with these words. */
  async tabTo(name: string): Promise<void> {
    const passed: string[] = [];
    for (let stop = 0; stop < maxStops; stop += 1) {
      const at = await this.#focused();
      if (at.name === name || at.name.startsWith(`${name} `)) {
        assert.ok(at.isMarked, `"${at.name}" does not show that it has the focus`);
        return;
      }
      passed.push(at.name);
      await this.#page.keyboard.press('Tab');
    }
    assert.unreachable(`Tab never came to "${name}", but to ${passed.join(', ')}`);
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  async #focused(): Promise<{ name: string; isMarked: boolean }> {
    return (await this.#page.evaluate(`{
      const at = document.activeElement;
      const style = getComputedStyle(at);
      ({
        name: (at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent ?? '').trim(),
        isMarked: style.outlineStyle !== 'none' || style.boxShadow !== 'none',
      });
    }`)) as { name: string; isMarked: boolean };
  }
}
