import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runNode } from '@gerbang/local/child';
import type { DatabaseName } from '@gerbang/local/databases';
import { programEnv } from '@gerbang/local/environments';
import { projectRoot } from '@gerbang/local/paths';
import { LONGEST_WAIT_MS } from './client.ts';
import { ownerUrl, rowsOf } from './databases.ts';
import type { Load } from './load.ts';
import { dueMessages, judgeMessages, messageRows } from './messages.ts';
import { judgeRecords } from './records.ts';
import type { World } from './world.ts';

const HEALTHY_MS = 30_000;
const PATIENT_MS = 150_000;
const SETTLED_MS = 240_000;
const UNKNOWN_AFTER_MS = 15_000;
const OUTBOXES = ['auth', 'admission', 'announcement', 'billing'] as const satisfies readonly DatabaseName[];

export interface Verdict {
  readonly wrong: string[];
  /** Promised times that were not kept; figures of a machine, not verdicts (reliability, head of the page). */
  readonly late?: string[];
  readonly figures: Record<string, string | number>;
}

/** Whether every program says that it is ready and the gateway passes a call on. */
async function healthy({ stack, people }: World): Promise<boolean> {
  const addresses = [stack.url, ...Object.values(stack.serviceUrls)].map((url) => `${url}/readyz`);
  const ready = await Promise.all(
    addresses.map(async (url) => {
      const answer = await fetch(url, { signal: AbortSignal.timeout(3000) }).catch(() => null);
      return answer?.status === 200;
    }),
  );
  if (ready.includes(false)) return false;
  const { cookie } = people.staff.admin;
  const asked = { headers: { cookie }, signal: AbortSignal.timeout(3000) };
  const answer = await fetch(`${stack.url}/api/user`, asked).catch(() => null);
  return answer?.status === 200 || answer?.status === 401;
}

/** Waits until all of it is well; answers how long that took. */
export async function waitForHealth(world: World, limitMs = HEALTHY_MS): Promise<number> {
  const began = performance.now();
  while (!(await healthy(world))) {
    if (world.gaveUp.length > 0) throw new Error(`${world.gaveUp.join(', ')} stays down`);
    if (performance.now() - began > limitMs) {
      throw new Error(`not well within ${limitMs / 1000} s; ${world.lines.slice(-3).join(' | ')}`);
    }
    await sleep(50);
  }
  return Math.round(performance.now() - began);
}

/**
 * Waits until nothing is under way any more: outboxes carried, every due message sent. A send whose outcome is unknown
 * waits ten minutes for its report, and a worker that was killed leaves a lease of a minute behind; the row's times are
 * moved instead of waiting.
 */
async function waitUntilSettled(world: World, families: readonly string[]): Promise<number | null> {
  const { stack } = world;
  const began = performance.now();
  const passed = () => performance.now() - began;
  while (passed() < SETTLED_MS) {
    await world.sentLog.read();
    if (await settled(world, families)) return Math.round(passed());
    if (passed() > UNKNOWN_AFTER_MS) {
      await rowsOf(
        ownerUrl(stack, 'notification'),
        `update notifications set next_attempt_at = now() - interval '11 minutes',
           renumbered_at = renumbered_at - interval '11 minutes',
           lease_until = case when lease_until < now() + interval '45 s' then '-infinity' else lease_until end
         where status in ('pending', 'retry') and greatest(next_attempt_at, lease_until) > now() + interval '5 s'`,
      );
    }
    await sleep(300);
  }
  return null;
}

async function settled({ stack }: World, families: readonly string[]): Promise<boolean> {
  for (const database of OUTBOXES) {
    const text = 'select 1 from outbox where relayed_at is null limit 1';
    if ((await rowsOf(ownerUrl(stack, database), text)).length > 0) return false;
  }
  const rows = await messageRows(stack);
  if (rows.some(({ status }) => status === 'pending' || status === 'retry')) return false;
  const known = new Set(rows.map((row) => row.dedupe_key));
  return (await dueMessages(stack, families)).every((key) => known.has(key));
}

/** `npm run books:verify` on this world. */
async function booksBalance({ stack, redis }: World): Promise<string | null> {
  const { secrets, ports, databaseUrls: databases, dataDir } = stack;
  const input = { secrets, ports, databases, dataDir, ...(redis && { redisUrl: redis.url }) };
  const program = join(projectRoot, 'services/billing/src/programs.ts');
  const { code, output } = await runNode([program, 'verify-books'], { env: programEnv('billing', input) });
  return code === 0 ? null : output.trim();
}

/**
 * The standing promise P0 after a fault: health within 30 s, then journal, databases and the provider's log agree, the
 * books balance, nobody was answered 500 and nobody waited over 10 s.
 */
export async function judge(
  world: World,
  load: Load,
  options: {
    /** How many sends may have gone twice: the kills inside a send. */
    readonly twiceAtMost?: number;
    readonly sessionsMayGo?: boolean;
    /** On a build server: waits as long as it takes, and says nothing of times and single failures. */
    readonly patient?: boolean;
  } = {},
): Promise<Verdict> {
  const { stack, people } = world;
  const { twiceAtMost = 0, sessionsMayGo = false, patient = false } = options;
  const back = await waitForHealth(world, patient ? PATIENT_MS : HEALTHY_MS);
  const families = people.parents.map(({ id }) => id);
  const settledMs = await waitUntilSettled(world, families);
  const { entries } = load.journal;
  const messages = await judgeMessages(stack, families, world.sentLog);
  const wrong = [...(await judgeRecords(stack, entries)), ...messages.wrong];
  if (settledMs === null) wrong.push(`not settled within ${SETTLED_MS / 1000} s`);
  const books = await booksBalance(world);
  if (books) wrong.push(`books: ${books}`);
  const late: string[] = [];
  for (const { method, path, ms, status } of entries.filter((entry) => entry.ms > LONGEST_WAIT_MS)) {
    if (status === null && !patient) wrong.push(`${method} ${path} had no answer after ${ms} ms`);
    else late.push(`${method} ${path} took ${ms} ms`);
  }
  for (const { method, path } of entries.filter(({ status }) => status === 500)) {
    wrong.push(`${method} ${path} answered 500`);
  }
  if (messages.twice > twiceAtMost) wrong.push(`${messages.twice} messages went twice`);
  if (load.sessionsLost() > 0 && !sessionsMayGo)
    wrong.push(`${load.sessionsLost()} calls lost their session`);
  const statuses = Object.entries(load.journal.statuses()).map(([status, count]) => `${status}×${count}`);
  return {
    wrong,
    late,
    figures: {
      calls: entries.length,
      answers: statuses.join(' '),
      'longest call, ms': load.journal.longest(),
      'well after, ms': back,
      'settled after, ms': settledMs ?? 'never',
      messages: messages.rows,
      'messages twice': messages.twice,
      ...(load.sessionsLost() > 0 && { 'logged in again': load.sessionsLost() }),
    },
  };
}
