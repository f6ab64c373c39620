import { type Change, changeOf, creationOf, type Seen, useRecord } from '@gerbang/web-kit/api/records';
import * as contract from '@gerbang/contracts/announcements';
import type { Announcement, AnnouncementRow } from '@gerbang/contracts/announcement-shapes';
import type { Jenjang } from '@gerbang/domain/levels';
import { ApiError, call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';

const KEY = 'announcements';

/** The announcement with its results, as it is now. */
export const useAnnouncement = (id: string) => useRecord(contract.getAnnouncement, KEY, id);

/** Who waits at a level, in a year or in all (null); nothing is asked before both are known. */
export function useWaitingStudents(jenjang: Jenjang | undefined, year: string | null | undefined) {
  return useQuery({
    queryKey: [KEY, 'waiting', jenjang, year],
    queryFn: ({ signal }) =>
      call(contract.listWaitingStudents, {
        params: { jenjang: jenjang ?? 'KB' },
        query: year ? { academic_year: year } : {},
        signal,
      }),
    enabled: jenjang !== undefined && year !== undefined,
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
    /** The draft is no more: its record is not read again. */
    discard: useMutation({ mutationFn: changeOf(contract.discardAnnouncement), onSuccess: refresh, onError }),
    revise: useMutation({
      mutationFn: (
        change: Change<typeof contract.reviseAnnouncement, Seen & Pick<AnnouncementRow, 'status'>>,
      ) => changeOf(contract.reviseAnnouncement)(change),
      ...settled,
    }),
  };
}
