import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Context } from '../../context.ts';
import { noPool, POOL_ACTIONS } from '../record/pool-rules.ts';
import { publishSeats } from '../record/publish-seats.ts';
import { endPool, isPoolUsed, lockPool } from '../record/seat-pools.repository.ts';
import { toPool } from '../record/seat-pools.view.ts';

/** Ends a pool that holds no seat and lets no family wait; the history of its offers stays. */
export async function deleteSeatPool(context: Context, caller: Caller, id: string): Promise<void> {
  await changeLocked(context.database, caller, {
    lock: (trx) => lockPool(trx, id),
    notFound: noPool,
    expect: { actions: POOL_ACTIONS, present: ({ trx, present }) => toPool(context, trx, present) },
    apply: async ({ trx, present }) => {
      if (await isPoolUsed(trx, id)) {
        throw conflict('pool_in_use', 'Masih ada kursi yang ditawarkan atau keluarga yang menunggu.');
      }
      return endPool(trx, present);
    },
    audit: ({ present: { academic_year, jenjang, kelas } }) => ({
      action: 'seat_pool.deleted',
      subject: id,
      details: { academic_year, jenjang, kelas },
    }),
    publish: ({ trx }, ended) => publishSeats(context, trx, ended),
    view: () => undefined,
  });
}
