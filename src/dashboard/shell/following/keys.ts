import { signal } from '@preact/signals';
import { keep, readKept } from '../../state/stored/kept.ts';

/** Keyboard shortcuts for buttons; they can be switched off, and are ignored while someone is typing. */

export const keypadWanted = signal(false);
export const isKeyHelpOpen = signal(false);

const storageKey = 'holdfast-keys';
export const areKeysOn = signal(readKept(storageKey) !== 'off');

export function setKeysOn(on: boolean): void {
  areKeysOn.value = on;
  keep(storageKey, on ? 'on' : 'off');
}

/** Shown by `?`. */
export const keyList: readonly [keys: string, does: string][] = [
  ['N', 'New call'],
  ['G then H, C, F, D, S', 'Now, History, Flows, Devices, Settings'],
  ['/', 'Search the history'],
  ['Enter', 'Answer, when a person waits'],
  ['M', 'Mute, while you talk in this tab'],
  ['K', 'Keypad'],
  ['W', 'Wait for me again, while you talk'],
  ['?', 'This list'],
];

const goTo: Record<string, string> = { h: '/', c: '/calls', f: '/flows', d: '/devices', s: '/settings' };
const goPatienceMs = 1_200;

export interface KeyNeeds {
  route: (address: string) => void;
  mute: () => void;
  keypad: () => void;
  waitAgain: () => void;
}

/** @returns how to stop listening. */
export function listenForKeys({ route, mute, keypad, waitAgain }: KeyNeeds): () => void {
  let wentAtMs = -Infinity;
  const onKey = (event: KeyboardEvent) => {
    if (!areKeysOn.peek() || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    // One that is held down is meant once.
    if (event.repeat) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const key = event.key.toLowerCase();
    const target = goTo[key];
    if (performance.now() - wentAtMs < goPatienceMs && target !== undefined) {
      wentAtMs = -Infinity;
      route(target);
    } else if (key === 'g') wentAtMs = performance.now();
    else if (key === 'n') route('/?new');
    else if (key === '/') route('/calls?search');
    else if (key === 'm') mute();
    else if (key === 'k') keypad();
    else if (key === 'w') waitAgain();
    else if (key === '?') isKeyHelpOpen.value = true;
    else return;
    event.preventDefault();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

/** Shortcuts are ignored while this has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
