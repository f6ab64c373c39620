import * as contract from '@gerbang/contracts/observation-slots';
import type { Slot, SlotChange, SlotsMade, SlotWish } from '@gerbang/contracts/observation-slots';
import { listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';

const KEY = 'observation-slots';

interface Shown {
  readonly from: string;
  readonly to: string;
  readonly jenjang: string;
  /** Id of an assessor. */
  readonly assessor: string;
  /** Null = of all years; undefined while the year is not known. */
  readonly year: string | null | undefined;
}

/** The slots from one day to another, of one level and one assessor, or of all where they are empty, and of one year. */
export function useSlots({ from, to, jenjang, assessor, year }: Shown) {
  const query = {
    from,
    to,
    ...(jenjang !== '' && { jenjang: jenjang as Slot['jenjang'] }),
    ...(assessor !== '' && { assessor }),
    ...(year && { academic_year: year }),
  };
  return useQuery({
    queryKey: [KEY, from, to, jenjang, assessor, year],
    queryFn: ({ signal }) => call(contract.listSlots, { query, signal }),
    enabled: year !== undefined,
    staleTime: 0,
  });
}

/** The registrations of a slot's year and level at a stage, with a verified fee: those that may be given a place. */
export function useWaiting({ academic_year, jenjang }: Slot, current_stage: string) {
  return useQuery({
    queryKey: ['staff-registrations', 'slots', academic_year, jenjang, current_stage],
    queryFn: ({ signal }) =>
      call(listStaffRegistrations, {
        query: {
          academic_year,
          jenjang,
          current_stage: current_stage as 'registered',
          payment_status: 'verified',
          limit: '200',
        },
        signal,
      }),
    staleTime: 0,
  });
}

/** The changes of slots; what shows them and their registrations is read again after a success and after a failure. */
export function useSlotChanges() {
  const onSettled = useReadAgain(KEY, 'staff-registrations');
  return {
    make: useMutation({
      mutationFn: ({ key, body }: { key: string; body: SlotsMade }) =>
        call(contract.makeSlots, { headers: { 'idempotency-key': key }, body }),
      onSettled,
    }),
    plan: useMutation({ mutationFn: (body: SlotWish) => call(contract.planSlots, { body }) }),
    change: useMutation({
      mutationFn: ({ id, body }: { id: string; body: SlotChange }) =>
        call(contract.changeSlot, { params: { id }, body }),
      onSettled,
    }),
    cancel: useMutation({
      mutationFn: ({ id, key, reason }: { id: string; key: string; reason: string }) =>
        call(contract.cancelSlot, { params: { id }, headers: { 'idempotency-key': key }, body: { reason } }),
      onSettled,
    }),
    book: useMutation({
      mutationFn: ({ registration, slot }: { registration: string; slot: string }) =>
        call(contract.bookSlot, { params: { id: registration }, body: { slot_id: slot } }),
      onSettled,
    }),
  };
}
