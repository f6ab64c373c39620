import { getUser, login, logout, register } from '@gerbang/contracts/accounts';
import { loginFactor } from '@gerbang/contracts/factors';
import { changePassword } from '@gerbang/contracts/passwords';
import type { ChangePasswordBody, LoginBody, RegisterBody, User } from '@gerbang/contracts/accounts.types';
import type { LoginFactorBody } from '@gerbang/contracts/factors.types';
import { ApiError, call } from './client.ts';
import { type QueryClient, USER_KEY, useMutation, useQuery, useQueryClient } from './query-client.ts';

const FAREWELL_KEY = ['farewell'] as const;

/** Reads the current user; a 401 means that there is none. */
async function readUser({ signal }: { signal: AbortSignal }): Promise<User | null> {
  try {
    return await call(getUser, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

const USER_QUERY = { queryKey: USER_KEY, queryFn: readUser };

/** Asks for the current user before anything is drawn: one round less until the first page. */
export function askForUser(client: QueryClient): void {
  void client.prefetchQuery(USER_QUERY);
}

/** The session user: `undefined` while loading or when the read failed, `null` without a login. */
export function useSession() {
  const query = useQuery(USER_QUERY);
  return { user: query.data, isLoading: query.isPending, error: query.error, reload: query.refetch };
}

function useSetUser() {
  const client = useQueryClient();
  return (user: User) => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== USER_KEY[0] });
    client.setQueryData(USER_KEY, user);
  };
}

/** Login; sets the current user, unless the account has a second step to go. The password is not kept. */
export function useLogin() {
  const setUser = useSetUser();
  return useMutation({
    gcTime: 0,
    mutationFn: (body: LoginBody) => call(login, { body }),
    onSuccess: (answer) => {
      if (!('factor_required' in answer)) setUser(answer);
    },
  });
}

/** The second step of a login; sets the current user. */
export function useLoginFactor() {
  const setUser = useSetUser();
  return useMutation({
    mutationFn: (body: LoginFactorBody) => call(loginFactor, { body }),
    onSuccess: setUser,
  });
}

/** Self-registration, which logs in. */
export function useRegister() {
  const setUser = useSetUser();
  return useMutation({ mutationFn: (body: RegisterBody) => call(register, { body }), onSuccess: setUser });
}

/** Logout; clears the user, everything that was read for him, and his unfinished forms. */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(logout, {}),
    onSuccess: () => {
      void import('./drafts.ts').then(({ forgetDrafts }) => forgetDrafts());
      client.setQueryData(FAREWELL_KEY, true);
      client.setQueryData(USER_KEY, null);
      client.removeQueries({
        predicate: ({ queryKey }) => queryKey[0] !== USER_KEY[0] && queryKey[0] !== FAREWELL_KEY[0],
      });
    },
  });
}

/** Whether the visitor left by himself: then the page he was on is not where the next login leads. */
export function useSaidFarewell(): boolean {
  return useQueryClient().getQueryData(FAREWELL_KEY) === true;
}

/** Changes the user's password, which also lifts the duty to change it. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangePasswordBody) => call(changePassword, { body }),
    onSuccess: () =>
      client.setQueryData<User | null>(USER_KEY, (user) => user && { ...user, must_change_password: false }),
  });
}
