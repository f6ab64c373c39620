import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import type { Move } from '../registration-record/moves.ts';
import { endAstray } from './bookings.repository.ts';

/** A registration that leaves its appointment, by hand or for good, gives its place back. */
export async function followStages(context: Context, trx: Db, moves: readonly Move[]): Promise<void> {
  // A family moves its stage by its place alone.
  const left = moves.filter(
    (move) => move.kind === 'stage' && move.from === 'obs_scheduled' && move.by !== 'family',
  );
  if (left.length === 0) return;
  await endAstray(
    trx,
    left.map(({ id }) => id),
    context.now(),
  );
}
