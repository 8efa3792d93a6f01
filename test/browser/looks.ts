import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';

/** How a page looks to whoever cannot see it well, and whether it fits. */

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Look {
  readonly width: number;
  readonly height: number;
  readonly theme: 'light' | 'dark';
  readonly forced?: boolean;
}
/** Phone and desk; the widest screen is only measured. */
const looks: readonly Look[] = [
  { width: 360, height: 780, theme: 'light' },
  { width: 1440, height: 900, theme: 'dark' },
];
const widest = { width: 3840, height: 2160 };

/** Fails with all that axe finds and with what scrolls sideways, in both themes, three widths and with forced colours. */
export async function assertLooksRight(page: Page, where: string): Promise<void> {
  const size = page.viewportSize();
  const faults: string[] = [];
  for (const { width, height, theme } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    faults.push(...(await findFaults(page)).map((fault) => `${width} px, ${theme}: ${fault}`));
  }
  await page.emulateMedia({ forcedColors: 'active' });
  faults.push(...(await findLostMarks(page)).map((fault) => `forced colours: ${fault}`));
  for (const ground of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: ground });
    faults.push(
      ...(await findLostDrawings(page, ground)).map((fault) => `forced ${ground} ground: ${fault}`),
    );
  }
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  await page.setViewportSize(widest);
  faults.push(...(await overflowOf(page)).map((fault) => `${widest.width} px: ${fault}`));
  if (size !== null) await page.setViewportSize(size);
  assert.equal(faults, [], where);
}

/** The script is run in the page, not put into it: its content security policy would refuse that. */
async function findFaults(page: Page): Promise<string[]> {
  await untilStill(page);
  await page.evaluate(axe);
  const found =
    await page.evaluate(`axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ' at ' + nodes.map(({ target }) => target).join(', ')))`);
  return [...(found as string[]), ...(await overflowOf(page))];
}

/** With forced colours what is chosen has to be told by more than a background, which the browser takes away. */
async function findLostMarks(page: Page): Promise<string[]> {
  return (await page.evaluate(`{
    const marked = '[aria-current]:not([aria-current="false"]), [aria-pressed="true"], [aria-invalid="true"]';
    const signs = ['outlineStyle', 'borderTopWidth', 'borderTopStyle', 'textDecorationLine', 'fontWeight'];
    const look = (element) => signs.map((sign) => getComputedStyle(element)[sign]).join(' ');
    [...document.querySelectorAll(marked)].flatMap((element) => {
      const plain = [...(element.parentElement?.children ?? [])]
        .find((each) => each.tagName === element.tagName && !each.matches(marked));
      return plain !== undefined && element.getClientRects().length > 0 && look(plain) === look(element)
        ? [element.outerHTML.slice(0, 80) + ' looks like what stands beside it']
        : [];
    });
  }`)) as string[];
}

/** The browser leaves drawings as they are: theirs must not be the colours for the other ground, which the owner may have chosen here. */
async function findLostDrawings(page: Page, ground: 'light' | 'dark'): Promise<string[]> {
  const chosen = { light: 'dark', dark: 'light' }[ground];
  await page.evaluate(`document.documentElement.dataset.theme = '${chosen}'`);
  await untilStill(page);
  const lost = await page.evaluate(`{
    const luminance = (colour) => {
      const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => Number(part) / 255);
      const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const canvas = document.body.appendChild(document.createElement('i'));
    canvas.style.setProperty('color', 'Canvas');
    canvas.style.setProperty('forced-color-adjust', 'none');
    const paper = luminance(getComputedStyle(canvas).color);
    canvas.remove();
    const isLost = (each) => {
      const { fill, stroke } = getComputedStyle(each);
      const colour = each.matches('svg') ? stroke : fill;
      if (!colour.startsWith('rgb')) return false;
      const ink = luminance(colour);
      return Math.max(ink, paper) / Math.min(ink, paper) < (each.matches('rect') ? 1.05 : 1.25);
    };
    [...document.querySelectorAll('main svg :is(rect, circle, text), dialog svg :is(rect, circle, text), svg.i')]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 0 && !each.closest('.pi, .pin, .tl-you, .qr'))
      .filter(isLost).map((each) => each.outerHTML.slice(0, 80) + ' cannot be seen');
  }`);
  await page.evaluate('delete document.documentElement.dataset.theme');
  return lost as string[];
}

