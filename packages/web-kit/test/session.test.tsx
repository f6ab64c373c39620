import { listUsers } from '@gerbang/contracts/users';
import '../src/testing/dom-globals.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient, QueryClientProvider, useQuery } from '../src/api/query-client.ts';
import { useLogin, useLogout, useSessionEnd, useSession } from '../src/session/session.ts';
import { answerWith, RAHMA } from './answers.ts';

function inside<Result>(hook: () => Result) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, ...renderHook(hook, { wrapper }) };
}

const refusal = (code: string, status: number) => ({
  status,
  text: JSON.stringify({ statusCode: status, code, message: 'Tidak boleh', requestId: 'r' }),
});

test('when the user read returns 401, then there is no user and no error', async () => {
  answerWith(refusal('no_session', 401));
  const { result } = inside(useSession);
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(result.current).toMatchObject({ user: null, error: null });
});

test('when the user read fails otherwise, then it is an error, not a logout', async () => {
  answerWith(refusal('unavailable', 503));
  const { result } = inside(useSession);
  await waitFor(() => expect(result.current.error).not.toBeNull());
  expect(result.current.user).toBeUndefined();
});

test('when login succeeds, then the user is set without another read', async () => {
  const asked = answerWith(refusal('no_session', 401), { text: JSON.stringify(RAHMA) });
  const { result } = inside(() => ({ session: useSession(), login: useLogin() }));
  await waitFor(() => expect(result.current.session.user).toBeNull());
  await act(() => result.current.login.mutateAsync({ identifier: 'rahma@contoh.id', password: 'x' }));
  await waitFor(() => expect(result.current.session.user).toEqual(RAHMA));
  expect(asked).toHaveLength(2);
});

test('when the user logs out, then nothing of the account stays in the cache', async () => {
  answerWith({ text: JSON.stringify(RAHMA) }, { text: '{}' });
  const { result, client } = inside(() => ({
    session: useSession(),
    logout: useLogout(),
    end: useSessionEnd(),
  }));
  await waitFor(() => expect(result.current.session.user).toEqual(RAHMA));
  client.setQueryData(['children'], ['Aisyah']);
  await act(() => result.current.logout.mutateAsync());
  expect(client.getQueryData(['children'])).toBeUndefined();
  await waitFor(() => expect(result.current.session.user).toBeNull());
  expect(result.current.end).toBe('left');
});

test.each([
  ['session', 401, null],
  ['must_change_password', 403, { ...RAHMA, must_change_password: true }],
  ['must_add_factor', 403, { ...RAHMA, must_add_factor: true }],
])('when any call returns %s, then the user state follows', async (code, status, user) => {
  answerWith({ text: JSON.stringify(RAHMA) });
  const { result, client } = inside(() => useSession());
  await waitFor(() => expect(result.current.user).toEqual(RAHMA));
  answerWith(refusal(code, status));
  const { call } = await import('../src/api/client.ts');
  await client.fetchQuery({ queryKey: ['other'], queryFn: () => call(listUsers, {}) }).catch(() => undefined);
  await waitFor(() => expect(result.current.user).toEqual(user));
});

test('when data was read, then it is never stale and a failed read is not repeated', async () => {
  let reads = 0;
  const { result } = inside(() =>
    useQuery({
      queryKey: ['broken'],
      queryFn: async () => {
        reads += 1;
        throw new Error('no');
      },
    }),
  );
  await waitFor(() => expect(result.current.isError).toBe(true));
  act(() => {
    window.dispatchEvent(new Event('visibilitychange'));
  });
  expect(reads).toBe(1);
});
