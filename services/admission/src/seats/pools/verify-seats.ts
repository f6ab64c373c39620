import { sortKey } from '@gerbang/domain/waitlist';
import { readSnapshot } from '@gerbang/service-kit/data/database';
import type { Context } from '../../context.ts';
import { waitingEntries } from '../record/waitlist.repository.ts';
import { poolsOf } from '../record/seat-pools.repository.ts';
import {
  classDifferences,
  type Difference,
  lateNumbers,
  positionDifferences,
  seatDifferences,
  stageDifferences,
} from './verify-seats.repository.ts';

/** Counts taken seats, positions, keys, stages and classes again, in one snapshot; returns what differs. */
export async function verifySeats({ database }: Pick<Context, 'database'>): Promise<Difference[]> {
  return database.transaction(async (db) => {
    await readSnapshot(db);
    const found = [
      ...(await seatDifferences(db)),
      ...(await positionDifferences(db)),
      ...(await lateNumbers(db)),
      ...(await stageDifferences(db)),
      ...(await classDifferences(db)),
    ];
    for (const pool of await poolsOf(db, {})) {
      for (const entry of await waitingEntries(db, pool.id)) {
        const key = sortKey(pool.criteria, entry.criteria_values, entry.registration_id);
        if (key !== entry.sort_key) {
          found.push({ what: 'order', id: entry.id, stored: entry.sort_key, counted: key });
        }
      }
    }
    return found;
  });
}