/** Colours and places that are still changing are neither the old ones nor the new. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((each) => Number.isFinite(each.effect.getComputedTiming().endTime)).map(({ finished }) => finished))`);
}

export async function overflowOf(page: Page): Promise<string[]> {
  await untilStill(page);
  return (await page.evaluate(`{
    const { scrollWidth, clientWidth } = document.documentElement;
    const sticksOut = (each) => each.getBoundingClientRect().right > clientWidth;
    // A word that is too long sticks out of an element that does not.
    const hasLongWord = (each) => [...each.childNodes].some((node) => {
      const range = document.createRange();
      range.selectNode(node);
      return node.nodeType === Node.TEXT_NODE && sticksOut(range);
    });
    const wide = [...document.body.querySelectorAll('*')]
      .filter((each) => hasLongWord(each) || (sticksOut(each) && ![...each.children].some(sticksOut)));
    scrollWidth > clientWidth
      ? [scrollWidth - clientWidth + ' px too wide: ' + wide.map((each) => each.outerHTML.slice(0, 80)).join(', ')]
      : [];
  }`)) as string[];
}

/** Labels of a drawing that lie over each other, and figures of a table or names of facts that have no room. */
export async function overlapsOf(page: Page): Promise<string[]> {
  return (await page.evaluate(`{
    const isSeen = (each) => each.checkVisibility() && each.getBoundingClientRect().width > 0;
    const covers = (one, other) => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    };
    const labels = [...document.querySelectorAll('main svg')].flatMap((drawing) => {
      const texts = [...drawing.querySelectorAll('text')].filter(isSeen);
      return texts.flatMap((text, index) => texts.slice(index + 1).filter((other) => covers(text, other))
        .map((other) => text.textContent + ' over ' + other.textContent));
    });
    const figures = [...document.querySelectorAll('main :is(td, th, dt)')]
      .filter((each) => isSeen(each) && each.scrollWidth > each.clientWidth + 1)
      .map((each) => each.textContent + ' is wider than its cell (' + each.scrollWidth + ' in ' + each.clientWidth + ' px)');
    const { bottom } = document.querySelector('.skip').getBoundingClientRect();
    const skip = bottom > 0 ? ['the link that skips to the content is seen without the focus'] : [];
    const theme = [...document.querySelectorAll('[aria-label="Appearance"] button')];
    const wrapped = new Set(theme.map((each) => each.offsetTop)).size > 1 ? ['the themes are not in one line'] : [];
    [...labels, ...figures, ...skip, ...wrapped];
  }`)) as string[];
}

/**
 * Fails with what a finger would miss: links and labelled buttons that stand by themselves and take a press on fewer than 44 px in height. Links
 * within a sentence are as high as its lines (WCAG 2.5.8, exception "Inline").
 */
export async function assertFingersHit(page: Page, where: string): Promise<void> {
  const missed = await page.evaluate(`{
    const isInSentence = (each) => [...each.parentElement.childNodes]
      .some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '');
    const fault = (each) => {
      each.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = each.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const takes = (down) => each.contains(document.elementFromPoint(x, y + down));
      return !takes(0) || (takes(-21) && takes(21)) ? [] : [each.outerHTML.slice(0, 120)];
    };
    [...document.querySelectorAll('main :is(a, summary, .link, .btn)')]
      .filter((each) => each.checkVisibility() && !each.disabled && !isInSentence(each)).flatMap(fault);
  }`);
  assert.equal(missed, [], `${where}: too low for a finger`);
}

/** Goes to another page as a link does, without loading the document anew. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate(`{
    const link = document.createElement('a');
    link.href = ${JSON.stringify(address)};
    document.body.append(link);
    link.click();
    link.remove();
  }`);
}
