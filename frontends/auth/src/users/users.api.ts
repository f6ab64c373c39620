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
import { ROLE_LABELS, STAFF_ROLES } from '@gerbang/domain/roles';
import { USER_PARTS, type UserPart } from '@gerbang/domain/users';
import { ApiError, call, callPage, messageOf } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { choice, linkedChoice, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { usersCopy as copy } from './users.copy.ts';

const KEY = 'users';

/** The parts that the address names; without one it is the staff. */
const NAMED_PARTS = USER_PARTS.filter((part) => part !== 'staff');

/** The accounts of a part, the newest first. */
export const userList = staffList({
  key: KEY,
  news: true,
  pageSize: 25,
  filters: {
    part: linkedChoice({ label: copy.parts, values: NAMED_PARTS, labels: copy.part }),
    role: choice({ label: copy.roleFilter, every: copy.everyRole, values: STAFF_ROLES, labels: ROLE_LABELS }),
  },
  fields: ['role', 'sort'],
  scope: 'part',
  texts: { ...copy, found: copy.total },
  read: (query, signal) => callPage(listUsers, { signal, query: { ...query, part: query.part ?? 'staff' } }),
});

/** How many accounts each part has, of those that a search finds. */
export async function readCounts(
  { search }: { readonly search?: string | undefined },
  signal: AbortSignal,
): Promise<Readonly<Record<UserPart, number>>> {
  const [staff, families, closed] = await Promise.all(
    USER_PARTS.map(
      async (part) => (await callPage(listUsers, { signal, query: { part, search, limit: '1' } })).total,
    ),
  );
  return { staff: staff ?? 0, families: families ?? 0, closed: closed ?? 0 };
}

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
  const onSuccess = useReadAgain(KEY);
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
