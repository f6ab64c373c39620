import { changeOf, type Seen, useRecord } from '@gerbang/web-kit/api/records';
import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { checkFeeProof } from '@gerbang/contracts/proof-checks';
import * as payments from '@gerbang/contracts/registration-payments';
import * as stages from '@gerbang/contracts/registration-stages';
import * as staff from '@gerbang/contracts/staff-registrations';
import { PAYMENT_LABELS, PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import { STAFF_STAGE_LABELS, STAGES } from '@gerbang/domain/registration-stages';
import { ApiError, call, callPage, type CallInput } from '@gerbang/web-kit/api/client';
import { useMutation, useQueryClient } from '@gerbang/web-kit/api/query-client';
import {
  ACADEMIC_YEAR,
  choice,
  LEVEL,
  linkedChoice,
  linkedDay,
  staffList,
} from '@gerbang/web-kit/lists/use-staff-list';
import { listCopy as copy } from './staff-registrations.copy.ts';

const KEY = 'staff-registrations';
export const EXPORT_PATH = staff.exportStaffRegistrations.path;

/** All registrations, the newest first; the queue of proofs begins with the longest wait. */
export const staffRegistrations = staffList({
  key: KEY,
  news: true,
  pageSize: 50,
  filters: {
    payment_status: choice({
      label: copy.paymentFilter,
      every: copy.everyPayment,
      values: PAYMENT_STATUSES,
      labels: PAYMENT_LABELS,
    }),
    current_stage: choice({ label: copy.stageFilter, values: STAGES, labels: STAFF_STAGE_LABELS }),
    jenjang: LEVEL,
    nik_duplicate: choice({
      label: copy.nikFilter,
      every: copy.everyNik,
      values: ['1'],
      labels: { 1: copy.sharedNik },
    }),
    same_child: choice({
      label: copy.sameFilter,
      every: copy.everyChild,
      values: ['1'],
      labels: { 1: copy.sameChild },
    }),
    academic_year: ACADEMIC_YEAR,
    observation_until: linkedDay(copy.observationUntil),
    payment_days: linkedChoice({ label: copy.unpaidDays, values: ['7'], labels: copy.overDays }),
    observation_week: linkedChoice({ label: copy.observationWeek, values: ['1'], labels: copy.thisWeek }),
    to_choose_slot: linkedChoice({ label: copy.slotChoice, values: ['1'], labels: copy.slotWaits }),
  },
  fields: ['payment_status', 'current_stage', 'jenjang', 'nik_duplicate', 'same_child', 'sort'],
  texts: copy,
  sortFor: ({ payment_status, payment_days }) =>
    payment_status === 'paid' || payment_days !== null ? 'payment_since' : undefined,
  read: (query, signal) => callPage(staff.listStaffRegistrations, { signal, query }),
});

type SummaryQuery = CallInput<typeof staff.summarizeStaffRegistrations>['query'];

/** How many registrations there are per status and stage, under the search and filters of the list. */
export const readSummary = (query: SummaryQuery, signal: AbortSignal) =>
  call(staff.summarizeStaffRegistrations, { signal, query });

/** The whole record. Each read leaves a row in the audit trail, so it is read once when opened and never ahead. */
export const useStaffRegistration = (id: string | null) => useRecord(staff.getStaffRegistration, KEY, id);

/** What a proof is compared with; it holds no personal numbers, so it may be read ahead. */
export const readCheck = (id: string, signal: AbortSignal) => call(checkFeeProof, { params: { id }, signal });

/** Outlives the page: a decision that has left is never cut off. */
export const verifyCall = changeOf(payments.verifyPayment, { keepalive: true });
export const stageCall = changeOf(stages.changeStage);

/** Reads again everything that shows a changed registration, except the record itself. */
export async function refreshLists(client: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: [KEY, 'page'] }),
    client.invalidateQueries({ queryKey: [KEY, 'summary'] }),
    client.invalidateQueries({ queryKey: [KEY, 'history'] }),
    client.invalidateQueries({ queryKey: ['dashboard'] }),
  ]);
}

/** Decides about the difference of a paid fee. */
export function useDecideDifference() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ of, body }: { of: Seen; body: CallInput<typeof payments.decideFeeDifference>['body'] }) =>
      call(payments.decideFeeDifference, { params: { id: of.id }, body }),
    onSettled: (_data, _error, { of }) => client.invalidateQueries({ queryKey: [KEY, 'one', of.id] }),
  });
}

/** Takes a verified fee back, or asks a second person; the record is read again. */
export function useReverseFee() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      of,
      key,
      body,
    }: {
      of: Seen;
      key: string;
      body: CallInput<typeof payments.reverseFee>['body'];
    }) => call(payments.reverseFee, { params: { id: of.id }, headers: { 'idempotency-key': key }, body }),
    onSettled: async (_data, _error, { of }) => {
      await client.invalidateQueries({ queryKey: [KEY, 'one', of.id] });
      await refreshLists(client);
    },
  });
}

/** Takes a fee in cash; the record is read again. */
export function useTakeCash() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ of, key }: { of: Seen; key: string }) =>
      call(payments.takeFeeInCash, { params: { id: of.id }, headers: { 'idempotency-key': key }, body: {} }),
    onSettled: async (_data, _error, { of }) => {
      await client.invalidateQueries({ queryKey: [KEY, 'one', of.id] });
      await refreshLists(client);
    },
  });
}

/** The changes of one registration. They return the record; after a conflict it is read again. */
export function useStaffChanges() {
  const client = useQueryClient();
  const onSuccess = (record: StaffRegistration) => {
    client.setQueryData([KEY, 'one', record.id], record);
    return refreshLists(client);
  };
  const onError = (error: Error, { of }: { of: Seen }) => {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 404)) return;
    void client.invalidateQueries({ queryKey: [KEY, 'one', of.id] });
    void refreshLists(client);
  };
  const settled = { onSuccess, onError };
  return {
    verify: useMutation({ mutationFn: verifyCall, ...settled }),
    move: useMutation({ mutationFn: stageCall, ...settled }),
    prove: useMutation({ mutationFn: changeOf(payments.proveOnBehalf), ...settled }),
  };
}
