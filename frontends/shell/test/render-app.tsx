import '@gerbang/web-kit/testing/dom-globals';
import type { User } from '@gerbang/contracts/users';
import { PAGES } from '@gerbang/contracts/pages';
import { dismissToast, ToastRegion } from '@gerbang/ui/toast';
import { createQueryClient, QueryClientProvider } from '@gerbang/web-kit/api/query-client';
import { MemoryRouter, useLocation } from '@gerbang/web-kit/page/router';
import { act, render, waitFor } from '@testing-library/react';
import { visitor } from '@gerbang/ui/testing/visitor';
import { useEffect } from 'react';
import { App } from '../src/app.tsx';

/** A user as the API shows one. */
export function aUser(changes: Partial<User> = {}): User {
  return {
    id: '0190f2f0-0000-7000-8000-000000000001',
    name: 'Rahma Aulia',
    email: 'rahma@contoh.id',
    role: 'wali_murid',
    contact_phone: '+6281234567890',
    phone_verified: true,
    created_at: '2026-05-17T03:00:00.000Z',
    must_change_password: false,
    ...changes,
  };
}

type Answer = { status?: number; body?: unknown } | Promise<{ status?: number; body?: unknown }>;

/** Stands in for the gateway at the network. */
export function fakeApi(answers: Readonly<Record<string, () => Answer>>): void {
  const fake = async (address: string, init: { method?: string } = {}) => {
    const answer = answers[`${init.method ?? 'GET'} ${address}`];
    if (!answer) throw new Error(`No response for ${init.method} ${address}`);
    const { status = 200, body } = await answer();
    return {
      ok: status < 400,
      status,
      statusText: '',
      headers: new Headers(),
      text: async () => (body === undefined ? '' : JSON.stringify(body)),
    };
  };
  Object.assign(globalThis, { fetch: fake });
}

const NOBODY = {
  status: 401,
  body: { statusCode: 401, code: 'session', message: 'Silakan masuk.', requestId: 'r' },
};

const now: { path: string; state: unknown } = { path: '', state: null };

function Place() {
  const { pathname, search, state } = useLocation();
  useEffect(() => {
    Object.assign(now, { path: `${pathname}${search}`, state });
  }, [pathname, search, state]);
  return null;
}

/** Lets a page of the table be one that is not built yet, until the test is over. */
export function comingSoon(path: string): void {
  const page = PAGES.find((one) => one.path === path);
  if (!page) throw new Error(`${path} is no page`);
  unbuilt.push(page);
  Object.assign(page, { comingSoon: true });
}
const unbuilt: object[] = [];
afterEach(() => {
  for (const page of unbuilt.splice(0)) Object.assign(page, { comingSoon: false });
});

/**
 * Waits until the app is at an address, and with a state if one is given. Never asked at once: a page may be drawn
 * a moment before the address has followed.
 */
export const arrivedAt = (path: string, ...states: unknown[]): Promise<void> =>
  waitFor(() =>
    expect(states.length > 0 ? now : now.path).toEqual(states.length > 0 ? { path, state: states[0] } : path),
  );

/** Waits until the app has left an address. */
export const hasLeft = (path: string): Promise<void> => waitFor(() => expect(now.path).not.toBe(path));

/**
 * Renders the whole shell at a path, as the user; `first` is the first response of the user read instead, `areas` what
 * the dashboard has.
 */
export function renderApp(
  path: string,
  user: User | null,
  first?: { status: number; body: unknown },
  areas: object = {},
) {
  const early = first ? [first] : [];
  act(dismissToast);
  localStorage.clear();
  fakeApi({
    'GET /api/user': () => early.pop() ?? (user ? { body: user } : NOBODY),
    'GET /api/dashboard': () => ({ body: { admission: null, unavailable: ['admission'], ...areas } }),
    'POST /api/logout': () => ({ body: {} }),
    'POST /api/login': () => ({ body: aUser() }),
  });
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <App />
        <ToastRegion />
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { client, type: visitor() };
}
