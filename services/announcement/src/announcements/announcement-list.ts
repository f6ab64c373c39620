import type { AnnouncementRow } from '@gerbang/contracts/announcement.types';
import type { listAnnouncements } from '@gerbang/contracts/announcements';
import type { List } from '@gerbang/service-kit/http/paging';
import { containing } from '@gerbang/service-kit/data/search';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { toAnnouncementRow, type Viewer } from './announcements.view.ts';
import { type AnnouncementRecord, announcements } from './announcements.repository.ts';

type Query = z.output<(typeof listAnnouncements)['query']>;

/** All announcements that the filters leave; search looks in title and period (admission workflow §2). */
export function announcementList(
  context: Pick<Context, 'config' | 'database'>,
  viewer: Viewer,
  { search, jenjang, status }: Query,
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
      const rows = announcements(context.database.knex);
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
