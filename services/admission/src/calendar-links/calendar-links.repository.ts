import { ASSESSOR_ROLES } from '@gerbang/domain/observation-slots';
import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

type Link = Tables['calendar_links'];

/** A person whose calendar an address shows. */
export interface FeedOwner {
  readonly id: string;
  readonly role: Role;
}

/** A slot as a calendar that others may see shows it. */
export type FeedSlot = Pick<
  Tables['observation_slots'],
  'id' | 'jenjang' | 'starts_at' | 'ends_at' | 'place' | 'booked' | 'capacity' | 'version' | 'updated_at'
> & { readonly numbers: readonly string[] };

const SLOTS_MOST = 500;

/** Writes the address of an account in place of the one before. */
export async function writeLink(trx: Db, link: Link): Promise<void> {
  await trx('calendar_links').insert(link).onConflict('user_id').merge();
}

/** Ends the address of an account; false where it has none. */
export async function endLink(trx: Db, userId: string): Promise<boolean> {
  return (await trx('calendar_links').where({ user_id: userId }).delete()) > 0;
}

/** Since when an account has an address; undefined without one. */
export async function linkSince(db: Db, userId: string): Promise<Date | undefined> {
  const link = await db('calendar_links').where({ user_id: userId }).first<Link | undefined>();
  return link?.created_at;
}

/** The account whose address has this hash, while it is active. */
export async function feedOwner(db: Db, token_hash: Buffer): Promise<FeedOwner | undefined> {
  return db('calendar_links')
    .join('accounts', 'accounts.id', 'calendar_links.user_id')
    .where({ token_hash, active: true })
    .first<FeedOwner | undefined>('accounts.id', 'accounts.role');
}

/** The slots of an assessor between two moments; for a role without assessors all slots. */
export async function feedSlots(db: Db, { id, role }: FeedOwner, from: Date, to: Date): Promise<FeedSlot[]> {
  const rows = db('observation_slots as s')
    .whereNull('s.cancelled_at')
    .where('s.ends_at', '>', from)
    .where('s.starts_at', '<', to)
    .orderBy(['s.starts_at', 's.id'])
    .limit(SLOTS_MOST)
    .select<FeedSlot[]>(
      's.id',
      's.jenjang',
      's.starts_at',
      's.ends_at',
      's.place',
      's.booked',
      's.capacity',
      's.version',
      's.updated_at',
      db.raw(`array(select r.registration_number from observation_bookings b
        join registrations r on r.id = b.registration_id and r.deleted_at is null
        where b.slot_id = s.id and b.status in ('booked', 'attended', 'absent') order by 1) as numbers`),
    );
  if ((ASSESSOR_ROLES as readonly Role[]).includes(role)) {
    void rows.whereIn('s.id', db('slot_assessors').where({ user_id: id, live: true }).select('slot_id'));
  }
  return rows;
}
