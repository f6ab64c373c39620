import * as contract from '@gerbang/contracts/check-ins';
import type { CheckIn, CheckInList } from '@gerbang/contracts/check-ins';
import { PRESENCE_LABELS, PRESENCES } from '@gerbang/domain/check-ins';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useQueryClient, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { localList } from '@gerbang/web-kit/lists/use-local-list';
import { choice } from '@gerbang/web-kit/lists/use-staff-list';
import { checkInsCopy as copy } from './check-ins.copy.ts';
import type { Mark } from './presence-queue.ts';

const KEY = 'check-ins';
const SEND_MS = 15_000;

/** How check-in lists are shown: which children, and in which order. */
export const checkInView = localList({
  key: KEY,
  filters: {
    status: choice({
      label: copy.status,
      every: copy.everyStatus,
      values: ['booked', ...PRESENCES],
      labels: { booked: copy.open, ...PRESENCE_LABELS },
    }),
  },
  fields: ['status', 'sort'],
  texts: { sorts: copy.sorts },
});

/** The check-in list of a slot. */
export const useCheckIns = (id: string) =>
  useQuery({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => call(contract.listCheckIns, { params: { id }, query: {}, signal }),
    staleTime: 0,
  });

/** The changes of a check-in list. `show` puts a child as the server has it now into the list. */
export function useCheckInChanges(id: string) {
  const client = useQueryClient();
  const show = (row: CheckIn) =>
    client.setQueryData<CheckInList>([KEY, id], (list) => {
      if (!list) return list;
      const known = list.children.some((one) => one.id === row.id);
      const children = list.children.map((one) => (one.id === row.id ? row : one));
      return { ...list, children: known ? children : [...children, row] };
    });
  return {
    show,
    mark: useMutation({
      mutationFn: ({ booking, mark: { key, status, version } }: { booking: string; mark: Mark }) =>
        call(contract.markPresence, {
          params: { id: booking },
          headers: { 'idempotency-key': key },
          body: { status, version },
          signal: AbortSignal.timeout(SEND_MS),
        }),
    }),
    close: useMutation({
      mutationFn: (key: string) =>
        call(contract.closeSlot, { params: { id }, headers: { 'idempotency-key': key } }),
      onSettled: useReadAgain([KEY, id], 'observation-slots'),
    }),
  };
}
