import type { OwnResult } from '@gerbang/contracts/announcement.types';

const KEY = 'gerbang.results';
/** An older result does not open by itself, such as on a new phone. */
const NEW_MS = 14 * 86_400_000;
const MOST = 20;

/** The results that were opened on this device, by their ids; null where it remembers nothing. */
function opened(): readonly string[] | null {
  try {
    return (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean);
  } catch {
    return null; // private window
  }
}

/** The newest published result that was never opened on this device; none where the device cannot remember that it was. */
export function unopenedResult(results: readonly OwnResult[]): OwnResult | undefined {
  const seen = opened();
  if (seen === null) return undefined;
  const since = Date.now() - NEW_MS;
  return results.find(({ id, published_at }) => Date.parse(published_at) > since && !seen.includes(id));
}

/** Remembers that a result was opened. */
export function noteOpened(id: string): void {
  const seen = opened();
  if (seen === null || seen.includes(id)) return;
  try {
    localStorage.setItem(KEY, [id, ...seen].slice(0, MOST).join(' '));
  } catch {
    return; // full or forbidden: it opens once more
  }
}
