import * as contract from '@gerbang/contracts/child-documents';
import { ApiError, call, type CallInput, type CallOutput } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';

export type DocumentType = CallOutput<typeof contract.listDocumentTypes>[number];
export type TypeBody = CallInput<typeof contract.createDocumentType>['body'];

const KEY = 'document-types';

/** What the school asks, in its order; what it asks no more stands last. */
export function useDocumentTypes() {
  return useQuery({
    queryKey: [KEY],
    queryFn: ({ signal }) => call(contract.listDocumentTypes, { signal }),
    refetchOnMount: 'always',
    select: (types) =>
      types.toSorted((a, b) => Number(a.retired_at !== null) - Number(b.retired_at !== null)),
  });
}

/** The body of a type as it is. */
export function bodyOf({ id: _id, version: _version, retired_at: _at, ...fields }: DocumentType): TypeBody {
  return fields;
}

interface Saved {
  /** Null for a new one. */
  readonly of: DocumentType | null;
  readonly body: TypeBody;
  readonly retired: boolean;
}

/** Adds or changes a type; after a conflict the list is read again. */
export function useSaveType() {
  const refresh = useReadAgain(KEY);
  return useMutation({
    mutationFn: ({ of, body, retired }: Saved) =>
      of === null
        ? call(contract.createDocumentType, { body })
        : call(contract.updateDocumentType, {
            params: { id: of.id },
            body: { ...body, retired, version: of.version },
          }),
    onSuccess: refresh,
    onError: (error: Error) => (error instanceof ApiError && error.status === 409 ? refresh() : undefined),
  });
}
