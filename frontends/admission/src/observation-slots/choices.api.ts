import * as contract from '@gerbang/contracts/slot-choices';
import type { SlotChoice, SlotChoices } from '@gerbang/contracts/slot-choices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { ApiError, call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';

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

type Times = SlotChoices['days'][number]['slots'][number];

/** The slots that are left, by day, as a refusal of a full or closed one names them; null for any other failure. */
function leftBy(error: unknown): readonly Omit<Times, 'mine'>[] | null {
  const slots = error instanceof ApiError ? error.body?.details?.slots : undefined;
  return Array.isArray(slots) ? (slots as Omit<Times, 'mine'>[]) : null;
}

const daysOf = (slots: readonly Times[]): SlotChoices['days'] => {
  const days = new Map<string, Times[]>();
  for (const slot of slots) {
    const day = jakartaDay(new Date(slot.starts_at));
    days.set(day, [...(days.get(day) ?? []), slot]);
  }
  return [...days].map(([day, own]) => ({ day, count: own.length, slots: own }));
};

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
      onError: (error) => {
        const left = leftBy(error);
        client.setQueryData<SlotChoices>([KEY, id], (known) => {
          if (!known || !left) return known;
          const mine = known.booking?.id;
          return { ...known, days: daysOf(left.map((slot) => ({ ...slot, mine: slot.id === mine }))) };
        });
      },
      onSettled,
    }),
    giveUp: useMutation({
      mutationFn: () => call(contract.giveUpSlot, { params: { id }, body: {} }),
      onSettled,
    }),
  };
}
