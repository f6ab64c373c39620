import { setTimeout as sleep } from 'node:timers/promises';
import { inWaves } from '@gerbang/service-kit/consumers';
import type { Database } from '@gerbang/service-kit/database';
import { settled } from './repository.ts';

/** So much of the time that nobody used may be caught up with at once. */
const CATCH_UP_MS = 100;
/**
 * No worker has more than a few seconds of turns in hand; an end further away was written before the database's clock was
 * set back.
 */
const FURTHEST_MS = 20_000;

const TAKE = `
  insert into send_pace as p (scope, taken_until)
  values ('bulk', clock_timestamp() + ($1::float8 - ${CATCH_UP_MS}) * interval '1 ms')
  on conflict (scope) do update set taken_until = $1::float8 * interval '1 ms' + greatest(
    clock_timestamp() - interval '${CATCH_UP_MS} ms',
    case when p.taken_until < clock_timestamp() + interval '${FURTHEST_MS} ms' then p.taken_until end)
  returning (extract(epoch from taken_until - clock_timestamp()) * 1000)::float8 - $1::float8 as wait`;

/**
 * The pace of what is not urgent, so many a second over all workers of the number (Precisions, Announcements; P13). A turn is
 * taken from a row of the worker's database by that database's clock, and waited for by a timer: a machine whose clock is set
 * holds up nothing (reliability, F17). Those who ask while a turn is being taken share a statement.
 */
export function createPace(database: Database, perSecond: number): () => Promise<void> {
  const eachMs = 1000 / perSecond;
  const take = inWaves<{ wait: number }>(async (turns) => {
    const all = turns.length * eachMs;
    const [row] = await database.prepared<{ wait: number }>('notification_pace', TAKE, [all]);
    for (const [at, turn] of turns.entries()) turn.wait = (row?.wait ?? 0) + at * eachMs;
  });
  return async () => {
    const turn = { wait: 0 };
    await take(turn);
    if (turn.wait > 0) await sleep(turn.wait);
  };
}

/**
 * Does the work of a message when its turn comes. The turn is before the lease: a worker that is killed meanwhile leaves
 * nothing unknown. What has left takes nobody's turn: a queue that was lost is told of the whole last day again (F7).
 */
export function createPacedWork(
  database: Database,
  perSecond: number,
): (id: string, work: () => Promise<void>) => Promise<void> {
  const turn = createPace(database, perSecond);
  const look = inWaves<{ readonly id: string; settled: boolean }>(async (wave) => {
    const ids = wave.map(({ id }) => id);
    const known = await settled(database, ids);
    for (const one of wave) one.settled = known.has(one.id);
  });
  return async (id, work) => {
    const message = { id, settled: false };
    await look(message);
    if (message.settled) return;
    await turn();
    await work();
  };
}
