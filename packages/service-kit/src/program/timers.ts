import type { Logger } from './logger.ts';
import { noteStarted } from './started-work.ts';

const SECOND_MS = 1000;
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
 * How much earlier than its time the chore at this place of so many has its turns. Chores that begin together open a
 * connection each, which PostgreSQL keeps for half a minute: so each has a place of its own within the second, and those
 * of a minute or longer a second of their own in half a minute. The first is on time and none is late.
 */
function headStart({ everyMs, firstMs = everyMs }: Chore, place: number, of: number): number {
  const time = Math.min(everyMs, firstMs, MINUTE_MS);
  const second = Math.min(time, SECOND_MS);
  const seconds = Math.floor(((place / of) * time) / 2 / second);
  return seconds * second + Math.round((place / of) * second);
}

/** Calls `turn` at `firstMs` and each `everyMs` after it; a late turn does not move the later ones. Returns how to stop. */
function repeat(turn: () => void, firstMs: number, everyMs: number): () => void {
  let due = performance.now() + firstMs;
  let timer: NodeJS.Timeout;
  const wait = () => {
    timer = setTimeout(() => {
      due += everyMs * Math.max(1, Math.ceil((performance.now() - due) / everyMs));
      wait();
      turn();
    }, due - performance.now());
  };
  wait();
  return () => clearTimeout(timer);
}

/**
 * Does each chore again and again beside the service's work: never twice at once, no two begun at the same moment, and one
 * that fails is logged and tried at its next turn. Returns how to stop; a run in progress is awaited.
 */
export function startChores(log: Logger, chores: readonly Chore[]): () => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const stops = chores.flatMap((chore, place) => {
    const { name, everyMs, firstMs, work } = chore;
    const turn = () => {
      if (running.has(name)) return;
      noteStarted({ part: '', kind: 'CHORE', route: name });
      const done = work()
        .catch((error: unknown) => log.error({ err: error, job: name }, 'housekeeping failed'))
        .finally(() => running.delete(name));
      running.set(name, done);
    };
    const early = headStart(chore, place, chores.length);
    const stop = repeat(turn, everyMs - early, everyMs);
    if (firstMs === undefined) return [stop];
    const first = setTimeout(turn, firstMs - early);
    return [stop, () => clearTimeout(first)];
  });
  return async () => {
    for (const stop of stops) stop();
    await Promise.all(running.values());
  };
}
