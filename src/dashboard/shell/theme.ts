import { signal } from '@preact/signals';
import { keep, readKept } from '../state/stored/kept.ts';

/** Light, dark, or the system's choice. Stored in this browser. */
export type Theme = 'system' | 'light' | 'dark';

const key = 'holdfast-theme';
export const theme = signal<Theme>(readTheme());

export function setTheme(wanted: Theme): void {
  theme.value = wanted;
  keep(key, wanted === 'system' ? undefined : wanted);
  applyTheme();
}

export function applyTheme(): void {
  const { dataset } = document.documentElement;
  if (theme.value === 'system') delete dataset['theme'];
  else dataset['theme'] = theme.value;
}

function readTheme(): Theme {
  const kept = readKept(key);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}
