import type { StaffDocument } from '@gerbang/contracts/document-reviews';
import { remindDocuments } from '@gerbang/contracts/checklists';
import * as contract from '@gerbang/contracts/document-reviews';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { creationOf } from '@gerbang/web-kit/api/records';
import { seenVersion } from '@gerbang/web-kit/api/stale';
import { refreshDocuments } from './document-reviews.api.ts';

interface Settled {
  readonly childId: string;
  readonly document: StaffDocument;
  readonly status: 'waived' | 'seen';
  readonly reason: string;
}

/** Notes that a document is not needed, or that its original was shown; the lists are read again, after a conflict too. */
export function useSettleDocument(registrationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ childId, document: { type, version }, status, reason }: Settled) =>
      call(contract.settleDocument, {
        params: { childId, typeKey: type.key },
        body: { status, reason },
        ...(version > 0 ? { headers: seenVersion(version) } : {}),
      }),
    onSettled: () => refreshDocuments(client, registrationId),
  });
}

/** Reminds families of missing documents, each registration at most once in three days. */
export const useRemind = () => useMutation({ mutationFn: creationOf(remindDocuments) });
