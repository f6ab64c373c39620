import { changeOf, creationOf, thenRead, useRecord } from '@gerbang/web-kit/api/records';
import * as children from '@gerbang/contracts/children';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { useInSlices } from '@gerbang/web-kit/lists/use-in-slices';

const KEY = 'children';

/** The family's children, newest first; the server searches. */
export function useChildren(search: string) {
  return useInSlices(
    useQuery({
      // Without a search it is the list that the registration form reads too.
      queryKey: search === '' ? [KEY, 'list'] : [KEY, 'search', search],
      queryFn: ({ signal }) =>
        call(children.listChildren, {
          signal,
          query: { search: search || undefined },
        }),
      placeholderData: (before) => before,
    }),
  );
}

/** The whole record of a child; read again whenever its form opens. */
export const useChild = (id: string | null) => useRecord(children.getChild, KEY, id);

/** The changes of a child; lists that show children are read again after each, also after a deletion that was refused. */
export function useChildChanges() {
  const readAgain = useReadAgain(
    [KEY, 'list'],
    [KEY, 'search'],
    'registrations',
    'dashboard',
    'dapodik-data',
  );
  return {
    create: useMutation({ mutationFn: creationOf(children.createChild), onSuccess: readAgain }),
    update: useMutation({ mutationFn: changeOf(children.updateChild), onSuccess: readAgain }),
    remove: useMutation({
      mutationFn: (id: string) => call(children.deleteChild, { params: { id } }),
      ...thenRead(readAgain),
    }),
  };
}
