import type { Page } from 'playwright-core';

/** What a person does to get something done. */
export interface Effort {
  readonly taps: number;
  readonly keys: number;
}

export interface Counter {
  /** What was done since the last reading. */
  read(): Promise<Effort>;
}

/**
 * Counts what is done on a page: pointers and keys that go down, as the browser itself tells of them. What a test sets
 * without a hand counts as a person would do it: a field that is filled at once is a tap and its letters, a choice of a
 * select and a file are two taps.
 */
export async function countEffort(page: Page): Promise<Counter> {
  let taps = 0;
  let keys = 0;
  await page.exposeBinding('countEffort', (_source, moreTaps: number, moreKeys: number) => {
    taps += moreTaps;
    keys += moreKeys;
  });
  await page.addInitScript(() => {
    const count = (window as unknown as { countEffort: (taps: number, keys: number) => void }).countEffort;
    let touched: EventTarget | null = null;
    const on = <K extends keyof DocumentEventMap>(type: K, handle: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(type, handle, { capture: true });
    on('pointerdown', (event) => {
      if (!event.isTrusted) return;
      touched = event.target;
      count(1, 0);
    });
    on('keydown', (event) => {
      if (!event.isTrusted || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      touched = document.activeElement;
      count(0, 1);
    });
    on('input', (event) => {
      const { data, target } = event as InputEvent;
      if (!event.isTrusted || data === null || data === undefined || data.length < 2) return;
      count(touched === target ? 0 : 1, data.length);
      touched = target;
    });
    on('change', ({ target }) => {
      const chosen = target instanceof HTMLSelectElement;
      if (chosen || (target instanceof HTMLInputElement && target.type === 'file')) count(2, 0);
    });
  });
  return {
    async read() {
      // What the page told before this has arrived with its response.
      await page.evaluate(() => undefined);
      const effort = { taps, keys };
      [taps, keys] = [0, 0];
      return effort;
    },
  };
}
