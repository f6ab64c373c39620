import { withTimeout } from '@gerbang/service-kit/program/with-timeout';
import type { CountHits } from './limit-store.ts';

const FLUSH_MS = 200;
const STORE_MS = 1500;
const AT_ONCE = 20;
const MOST = 50_000;

interface Counter {
  current: number;
  /** Counted here and not yet in the store. */
  pending: number;
  until: number;
}

/**
 * Counts in this process and tells the shared store every 200 ms what it counted, taking over what the other gateways
 * did: no request waits for the store. While the store is away each process counts by itself, so that a limit is never
 * open and no call lost (reliability F8).
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
    const known = counters.get(key);
    if (known && known.until > time) return known;
    if (counters.size >= MOST) {
      for (const [old, { until }] of counters) if (until <= time) counters.delete(old);
      if (counters.size >= MOST) counters.clear();
    }
    const fresh = { current: 0, pending: 0, until: time + windowMs };
    counters.set(key, fresh);
    return fresh;
  }

  async function tell(key: string): Promise<void> {
    const counter = counters.get(key);
    if (!counter || counter.pending === 0) return;
    const told = counter.pending;
    counter.pending = 0;
    const shared = await withTimeout(STORE_MS, count(key, windowMs, told)).catch(() => null);
    if (!shared) return; // the store is away; what was counted here stays counted here
    counter.current = Math.max(counter.pending + shared.current, counter.pending + told);
    counter.until = now() + shared.ttl;
  }

  async function flush(): Promise<void> {
    const keys = [...dirty];
    dirty.clear();
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      await Promise.all(keys.slice(at, at + AT_ONCE).map(tell));
    }
    timer = undefined;
    if (dirty.size > 0) schedule();
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
  }

  return {
    /** Counts one request; answers the seconds to wait where it is one too many. */
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
