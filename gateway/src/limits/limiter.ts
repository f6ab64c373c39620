import { withTimeout } from '@gerbang/service-kit/program/with-timeout';
import type { CountHits } from './limit-store.ts';

const FLUSH_MS = 200;
const STORE_MS = 1500;
const CONCURRENT_WRITES = 20;
const MAX_COUNTERS = 50_000;

interface Counter {
  current: number;
  /** Hits that are not in the store yet. */
  pending: number;
  until: number;
}

/**
 * A fixed-window limit of `max` hits for each key. Hits are counted in this process and added to the shared store every
 * 200 ms, which returns the total of all gateways: no request waits for the store. While the store is down each process
 * enforces the limit on its own count.
 */
export function createLimiter(options: {
  max: number;
  windowMs: number;
  count: CountHits;
  now?: () => number;
}) {
  const { max, windowMs, count } = options;
  const now = options.now ?? Date.now;
  const counters = new Map<string, Counter>();
  const dirty = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function counterOf(key: string, time: number): Counter {
    const counter = counters.get(key);
    if (counter && counter.until > time) return counter;
    if (counters.size >= MAX_COUNTERS) {
      for (const [old, { until }] of counters) if (until <= time) counters.delete(old);
      if (counters.size >= MAX_COUNTERS) counters.clear();
    }
    const fresh = { current: 0, pending: 0, until: time + windowMs };
    counters.set(key, fresh);
    return fresh;
  }

  async function sync(key: string): Promise<void> {
    const counter = counters.get(key);
    if (!counter || counter.pending === 0) return;
    const sent = counter.pending;
    counter.pending = 0;
    const shared = await withTimeout(STORE_MS, count(key, windowMs, sent)).catch(() => null);
    if (!shared) return; // the store is down; the local count stays
    counter.current = Math.max(counter.pending + shared.current, counter.pending + sent);
    counter.until = now() + shared.ttl;
  }

  async function flush(): Promise<void> {
    const keys = [...dirty];
    dirty.clear();
    for (let at = 0; at < keys.length; at += CONCURRENT_WRITES) {
      await Promise.all(keys.slice(at, at + CONCURRENT_WRITES).map(sync));
    }
    timer = undefined;
    if (dirty.size > 0) schedule();
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
  }

  return {
    /** Counts one request; returns the seconds to wait if it is over the limit, else null. */
    hit(key: string): number | null {
      const time = now();
      const counter = counterOf(key, time);
      counter.current += 1;
      counter.pending += 1;
      dirty.add(key);
      schedule();
      return counter.current > max ? Math.max(1, (counter.until - time) / 1000) : null;
    },
    flush,
    close(): void {
      clearTimeout(timer);
    },
  };
}
