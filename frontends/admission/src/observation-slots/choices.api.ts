import * as contract from '@gerbang/contracts/slot-choices';
import type { SlotChoice, SlotChoices } from '@gerbang/contracts/slot-choices';
import { ApiError, call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useQueryClient, useReadAgain } from '@gerbang/web-kit/api/query-client';

const KEY = 'slot-choices';

/** The slots that an own registration may have, from a day or behind a moment where one is given, and the one that it has. */
export const useChoices = (
  id: string,
  query: { readonly from?: string | undefined; readonly after?: string | undefined } = {},
  enabled = true,
) =>
  useQuery({
    queryKey: [KEY, id, ...Object.values(query)],
    queryFn: ({ signal }) => call(contract.readSlotChoices, { params: { id }, query, signal }),
    enabled,
    // Places go while the page is open.
    staleTime: 0,
  });

/** The days that have room left, as a refusal of a full or closed slot names them; null for any other failure. */
function leftBy(error: unknown): SlotChoices['days'] | null {
  const days = error instanceof ApiError ? error.body?.details?.days : undefined;
  return Array.isArray(days) ? (days as SlotChoices['days']) : null;
}

/** The changes of an own slot; what shows it is read again after a success and after a failure. */
export function useChoosing(id: string) {
  const client = useQueryClient();
  const onSettled = useReadAgain(KEY, 'registrations', 'dashboard', 'stages');
  return {
    choose: useMutation({
      mutationFn: ({ key, body }: { key: string; body: SlotChoice }) =>
        call(contract.chooseSlot, { params: { id }, headers: { 'idempotency-key': key }, body }),
      onError: (error) => {
        const days = leftBy(error);
        client.setQueryData<SlotChoices>(
          [KEY, id],
          (known) => known && { ...known, days: days ?? known.days },
        );
      },
      onSettled,
    }),
    giveUp: useMutation({
      mutationFn: () => call(contract.giveUpSlot, { params: { id }, body: {} }),
      onSettled,
    }),
  };
}
