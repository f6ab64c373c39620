import { normalizePhone } from '@gerbang/contracts/phone';
import { COUNTER_FOUND_MAX } from '@gerbang/domain/counter';
import type { Role } from '@gerbang/domain/roles';
import type { Columns } from '@gerbang/service-kit/data/columns';
import type { Db } from '@gerbang/service-kit/data/database';
import { nameSearch } from '@gerbang/service-kit/data/text-search';
import type { Knex } from 'knex';
import { UNCHECKED } from '../registration-record/entered-sections.repository.ts';

/** How many tries of a kind one member of staff has in an hour. */
const PER_HOUR = { search: 60, wrong: 5 } as const;
type Kind = keyof typeof PER_HOUR;

/** Counts one try of a member of staff; seconds to wait where those of the hour are used up, else 0. */
export async function countTry(db: Db, staffId: string, kind: Kind): Promise<number> {
  const { rows } = await db.raw(
    `insert into counter_limits as l (staff_id, kind, count) values (:staffId, :kind, 1)
     on conflict (staff_id, kind) do update set
       count = case when l.window_started_at <= now() - interval '1 hour' then 1 else least(l.count + 1, 1000000) end,
       window_started_at = case when l.window_started_at <= now() - interval '1 hour' then now()
         else l.window_started_at end
     returning count, greatest(ceil(extract(epoch from window_started_at + interval '1 hour' - clock_timestamp())), 1)::int as wait`,
    { staffId, kind },
  );
  const [counted] = rows as { count: number; wait: number }[];
  return counted !== undefined && counted.count > PER_HOUR[kind] ? counted.wait : 0;
}

/** Takes a counted try back: it was right. */
export async function returnTry(db: Db, staffId: string, kind: Kind): Promise<void> {
  await db('counter_limits').where({ staff_id: staffId, kind }).where('count', '>', 0).decrement('count', 1);
}

/** Deletes the tries of hours that are over. */
export async function deleteOldTries(db: Db): Promise<void> {
  await db('counter_limits').whereRaw(`window_started_at <= now() - interval '1 hour'`).delete();
}

/** Deletes sections a year after they were entered: they count as seen for long. */
export async function deleteOldSections(db: Db): Promise<void> {
  await db('entered_sections').whereRaw(`entered_at <= now() - interval '1 year'`).delete();
}

/** A family as the search and the card need it. */
export interface CounterFamily {
  readonly id: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly children: readonly string[];
}

const LIVING = `accounts.role = 'wali_murid' and accounts.active and not exists (select from erasure_requests
  where erasure_requests.user_id = accounts.id and erasure_requests.status in ('approved', 'done'))`;
const NAME = `coalesce(nullif(accounts.name, ''), nullif(parents.father_name, ''), nullif(parents.mother_name, ''))`;

const families = (db: Db) =>
  db('accounts')
    .leftJoin('parents', 'parents.user_id', 'accounts.id')
    .whereRaw(LIVING)
    .select(
      'accounts.id',
      'accounts.phone',
      db.raw(`${NAME} as name`),
      db.raw(`array(select full_name from children where parent_id = parents.id and deleted_at is null
        order by created_at limit 10) as children`),
    );

const PHONES = ['accounts.phone', 'parents.contact_phone', 'parents.father_phone', 'parents.mother_phone'];

