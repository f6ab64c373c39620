import { setTimeout as sleep } from 'node:timers/promises';
import { batched } from '@gerbang/service-kit/events/consumers';
import type { Database } from '@gerbang/service-kit/data/database';
import { reserveTurns } from './send-limits.repository.ts';

interface Turn {
  readonly id: string;
  settled: boolean;
  wait: number;
}

/**
 * Limits the work on messages to `perSecond` over all workers. Turns are reserved in the database by its clock and waited
 * for with a timer, so that setting a machine's clock delays nothing. The wait comes before the lease, so that a worker
 * that is killed meanwhile leaves no unknown outcome. Requests during a reservation share the next statement.
 */
export function createPace(
  database: Database,
  perSecond: number,
): (id: string, work: () => Promise<void>) => Promise<void> {
  const eachMs = 1000 / perSecond;
  const take = batched<Turn>(async (batch) => {
    const reserved = await reserveTurns(
      database,
      batch.map(({ id }) => id),
      eachMs,
    );
    const settled = new Set(reserved.settled);
    let wait = reserved.waitMs;
    for (const turn of batch) {
      turn.settled = settled.has(turn.id);
      if (turn.settled) continue;
      turn.wait = wait;
      wait += eachMs;
    }
  });
  return async (id, work) => {
    const turn = { id, settled: false, wait: 0 };
    await take(turn);
    if (turn.settled) return;
    if (turn.wait > 0) await sleep(turn.wait);
    await work();
  };
}
