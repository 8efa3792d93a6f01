import { signal } from '@preact/signals';
import { talkHere } from '../../phone/phone.ts';
import { onReconnect } from '../../stream/connection.ts';

/** The gateway was updated since this page was opened, which goes on with the files from before. */
export const isOutdated = signal(false);

/** A talk in this tab would end with it. */
export function loadAgain(): void {
  if (talkHere.peek() === undefined) location.reload();
}

/** Looks whenever the gateway was away, as it is in an update. @returns a function that stops it. */
export function followUpdates(): () => void {
  // A page that cannot be read now is looked at after the next time.
  return onReconnect(() => void look().catch(() => undefined));
}

async function look(): Promise<void> {
  const answer = await fetch('/', { cache: 'no-store' });
  if (!answer.ok) return;
  const [beginning = ''] = (await answer.text()).split('<!-- later ');
  const newest = beginning.match(/\/assets\/[\w.-]+/g) ?? [];
  isOutdated.value = newest.length > 0 && !newest.every((name) => ownFiles().has(name));
}

/** What this page began with, and what it has loaded since. */
function ownFiles(): ReadonlySet<string> {
  const own = document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script[src], link[href]');
  return new Set([...own].map((each) => new URL('src' in each ? each.src : each.href).pathname));
}
