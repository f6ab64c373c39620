import type { AnnouncementStatus, SkipReason } from '@gerbang/domain/announcements';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Stage } from '@gerbang/domain/registration-stages';
import type { Db } from '@gerbang/service-kit/data/database';
import {
  joinSummary,
  SUMMARY_COLUMN,
  type SummaryRecord,
} from '../observation-scores/summaries.repository.ts';
import { joinPool, POOL_COLUMN, type PoolRecord } from '../seats/seat-pools.repository.ts';
import type { Tables } from '../database.types.ts';
import type { RegistrationCopy } from '../registrations/registrations.repository.ts';

type Result = Tables['announcement_results'];

export type AnnouncementRecord = Tables['announcements'];

const COPIED = [
  'child_name',
  'child_nick_name',
  'child_gender',
  'registration_number',
  'jenjang',
  'kelas',
  'deleted',
  'current_stage',
  'payment_status',
] as const satisfies readonly (keyof RegistrationCopy)[];

/** A result with its registration's copy, and the account's name where the profile names no parent. */
export interface ResultRecord
  extends Result,
    Pick<RegistrationCopy, (typeof COPIED)[number] | 'parent_name' | 'user_id'> {
  readonly name_from_account: string | null;
  readonly pool: PoolRecord | null;
  readonly observation: SummaryRecord | null;
}

/** A published result with its announcement and its registration's copy. */
export interface OwnResultRecord
  extends Pick<
      Result,
      'id' | 'announcement_id' | 'registration_id' | 'result' | 'individual_note' | 'corrected_at'
    >,
    Pick<AnnouncementRecord, 'title' | 'content' | 'observation_period' | 'first_published_at'>,
    Pick<RegistrationCopy, 'child_name' | 'child_nick_name' | 'jenjang' | 'kelas' | 'current_stage'> {
  readonly announcement_jenjang: AnnouncementRecord['jenjang'];
  readonly published_at: Date;
}

/** A result as staff enter it. */
export type Entry = Pick<Result, 'child_id' | 'registration_id' | 'result' | 'individual_note'>;

/** Who examined a result and when; all null = not examined. */
export type Examination = Pick<
  Result,
  'checked_at' | 'checked_by_id' | 'checked_by_name' | 'checked_by_role'
>;

/** One announcement; undefined where there is none. */
export async function findAnnouncement(db: Db, id: string): Promise<AnnouncementRecord | undefined> {
  return db('announcements').where({ id }).first<AnnouncementRecord | undefined>();
}

/** The same, locked until the transaction ends. */
export async function lockAnnouncement(trx: Db, id: string): Promise<AnnouncementRecord | undefined> {
  return trx('announcements').where({ id }).forNoKeyUpdate().first<AnnouncementRecord | undefined>();
}

/** Deletes an announcement and its results. */
export async function deleteAnnouncement(trx: Db, id: string): Promise<void> {
  await trx('announcements').where({ id }).delete();
}

/** How many announcements that are not published are in each status, this account's own apart from the others. */
export async function countUnpublished(
  db: Db,
  userId: string,
): Promise<{ status: AnnouncementStatus; own: boolean; n: number }[]> {
  return (await db('announcements')
    .whereNot({ status: 'published' })
    .select('status', db.raw('(created_by_id = ? or ? = any(edited_by)) as own', [userId, userId]))
    .count({ n: '*' })
    .groupBy(1, 2)) as { status: AnnouncementStatus; own: boolean; n: number }[];
}

/** The results of an announcement in the order of the children's names. */
export async function resultsOf(db: Db, announcementId: string): Promise<ResultRecord[]> {
  return db('announcement_results as e')
    .join('registrations as r', 'r.id', 'e.registration_id')
    .where('e.announcement_id', announcementId)
    .orderByRaw('lower(r.child_name), e.registration_id')
    .leftJoin('accounts as a', 'a.id', 'r.user_id')
    .joinRaw(joinPool('r'))
    .joinRaw(joinSummary('r'))
    .select<ResultRecord[]>(
      'e.*',
      ...COPIED.map((column) => `r.${column}`),
      'r.parent_name',
      'r.user_id',
      db.raw('case when r.parent_name is null then a.name end as name_from_account'),
      db.raw(POOL_COLUMN),
      db.raw(SUMMARY_COLUMN),
    );
}

/** The children whose results were not examined, by name. */
export async function unexaminedChildren(
  db: Db,
  announcementId: string,
): Promise<Pick<RegistrationCopy, 'child_name' | 'registration_number'>[]> {
  return db('announcement_results as e')
    .join('registrations as r', 'r.id', 'e.registration_id')
    .where('e.announcement_id', announcementId)
    .whereNull('e.checked_at')
    .orderByRaw('lower(r.child_name), r.id')
    .select('r.child_name', 'r.registration_number');
}

/** The published announcements that are sent to admission once more. */
export type Tellable = 'all' | 'untold' | 'check';
const TELLABLE: Readonly<Record<Tellable, string>> = {
  all: 'true',
  untold: 'not told',
  // 400 days are longer than a school year; the first event of the last hour may still be on its way.
  check: `told and published_at between now() - interval '400 days' and now() - interval '1 hour'`,
};

/** The published announcements to send, by `which`. */
export async function publishedAnnouncements(db: Db, which: Tellable): Promise<AnnouncementRecord[]> {
  return db('announcements').where({ status: 'published' }).whereRaw(TELLABLE[which]).orderBy('id');
}

