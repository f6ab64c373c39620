import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@gerbang/local/stack';
import { keyRing } from '@gerbang/service-kit/program/config';
import { createDatabase, type Database } from '@gerbang/service-kit/data/database';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import type { Row } from './report.ts';
import { isTiny } from './smoke.ts';

/** What P13 counts; the smoke form's is enough for half of them and what a worker has in hand. */
const MANY = 2000;
const TINY = 48;

const PATIENCE_MS = 300_000;
/** Between two looks at the provider's count: its work is not what is measured. */
const LOOK_MS = 50;
/** What a killed worker may have had in hand: BullMQ gives it back after its lock, so it comes late. */
const IN_HAND = 24;

/** What Meta takes a second; the service never sends bulk faster (performance, 'Facts that shape the code'). */
export const PROVIDER_RATE = 80;

/** How many messages the provider has taken so far. */
export async function accepted(stack: Stack): Promise<number> {
  const answer = await fetch(`${stack.simulatorUrl}/control`);
  const { counts } = (await answer.json()) as { counts: { accepted: number } };
  return counts.accepted;
}

/** Asks for the messages in one transaction of a service; answers by what their rows are known. */
async function ask(stack: Stack, count: number): Promise<string> {
  const run = randomUUID();
  const database = createDatabase(stack.databaseUrls.auth, { name: 'bench' });
  const outbox = createOutbox(createSealer(keyRing.parse(stack.secrets.busKeys)));
  const first = randomInt(10_000_000, 90_000_000);
  await database.transaction(async (trx) => {
    for (let index = 0; index < count; index += 1) {
      await outbox.publish(trx, 'message.requested', {
        dedupeKey: `bench:${run}:${index}`,
        kind: 'password_changed',
        to: `+62816${first + index}`,
        params: { name: 'Wali Bench' },
        priority: 'bulk',
      });
    }
  });
  await database.close();
  return `bench:${run}:%`;
}

/** Waits until the provider has taken this many since `before`; answers when. */
export async function taken(stack: Stack, before: number, count: number): Promise<number> {
  const end = performance.now() + PATIENCE_MS;
  while ((await accepted(stack)) - before < count) {
    if (performance.now() > end) throw new Error(`Fewer than ${count} messages were taken`);
    await sleep(LOOK_MS);
  }
  return performance.now();
}

interface Open {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly attempt_state: string;
  readonly attempt: number;
}

/**
 * Waits until every row says that its message has left. What was on its way when the worker died waits ten minutes for
 * a report; the time is moved instead, and how many they were is told.
 */
async function allLeft(messages: Database, like: string, count: number): Promise<number> {
  const end = performance.now() + PATIENCE_MS;
  const moved = new Set<string>();
  for (;;) {
    const rows = messages.knex('notifications').whereLike('dedupe_key', like);
    const open = await rows
      .clone()
      .whereNotIn('status', ['sent', 'delivered'])
      .select<Open[]>('id', 'status', 'reason', 'attempt_state', 'attempt');
    const n = (await rows.count<{ n: number }[]>('* as n'))[0]?.n ?? 0;
    if (n === count && open.length === 0) return moved.size;
    const missing = `${count - n} messages have no row, ${open.length} did not leave: ${JSON.stringify(open.slice(0, 3))}`;
    if (performance.now() > end || open.some(({ status }) => status === 'failed')) throw new Error(missing);
    for (const id of await passTime(messages, open)) moved.add(id);
    await sleep(250);
  }
}

/**
 * Ten minutes pass for messages of unknown outcome. Once a wait: their bell hangs in the queue for as long, and the
 * sweeper rings with a new number only for what has been due for a while, so it must see them stay due.
 */
async function passTime(messages: Database, open: readonly Open[]): Promise<string[]> {
  const unknown = open.filter((row) => row.attempt_state === 'unknown').map(({ id }) => id);
  if (unknown.length === 0) return [];
  const earlier = messages.knex.raw(`now() - interval '11 minutes'`);
  const passed = await messages
    .knex('notifications')
    .whereIn('id', unknown)
    .where({ attempt_state: 'unknown' })
    .andWhere('next_attempt_at', '>', messages.knex.fn.now())
    .update({ next_attempt_at: earlier, renumbered_at: earlier })
    .returning<{ id: string }[]>('id');
  return passed.map(({ id }) => id);
}

/** P13: 2,000 messages at the provider's pace; then once more with the worker killed half-way, exactly one each. */
export async function measureDrain(stack: Stack): Promise<Row[]> {
  const goal = 'P13';
  const count = isTiny() ? TINY : MANY;
  const messages = createDatabase(stack.databaseUrls.notification, { name: 'bench' });
  try {
    let before = await accepted(stack);
    let like = await ask(stack, count);
    let start = performance.now();
    const whole = ((await taken(stack, before, count)) - start) / 1000;
    await allLeft(messages, like, count);
    const more = (await accepted(stack)) - before - count;

    before = await accepted(stack);
    like = await ask(stack, count);
    start = performance.now();
    const half = await taken(stack, before, count / 2);
    // What a killed one had in hand comes back only after its lock: too long for the smoke form.
    if (isTiny()) await stack.restart('notification');
    else stack.kill('notification', 'SIGKILL');
    const atKill = (await accepted(stack)) - before;
    const again = await taken(stack, before, Math.min(atKill + IN_HAND, count));
    const rest = await taken(stack, before, count - IN_HAND);
    const pace = (amount: number, from: number, to: number) => amount / ((to - from) / 1000);
    const first = pace(count / 2, start, half);
    // Of a handful nothing is left to be timed after the pause.
    const slower = isTiny() ? first : Math.min(first, pace(count - 2 * IN_HAND - atKill, again, rest));
    const unknown = await allLeft(messages, like, count);
    const seconds = (performance.now() - start) / 1000;
    const twice = (await accepted(stack)) - before - count;
    return [
      {
        goal,
        what: `${count} messages at the provider's cap, share of the cap`,
        value: count / whole / PROVIDER_RATE,
        unit: 'x',
        wanted: { atLeast: 0.95 },
        note: `${Math.round(count / whole)} of ${PROVIDER_RATE} a second, ${more} twice`,
      },
      {
        goal,
        what: 'the same, worker killed half-way, share of the cap while it works',
        value: slower / PROVIDER_RATE,
        unit: 'x',
        wanted: { atLeast: 0.95 },
        note: `all had left after ${Math.round(seconds)} s; away for ${((again - half) / 1000).toFixed(1)} s`,
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
  } finally {
    await messages.close();
  }
}
