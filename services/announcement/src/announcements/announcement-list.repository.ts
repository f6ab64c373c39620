import type { AnnouncementRow } from '@gerbang/contracts/announcement.types';
import type { listAnnouncements } from '@gerbang/contracts/announcements';
import { containing } from '@gerbang/service-kit/data/search';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { AnnouncementRecord } from './announcements.repository.ts';
import { toAnnouncementRow, type Viewer } from './announcements.view.ts';

/** All announcements under the filters; the search looks in title and period. */
export function announcementList(
  context: Pick<Context, 'config' | 'database'>,
  viewer: Viewer,
  { search, jenjang, status }: z.output<(typeof listAnnouncements)['query']>,
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
      if (pattern !== null) {
        void rows.whereRaw('(title ilike ? or observation_period ilike ?)', [pattern, pattern]);
      }
      return rows;
    },
    toItems: (records) => records.map((record) => toAnnouncementRow(context, viewer, record)),
  };
}
