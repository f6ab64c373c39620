import type {
  PaymentVerification,
  ProofOnBehalf,
  StaffRegistration,
  StaffRegistrationRow,
  StageChange,
} from '@gerbang/contracts/admission.types';
import type * as staff from '@gerbang/contracts/staff-registrations';
import { JENJANG } from '@gerbang/domain/levels';
import { PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import { STAGES } from '@gerbang/domain/registration-stages';
import { ApiError, call, callPage } from '@gerbang/web-kit/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/query-client';
import { seenVersion } from '@gerbang/web-kit/stale';
import type { MonitoringPlace } from './use-list-state.ts';

export const KEY = 'staff-registrations';
export const PAGE_SIZE = 10;
const ONE = '/api/admin/registrations/{id}';

type Version = Pick<StaffRegistrationRow, 'id' | 'version'>;

/** The filters as the calls take them. */
function filterQuery({ search, filters }: Pick<MonitoringPlace, 'search' | 'filters'>) {
  return {
    search: search || undefined,
    payment_status: PAYMENT_STATUSES.find((one) => one === filters.payment_status),
    current_stage: STAGES.find((one) => one === filters.current_stage),
    jenjang: JENJANG.find((one) => one === filters.jenjang),
    academic_year: filters.academic_year ?? undefined,
    observation_until: filters.observation_until ?? undefined,
  };
}

/** Where the present result is to be had as a workbook, in the present order. */
export function exportAddress(place: MonitoringPlace, personal: boolean): string {
  const path: (typeof staff.exportStaffRegistrations)['path'] = '/api/admin/registrations/export';
  const wanted = {
    ...filterQuery(place),
    sort: place.sort,
    ...(personal ? { personal: '1' } : {}),
  };
  const query = new URLSearchParams(
    Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return `${path}?${query}`;
}

/** One page of the list: search, filters, order and paging are the database's work (Precisions, Lists). */
export function useMonitoring(place: MonitoringPlace) {
  const query = {
    ...filterQuery(place),
    sort: place.sort === '-created_at' ? undefined : place.sort,
    limit: String(PAGE_SIZE),
    cursor: place.cursor ?? undefined,
  };
  return useQuery({
    queryKey: [KEY, 'page', query],
    queryFn: ({ signal }) =>
      callPage<typeof staff.listStaffRegistrations>('/api/admin/registrations', { signal, query }),
    placeholderData: (before) => before,
  });
}

/** How many there are per state under the same search and filters. */
export function useSummary(place: MonitoringPlace) {
  const query = filterQuery(place);
  return useQuery({
    queryKey: [KEY, 'summary', query],
    queryFn: ({ signal }) =>
      call<typeof staff.summarizeStaffRegistrations>('GET', '/api/admin/registrations/summary', {
        signal,
        query,
      }),
    placeholderData: (before) => before,
  });
}

/** The whole record. Each reading leaves a row in the trail, so it is read once an opening, never on the way. */
export function useStaffRegistration(id: string) {
  return useQuery({
    queryKey: [KEY, 'one', id],
    queryFn: ({ signal }) => call<typeof staff.getStaffRegistration>('GET', ONE, { params: { id }, signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

export const verifyCall = (of: Version, body: PaymentVerification) =>
  call<typeof staff.verifyPayment>('PUT', `${ONE}/verify-payment`, {
    params: { id: of.id },
    body,
    headers: seenVersion(of.version),
  });

export const stageCall = (of: Version, body: StageChange) =>
  call<typeof staff.changeStage>('PUT', `${ONE}/stage`, {
    params: { id: of.id },
    body,
    headers: seenVersion(of.version),
  });

const proveCall = (of: Version, body: ProofOnBehalf) =>
  call<typeof staff.proveOnBehalf>('PUT', `${ONE}/payment-evidence`, {
    params: { id: of.id },
    body,
    headers: seenVersion(of.version),
  });

/** Reads everything anew that a change of a registration shows in, but not the record itself. */
export async function refreshLists(client: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: [KEY, 'page'] }),
    client.invalidateQueries({ queryKey: [KEY, 'summary'] }),
    client.invalidateQueries({ queryKey: [KEY, 'history'] }),
    client.invalidateQueries({ queryKey: ['dashboard'] }),
  ]);
}

/** The changes of one registration. Their answers are the record itself; a conflict reads it anew. */
export function useStaffChanges() {
  const client = useQueryClient();
  const onSuccess = (record: StaffRegistration) => {
    client.setQueryData([KEY, 'one', record.id], record);
    return refreshLists(client);
  };
  const onError = (error: Error, { of }: { of: Version }) => {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 404)) return;
    void client.invalidateQueries({ queryKey: [KEY, 'one', of.id] });
    void refreshLists(client);
  };
  return {
    verify: useMutation({
      mutationFn: ({ of, body }: { of: Version; body: PaymentVerification }) => verifyCall(of, body),
      onSuccess,
      onError,
    }),
    move: useMutation({
      mutationFn: ({ of, body }: { of: Version; body: StageChange }) => stageCall(of, body),
      onSuccess,
      onError,
    }),
    prove: useMutation({
      mutationFn: ({ of, body }: { of: Version; body: ProofOnBehalf }) => proveCall(of, body),
      onSuccess,
      onError,
    }),
  };
}
