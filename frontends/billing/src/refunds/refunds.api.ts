import * as refunds from '@gerbang/contracts/refunds';
import type { Refund } from '@gerbang/contracts/refund-shapes';
import { listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { REFUND_STATUS_LABELS, REFUND_STATUSES } from '@gerbang/domain/refunds';
import { call, type CallInput, callPage, issuesOf } from '@gerbang/web-kit/api/client';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { staleOf } from '@gerbang/web-kit/api/stale';
import { refusalText } from '@gerbang/web-kit/api/stale-words';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { ACADEMIC_YEAR, choice, linked, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { useState } from 'react';
import { refreshMoney } from '../payment-reversals/payment-reversals.api.ts';
import { actCopy, copy } from './refunds.copy.ts';

const KEY = 'refunds';
const UUID = /^[0-9a-f-]{36}$/u;

const refreshRefunds = (client: QueryClient) =>
  Promise.all([refreshMoney(client), client.invalidateQueries({ queryKey: [KEY] })]);

/** Money that goes back to families, the newest first. */
export const refundList = staffList({
  key: KEY,
  news: 'counted',
  pageSize: 50,
  filters: {
    status: choice({
      label: copy.status,
      every: copy.everyStatus,
      values: REFUND_STATUSES,
      labels: REFUND_STATUS_LABELS,
    }),
    academic_year: ACADEMIC_YEAR,
    registration_id: linked(copy.registration, UUID, () => copy.oneRegistration),
  },
  fields: ['status', 'sort'],
  texts: copy,
  refresh: refreshRefunds,
  download: { path: refunds.exportRefunds.path, file: 'pengembalian-dana' },
  read: (query, signal) => callPage(refunds.listRefunds, { signal, query }),
});

/** One refund by its id, wherever it is in the list; null = there is none. */
export const useRefund = (id: string | null) =>
  useQuery({
    queryKey: [KEY, 'of', id],
    enabled: id !== null,
    queryFn: async ({ signal }) =>
      (await call(refunds.listRefunds, { signal, query: { id: id ?? undefined } }))[0] ?? null,
  });

/** What can be given back of a registration or a receipt, read anew each time it is opened. */
export const useGivable = (query: CallInput<typeof refunds.listGivable>['query']) =>
  useQuery({
    queryKey: [KEY, 'givable', query],
    queryFn: ({ signal }) => call(refunds.listGivable, { signal, query }),
    refetchOnMount: 'always',
    gcTime: 0,
  });

/** The registrations that a search finds. */
export const useRegistrations = (search: string) =>
  useQuery({
    queryKey: [KEY, 'registrations', search],
    enabled: search.length >= 3,
    gcTime: 0,
    queryFn: ({ signal }) => call(listStaffRegistrations, { signal, query: { search, limit: '5' } }),
  });

/** Reads the whole number of an account; the trail says so. */
export const useWholeAccount = (id: string) =>
  useMutation({ mutationFn: () => call(refunds.readRefund, { params: { id } }) });

const ACTS = {
  begin: refunds.beginRefund,
  change: refunds.changeRefund,
  request: refunds.requestRefund,
  approve: refunds.approveRefund,
  decline: refunds.declineRefund,
  cancel: refunds.cancelRefund,
  pay: refunds.payRefund,
  move: refunds.moveRefund,
} as const;
type Act = keyof typeof ACTS;
type BodyOf<A extends Act> = CallInput<(typeof ACTS)[A]> extends { body: infer Body } ? Body : never;

/**
 * One call about a refund, or the one that begins it, sent once for its content. A refusal stays beside what was typed, with the
 * messages of fields by their paths.
 */
export function useRefundAct<A extends Act>(
  act: A,
  of: Refund | null,
  { done, onDone, onClose }: { done: string; onDone?: (made: Refund) => void; onClose: () => void },
) {
  const client = useQueryClient();
  const keyOf = useRepeatKey();
  const [error, setError] = useState<Error | null>(null);
  const change = useMutation({
    mutationFn: ({ body, key }: { body: unknown; key: string }): Promise<Refund> =>
      call<(typeof ACTS)['approve']>(
        ACTS[act] as (typeof ACTS)['approve'],
        { ...(of && { params: { id: of.id } }), headers: { 'idempotency-key': key }, body } as never,
      ),
    onSettled: () => refreshRefunds(client),
  });
  const { send, pending } = useDecision(change, {
    done: [actCopy.success, done],
    failed: actCopy.failed,
    failureText: (failure) => refusalText(failure, actCopy.failedText),
    onDone,
    onClose,
    onFailure: setError,
  });
  const issues = issuesOf(error);
  const text = error && refusalText(error, actCopy.failedText);
  return {
    pending,
    issues,
    refusal: text && (staleOf(error) ? actCopy.stale(text) : text),
    /** Sends it with the version that is seen. */
    send: (typed: Omit<BodyOf<A>, 'version'>) => {
      const body = of ? { ...typed, version: of.version } : typed;
      send({ body, key: keyOf([of?.id, body]) });
    },
  };
}
