import * as contract from '@gerbang/contracts/result-corrections';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';
import type { z } from 'zod';

const KEY = 'result-corrections';

/** The corrections that wait for approval, the oldest first. */
export function useWaitingCorrections() {
  return useQuery({
    queryKey: [KEY, 'waits'],
    queryFn: ({ signal }) =>
      call(contract.listResultCorrections, {
        query: { status: 'waits', sort: 'asked_at', limit: '200' },
        signal,
      }),
    refetchOnMount: 'always',
  });
}

type Asked = z.input<(typeof contract.askResultCorrection)['body']>;
type Approval = z.input<(typeof contract.approveResultCorrection)['body']>;

/** Asks for, approves and withdraws a correction; lists and announcements are read again after each. */
export function useCorrectionChanges() {
  const onSettled = useReadAgain(KEY, 'announcements', 'dashboard');
  return {
    ask: useMutation({
      mutationFn: ({ id, body }: { id: string; body: Asked }) =>
        call(contract.askResultCorrection, { params: { id }, body }),
      onSettled,
    }),
    approve: useMutation({
      mutationFn: ({ id, key, body }: { id: string; key: string; body: Approval }) =>
        call(contract.approveResultCorrection, { params: { id }, body, headers: { 'idempotency-key': key } }),
      onSettled,
    }),
    withdraw: useMutation({
      mutationFn: ({ id }: { id: string }) => call(contract.withdrawResultCorrection, { params: { id } }),
      onSettled,
    }),
  };
}
