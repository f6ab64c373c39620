import type { Stack } from '@gerbang/local/stack';
import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from '../kit/databases.ts';
import { cpuMs, metersOf } from './figures.ts';
import { isTiny } from './settings.ts';
import { PROGRAMS } from './start.ts';

const LIMIT_MS = 180_000;
const LOOK_MS = 1000;
/** Cores of all programs together at rest. */
const IDLE_CORES = 0.1;
const SERVICES = ['auth', 'admission', 'announcement', 'billing', 'notification'] as const;
const WAITING = 'select count(*)::int as n from outbox_events where relayed_at is null';
const UNSENT = `select count(*)::int as n from notifications
  where status in ('pending', 'retry') and next_attempt_at <= now()`;

/**
 * Waits until the portal does nothing any more: no outbox row and no due message waits, and its processes rest. What one
 * measurement set in motion would be counted in the next one. Returns what is still under way after three minutes.
 */
export async function settle(stack: Stack, redisPid: number | undefined): Promise<string | undefined> {
  if (isTiny()) return undefined;
  const meters = metersOf(stack, PROGRAMS, redisPid);
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const [cpu, began] = [cpuMs(meters), performance.now()];
    await sleep(LOOK_MS);
    const cores = (cpuMs(meters) - cpu) / (performance.now() - began);
    const [rests, isLate] = [cores < IDLE_CORES, performance.now() > end];
    // Each count opens connections, which cost PostgreSQL more than the rest of a second: only where it may be the last.
    if (!rests && !isLate) continue;
    const waiting = await countWaiting(stack);
    if (rests && waiting === 0) return undefined;
    if (isLate) return `${waiting} rows waited, ${cores.toFixed(2)} cores were at work`;
  }
}

async function countWaiting({ databaseUrls }: Stack): Promise<number> {
  const counts = await Promise.all([
    ...SERVICES.map((name) => rowsOf<{ n: number }>(databaseUrls[name], WAITING)),
    rowsOf<{ n: number }>(databaseUrls.notification, UNSENT),
  ]);
  return counts.reduce((sum, [row]) => sum + (row?.n ?? 0), 0);
}
