import type { Import, ImportRow } from '@gerbang/contracts/import-shapes';
import * as calls from '@gerbang/contracts/imports';
import type { ImportField, RowStatus } from '@gerbang/domain/imports';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { sendFile } from '@gerbang/web-kit/files/upload';

const KEY = 'imports';
const POLL_MS = 1500;
export const PAGE = 50;

/** The lists that were uploaded. */
export const useImports = () =>
  useQuery({ queryKey: [KEY], queryFn: ({ signal }) => call(calls.listImports, { signal }) });

const isBusy = (state: Import['state'] | undefined) => state === 'reading' || state === 'running';

/** How an import stands; asked again and again while it is read or written. */
export const useImport = (id: string) =>
  useQuery({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => call(calls.getImport, { signal, params: { id }, query: { rows: 'none' } }),
    refetchInterval: ({ state }) => (isBusy(state.data?.state) ? POLL_MS : false),
  });

/** A page of the rows of an import, as it stands in this version. */
export const useImportRows = (
  { id, version, state }: Pick<Import, 'id' | 'version' | 'state'>,
  { status, cursor }: { readonly status: RowStatus | null; readonly cursor: string | null },
) =>
  useQuery({
    queryKey: [KEY, id, 'rows', version, state, status, cursor],
    queryFn: ({ signal }) =>
      call(calls.getImport, {
        signal,
        params: { id },
        query: { limit: String(PAGE), ...(status && { status }), ...(cursor !== null && { cursor }) },
      }),
    enabled: state !== 'reading',
    // What stands there stays, with what is being typed into it, until its next state has come.
    placeholderData: (before, last) =>
      last?.queryKey[5] === status && last.queryKey[6] === cursor ? before : undefined,
  });

/** Sends a list; `onProgress` from 0 to 1. */
export function useUploadList(onProgress: (done: number) => void) {
  return useMutation({
    mutationFn: (file: File) => {
      const query = new URLSearchParams({ file_name: file.name.slice(-150) });
      return sendFile<{ id: string }>(`${calls.uploadImport.path}?${query}`, file, { onProgress });
    },
    onSuccess: useReadAgain(KEY),
  });
}

/** What is changed of an import; it is read again after each. */
export function useImportChanges(id: string) {
  const params = { id };
  const onSettled = useReadAgain(KEY);
  return {
    map: useMutation({
      mutationFn: (body: {
        readonly mapping: Record<string, ImportField | null>;
        readonly version: number;
      }) => call(calls.mapImport, { params, body }),
      onSettled,
    }),
    row: useMutation({
      mutationFn: ({
        row: { n, version },
        ...change
      }: {
        row: Pick<ImportRow, 'n' | 'version'>;
        values?: ImportRow['values'];
        left_out?: boolean;
      }) => call(calls.changeImportRow, { params: { id, n: String(n) }, body: { ...change, version } }),
      onSettled,
    }),
    start: useMutation({ mutationFn: () => call(calls.startImport, { params }), onSettled }),
    stop: useMutation({ mutationFn: () => call(calls.stopImport, { params }), onSettled }),
    undo: useMutation({ mutationFn: () => call(calls.undoImport, { params }), onSettled }),
    invite: useMutation({
      mutationFn: ({ key, test }: { key: string; test: boolean }) =>
        call(calls.inviteImport, { params, body: test ? { test } : {}, headers: { 'idempotency-key': key } }),
      onSettled,
    }),
  };
}

const settle = (id: string, key: string, query: { readonly preview?: 'true' }, signal?: AbortSignal) =>
  call(calls.settleImportFees, { params: { id }, query, headers: { 'idempotency-key': key }, signal });

const feesKey = (id: string) => ['import-fees', id];

/** How many fees of an import would be marked as paid, and their sum. */
export const useDueFees = (id: string) =>
  useQuery({
    queryKey: feesKey(id),
    queryFn: ({ signal }) => settle(id, crypto.randomUUID(), { preview: 'true' }, signal),
  });

/** Marks the fees of an import as paid; a second person's call settles a large sum. */
export function useSettle(id: string) {
  return useMutation({
    mutationFn: (key: string) => settle(id, key, {}),
    onSettled: useReadAgain(feesKey(id)),
  });
}
