import '../src/testing/dom-globals.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { sessionLife } from '../src/api/client.ts';
import { createQueryClient, QueryClientProvider } from '../src/api/query-client.ts';
import { say, useLogin, useLogout, useSession, useSessionEnd } from '../src/session/session.ts';
import { useSessionWatch } from '../src/session/session-watch.ts';
import { answerWith, RAHMA } from './answers.ts';

const SARI = { ...RAHMA, id: '0190f2f0-0000-7000-8000-000000000002', name: 'Sari' };
const NOBODY = {
  status: 401,
  text: JSON.stringify({ statusCode: 401, code: 'no_session', message: 'Silakan masuk.', requestId: 'r' }),
};
const user = (who: object, idle = '1800') => ({
  text: JSON.stringify(who),
  headers: { 'x-session-idle': idle },
});

/** Channels of one browser, because jsdom has none. */
class Channels extends EventTarget {
  static open = new Set<Channels>();
  constructor() {
    super();
    Channels.open.add(this);
  }
  postMessage(data: unknown): void {
    const others = [...Channels.open].filter((one) => one !== this);
    for (const one of others) act(() => void one.dispatchEvent(new MessageEvent('message', { data })));
  }
  close(): void {
    Channels.open.delete(this);
  }
}
Object.assign(globalThis, { BroadcastChannel: Channels });

/** A tab of the browser that shows a page behind the login. */
async function openTab(who: object = RAHMA) {
  answerWith(user(who));
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, unmount } = renderHook(
    () => {
      const session = useSession();
      useSessionWatch();
      return { session, login: useLogin(), logout: useLogout(), end: useSessionEnd() };
    },
    { wrapper },
  );
  await waitFor(() => expect(result.current.session.user).toEqual(who));
  client.setQueryData(['children'], ['Aisyah']);
  return {
    unmount,
    now: () => result.current,
    reads: () => client.getQueryData(['children']),
  };
}

const show = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};
/** Lets time pass, with everything that waits for it. */
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  sessionLife.until = Number.POSITIVE_INFINITY;
  jest.useFakeTimers({ now: 1_800_000_000_000, advanceTimers: true });
});
afterEach(() => {
  jest.useRealTimers();
  Channels.open.clear();
});

test('when the user logs out in one tab, then the other shows nothing of the account any more', async () => {
  const one = await openTab();
  const other = await openTab();
  answerWith({ text: '{}' });
  await act(() => one.now().logout.mutateAsync());
  expect(other.reads()).toBeUndefined();
  await waitFor(() => expect(other.now().session.user).toBeNull());
  expect(other.now().end).toBe('left');
});

test('when another user logs in in one tab, then the other forgets the first and shows the second', async () => {
  const one = await openTab();
  const other = await openTab();
  const asked = answerWith(user(SARI), user(SARI));
  await act(() => one.now().login.mutateAsync({ identifier: 'sari@contoh.id', password: 'x' }));
  expect(other.reads()).toBeUndefined();
  await waitFor(() => expect(other.now().session.user).toEqual(SARI));
  expect(asked.map(({ address }) => address)).toEqual(['/api/login', '/api/user']);
});

test('when the same user logs in again elsewhere, then a tab keeps what it shows', async () => {
  const one = await openTab();
  const other = await openTab();
  const asked = answerWith(user(RAHMA));
  await act(() => one.now().login.mutateAsync({ identifier: 'rahma@contoh.id', password: 'x' }));
  expect(other.reads()).toEqual(['Aisyah']);
  expect(asked).toHaveLength(1);
});

test('when a tab is looked at again after the session ended, then it is cleared; it asks at most every 30 s', async () => {
  const tab = await openTab();
  const asked = answerWith(user(RAHMA), NOBODY);
  show('hidden');
  await pass(20_000);
  show('visible');
  expect(asked).toHaveLength(0);
  show('hidden');
  await pass(10_000);
  show('visible');
  await pass(0);
  show('hidden');
  show('visible');
  expect(asked).toHaveLength(1);
  expect(tab.reads()).toEqual(['Aisyah']);
  show('hidden');
  await pass(30_000);
  show('visible');
  await waitFor(() => expect(tab.now().session.user).toBeNull());
  expect([asked.length, tab.reads()]).toEqual([2, undefined]);
});

test('when a tab is looked at again without a connection, then it stays as it is', async () => {
  const tab = await openTab();
  await pass(40_000);
  Object.assign(globalThis, { fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
  show('visible');
  await pass(0);
  expect([tab.now().session.user, tab.reads()]).toEqual([RAHMA, ['Aisyah']]);
});

test('when nothing was asked for as long as a session lives unused, then the screen is cleared, without a call', async () => {
  const tab = await openTab();
  const asked = answerWith();
  await pass(1_799_000);
  expect(tab.now().session.user).toEqual(RAHMA);
  await pass(2_000);
  await waitFor(() => expect(tab.now().session.user).toBeNull());
  expect([tab.now().end, tab.reads(), asked.length]).toEqual(['idle', undefined, 0]);
});

test('when the session is used in another tab, then this one is not cleared before it really ends', async () => {
  const one = await openTab();
  await pass(1_700_000);
  const other = await openTab();
  const { until } = sessionLife;
  // Each tab has a life of its own; here they share a module, so the first one’s is put back.
  sessionLife.until = Date.now() + 100_000;
  other.unmount();
  const channel = new BroadcastChannel('session');
  channel.addEventListener('message', ({ data }) => {
    if ('ask' in data) say(channel, { until });
  });
  await pass(110_000);
  expect(one.now().session.user).toEqual(RAHMA);
  channel.close();
  await pass(1_700_000);
  await waitFor(() => expect(one.now().end).toBe('idle'));
});
