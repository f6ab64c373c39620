import { getChecklist } from '@gerbang/contracts/checklists';
import { listChildDocuments, sendChildDocument } from '@gerbang/contracts/child-documents';
import { isLiveStage } from '@gerbang/domain/live-stages';
import { call } from '@gerbang/web-kit/api/client';
import { useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { useCallback } from 'react';
import { useRegistrations } from '../registrations/registrations.api.ts';
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

/** The child of the newest registration that goes on, and everything that the family does for that. */
export function useOwnChecklist(childId: string) {
  const registration = useRegistrations().data?.find(
    (row) => row.child_id === childId && isLiveStage(row.current_stage),
  );
  const id = registration?.id ?? '';
  const checklist = useQuery({
    queryKey: ['checklists', id],
    queryFn: ({ signal }) => call(getChecklist, { params: { id }, signal }),
    enabled: id !== '',
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  return { child: registration?.child.full_name, checklist: checklist.data };
}

/** Reads the documents of a child again, and the lists that count them. */
export function useDocumentsRefresh(childId: string): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [[KEY, childId], ['checklists'], ['children'], ['registrations'], ['dashboard']])
      void client.invalidateQueries({ queryKey });
  }, [client, childId]);
}

/** Sends a document of the family's own child. */
export const sendOwn =
  (childId: string, typeKey: string): SendDocument<unknown> =>
  (body, key) =>
    call(sendChildDocument, { params: { childId, typeKey }, headers: { 'idempotency-key': key }, body });
