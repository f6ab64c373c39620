import { MutationCache, QueryCache, QueryClient, useQueryClient } from '@tanstack/react-query';
import type { User } from '@gerbang/contracts/users';
import { ApiError, askForProofBy } from './client.ts';
import { forgetAnswers } from './kept-answers.ts';

export type { QueryClient } from '@tanstack/react-query';
export { useQuery, useQueryClient, QueryClientProvider } from '@tanstack/react-query';
export { useMutation } from './use-mutation.ts';

export const USER_KEY = ['user'] as const;

/**
 * The one cache of shell and remotes: never stale, no refetch, no polling, no retries.
 * A 401 anywhere means the session is over; the guards then lead to /auth. A call that needs a fresh proof opens the
 * sheet that asks for it.
 */
export function createQueryClient(): QueryClient {
  askForProofBy(() => import('../session/fresh-proof.tsx').then((sheet) => sheet.askForFreshProof()));
  const oblige = (duty: Partial<User>) =>
    client.setQueryData<User | null>(USER_KEY, (user) => user && { ...user, ...duty });
  const notice = (error: unknown) => {
    if (!(error instanceof ApiError)) return;
    if (error.status === 401) forgetAnswers();
    if (error.status === 401 && client.getQueryData(USER_KEY)) client.setQueryData(USER_KEY, null);
    if (error.body?.code === 'must_change_password') oblige({ must_change_password: true });
    if (error.body?.code === 'must_add_factor') oblige({ must_add_factor: true });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: notice }),
    mutationCache: new MutationCache({ onError: notice }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

/** Returns a function that reads everything under these keys again; a text is the first part of a key. */
export function useReadAgain(...keys: readonly (string | readonly unknown[])[]): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(
      keys.map((key) => client.invalidateQueries({ queryKey: typeof key === 'string' ? [key] : key })),
    );
}
