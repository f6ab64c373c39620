import type { Child, ChildChange, ChildCreation } from '@gerbang/contracts/admission.types';
import * as children from '@gerbang/contracts/children';
import { call } from '@gerbang/web-kit/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/query-client';
import { seenVersion } from '@gerbang/web-kit/stale';

const KEY = 'children';

/** The family's children, newest first; the server searches. */
export function useChildren(search: string) {
  return useQuery({
    // Without a search it is the list that the registration form reads too.
    queryKey: search === '' ? [KEY, 'list'] : [KEY, 'search', search],
    queryFn: ({ signal }) =>
      call(children.listChildren, {
        signal,
        query: { search: search || undefined },
      }),
    placeholderData: (before) => before,
  });
}

/** The whole record of a child; read again whenever its form opens. */
export function useChild(id: string | null) {
  return useQuery({
    queryKey: [KEY, 'one', id],
    queryFn: ({ signal }) => call(children.getChild, { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

/** The changes of a child; lists that show children are read again after each. */
export function useChildChanges() {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all(
      [[KEY, 'list'], [KEY, 'search'], ['registrations'], ['dashboard']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  return {
    create: useMutation({
      mutationFn: ({ body, key }: { body: ChildCreation; key: string }) =>
        call(children.createChild, {
          body,
          headers: { 'idempotency-key': key },
        }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: ({ of, body }: { of: Pick<Child, 'id' | 'version'>; body: ChildChange }) =>
        call(children.updateChild, {
          params: { id: of.id },
          body,
          headers: seenVersion(of.version),
        }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(children.deleteChild, { params: { id } }),
      onSuccess,
    }),
  };
}
