import { setTimeout as sleep } from 'node:timers/promises';
import { STEP_MS } from '../visitor.ts';

const PAUSE_MS = 50;

/** `expect` for what a page comes to show: each assertion is repeated until it holds, and fails as `expect` does when the time of a step is over. */
export function eventually<T>(read: () => Promise<T>) {
  /** Repeats one assertion on what is read anew. */
  async function repeat(assert: (value: T) => void): Promise<void> {
    for (const end = Date.now() + STEP_MS; ; await sleep(PAUSE_MS)) {
      const value = await read();
      try {
        return assert(value);
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  }
  return {
    toBe: (wanted: T) => repeat((value) => expect(value).toBe(wanted)),
    toEqual: (wanted: unknown) => repeat((value) => expect(value).toEqual(wanted)),
    toContain: (wanted: unknown) => repeat((value) => expect(value).toContain(wanted)),
    toBeAtMost: (limit: number) => repeat((value) => expect(value).toBeLessThanOrEqual(limit)),
    toBeAtLeast: (limit: number) => repeat((value) => expect(value).toBeGreaterThanOrEqual(limit)),
    toMatch: (wanted: string | RegExp) => repeat((value) => expect(value).toMatch(wanted)),
  };
}
