import type { EventPayload } from '@gerbang/contracts/events';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { Tables } from '../database.types.ts';

type Announcement = Tables['published_announcements'];
type Result = Tables['published_results'];
type Told = Pick<EventPayload<'results.told'>, 'announcement_id' | 'published_at' | 'text' | 'results'>;

/** A registration that has or awaits a result, with what was published for it; null columns where that is not here. */
export interface ResultRecord
  extends Pick<Announcement, 'title' | 'content' | 'observation_period' | 'first_published_at'>,
    Pick<Result, 'result' | 'individual_note'> {
  readonly user_id: string;
  readonly id: string | null;
  /** Whether its result may still be published; otherwise it was. */
  readonly waits: boolean;
  readonly announcement_id: string;
  readonly announcement_jenjang: Announcement['jenjang'];
  readonly published_at: Date;
  readonly child_name: string;
  readonly child_nick_name: string | null;
  readonly registration_id: string;
  readonly jenjang: string;
  readonly kelas: string | null;
}

/** The results of these families' registrations, the newest first; the query decides ownership. */
export function familyResults(db: Db, userIds: readonly string[]): Knex.QueryBuilder {
  return db('registrations as r')
    .join('children as c', 'c.id', 'r.child_id')
    .join('parents as p', 'p.id', 'c.parent_id')
    .leftJoin('published_results as s', (on) => {
      on.on('s.registration_id', 'r.id').andOn('s.announcement_id', 'r.result_announcement_id');
    })
    .leftJoin('published_announcements as a', 'a.id', 's.announcement_id')
    .whereIn('p.user_id', userIds)
    .where((due) => {
      void due
        .whereNotNull('r.result_announcement_id')
        .orWhereRaw(
          `r.deleted_at is null and r.current_stage in ('waiting_announcement', 'passed', 'failed', 'waitlisted', 'released')`,
        );
    })
    .orderBy('a.published_at', 'desc')
    .orderBy('s.id', 'desc')
    .select(
      'p.user_id',
      's.id',
      db.raw(`(r.result_announcement_id is null and r.current_stage = 'waiting_announcement') as waits`),
      's.announcement_id',
      'a.title',
      'a.content',
      'a.observation_period',
      'a.jenjang as announcement_jenjang',
      's.result',
      's.individual_note',
      'a.published_at',
      'a.first_published_at',
      'c.full_name as child_name',
      'c.nick_name as child_nick_name',
      'r.id as registration_id',
      'r.jenjang',
      'r.kelas',
    );
}

const SAVE_RESULTS = `
  insert into published_results as s (id, announcement_id, registration_id, result, individual_note)
  select e.result_id, ?, e.registration_id, e.result, e.individual_note
  from jsonb_to_recordset(?::jsonb)
    as e(result_id uuid, registration_id uuid, result text, individual_note text)
  join registrations r on r.id = e.registration_id
  order by e.registration_id
  on conflict (id) do update set result = excluded.result, individual_note = excluded.individual_note
    where (s.result, s.individual_note) is distinct from (excluded.result, excluded.individual_note)`;

/**
 * Keeps what families read of these results; results of registrations that are gone are left out. Returns how many rows
 * were written: published results never change, so that a repetition writes none.
 */
export async function savePublished(
  trx: Db,
  { announcement_id: id, published_at, text, results }: Told,
): Promise<number> {
  const announcement = await trx('published_announcements as a')
    .insert({ id, published_at, first_published_at: null, ...text })
    .onConflict('id')
    .merge()
    .whereRaw(
      `(a.title, a.content, a.observation_period, a.jenjang, a.published_at, a.first_published_at) is distinct from
        (excluded.title, excluded.content, excluded.observation_period, excluded.jenjang, excluded.published_at,
          excluded.first_published_at)`,
    )
    .returning('id');
  const { rowCount } = await trx.raw(SAVE_RESULTS, [id, JSON.stringify(results)]);
  return announcement.length + (rowCount as number);
}

/** Registrations with a result whose text is not here: their families read it from announcement. */
export async function countUntold(db: Db): Promise<number> {
  const { rows } = await db.raw(
    `select count(*)::integer as n from registrations r
     where r.result_announcement_id is not null and not exists (
       select from published_results s
       where s.registration_id = r.id and s.announcement_id = r.result_announcement_id)`,
  );
  return (rows as { n: number }[])[0]?.n ?? 0;
}

/** Since when families read this announcement; undefined where they do not. */
export async function publishedSince(db: Db, announcementId: string): Promise<Date | undefined> {
  const row = await db('published_announcements')
    .where({ id: announcementId })
    .first<Pick<Announcement, 'published_at'> | undefined>('published_at');
  return row?.published_at;
}
