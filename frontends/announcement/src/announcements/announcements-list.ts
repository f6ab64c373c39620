import * as contract from '@gerbang/contracts/announcements';
import {
  ANNOUNCEMENT_LABELS,
  ANNOUNCEMENT_STATUSES,
  announcementActions,
  type AnnouncementStatus,
} from '@gerbang/domain/announcements';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Role } from '@gerbang/domain/roles';
import { announcementTone } from '@gerbang/domain/status-tones';
import { callPage } from '@gerbang/web-kit/api/client';
import { ACADEMIC_YEAR, LEVEL, linkedChoice, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { listCopy as copy } from './announcements.copy.ts';

/** All announcements. */
export const announcements = staffList({
  key: 'announcements',
  news: true,
  pageSize: 50,
  filters: {
    jenjang: LEVEL,
    status: linkedChoice({
      label: copy.statusFilter,
      values: ANNOUNCEMENT_STATUSES,
      labels: ANNOUNCEMENT_LABELS,
    }),
    academic_year: ACADEMIC_YEAR,
  },
  fields: ['jenjang', 'sort'],
  texts: copy,
  refetchOnMount: 'always',
  download: { path: contract.exportAnnouncements.path, file: 'pengumuman', wordFrom: 1440 },
  read: (query, signal) => callPage(contract.listAnnouncements, { signal, query }),
});

/** The states of the list, marked where one waits for this role. */
export const countersFor = (role: Role) => ({
  label: copy.counters,
  filter: 'status' as const,
  values: ANNOUNCEMENT_STATUSES,
  toneOf: (status: string) => {
    const waiting = status as AnnouncementStatus;
    const actions = announcementActions(waiting, { role, author: false, fourEyes: true });
    return announcementTone(waiting, actions);
  },
});

/** How many there are in each state under this search, level and year: the total of a page of one row. */
export async function readCounts(
  filters: {
    search: string | undefined;
    jenjang: Jenjang | undefined;
    academic_year: string | undefined;
  },
  signal: AbortSignal,
) {
  const totals = await Promise.all(
    ANNOUNCEMENT_STATUSES.map(async (status): Promise<[AnnouncementStatus, number]> => {
      const query = { ...filters, status, limit: '1' };
      const page = await callPage(contract.listAnnouncements, { signal, query });
      return [status, page.total];
    }),
  );
  return Object.fromEntries(totals) as Record<AnnouncementStatus, number>;
}
