import { getUser, logout, register, type LoginBody, type RegisterBody } from '@gerbang/contracts/accounts';
import { loginFactor, type LoginFactorBody } from '@gerbang/contracts/factors';
import { changePassword, type ChangePasswordBody } from '@gerbang/contracts/passwords';
import type { User } from '@gerbang/contracts/users';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../api/client.ts';
import { forgetAnswers } from '../api/kept-answers.ts';
import { type LinePlace, logInByLine } from './login-line.ts';
import { type QueryClient, USER_KEY, useMutation, useQuery, useQueryClient } from '../api/query-client.ts';

const END_KEY = ['session-end'] as const;

/** How a session ended here: by a logout, in whichever tab, or because it was not used for too long. */
type SessionEnd = 'left' | 'idle';

/** Reads the current user; a 401 means that there is none. */
export async function readUser(signal?: AbortSignal): Promise<User | null> {
  try {
    return await call(getUser, { ...(signal && { signal }) });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

const USER_QUERY = {
  queryKey: USER_KEY,
  queryFn: ({ signal }: { signal: AbortSignal }) => readUser(signal),
};

/** Asks for the current user before anything is drawn: one round less until the first page. */
export const askForUser = (client: QueryClient): Promise<void> => client.prefetchQuery(USER_QUERY);

/** The session user: `undefined` while loading or when the read failed, `null` without a login. */
export function useSession() {
  const query = useQuery(USER_QUERY);
  return { user: query.data, isLoading: query.isPending, error: query.error, reload: query.refetch };
}

/** Forgets everything that was read for a user. */
export function forgetReads(client: QueryClient): void {
  forgetAnswers();
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== USER_KEY[0] });
}

/** Clears the user and everything that was read for him. */
export function clearSession(client: QueryClient, how: SessionEnd): void {
  forgetAnswers();
  client.setQueryData(END_KEY, how);
  client.setQueryData(USER_KEY, null);
  client.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] !== USER_KEY[0] && queryKey[0] !== END_KEY[0],
  });
}

/** A message between the tabs of a browser: the account that is logged in now, or the moment at which the session ends. */
export type SessionNote = { user: string | null } | { until: number } | { ask: true };
export const SESSION_CHANNEL = 'session';

/** Says something to the other tabs. */
export function say(channel: BroadcastChannel, note: SessionNote): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channel.postMessage(note);
}

/** Tells the other tabs whose session the browser has now. */
function announce(user: string | null): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(SESSION_CHANNEL);
  say(channel, { user });
  channel.close();
}

function useSetUser() {
  const client = useQueryClient();
  return (user: User) => {
    forgetReads(client);
    client.setQueryData(USER_KEY, user);
    announce(user.id);
  };
}

/**
 * Login; sets the current user, unless the account has a second step to go. The password is not kept. `line` is the place
 * while many log in; `leave`, and leaving the page, give the login up.
 */
export function useLogin() {
  const setUser = useSetUser();
  const [line, setLine] = useState<LinePlace | null>(null);
  const leaving = useRef<AbortController | null>(null);
  const leave = useCallback(() => leaving.current?.abort(), []);
  useEffect(() => leave, [leave]);
  const mutation = useMutation({
    gcTime: 0,
    mutationFn: (body: LoginBody) => {
      const own = new AbortController();
      leaving.current = own;
      return logInByLine(body, own.signal, setLine);
    },
    onSuccess: (answer) => {
      if (!('factor_required' in answer)) setUser(answer);
    },
    onSettled: () => setLine(null),
  });
  return { ...mutation, line, leave };
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

/** What has to leave before the session ends; each runs before the logout is sent. */
export const beforeLogout = new Set<() => Promise<unknown>>();

/** Logout; clears the user, everything that was read for him, and his unfinished forms. */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await Promise.allSettled([...beforeLogout].map((run) => run()));
      return call(logout, {});
    },
    onSuccess: () => {
      void import('../forms/drafts.ts').then(({ forgetDrafts }) => forgetDrafts());
      clearSession(client, 'left');
      announce(null);
    },
  });
}

/** How the last session of this tab ended. After a logout the page it was on is not where the next login leads. */
export function useSessionEnd(): SessionEnd | undefined {
  return useQueryClient().getQueryData<SessionEnd>(END_KEY);
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
