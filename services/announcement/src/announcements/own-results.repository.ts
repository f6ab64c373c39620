import type { OwnResult } from '@gerbang/contracts/announcement.types';
import type { Db } from '@gerbang/service-kit/data/database';
import type { List } from '@gerbang/service-kit/http/paging';
import type { OwnResultRecord } from './announcements.repository.ts';
import { toOwnResult } from './announcements.view.ts';

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
      'registrations.child_name',
      'registrations.child_nick_name',
      'announcement_results.registration_id',
      'registrations.jenjang',
      'registrations.kelas',
    );
}

/** The results of a family, the newest first. */
export function newestResults(db: Db, userId: string) {
  return ownResults(db, userId)
    .orderBy('announcement_results.published_at', 'desc')
    .orderBy('announcement_results.id', 'desc');
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
