import { type Change, changeOf, creationOf, type Seen, useRecord } from '@gerbang/web-kit/api/records';
import * as contract from '@gerbang/contracts/announcements';
import type { Announcement, AnnouncementRow } from '@gerbang/contracts/announcement-shapes';
import {
  ANNOUNCEMENT_LABELS,
  ANNOUNCEMENT_STATUSES,
  type AnnouncementStatus,
} from '@gerbang/domain/announcements';
import type { Jenjang } from '@gerbang/domain/levels';
import { ApiError, call, callPage } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { choice, LEVEL, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { listCopy as copy } from './announcements.copy.ts';

const KEY = 'announcements';

/** All announcements. */
export const announcements = staffList({
  key: KEY,
  pageSize: 50,
  filters: {
    jenjang: LEVEL,
    status: choice({
      label: copy.statusFilter,
      every: copy.everyStatus,
      values: ANNOUNCEMENT_STATUSES,
      labels: ANNOUNCEMENT_LABELS,
    }),
  },
  fields: ['jenjang', 'status', 'sort'],
  texts: copy,
  refetchOnMount: 'always',
  read: (query, signal) => callPage(contract.listAnnouncements, { signal, query }),
});

/** How many there are in each state under this search and level: the total of a page of one row. */
export async function readCounts(
  { search, jenjang }: { search: string | undefined; jenjang: Jenjang | undefined },
  signal: AbortSignal,
) {
  const totals = await Promise.all(
    ANNOUNCEMENT_STATUSES.map(async (status): Promise<[AnnouncementStatus, number]> => {
      const query = { search, jenjang, status, limit: '1' };
      const page = await callPage(contract.listAnnouncements, { signal, query });
      return [status, page.total];
    }),
  );
  return Object.fromEntries(totals) as Record<AnnouncementStatus, number>;
}

/** The announcement with its results, as it is now. */
export const useAnnouncement = (id: string) => useRecord(contract.getAnnouncement, KEY, id);

/** Who waits at a level; nothing is asked before one is chosen. */
export function useWaitingStudents(jenjang: Jenjang | undefined) {
  return useQuery({
    queryKey: [KEY, 'waiting', jenjang],
    queryFn: ({ signal }) =>
      call(contract.listWaitingStudents, {
        params: { jenjang: jenjang ?? 'KB' },
        signal,
      }),
    enabled: jenjang !== undefined,
    refetchOnMount: 'always',
  });
}

/** Every change of an announcement. Each returns the record; a conflict reads it again. */
export function useAnnouncementChanges() {
  const client = useQueryClient();
  const refresh = async () => {
    await Promise.all(
      [[KEY, 'page'], [KEY, 'summary'], [KEY, 'waiting'], ['dashboard']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  };
  const onSuccess = (record: Announcement) => {
    client.setQueryData([KEY, 'one', record.id], record);
    return refresh();
  };
  const onError = (error: Error, { of }: { of: Seen }) => {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 404)) return;
    void client.invalidateQueries({ queryKey: [KEY, 'one', of.id] });
    void refresh();
  };
  // Students who no longer wait leave the list of the form.
  const onRefusedDraft = (error: Error) => {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 422)) return;
    void client.invalidateQueries({ queryKey: [KEY, 'waiting'] });
  };
  const settled = { onSuccess, onError };
  return {
    create: useMutation({
      mutationFn: creationOf(contract.createAnnouncement),
      onSuccess,
      onError: onRefusedDraft,
    }),
    update: useMutation({
      mutationFn: changeOf(contract.updateAnnouncement),
      onSuccess,
      onError: onRefusedDraft,
    }),
    /** The same while its form stays open: no list is read again. */
    keep: useMutation({
      mutationFn: changeOf(contract.updateAnnouncement),
      onSuccess: (record: Announcement) => client.setQueryData([KEY, 'one', record.id], record),
    }),
    submit: useMutation({ mutationFn: changeOf(contract.submitAnnouncement), ...settled }),
    review: useMutation({ mutationFn: changeOf(contract.reviewAnnouncement), ...settled }),
    publish: useMutation({ mutationFn: changeOf(contract.publishAnnouncement), ...settled }),
    revise: useMutation({
      mutationFn: (
        change: Change<typeof contract.reviseAnnouncement, Seen & Pick<AnnouncementRow, 'status'>>,
      ) => changeOf(contract.reviseAnnouncement)(change),
      ...settled,
    }),
  };
}
