import type {
  createSeatPool as createCall,
  updateSeatPool as updateCall,
  SeatPool,
} from '@gerbang/contracts/seat-pools';
import { type Actor, audit } from '@gerbang/service-kit/audit/audit';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict, refusedField } from '@gerbang/service-kit/http/problems';
import { sortKey } from '@gerbang/domain/waitlist';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { changeKeys } from '../waitlist/list-changes.ts';
import { insertEvent, waitingEntries } from '../record/waitlist.repository.ts';
import { refuseClosedYear, refuseReadOnly } from '../../registration-record/rules.ts';
import { adoptPassed } from './adopt-passed.ts';
import {
  belowTaken,
  noPool,
  POOL_ACTIONS,
  refuseFields,
  refusePlace,
  publishSeats,
} from '../record/pool-rules.ts';
import {
  insertPool,
  lockPool,
  lockPools,
  type PoolFields,
  type PoolRecord,
  poolsOf,
  updatePool,
  endPool,
  isPoolUsed,
} from '../record/seat-pools.repository.ts';
import { toPool } from '../record/seat-pools.view.ts';

/** 409 where a pool of the level and one of its classes would count the same seats. */
async function refuseOverlap(trx: Db, pool: Pick<PoolRecord, 'academic_year' | 'jenjang' | 'kelas'>) {
  const present = await poolsOf(trx, pool);
  const same = (kelas: string | null) => kelas === null || pool.kelas === null || kelas === pool.kelas;
  if (present.some(({ kelas }) => same(kelas))) {
    throw conflict('pool_overlap', 'Kursi kelas ini sudah dibatasi, sendiri atau bersama jenjangnya.');
  }
}

/** Limits the seats of a class or level; children who passed before get theirs. */
export async function createSeatPool(
  context: Context,
  caller: Caller,
  body: z.output<(typeof createCall)['body']>,
): Promise<SeatPool> {
  refusePlace(context.school.settings, body);
  refuseFields(body);
  return context.database.transaction(async (trx) => {
    await refuseClosedYear(trx, body.academic_year);
    await lockPools(trx);
    await refuseOverlap(trx, body);
    const by = await actorOf(trx, caller);
    const pool = await adoptPassed(context, trx, await insertPool(trx, body), by);
    const { academic_year, jenjang, kelas, seats, offer_limit, taken } = pool;
    await audit(trx, {
      action: POOL_ACTIONS[0],
      actor: by,
      subject: pool.id,
      details: { academic_year, jenjang, kelas, seats, offer_limit, taken },
      origin: caller.origin,
    });
    await publishSeats(context, trx, pool);
    return toPool(context, trx, pool);
  });
}

/** Orders the list of a locked pool by its new criteria. */
async function reorderList(trx: Db, pool: PoolRecord, reason: string | null, by: Actor): Promise<void> {
  const entries = await waitingEntries(trx, pool.id);
  const keyed = entries.map((entry) => ({
    ...entry,
    sort_key: sortKey(pool.criteria, entry.criteria_values, entry.registration_id),
  }));
  const event = { pool_id: pool.id, cause: 'rule_changed', count: entries.length, note: reason } as const;
  await changeKeys(trx, keyed, event, by);
}

const sameOrder = (one: readonly string[], other: readonly string[]) => one.join() === other.join();

/** Changes seats, limit and order of a pool; another order only with a reason, which its families' numbers follow. */
export async function updateSeatPool(
  context: Context,
  caller: Caller,
  id: string,
  { reason, version, ...fields }: z.output<(typeof updateCall)['body']>,
): Promise<SeatPool> {
  refuseFields(fields);
  return changeLocked(
    context.database,
    { ...caller, ifMatch: `"${version}"` },
    {
      lock: (trx) => lockPool(trx, id),
      notFound: noPool,
      expect: { actions: POOL_ACTIONS, present: ({ trx, present }) => toPool(context, trx, present) },
      apply: async ({ trx, present, actor }) => {
        await refuseReadOnly(trx, present.academic_year);
        // A correction may have given seats above the limit: it stays possible to keep it as it is.
        const lowered = fields.offer_limit !== present.offer_limit;
        if (lowered && fields.offer_limit < present.taken) throw belowTaken(present.taken);
        const isReordered = !sameOrder(fields.criteria, present.criteria);
        if (isReordered && reason === undefined) {
          throw refusedField('reason', 'reason', 'Tulis alasan mengubah aturan urutan');
        }
        const written = await updatePool(trx, present, fields);
        if (isReordered) await reorderList(trx, written, reason ?? null, await actor());
        if (fields.seats !== present.seats || fields.offer_limit !== present.offer_limit) {
          const event = {
            pool_id: id,
            cause: 'seats_changed',
            count: fields.offer_limit,
            note: reason ?? null,
          } as const;
          await insertEvent(trx, event, await actor());
        }
        return written;
      },
      audit: ({ present }, written) => ({
        action: POOL_ACTIONS[1],
        subject: id,
        details: { ...changed(present, written), ...(reason !== undefined && { reason }) },
      }),
      publish: ({ trx }, written) => publishSeats(context, trx, written),
      view: ({ trx, present }, written) => toPool(context, trx, written ?? present),
    },
  );
}

const WATCHED = [
  'seats',
  'offer_limit',
  'answer_days',
  'auto_offer',
  'offers_until',
  'criteria',
  'list_max',
] as const satisfies readonly (keyof PoolFields)[];

/** The fields that changed, before and after. */
function changed(before: PoolRecord, after: PoolRecord) {
  const differing = WATCHED.filter((field) => String(before[field]) !== String(after[field]));
  return Object.fromEntries(differing.map((field) => [field, { from: before[field], to: after[field] }]));
}

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
