import * as contract from '@gerbang/contracts/drawers';
import { call, type CallInput } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';

const KEY = 'drawers';

/** The drawers of a day; without one those of today and all that are not finished. */
export function useDrawers(day: string) {
  return useQuery({
    queryKey: [KEY, 'list', day],
    queryFn: ({ signal }) => call(contract.listDrawers, { signal, query: day === '' ? {} : { day } }),
    refetchOnMount: 'always',
  });
}

/** A drawer with what fell in. */
export function useDrawer(id: string) {
  return useQuery({
    queryKey: [KEY, 'sheet', id],
    queryFn: ({ signal }) => call(contract.getDrawer, { signal, params: { id } }),
    refetchOnMount: 'always',
  });
}

/** What is counted at the end. */
export type Count = CallInput<typeof contract.closeDrawer>['body'];

function useChange<V, R>(mutationFn: (input: V) => Promise<R>) {
  return useMutation({ mutationFn, onSettled: useReadAgain(KEY) });
}

/** Opens the user's own drawer with a float. */
export const useOpenDrawer = () =>
  useChange((float: number) => call(contract.openDrawer, { body: { float } }));

/** Closes the user's own drawer. */
export const useCloseDrawer = () =>
  useChange(({ id, body }: { id: string; body: Count }) =>
    call(contract.closeDrawer, { params: { id }, body }),
  );

/** Signs another person's closed drawer. */
export const useSignDrawer = () =>
  useChange((id: string) => call(contract.signDrawer, { params: { id }, body: {} }));
