import type { AnnouncementRow, OwnResult } from '@gerbang/contracts/announcement-shapes';
import type { listAnnouncements } from '@gerbang/contracts/announcements';
import { containing } from '@gerbang/service-kit/data/text-search';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import type { AnnouncementRecord, OwnResultRecord } from './announcements.repository.ts';
import { toAnnouncementRow, type Viewer, toOwnResult } from './announcements.view.ts';

/** Announcements of a year: one of its children stands in them, or no child does yet. */
const OF_YEAR = `(exists (select from announcement_results e join registrations r on r.id = e.registration_id
    where e.announcement_id = announcements.id and r.academic_year = ?)
  or not exists (select from announcement_results e where e.announcement_id = announcements.id))`;

/** All announcements under the filters; the search looks in title and period. */
export function announcementList(
  context: Pick<Context, 'config' | 'database'>,
  viewer: Viewer,
  { search, jenjang, status, academic_year }: z.output<(typeof listAnnouncements)['query']>,
): List<AnnouncementRecord, AnnouncementRow> {
  const pattern = containing(search);
  return {
    table: 'announcements',
    keys: {
      created_at: 'announcements.created_at',
      updated_at: 'announcements.updated_at',
      title: 'lower(announcements.title)',
    },
    defaultSort: '-created_at',
    rows() {
      const rows = context.database.knex('announcements').select('announcements.*');
      if (jenjang !== undefined) void rows.where({ jenjang });
      if (status !== undefined) void rows.where({ status });
      if (academic_year !== undefined) void rows.whereRaw(OF_YEAR, [academic_year]);
      if (pattern !== null) {
        void rows.whereRaw('(title ilike ? or observation_period ilike ?)', [pattern, pattern]);
      }
      return rows;
    },
    toItems: (records) => records.map((record) => toAnnouncementRow(context, viewer, record)),
  };
}

/** The published results of this account's children, without the skipped ones; ownership is decided by this query. */
function ownResults(db: Db, userId: string) {
  return db('announcement_results')
    .join('registrations', 'registrations.id', 'announcement_results.registration_id')
    .join('announcements', 'announcements.id', 'announcement_results.announcement_id')
    .where('registrations.user_id', userId)
    .whereRaw('announcement_results.published_at is not null and announcement_results.skip_reason is null')
    .select(
      'announcement_results.id',
      'announcement_results.announcement_id',
      'announcements.title',
      'announcements.content',
      'announcements.observation_period',
      'announcements.jenjang as announcement_jenjang',
      'announcement_results.result',
      'announcement_results.individual_note',
      'announcement_results.published_at',
      'announcement_results.corrected_at',
      'announcements.first_published_at',
      'registrations.child_name',
      'registrations.child_nick_name',
      'announcement_results.registration_id',
      'registrations.jenjang',
      'registrations.kelas',
      'registrations.current_stage',
    );
}

/** The results of a family, the newest first. */
export function newestResults(db: Db, userId: string) {
  return ownResults(db, userId)
    .orderBy('announcement_results.published_at', 'desc')
    .orderBy('announcement_results.id', 'desc');
}

/** Those that hold: a correction stands in the place of what it corrects. */
export function presentResults(db: Db, userId: string) {
  return newestResults(db, userId).whereNull('announcement_results.corrected_at');
}

/** The list of a family's results. */
export function ownResultList(db: Db, userId: string): List<OwnResultRecord, OwnResult> {
  return {
    table: 'announcement_results',
    keys: { published_at: 'announcement_results.published_at' },
    defaultSort: '-published_at',
    rows: () => ownResults(db, userId),
    toItems: (records) => records.map(toOwnResult),
  };
}
