import { OFFER_MACHINE, type OfferCause } from '@gerbang/domain/offers';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../../database.types.ts';
import type { PoolRecord } from './seat-pools.repository.ts';

/** A row of `offers`. */
export type OfferRecord = Tables['offers'];

/** A new offer. */
export interface NewOffer {
  readonly registration_id: string;
  readonly pool_id: string;
  readonly source: OfferRecord['source'];
  readonly answer_until: Date | null;
}

/** Writes offers that hold seats which were taken before; in the order of the registrations. */
export async function insertOffers(
  trx: Db,
  offers: readonly NewOffer[],
  { by, cause }: { readonly by: Actor; readonly cause: OfferCause },
): Promise<OfferRecord[]> {
  if (offers.length === 0) return [];
  const { to: status } = assertEdge(OFFER_MACHINE, null, { action: cause });
  return trx('offers')
    .insert(
      offers.map((offer) => ({
        id: uuidv7(),
        ...offer,
        status,
        created_by_id: by.id,
        created_by_name: by.name,
        created_by_role: by.role,
      })),
    )
    .returning<OfferRecord[]>('*');
}

/** The offer that holds a seat for a registration, locked; the registration must be locked before. */
export async function lockHeldOffer(trx: Db, registrationId: string): Promise<OfferRecord | undefined> {
  return trx('offers')
    .where({ registration_id: registrationId })
    .whereNot({ status: 'released' })
    .forNoKeyUpdate()
    .first<OfferRecord | undefined>();
}

/** An offer, locked; its registration must be locked before. */
export async function lockOffer(trx: Db, id: string): Promise<OfferRecord | undefined> {
  return trx('offers').where({ id }).forNoKeyUpdate().first<OfferRecord | undefined>();
}

/** To whom an offer belongs; its pool changes only where the class is corrected, and not while it is being released. */
export async function offerOwner(
  db: Db,
  id: string,
): Promise<Pick<OfferRecord, 'pool_id' | 'registration_id'> | undefined> {
  return db('offers').where({ id }).first('pool_id', 'registration_id');
}

type Marks = Partial<
  Pick<
    OfferRecord,
    | 'answer_until'
    | 'release_cause'
    | 'reason_code'
    | 'reason_text'
    | 'accepted_at'
    | 'releasing_at'
    | 'released_at'
  >
>;

/** Moves a locked offer along an edge: the only place that changes its state. */
export async function moveOffer(
  trx: Db,
  { id, status: from, version }: Pick<OfferRecord, 'id' | 'status' | 'version'>,
  cause: OfferCause,
  marks: Marks,
): Promise<OfferRecord> {
  const { to: status } = assertEdge(OFFER_MACHINE, from, { action: cause });
  const [moved] = await trx('offers')
    .where({ id, status: from })
    // After the locks: compared with the times of the list's events, which are the database's too.
    .update({ ...marks, status, version: version + 1, updated_at: trx.raw('clock_timestamp()') })
    .returning<OfferRecord[]>('*');
  if (!moved) throw new Error('A locked offer changed');
  return moved;
}

/** Lets a locked offer hold a seat of another pool: the class of its child was corrected. */
export async function reseatOffer(
  trx: Db,
  { id, version }: Pick<OfferRecord, 'id' | 'version'>,
  poolId: string,
): Promise<void> {
  const moved = await trx('offers')
    .where({ id, version })
    .update({ pool_id: poolId, version: version + 1, updated_at: trx.fn.now() });
  if (moved !== 1) throw new Error('A locked offer changed');
}

/** Gives a locked open offer another deadline, which is reminded of anew. */
export async function writeDeadline(trx: Db, { id, version, extensions }: OfferRecord, until: Date) {
  const [written] = await trx('offers')
    .where({ id, status: 'open' })
    .update({
      answer_until: until,
      extensions: extensions + 1,
      reminded_on: null,
      version: version + 1,
      updated_at: trx.fn.now(),
    })
    .returning<OfferRecord[]>('*');
  if (!written) throw new Error('A locked offer changed');
  return written;
}

/** Notes the day of the last reminder. */
export async function noteReminder(trx: Db, id: string, day: string): Promise<void> {
  await trx('offers').where({ id }).update({ reminded_on: day });
}

/** Open offers whose time was over at a moment, the oldest first. */
export async function overdueOffers(db: Db, now: Date, limit: number): Promise<OfferRecord[]> {
  return db('offers')
    .where({ status: 'open' })
    .where('answer_until', '<', now)
    .orderBy('answer_until')
    .limit(limit);
}

/** Open offers that end after a moment on one of these days, and were not reminded of on this day. */
export async function offersToRemind(
  db: Db,
  {
    after,
    ending,
    day,
    limit,
  }: {
    readonly after: Date;
    readonly ending: readonly string[];
    readonly day: string;
    readonly limit: number;
  },
): Promise<OfferRecord[]> {
  return db('offers')
    .where({ status: 'open' })
    .where('answer_until', '>=', after)
    .whereRaw(`(answer_until at time zone 'Asia/Jakarta')::date = any(?::date[])`, [[...ending]])
    .whereRaw('reminded_on is distinct from ?::date', [day])
    .orderBy('answer_until')
    .limit(limit);
}

/** Why seats of a pool were released since the last promotion, and how many for each cause. */
export async function releasedSincePromotion(
  trx: Db,
  poolId: string,
): Promise<{ release_cause: NonNullable<OfferRecord['release_cause']>; n: number }[]> {
  const { rows } = await trx.raw(
    `select release_cause, count(*)::integer as n from offers
     where pool_id = :pool and status = 'released' and updated_at > coalesce(
       (select max(at) from waitlist_events where pool_id = :pool and cause = 'promoted'), '-infinity')
     group by release_cause`,
    { pool: poolId },
  );
  return rows as { release_cause: NonNullable<OfferRecord['release_cause']>; n: number }[];
}

/** The offers that a registration had, the newest first. */
export async function offersOf(db: Db, registrationId: string): Promise<OfferRecord[]> {
  return db('offers')
    .where({ registration_id: registrationId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
}

/** How many seats of each of these pools were released; a pool without any is left out. */
export async function releasedSeats(db: Db, poolIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db('offers')
    .whereIn('pool_id', poolIds)
    .where({ status: 'released' })
    .groupBy('pool_id')
    .select<{ pool_id: string; n: number }[]>('pool_id', db.raw('count(*)::integer as n'));
  return new Map(rows.map(({ pool_id, n }) => [pool_id, n]));
}

/** Registrations of the pool's classes that passed and hold no seat yet, locked in the order of their ids. */
export async function lockPassed(
  trx: Db,
  { academic_year, jenjang, kelas }: PoolRecord,
): Promise<Pick<Tables['registrations'], 'id' | 're_enrolled_on'>[]> {
  const passed = trx('registrations')
    .where({ academic_year, jenjang, current_stage: 'passed' })
    .whereNull('deleted_at')
    .whereNotExists((offer) => {
      void offer
        .from('offers')
        .whereRaw('offers.registration_id = registrations.id')
        .whereNot('offers.status', 'released');
    })
    .orderBy('id')
    .forNoKeyUpdate('registrations')
    .select('id', 're_enrolled_on');
  if (kelas !== null) void passed.where({ kelas });
  return passed;
}
