import type { AnnouncementRow } from '@gerbang/contracts/announcement-shapes';
import type { listAnnouncements as call } from '@gerbang/contracts/announcements';
import { ANNOUNCEMENT_LABELS } from '@gerbang/domain/announcements';
import { moment, number, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import { type ListFile, wholeOf } from '@gerbang/service-kit/http/list-file';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { announcementList } from './announcement-lists.repository.ts';
import type { Viewer } from './announcements.view.ts';

const COLUMNS: readonly SheetColumn<AnnouncementRow>[] = [
  { title: 'Judul', width: 40, cell: ({ title }) => text(title) },
  { title: 'Periode Observasi', width: 26, cell: ({ observation_period }) => text(observation_period) },
  { title: 'Jenjang', width: 9, cell: ({ jenjang }) => text(jenjang) },
  { title: 'Status', width: 20, cell: ({ status }) => text(ANNOUNCEMENT_LABELS[status]) },
  { title: 'Siswa', width: 9, cell: ({ counts }) => number(counts.total) },
  { title: 'Lulus', width: 9, cell: ({ counts }) => number(counts.passed) },
  { title: 'Tidak Lulus', width: 12, cell: ({ counts }) => number(counts.failed) },
  { title: 'Cadangan', width: 10, cell: ({ counts }) => number(counts.waitlisted ?? null) },
  { title: 'Dilewati', width: 10, cell: ({ counts }) => number(counts.skipped) },
  { title: 'Dibuat Oleh', width: 24, cell: ({ created_by }) => text(created_by.name) },
  { title: 'Dibuat', width: 18, cell: ({ created_at }) => moment(created_at) },
  { title: 'Ditinjau Oleh', width: 24, cell: ({ reviewed_by }) => text(reviewed_by?.name) },
  { title: 'Ditinjau', width: 18, cell: ({ reviewed_at }) => moment(reviewed_at) },
  { title: 'Diterbitkan', width: 18, cell: ({ published_at }) => moment(published_at) },
];

/** The announcements of a query as a file. */
export const announcementFile = (
  context: Context,
  viewer: Viewer,
  query: z.output<(typeof call)['query']>,
): ListFile<AnnouncementRow> => ({
  action: 'announcement.exported',
  title: 'Pengumuman',
  file: 'pengumuman',
  columns: COLUMNS,
  ...wholeOf(context.database.knex, announcementList(context, viewer, query), query),
});
