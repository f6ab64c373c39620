/** localStorage that may be absent or forbidden: then nothing is remembered. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(`gerbang.${key}`);
  } catch {
    return null; // private window
  }
}

/** Remembers a value, or forgets it with null. */
export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`gerbang.${key}`);
    else localStorage.setItem(`gerbang.${key}`, value);
  } catch {
    return; // private window: the choice lasts for this page
  }
}
