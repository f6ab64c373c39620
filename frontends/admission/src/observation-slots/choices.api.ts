import * as contract from '@gerbang/contracts/observation-slots';
import type { SlotChoice } from '@gerbang/contracts/observation-slots';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';

const KEY = 'slot-choices';

/** The slots that an own registration may have, and the one that it has. */
export const useChoices = (id: string) =>
  useQuery({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => call(contract.readSlotChoices, { params: { id }, query: {}, signal }),
    // Places go while the page is open.
    staleTime: 0,
  });

/** The changes of an own slot; what shows it is read again after a success and after a failure. */
export function useChoosing(id: string) {
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all(
      [KEY, 'registrations', 'dashboard', 'stages'].map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    );
  return {
    choose: useMutation({
      mutationFn: ({ key, body }: { key: string; body: SlotChoice }) =>
        call(contract.chooseSlot, { params: { id }, headers: { 'idempotency-key': key }, body }),
      onSettled,
    }),
    giveUp: useMutation({
      mutationFn: () => call(contract.giveUpSlot, { params: { id } }),
      onSettled,
    }),
  };
}
