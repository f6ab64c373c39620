import { listChildDocuments, sendChildDocument } from '@gerbang/contracts/documents';
import { call } from '@gerbang/web-kit/client';
import { useQuery, useQueryClient } from '@gerbang/web-kit/query-client';
import { useCallback } from 'react';
import type { SendDocument } from './use-sending.ts';

const KEY = 'child-documents';

/** The documents that the school asks of a child. Staff decide meanwhile, and another tab sends: read again at each visit. */
export function useChildDocuments(childId: string) {
  return useQuery({
    queryKey: [KEY, childId],
    queryFn: ({ signal }) => call(listChildDocuments, { params: { childId }, signal }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** Reads the documents of a child again, and the lists that count them. */
export function useDocumentsRefresh(childId: string): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [[KEY, childId], ['children'], ['registrations'], ['dashboard']])
      void client.invalidateQueries({ queryKey });
  }, [client, childId]);
}

/** Sends a document of the family's own child. */
export const sendOwn =
  (childId: string, typeKey: string): SendDocument<unknown> =>
  (body, key) =>
    call(sendChildDocument, { params: { childId, typeKey }, headers: { 'idempotency-key': key }, body });
