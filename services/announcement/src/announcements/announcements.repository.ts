import type { AnnouncementStatus, Result, SkipReason } from '@gerbang/domain/announcements';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import type { RegistrationCopy } from '../registrations/registrations.repository.ts';

/** A row of `announcements`. */
export interface AnnouncementRecord {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly observation_period: string;
  readonly jenjang: Jenjang;
  readonly status: AnnouncementStatus;
  readonly created_by_id: string;
  readonly created_by_name: string | null;
  readonly created_by_role: Role;
  readonly reviewed_by_name: string | null;
  readonly reviewed_by_role: Role | null;
  readonly review_notes: string | null;
  readonly published_by_name: string | null;
  readonly published_by_role: Role | null;
  readonly submitted_at: Date | null;
  readonly reviewed_at: Date | null;
  readonly published_at: Date | null;
  readonly passed_count: number;
  readonly failed_count: number;
  readonly skipped_count: number;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A result with what is known of its registration now. */
export interface ResultRecord
  extends Pick<
    RegistrationCopy,
    | 'child_name'
    | 'child_nick_name'
    | 'registration_number'
    | 'jenjang'
    | 'kelas'
    | 'deleted'
    | 'current_stage'
    | 'payment_status'
  > {
  readonly id: string;
  readonly announcement_id: string;
  readonly registration_id: string;
  readonly child_id: string;
  readonly result: Result;
  readonly individual_note: string | null;
  readonly skip_reason: SkipReason | null;
  readonly created_at: Date;
}

/** What staff write of one child. */
export interface Entry {
  readonly child_id: string;
  readonly registration_id: string;
  readonly result: Result;
  readonly individual_note: string | null;
}

const COLUMNS = [
  'id',
  'title',
  'content',
  'observation_period',
  'jenjang',
  'status',
  'created_by_id',
  'created_by_name',
  'created_by_role',
  'reviewed_by_name',
  'reviewed_by_role',
  'review_notes',
  'published_by_name',
  'published_by_role',
  'submitted_at',
  'reviewed_at',
  'published_at',
  'passed_count',
  'failed_count',
  'skipped_count',
  'version',
  'created_at',
  'updated_at',
].map((column) => `announcements.${column}`);

/** Announcements with their columns. */
export function announcements(db: Db) {
  return db('announcements').select(COLUMNS);
}

/** One announcement; undefined where there is none. */
export async function announcementOf(db: Db, id: string): Promise<AnnouncementRecord | undefined> {
  return announcements(db).where({ id }).first<AnnouncementRecord | undefined>();
}

/** The same, locked for a change. */
export async function lockAnnouncement(trx: Db, id: string): Promise<AnnouncementRecord | undefined> {
  return announcements(trx).where({ id }).forNoKeyUpdate().first<AnnouncementRecord | undefined>();
}

/** The results of an announcement in the order of the children's names. */
export async function resultsOf(db: Db, announcementId: string): Promise<ResultRecord[]> {
  return db('announcement_results as e')
    .join('registrations as r', 'r.id', 'e.registration_id')
    .where('e.announcement_id', announcementId)
    .orderByRaw('lower(r.child_name), e.registration_id')
    .select<ResultRecord[]>(
      'e.id',
      'e.announcement_id',
      'e.registration_id',
      'e.child_id',
      'e.result',
      'e.individual_note',
      'e.skip_reason',
      'e.created_at',
      'r.child_name',
      'r.child_nick_name',
      'r.registration_number',
      'r.jenjang',
      'r.kelas',
      'r.deleted',
      'r.current_stage',
      'r.payment_status',
    );
}

/**
 * Makes these the results of an announcement; what stays keeps its id. Written in the order of the registrations, so
 * that two announcements that want the same ones never wait for each other in a circle.
 */
export async function replaceResults(
  trx: Db,
  announcementId: string,
  entries: readonly (Entry & { readonly id: string })[],
): Promise<void> {
  const column = (name: Exclude<keyof Entry | 'id', 'individual_note'>) =>
    entries.map((entry) => entry[name]);
  await trx.raw(
    'delete from announcement_results where announcement_id = ? and registration_id <> all(?::uuid[])',
    [announcementId, column('registration_id')],
  );
  if (entries.length === 0) return;
  await trx.raw(
    `insert into announcement_results (id, announcement_id, registration_id, child_id, result, individual_note)
     select id, ?, registration_id, child_id, result, nullif(individual_note, '')
     from unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::text[], ?::text[])
       as e(id, registration_id, child_id, result, individual_note)
     order by registration_id
     on conflict (announcement_id, registration_id) do update
       set child_id = excluded.child_id, result = excluded.result, individual_note = excluded.individual_note`,
    [
      announcementId,
      column('id'),
      column('registration_id'),
      column('child_id'),
      column('result'),
      // An array of the driver holds texts; an empty one stands for none.
      entries.map((entry) => entry.individual_note ?? ''),
    ],
  );
}
