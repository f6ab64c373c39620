import { randomInt, randomUUID } from 'node:crypto';
import type { Stack } from '@gerbang/local/stack';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
import { keyRing } from '@gerbang/service-kit/program/config';
import { rowsOf } from '../kit/databases.ts';
import { until } from '../kit/until.ts';
import { LOOK_MS } from './people.ts';
import type { Bench } from './runner.ts';
import type { Row } from './report.ts';
import { isTiny, sizeOf } from './settings.ts';

/** Messages a second that Meta accepts; the service never sends bulk faster. */
export const PROVIDER_RATE = 80;
/** The smoke form needs enough for half of them and what a worker has in hand. */
const BULK = { usual: 2000, quick: 2000, tiny: 48 };
/** What a killed worker may have had in hand, which BullMQ gives back late, after its lock. */
const IN_HAND = 24;
const LIMIT = { limitMs: 300_000, pauseMs: LOOK_MS };

/** How many messages the simulator has accepted so far. */
export async function acceptedMessages(stack: Stack): Promise<number> {
  const response = await fetch(`${stack.simulatorUrl}/control`);
  const { counts } = (await response.json()) as { counts: { accepted: number } };
  return counts.accepted;
}

/** Waits until the simulator has accepted so many in all and returns the moment (`performance.now()`). */
export async function untilAccepted(stack: Stack, count: number): Promise<number> {
  await until(
    `${count} messages at the provider`,
    async () => (await acceptedMessages(stack)) >= count,
    LIMIT,
  );
  return performance.now();
}

/**
 * Publishes bulk messages for made-up numbers in one transaction of a service, as an announcement would; returns the
 * pattern of their dedupe keys.
 */
export async function publishBulk(stack: Stack, count: number): Promise<string> {
  const run = `bench:${randomUUID()}`;
  const database = createDatabase(stack.databaseUrls.auth, { name: 'bench' });
  const outbox = createOutbox(createSealer(keyRing.parse(stack.secrets.busKeys)));
  const first = randomInt(10_000_000, 90_000_000);
  await database.transaction(async (trx) => {
    for (let at = 0; at < count; at += 1) {
      await outbox.publish(trx, 'message.requested', {
        dedupeKey: `${run}:${at}`,
        to: `+62816${first + at}`,
        kind: 'password_changed',
        params: { name: 'Wali Bench' },
        priority: 'bulk',
      });
    }
  });
  await database.close();
  return `${run}:%`;
}

/** P13: bulk messages at the provider's pace, then with the worker killed half-way. */
export async function measureMessages(bench: Bench): Promise<Row[]> {
  const [stack, count] = [bench.stack(), sizeOf(bench, BULK)];
  const goal = 'P13';
  const pace = (amount: number, from: number, to: number) => amount / ((to - from) / 1000);
  let before = await acceptedMessages(stack);
  let like = await publishBulk(stack, count);
  let start = performance.now();
  const whole = pace(count, start, await untilAccepted(stack, before + count));
  await untilAllLeft(stack, like, count);
  const more = (await acceptedMessages(stack)) - before - count;

  before = await acceptedMessages(stack);
  like = await publishBulk(stack, count);
  start = performance.now();
  const half = await untilAccepted(stack, before + count / 2);
  // What a killed worker had in hand comes back after its lock, which takes too long for the smoke form.
  if (isTiny()) await stack.restart('notification');
  else stack.kill('notification', 'SIGKILL');
  const atKill = (await acceptedMessages(stack)) - before;
  const again = await untilAccepted(stack, before + Math.min(atKill + IN_HAND, count));
  const rest = await untilAccepted(stack, before + count - IN_HAND);
  const first = pace(count / 2, start, half);
  // A handful leaves nothing to be timed after the pause.
  const slower = isTiny() ? first : Math.min(first, pace(count - 2 * IN_HAND - atKill, again, rest));
  const unknown = await untilAllLeft(stack, like, count);
  const twice = (await acceptedMessages(stack)) - before - count;
  return [
    {
      goal,
      what: `${count} messages at the provider's cap, share of the cap`,
      value: whole / PROVIDER_RATE,
      unit: 'x',
      wanted: { atLeast: 0.95 },
      note: `${Math.round(whole)} of ${PROVIDER_RATE} a second, ${more} twice`,
    },
    {
      goal,
      what: 'the same, worker killed half-way, share of the cap while it works',
      value: slower / PROVIDER_RATE,
      unit: 'x',
      wanted: { atLeast: 0.95 },
      note: `away for ${((again - half) / 1000).toFixed(1)} s`,
    },
    {
      goal,
      what: 'the same, messages more than one each',
      value: twice,
      unit: '',
      wanted: { atMost: 0 },
      note: `${unknown} were on their way and waited for a report`,
    },
  ];
}

/**
 * Waits until every row says that its message has left. A send of unknown outcome waits ten minutes for a report: its
 * time is moved once for each wait, and the number of such rows is returned.
 */
async function untilAllLeft({ databaseUrls }: Stack, like: string, count: number): Promise<number> {
  const moved = new Set<string>();
  await until(
    `${count} messages that have left`,
    async () => {
      const rows = await rowsOf<{ status: string }>(
        databaseUrls.notification,
        'select status from notifications where dedupe_key like $1',
        [like],
      );
      if (rows.some(({ status }) => status === 'failed')) throw new Error('A message failed');
      if (rows.length === count && rows.every(({ status }) => ['sent', 'delivered'].includes(status)))
        return true;
      const passed = await rowsOf<{ id: string }>(
        databaseUrls.notification,
        `update notifications set next_attempt_at = now() - interval '11 minutes',
           renumbered_at = now() - interval '11 minutes'
         where dedupe_key like $1 and status not in ('sent', 'delivered') and attempt_state = 'unknown'
           and next_attempt_at > now() returning id`,
        [like],
      );
      for (const { id } of passed) moved.add(id);
      return false;
    },
    { ...LIMIT, pauseMs: 250 },
  );
  return moved.size;
}
