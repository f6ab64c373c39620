import { type Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict, Problem } from '@gerbang/service-kit/http/problems';
import type { Context } from '../../context.ts';
import type { FullRegistration } from '../../registration-record/registrations.repository.ts';
import {
  insertOffers,
  lockHeldOffer,
  moveOffer,
  type OfferRecord,
  reseatOffer,
} from '../record/offers.repository.ts';
import { publishSeats } from '../record/pool-rules.ts';
import {
  covers,
  type Covered,
  lockPoolsAt,
  type PoolRecord,
  takeSeats,
} from '../record/seat-pools.repository.ts';
import { countWaiting, type EntryRecord, waitingEntryOf } from '../record/waitlist.repository.ts';
import { entriesFor } from '../waitlist/criteria-values.ts';
import { joinList } from '../waitlist/list-changes.ts';
import { endSeats } from './end-seats.ts';

/** What a child takes along to another class. */
export interface SeatMove {
  readonly kind: 'seat' | 'list' | 'none';
  /** Null where the new class has no limit. */
  readonly pool: PoolRecord | null;
  readonly offer: OfferRecord | undefined;
  readonly entry: EntryRecord | undefined;
}

/** 409 where the new class has no room left. */
async function refuseFull(trx: Db, { kind, pool }: SeatMove): Promise<void> {
  if (pool === null) return;
  const { kelas, list_max: most } = pool;
  const free = pool.offer_limit - pool.taken;
  if (kind === 'seat' && free <= 0) {
    throw new Problem(409, 'seats_exceeded', 'Kursi kelas ini sudah habis.', { details: { kelas, free } });
  }
  if (kind === 'list' && most !== null && (await countWaiting(trx, pool.id)) >= most) {
    throw conflict('list_full', 'Daftar tunggu kelas ini tidak ada atau sudah penuh.');
  }
}

/**
 * What a locked registration takes along to this class, under the locks of both classes' pools (`lockPoolsAt`); null where the
 * same pool holds both. 409 `seats_exceeded`, `list_full`, or `seat_held` while its seat is being released.
 */
export async function seatMoveOf(
  trx: Db,
  present: FullRegistration,
  { place, over }: { readonly place: Covered; readonly over: boolean },
): Promise<SeatMove | null> {
  const pools = await lockPoolsAt(trx, [present, place]);
  const pool = pools.find((one) => covers(one, place)) ?? null;
  const offer = await lockHeldOffer(trx, present.id);
  const entry = await waitingEntryOf(trx, present.id);
  if (offer?.status === 'releasing') {
    throw conflict('seat_held', 'Kursi anak ini sedang dilepas. Tunggu sampai selesai, lalu koreksi lagi.');
  }
  const held = offer?.pool_id ?? entry?.pool_id;
  if (held !== undefined && held === pool?.id) return null;
  if (entry && !pool) throw conflict('list_full', 'Daftar tunggu kelas ini tidak ada atau sudah penuh.');
  const seated = offer !== undefined || (!entry && present.current_stage === 'passed' && pool !== null);
  const waits = entry ? 'list' : 'none';
  const move: SeatMove = { kind: seated ? 'seat' : waits, pool, offer, entry };
  if (!over) await refuseFull(trx, move);
  return move;
}

/** Takes a seat of a locked pool and tells of it. */
async function take(context: Context, trx: Db, poolId: string, n: 1 | -1): Promise<void> {
  const pool = await takeSeats(trx, poolId, n, true);
  if (!pool) throw new Error('a locked pool has other seats than were counted');
  await publishSeats(context, trx, pool);
}

/** Moves a seat, or a place on a list, to the other class. A class without a limit needs neither. */
export async function moveSeat(
  context: Context,
  trx: Db,
  present: FullRegistration,
  { kind, pool, offer, entry }: SeatMove,
  by: Actor,
): Promise<void> {
  if (offer && pool) {
    await take(context, trx, offer.pool_id, -1);
    await take(context, trx, pool.id, 1);
    await reseatOffer(trx, offer, pool.id);
    return;
  }
  if (offer ?? entry) await endSeats(context, trx, [present.id], by);
  if (pool === null || kind === 'none') return;
  if (kind === 'list') {
    await joinList(trx, pool.id, await entriesFor(trx, pool, [present]), by);
    return;
  }
  await take(context, trx, pool.id, 1);
  const seat = {
    registration_id: present.id,
    pool_id: pool.id,
    source: 'staff',
    answer_until: null,
  } as const;
  const [made] = await insertOffers(trx, [seat], { by, cause: 'staff' });
  if (made && present.re_enrolled_on !== null) {
    await moveOffer(trx, made, 'confirmation', { accepted_at: context.now() });
  }
}
