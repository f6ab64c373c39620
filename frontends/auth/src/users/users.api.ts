import { clearFactors } from '@gerbang/contracts/factors';
import {
  createUser,
  deleteUser,
  listUsers,
  revokeSessions,
  updateUser,
  type CreateUserBody,
  type UpdateUserBody,
} from '@gerbang/contracts/users';
import { ROLE_LABELS, ROLES } from '@gerbang/domain/roles';
import { ApiError, call, callPage, messageOf } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { choice, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { usersCopy as copy } from './users.copy.ts';

const KEY = 'users';
export const SORTS = ['-created_at', 'created_at', 'name', '-name'] as const;

/** All accounts, the newest first. */
export const userList = staffList({
  key: KEY,
  pageSize: 25,
  filters: {
    role: choice({ label: copy.roleFilter, every: copy.everyRole, values: ROLES, labels: ROLE_LABELS }),
  },
  fields: ['role', 'sort'],
  texts: { ...copy, found: copy.total },
  read: (query, signal) => callPage(listUsers, { signal, query }),
});

/** How many active administrators there are: the last one is neither deleted nor demoted. */
export function useAdminCount(enabled: boolean): number {
  const query = useQuery({
    queryKey: [KEY, 'admins'],
    queryFn: ({ signal }) => callPage(listUsers, { signal, query: { role: 'admin', limit: '1' } }),
    enabled,
  });
  return query.data?.total ?? 1;
}

/** A change that waits for a second person: it is asked for, not refused. */
const waiting = (error: unknown): { readonly waits: string } => {
  if (error instanceof ApiError && error.body?.code === 'password_waits') return { waits: messageOf(error) };
  throw error;
};

/** The changes of user administration; each reads the list again. */
export function useUserChanges() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: [KEY] });
  return {
    create: useMutation({ mutationFn: (body: CreateUserBody) => call(createUser, { body }), onSuccess }),
    update: useMutation({
      mutationFn: ({ id, body }: { id: string; body: UpdateUserBody }) =>
        call(updateUser, { params: { id }, body }).catch(waiting),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (id: string) => call(deleteUser, { params: { id } }), onSuccess }),
    clearFactors: useMutation({
      mutationFn: ({ id, reason }: { id: string; reason: string }) =>
        call(clearFactors, { params: { id }, body: { reason } }),
    }),
    revoke: useMutation({ mutationFn: (id: string) => call(revokeSessions, { params: { id } }) }),
  };
}

export type UserChanges = ReturnType<typeof useUserChanges>;
