import type { Page } from 'playwright-core';

/** How long the portal lets a decision be taken back (packages/web-kit, use-held). */
const PAUSE_MS = 5000;

/**
 * Stops the seconds in which a decision can be taken back, on the pages that are opened afterwards: a busy machine takes as
 * long as it needs. The returned function lets them end at once; it throws where no decision was held.
 */
export async function holdDecisions(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript((pause) => {
    const set = window.setTimeout.bind(window);
    const clear = window.clearTimeout.bind(window);
    const held = new Map<unknown, () => void>();
    let count = 0;
    Object.assign(window, {
      setTimeout: (run: TimerHandler, ms?: number, ...given: unknown[]) => {
        if (ms !== pause || typeof run !== 'function') return set(run, ms, ...given);
        count -= 1;
        held.set(count, () => run(...given));
        return count;
      },
      clearTimeout: (id?: number) => (held.delete(id) ? undefined : clear(id)),
      endHeld: () => {
        const all = [...held.values()];
        held.clear();
        for (const run of all) run();
        return count;
      },
    });
  }, PAUSE_MS);
  return async () => {
    const count = await page.evaluate(() => (window as unknown as { endHeld: () => number }).endHeld());
    if (count === 0) throw new Error(`No decision waited ${PAUSE_MS} ms`);
  };
}
