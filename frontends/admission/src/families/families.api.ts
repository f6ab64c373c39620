import { addFamilyNote, getFamily } from '@gerbang/contracts/families';
import { listStaffInvoices } from '@gerbang/contracts/invoices';
import { listMessages } from '@gerbang/contracts/messages';
import { listPapers } from '@gerbang/contracts/papers';
import { listRefunds } from '@gerbang/contracts/refunds';
import { listUnapplied } from '@gerbang/contracts/unapplied-receipts';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { useRecord } from '@gerbang/web-kit/api/records';

export const KEY = 'families';
/** What a family with many children has of either. */
const MANY = '100';

/** The family that this id names; each reading is noted. */
export const useFamily = (id: string) => useRecord(getFamily, KEY, id);

/** A list of another service, of one family. */
const partOf =
  <Rows>(part: string, read: (family: string, signal: AbortSignal) => Promise<Rows>) =>
  (family: string) =>
    useQuery({
      queryKey: [KEY, part, family],
      queryFn: ({ signal }) => read(family, signal),
      refetchOnMount: 'always',
      gcTime: 0,
    });

export const useFamilyInvoices = partOf('invoices', (family, signal) =>
  call(listStaffInvoices, { query: { family, limit: MANY }, signal }),
);
export const useFamilyRefunds = partOf('refunds', (family, signal) =>
  call(listRefunds, { query: { family, limit: MANY }, signal }),
);
/** Money that is known to be of the family and pays nothing yet. */
export const useFamilyUnapplied = partOf('unapplied', (family, signal) =>
  call(listUnapplied, { query: { family, status: 'open', limit: MANY }, signal }),
);
export const useFamilyPapers = partOf('papers', (family, signal) =>
  call(listPapers, { query: { family, limit: MANY }, signal }),
);
export const useFamilyMessages = partOf('messages', (family, signal) =>
  call(listMessages, { query: { recipient: family, limit: '10' }, signal }),
);

/** Adds a note of a call. */
export function useAddNote(id: string) {
  return useMutation({
    mutationFn: ({ text, key }: { text: string; key: string }) =>
      call(addFamilyNote, { params: { id }, body: { text }, headers: { 'idempotency-key': key } }),
    onSuccess: useReadAgain([KEY, 'one']),
  });
}
