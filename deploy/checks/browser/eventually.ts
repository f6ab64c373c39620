import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 20_000;
const PAUSE_MS = 50;

/** `expect` for what a page comes to show: each assertion is repeated until it holds, and fails as `expect` does after 20 s. */
export function eventually<T>(read: () => Promise<T>) {
  /** Repeats one assertion on what is read anew. */
  async function repeat(assert: (value: T) => void): Promise<void> {
    for (const end = Date.now() + LIMIT_MS; ; await sleep(PAUSE_MS)) {
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
    toMatch: (wanted: string | RegExp) => repeat((value) => expect(value).toMatch(wanted)),
  };
}
