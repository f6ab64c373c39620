import '@gerbang/web-kit/testing/dom-globals';
import { PAGES, rolesOf } from '@gerbang/contracts/pages';
import { ROLE_LABELS, ROLES } from '@gerbang/domain/roles';
import { screen } from '@testing-library/react';
import { arrivedAt, aUser, renderApp } from './render-app.tsx';

jest.mock('../src/remotes/remotes.ts', () => {
  const routes = new Proxy({}, { get: (_routes, path) => () => `isi ${String(path)}` });
  return { remoteOf: () => undefined, loadPage: async () => ({ routes }), forgetRoutes: () => undefined };
});
// The frame around a page is of other tests, and it is most of what drawing a page takes.
jest.mock('../src/layout/app-frame.tsx', () => ({
  appFrame:
    async () =>
    ({ children }: { children: unknown }) =>
      children,
}));
jest.mock('../src/dashboard/dashboard-page.tsx', () => ({ DashboardPage: () => 'isi /dashboard' }));
jest.mock('../src/status/status-page.tsx', () => ({ StatusPage: () => 'isi /status' }));
jest.mock('../src/notifications/notifications-page.tsx', () => ({
  NotificationsPage: () => 'isi /notifications',
}));

const cells = PAGES.flatMap((page) => {
  const roles = rolesOf(page) ?? ROLES;
  const address = page.path.replace(/:\w+/gu, '0190f2f0-0000-7000-8000-000000000009');
  return ROLES.map((role) => ({
    path: page.path,
    address,
    role,
    opens: roles.includes(role),
    // Staff have nothing to read on a family's page, so they are led home in place of a refusal.
    home: roles.join() === 'wali_murid',
  }));
});
const named = (kept: typeof cells) => kept.map((cell) => [cell.role, cell.path, cell] as const);

test('the table has a page that refuses, one that leads home and one that opens for every role', () => {
  for (const role of ROLES) expect(cells.some((cell) => cell.role === role && cell.opens)).toBe(true);
  expect(cells.some(({ opens, home }) => !opens && home)).toBe(true);
  expect(cells.some(({ opens, home }) => !opens && !home)).toBe(true);
});

test.each(named(cells.filter(({ opens }) => opens)))(
  'when %s opens %s, then the page is drawn',
  async (role, path, { address }) => {
    renderApp(address, aUser({ role }));
    expect(await screen.findByText(`isi ${path}`)).toBeTruthy();
    await arrivedAt(address);
    expect(screen.queryByText('Akses Ditolak')).toBeNull();
  },
);

test.each(named(cells.filter(({ opens, home }) => !opens && !home)))(
  'when %s opens %s, then Akses Ditolak names the role and nothing of the page is drawn',
  async (role, path, { address }) => {
    renderApp(address, aUser({ role }));
    expect(await screen.findByText('Akses Ditolak')).toBeTruthy();
    expect(screen.getByText(`Peran Anda: ${ROLE_LABELS[role]}`, { exact: false })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ke Dashboard' }).getAttribute('href')).toBe('/dashboard');
    expect(screen.queryByText(`isi ${path}`)).toBeNull();
    await arrivedAt(address);
  },
);

test.each(named(cells.filter(({ opens, home }) => !opens && home)))(
  'when %s opens %s, then the dashboard is drawn in its place',
  async (role, path, { address }) => {
    renderApp(address, aUser({ role }));
    await arrivedAt('/dashboard');
    expect(await screen.findByText('isi /dashboard')).toBeTruthy();
    expect(screen.queryByText(`isi ${path}`)).toBeNull();
  },
);