/** The condition that a family is what was typed: a whole NIK, a whole number, a registration's number, or part of a name. */
function meant(db: Db, columns: Columns, typed: string): (any: Knex.QueryBuilder) => void {
  const digits = typed.replace(/[\s.-]/gu, '');
  const ofChildren = db('children').whereNull('children.deleted_at').select('children.parent_id');
  if (/^\d{16}$/u.test(digits)) {
    const nik = columns.blindIndex('children.nik', digits);
    return (any) => void any.whereIn('parents.id', ofChildren.where('children.nik_index', nik));
  }
  const phone = normalizePhone(typed);
  if (phone !== null) return (any) => PHONES.forEach((column) => void any.orWhere(column, phone));
  const named = nameSearch(typed, { names: ['accounts.name', 'parents.father_name', 'parents.mother_name'] });
  const child = nameSearch(typed, { names: ['children.full_name', 'children.nick_name'] });
  const numbered = db('registrations')
    .join('children', 'children.id', 'registrations.child_id')
    .where('registration_number', typed.toUpperCase())
    .whereNull('registrations.deleted_at')
    .select('children.parent_id');
  return (any) => {
    if (named !== null) void any.where(named);
    if (child !== null) void any.orWhereIn('parents.id', ofChildren.andWhere(child));
    void any.orWhereIn('parents.id', numbered);
  };
}

/** The families that are what was typed, at most as many as a search shows. */
export async function searchFamilies(db: Db, columns: Columns, typed: string): Promise<CounterFamily[]> {
  return families(db)
    .andWhere(meant(db, columns, typed))
    .orderBy([{ column: 'accounts.name' }, { column: 'accounts.id' }])
    .limit(COUNTER_FOUND_MAX);
}

/** The family of this account; undefined where there is none, it is closed, or its data are erased. */
export async function familyOf(db: Db, userId: string): Promise<CounterFamily | undefined> {
  return families(db).where('accounts.id', userId).first<CounterFamily | undefined>();
}

/** Whether a child of the family was born on this day. */
export async function hasBirthDate(db: Db, userId: string, day: string): Promise<boolean> {
  return Boolean(
    await db('children')
      .join('parents', 'parents.id', 'children.parent_id')
      .where({ user_id: userId, birth_date: day })
      .whereNull('children.deleted_at')
      .first('children.id'),
  );
}

/** Whether a registration of the family has this number. */
export async function hasNumber(db: Db, userId: string, number: string): Promise<boolean> {
  return Boolean(
    await db('registrations')
      .join('children', 'children.id', 'registrations.child_id')
      .join('parents', 'parents.id', 'children.parent_id')
      .where({ user_id: userId, registration_number: number.toUpperCase() })
      .whereNull('registrations.deleted_at')
      .first('registrations.id'),
  );
}

/** A section with its words; `name` is the family's. */
export interface EnteredSection {
  readonly user_id: string;
  readonly key: string;
  readonly name: string | null;
  readonly label: string;
  readonly entered_by_name: string | null;
  readonly entered_by_role: Role;
  readonly entered_at: Date;
  /** How many there are beside it, itself included. */
  readonly total: number;
}

/** The sections that wait to be checked, of one family or of all, the oldest first; those of a deleted child are left out. */
export async function uncheckedSections(
  db: Db,
  { userId, limit }: { readonly userId?: string; readonly limit: number },
): Promise<EnteredSection[]> {
  const rows = db('entered_sections as s')
    .join('accounts', 'accounts.id', 's.user_id')
    .leftJoin('registrations as r', db.raw(`'registration:' || r.id::text = s.key and r.deleted_at is null`))
    .leftJoin(
      'children as c',
      db.raw(`c.deleted_at is null and (c.id = r.child_id or 'child:' || c.id::text = s.key)`),
    )
    .whereRaw(`${UNCHECKED} and (s.key = 'profile' or c.id is not null)`)
    .orderBy(['s.entered_at', 's.key'])
    .limit(limit)
    .select(
      's.user_id',
      's.key',
      's.entered_by_name',
      's.entered_by_role',
      's.entered_at',
      'accounts.name',
      db.raw('count(*) over () as total'),
      db.raw(`case when s.key = 'profile' then 'Data orang tua'
        when r.id is null then 'Data anak: ' || c.full_name
        else 'Pendaftaran ' || r.registration_number || ': ' || c.full_name end as label`),
    );
  if (userId !== undefined) void rows.where('s.user_id', userId);
  return rows;
}
