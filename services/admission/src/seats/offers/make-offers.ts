import type { makeOffers as call, Offer } from '@gerbang/contracts/offers';
import { can } from '@gerbang/domain/abilities';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { onceBy, requireKey } from '@gerbang/service-kit/http/idempotency';
import { conflict, forbidden, notFound, Problem } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { refuseReadOnly } from '../../registration-record/rules.ts';
import { isClosed, noPool } from '../record/pool-rules.ts';
import { lockPool, type PoolRecord } from '../record/seat-pools.repository.ts';
import { type EntryRecord, readEntry, offerableEntries } from '../record/waitlist.repository.ts';
import { toOffer } from './offers.view.ts';
import { promote, type Promotion } from './promote.ts';

type Body = z.output<(typeof call)['body']>;

/** The chosen entry, which must wait in this list; out of the order only some may choose, and with a reason. */
async function chosen(
  trx: Db,
  caller: Caller,
  pool: PoolRecord,
  { entry_id, reason }: Extract<Body, { entry_id: string }>,
): Promise<{ entries: EntryRecord[]; promotion: Pick<Promotion, 'cause' | 'source' | 'note'> }> {
  const entry = await readEntry(trx, entry_id);
  if (entry?.pool_id !== pool.id) throw notFound('Keluarga ini tidak ada di daftar tunggu');
  if (entry.status !== 'waiting') throw conflict('not_on_list', 'Keluarga ini tidak lagi menunggu.');
  const [first] = await offerableEntries(trx, pool.id, 1);
  if (first?.id === entry.id) {
    return { entries: [entry], promotion: { cause: 'promotion', source: 'waitlist', note: reason } };
  }
  if (!can(caller.role, 'seats.decide')) {
    throw forbidden('Di luar urutan hanya Kepala Sekolah atau Administrator.', 'order_skipped');
  }
  return { entries: [entry], promotion: { cause: 'staff', source: 'staff', note: reason } };
}

const inOrder = { cause: 'promotion', source: 'waitlist', note: null } as const;

/** Offers places to the first of the list, or to one with a reason; a call offers as many as wait. */
export async function makeOffers(
  context: Context,
  caller: Caller,
  poolId: string,
  body: Body,
): Promise<Offer[]> {
  requireKey(caller);
  return onceBy(context, caller, { route: 'K11', body: { poolId, ...body } }, async (trx) => {
    const pool = await lockPool(trx, poolId);
    if (!pool) throw noPool();
    await refuseReadOnly(trx, pool.academic_year);
    if (isClosed(pool, context.now())) {
      throw conflict('offers_closed', 'Kursi kelas ini tidak ditawarkan lagi.');
    }
    const { entries, promotion } =
      'entry_id' in body
        ? await chosen(trx, caller, pool, body)
        : { entries: await offerableEntries(trx, pool.id, body.count), promotion: inOrder };
    const free = pool.offer_limit - pool.taken;
    if (entries.length > free) {
      throw new Problem(409, 'seats_exceeded', `Kursi bebas tinggal ${free}.`, { details: { free } });
    }
    const by = await actorOf(trx, caller);
    const made = await promote(context, trx, pool, entries, {
      ...promotion,
      by,
      release_cause: null,
      origin: caller.origin,
    });
    if ('entry_id' in body && made.length === 0) {
      const message = 'Biaya pendaftaran anak ini belum terverifikasi lagi; kursi belum dapat ditawarkan.';
      throw conflict('fee_not_verified', message);
    }
    return made.map(({ offer, subject }) =>
      toOffer(
        offer,
        {
          registration_number: subject.registration_number,
          child_name: subject.child_full_name,
          jenjang: subject.jenjang,
          kelas: subject.kelas,
        },
        caller.role,
      ),
    );
  });
}
