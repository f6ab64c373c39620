import { remember, remembered } from './storage.ts';

export type Theme = 'system' | 'light' | 'dark';

/** The theme that this browser has chosen; the page's own script applies it before the first paint. */
export function chosenTheme(): Theme {
  const value = remembered('theme');
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** Applies and remembers a theme; CSS variables change, nothing renders again. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  remember('theme', theme === 'system' ? null : theme);
}
