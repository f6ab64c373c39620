import { listBankLines } from '@gerbang/contracts/bank-statements';
import { summarizePayRequests } from '@gerbang/contracts/pay-requests';
import * as contract from '@gerbang/contracts/pay-settlements';
import { addDays } from '@gerbang/domain/reports';
import { call, type CallInput, type CallOutput, callPage } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';

const KEY = 'pay-settlements';
/** A settlement reaches the account within a few days of the provider's report, or was there shortly before. */
const [DAYS_BEFORE, DAYS_AFTER] = [3, 7];

export type Settlement = contract.PaySettlement;
export type UnsettledDay = CallOutput<typeof summarizePayRequests>['unsettled'][number];
export type NewSettlement = CallInput<typeof contract.createPaySettlement>['body'];

/** What the provider handed over in a month (`YYYY-MM`). */
export function useSettlements(month: string) {
  return useQuery({
    queryKey: [KEY, 'list', month],
    queryFn: ({ signal }) => call(contract.listPaySettlements, { signal, query: { month } }),
    refetchOnMount: 'always',
  });
}

/** Days whose payments no settlement covers. */
export function useUnsettled() {
  return useQuery({
    queryKey: [KEY, 'unsettled'],
    queryFn: ({ signal }) => call(summarizePayRequests, { signal, query: {} }),
    refetchOnMount: 'always',
  });
}

/** Lines of statements by which this settlement may have come. */
export function useLinesAround(day: string) {
  return useQuery({
    queryKey: [KEY, 'lines', day],
    queryFn: ({ signal }) =>
      callPage(listBankLines, {
        signal,
        query: {
          status: 'settlement',
          from: addDays(day, -DAYS_BEFORE),
          to: addDays(day, DAYS_AFTER),
          sort: 'booked_on',
          limit: '50',
        },
      }),
    refetchOnMount: 'always',
  });
}

function useChange<V, R>(mutationFn: (input: V) => Promise<R>) {
  return useMutation({ mutationFn, onSettled: useReadAgain(KEY) });
}

/** Notes a settlement, or one that differs anew. */
export const useNoteSettlement = () =>
  useChange((body: NewSettlement) => call(contract.createPaySettlement, { body }));

/** Matches a settlement to a line of a statement. */
export const useMatchSettlement = () =>
  useChange(({ id, line }: { id: string; line: string }) =>
    call(contract.matchPaySettlement, { params: { id }, body: { bank_line_id: line } }),
  );