/** The results of a published announcement that families see. */
export async function appliedResults(
  db: Db,
  announcementId: string,
): Promise<
  (Pick<Result, 'registration_id' | 'result' | 'individual_note'> & { readonly result_id: string })[]
> {
  return db('announcement_results')
    .where({ announcement_id: announcementId })
    .whereRaw('published_at is not null and skip_reason is null')
    .orderBy('id')
    .select('id as result_id', 'registration_id', 'result', 'individual_note');
}

/** What is known of the registration that an entry names. */
export interface CheckedEntry {
  /** The entry's index in the list. */
  readonly at: number;
  readonly known: boolean;
  /** Whether the child is the registration's; null where the registration is unknown. */
  readonly belongs: boolean | null;
  readonly jenjang: Jenjang | null;
  readonly current_stage: Stage | null;
  readonly deleted: boolean | null;
  readonly child_name: string | null;
  /** Whether the places of its class are limited, so that it has a waiting list. */
  readonly limited: boolean;
  /** Whether another announcement holds the registration. */
  readonly taken: boolean;
}

/** Each entry with what is known of its registration, in the order of the list. */
export async function checkEntries(
  db: Db,
  announcementId: string,
  entries: readonly Pick<Entry, 'registration_id' | 'child_id'>[],
): Promise<CheckedEntry[]> {
  const { rows } = await db.raw(
    `select (e.place - 1)::integer as at, r.id is not null as known, r.child_id = e.child_id as belongs, r.jenjang,
       r.current_stage, r.deleted, r.child_name, p.id is not null as limited, other.id is not null as taken
     from unnest(?::uuid[], ?::uuid[]) with ordinality as e(registration_id, child_id, place)
     left join registrations r on r.id = e.registration_id ${joinPool('r')}
     left join announcement_results other
       on other.registration_id = e.registration_id and other.live and other.announcement_id <> ?
     order by e.place`,
    [entries.map((entry) => entry.registration_id), entries.map((entry) => entry.child_id), announcementId],
  );
  return rows as CheckedEntry[];
}

/** The index that lets a registration be in one announcement only that holds it. */
export const LIVE_INDEX = 'announcement_results_live';

/** Inserts a draft; the other columns have defaults. */
export async function insertAnnouncement(
  trx: Db,
  row: Pick<AnnouncementRecord, 'id' | 'title' | 'created_by_id'> & Partial<AnnouncementRecord>,
): Promise<void> {
  await trx('announcements').insert(row);
}

export async function updateAnnouncement(
  trx: Db,
  id: string,
  columns: Partial<AnnouncementRecord>,
): Promise<void> {
  await trx('announcements').where({ id }).update(columns);
}

/** Makes the results of an announcement hold their registrations, or release them. */
export async function setLive(trx: Db, announcementId: string, live: boolean): Promise<void> {
  await trx('announcement_results').where({ announcement_id: announcementId }).update({ live });
}

const WRITTEN = [
  'registration_id',
  'child_id',
  'result',
  'individual_note',
  'checked_at',
  'checked_by_id',
  'checked_by_name',
  'checked_by_role',
] as const satisfies readonly (keyof Result)[];

/**
 * Makes these the results of an announcement; a result that stays keeps its id. Rows are written in the order of the
 * registrations, so that two announcements with the same ones never wait for each other in a circle.
 */
export async function replaceResults(
  trx: Db,
  announcementId: string,
  entries: readonly (Entry & Examination & { readonly id: string })[],
): Promise<void> {
  await trx.raw(
    'delete from announcement_results where announcement_id = ? and registration_id <> all(?::uuid[])',
    [announcementId, entries.map((entry) => entry.registration_id)],
  );
  if (entries.length === 0) return;
  await trx.raw(
    `insert into announcement_results (id, announcement_id, ${WRITTEN.join(', ')})
     select id, ?, ${WRITTEN.join(', ')} from jsonb_populate_recordset(null::announcement_results, ?)
     order by registration_id
     on conflict (announcement_id, registration_id) do update
       set ${WRITTEN.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [announcementId, JSON.stringify(entries)],
  );
}

/** Publishes the results of an announcement, those apart that are skipped: they release their registrations. */
export async function publishResults(
  trx: Db,
  announcementId: string,
  at: Date,
  skipped: readonly { readonly id: string; readonly reason: SkipReason }[],
): Promise<void> {
  if (skipped.length > 0) {
    await trx.raw(
      `update announcement_results e set live = false, skip_reason = s.reason, skipped_at = ?
       from unnest(?::uuid[], ?::text[]) as s(id, reason) where e.id = s.id`,
      [at, skipped.map(({ id }) => id), skipped.map(({ reason }) => reason)],
    );
  }
  await trx('announcement_results')
    .where({ announcement_id: announcementId })
    .whereNull('skip_reason')
    .update({ published_at: at });
}

/** Skips a published result and counts it on its announcement; false where it is skipped already or not published. */
export async function skipPublishedResult(
  trx: Db,
  { announcement_id, registration_id }: Pick<Result, 'announcement_id' | 'registration_id'>,
  reason: SkipReason,
): Promise<boolean> {
  const skipped = await trx('announcement_results')
    .where({ announcement_id, registration_id })
    .whereNull('skip_reason')
    .whereNotNull('published_at')
    .update({ skip_reason: reason, skipped_at: trx.fn.now(), live: false });
  if (skipped === 0) return false;
  await trx('announcements')
    .where({ id: announcement_id })
    .update({ skipped_count: trx.raw('skipped_count + 1'), version: trx.raw('version + 1') });
  return true;
}
