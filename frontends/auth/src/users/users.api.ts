import * as accounts from '@gerbang/contracts/accounts';
import type { CreateUserBody, UpdateUserBody } from '@gerbang/contracts/accounts.types';
import type { Role } from '@gerbang/domain/roles';
import { call, callPage } from '@gerbang/web-kit/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/query-client';
import type { Sort } from './use-list-place.ts';

const KEY = 'users';
export const PAGE_SIZE = 25;

interface Wanted {
  readonly search?: string;
  readonly role?: Role | null;
  readonly sort?: Sort;
  readonly cursor?: string | null;
}

/** One page, the newest first (accounts §7; Precisions, Lists). An empty search is the whole list. */
export function useUsers({ search = '', role = null, sort = '-created_at', cursor = null }: Wanted) {
  return useQuery({
    queryKey: [KEY, 'page', search, role, sort, cursor],
    queryFn: ({ signal }) =>
      callPage(accounts.listUsers, {
        signal,
        query: {
          search: search || undefined,
          role: role ?? undefined,
          sort: sort === '-created_at' ? undefined : sort,
          limit: String(PAGE_SIZE),
          cursor: cursor ?? undefined,
        },
      }),
    placeholderData: (before) => before,
  });
}

/** How many active administrators there are: the last one is neither deleted nor demoted (decisions, Accounts). */
export function useAdminCount(enabled: boolean): number {
  const query = useQuery({
    queryKey: [KEY, 'admins'],
    queryFn: ({ signal }) =>
      callPage(accounts.listUsers, {
        signal,
        query: { role: 'admin', limit: '1' },
      }),
    enabled,
  });
  return query.data?.total ?? 1;
}

/** The changes of user administration; each reads the list anew. */
export function useUserChanges() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: [KEY] });
  return {
    create: useMutation({
      mutationFn: (body: CreateUserBody) => call(accounts.createUser, { body }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: ({ id, body }: { id: string; body: UpdateUserBody }) =>
        call(accounts.updateUser, { params: { id }, body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(accounts.deleteUser, { params: { id } }),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: (id: string) =>
        call(accounts.revokeSessions, {
          params: { id },
        }),
    }),
  };
}

export type UserChanges = ReturnType<typeof useUserChanges>;
