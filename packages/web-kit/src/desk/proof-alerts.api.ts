// By the package's name: the shell shares these with the remotes.
import { decideProofAlert } from '@gerbang/contracts/proof-alerts';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQueryClient } from '@gerbang/web-kit/api/query-client';

/** The parts of cached keys whose content shows what was decided about proofs. */
const SHOWING = new Set([
  'check',
  'page',
  'summary',
  'invoices',
  'invoice-payments',
  'proof-alerts',
  'dashboard',
]);

/** Decides about two proofs that are alike; lists and checks are read again after a success and after a failure. */
export function useDecideProofAlert() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      id,
      ...body
    }: {
      readonly id: string;
      readonly version: number;
      readonly status: 'dismissed' | 'confirmed' | 'paid_by_bank';
      readonly note: string;
    }) => call(decideProofAlert, { params: { id }, body }),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey.some((part) => SHOWING.has(String(part))),
      }),
  });
}
