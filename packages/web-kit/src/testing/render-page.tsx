import './dom-globals.ts';
import type { User } from '@gerbang/contracts/users';
import { ToastRegion, dismissToast } from '@gerbang/ui/toast';
import { createQueryClient, QueryClientProvider, USER_KEY } from '../api/query-client.ts';
import { MemoryRouter, Route, Routes, useLocation } from '../page/router.ts';
import { act, render, screen, within } from '@testing-library/react';
import { visitor } from '@gerbang/ui/testing/visitor';
import { Suspense, type ReactNode } from 'react';

const ID = '0190f2f0-0000-7000-8000-00000000000';

/** A user as the API shows one. */
export function aUser(changes: Partial<User> = {}): User {
  return {
    id: `${ID}1`,
    name: 'Rahma Aulia',
    email: 'rahma@contoh.id',
    role: 'admin',
    contact_phone: '+6281234567890',
    phone_verified: true,
    created_at: '2026-05-17T03:00:00.000Z',
    must_change_password: false,
    ...changes,
  };
}

function Elsewhere() {
  const { pathname } = useLocation();
  return <p>{`at ${pathname}`}</p>;
}

/** Renders a page as the shell does: cache, router, toast; `route` is its path if the address has an id. */
export function renderPage(
  page: ReactNode,
  {
    path = '/',
    route,
    state,
    user = null,
  }: { path?: string; route?: string; state?: unknown; user?: User | null } = {},
) {
  act(dismissToast);
  const client = createQueryClient();
  client.setQueryData(USER_KEY, user);
  const [address = '/', hash = ''] = path.split('#');
  const [pathname = '/', search = ''] = address.split('?');
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter
        initialEntries={[{ pathname, search: search && `?${search}`, hash: hash && `#${hash}`, state }]}
      >
        <Routes>
          <Route path={route ?? pathname} element={<Suspense fallback="...">{page}</Suspense>} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
        <ToastRegion />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { client, type: visitor() };
}

/** Waits for the toast with this title, and its description where given. */
export async function findToast(title: string, description?: string) {
  const region = await screen.findByRole('region', { name: 'Notifikasi' });
  await within(region).findByText(title);
  if (description !== undefined) await within(region).findByText(description);
}
