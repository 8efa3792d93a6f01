import { signal } from '@preact/signals';

/** Light, dark, or what the system says. Kept in this browser; it is no secret. */
export type Theme = 'system' | 'light' | 'dark';

const key = 'holdfast-theme';
export const theme = signal<Theme>(readTheme());

export function setTheme(wanted: Theme): void {
  theme.value = wanted;
  try {
    if (wanted === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, wanted);
  } catch {
    // A browser that keeps nothing: the choice lasts as long as the page.
  }
  applyTheme();
}

export function applyTheme(): void {
  const { dataset } = document.documentElement;
  if (theme.value === 'system') delete dataset['theme'];
  else dataset['theme'] = theme.value;
}

function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(key);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}
