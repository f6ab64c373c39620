import type { Logger } from './logger.ts';
import { noteStarted } from './started-work.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export interface Chore {
  readonly name: string;
  readonly everyMs: number;
  /** When its first turn comes, where that is sooner. */
  readonly firstMs?: number;
  readonly work: () => Promise<void>;
}

/**
 * Does each chore again and again beside the service's work: never twice at once, and one that fails is logged and tried at
 * its next turn. Returns how to stop; a run in progress is awaited.
 */
export function startChores(log: Logger, chores: readonly Chore[]): () => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const timers = chores.flatMap(({ name, everyMs, firstMs, work }) => {
    const turn = () => {
      if (running.has(name)) return;
      noteStarted({ part: '', kind: 'CHORE', route: name });
      const done = work()
        .catch((error: unknown) => log.error({ err: error, job: name }, 'housekeeping failed'))
        .finally(() => running.delete(name));
      running.set(name, done);
    };
    return [setInterval(turn, everyMs), ...(firstMs === undefined ? [] : [setTimeout(turn, firstMs)])];
  });
  return async () => {
    // Clears intervals as well.
    for (const timer of timers) clearTimeout(timer);
    await Promise.all(running.values());
  };
}
