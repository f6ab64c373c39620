import '@gerbang/web-kit/testing/dom-globals';
import { clearSession } from '@gerbang/web-kit/session/session';
import { act, screen } from '@testing-library/react';
import { wantedPath } from '../src/guards.tsx';
import { arrivedAt, aUser, hasLeft, renderApp } from './render-app.tsx';

jest.mock('../src/remotes/remotes.ts', () => {
  const page = (name: string) => () => name;
  const routes = {
    '/password': page('halaman password'),
    '/security': page('halaman keamanan'),
    '/admin/users': page('halaman pengguna'),
    '/forgot-password': page('halaman lupa'),
    '/reset-password': page('halaman reset'),
    '/number-requests/stop': page('halaman hentikan'),
    '/email/verify': page('halaman verifikasi'),
  };
  return { remoteOf: () => undefined, loadPage: async () => ({ routes }), forgetRoutes: () => undefined };
});

test('when there is no user, then a guarded page redirects to /auth and is remembered', async () => {
  renderApp('/admin/users?peran=cs', null);
  expect(await screen.findByRole('tab', { name: 'Masuk' })).toBeTruthy();
  await arrivedAt('/auth', { from: '/admin/users?peran=cs' });
});

test.each([['/'], ['/auth']])('when a user opens %s, then the dashboard opens', async (path) => {
  renderApp(path, aUser());
  await arrivedAt('/dashboard');
});

test.each([
  ['/forgot-password', 'halaman lupa'],
  ['/reset-password', 'halaman reset'],
  ['/number-requests/stop', 'halaman hentikan'],
  ['/email/verify', 'halaman verifikasi'],
])('when a user opens %s, then it stays open', async (path, text) => {
  renderApp(path, aUser());
  expect(await screen.findByText(text)).toBeTruthy();
});

test('when the session ended because it was not used, then /auth says so, and a login leads back', async () => {
  const { client, type } = renderApp('/admin/users', aUser({ role: 'admin' }));
  expect(await screen.findByText('halaman pengguna')).toBeTruthy();
  act(() => clearSession(client, 'idle'));
  expect(await screen.findByText(/^Sesi Anda berakhir karena lama tidak digunakan/u)).toBeTruthy();
  await arrivedAt('/auth', { from: '/admin/users', idle: true });
  expect(screen.queryByText('Rahma Aulia')).toBeNull();
  await type.type(screen.getByLabelText('Email atau nomor telepon'), 'rahma@contoh.id');
  await type.type(screen.getByLabelText('Password'), 'x');
  await type.click(screen.getByRole('button', { name: 'Masuk' }));
  await hasLeft('/auth');
});

test('when the password must be changed, then every page leads to /password', async () => {
  renderApp('/dashboard', aUser({ must_change_password: true }));
  expect(await screen.findByText('halaman password')).toBeTruthy();
  await arrivedAt('/password');
});

test.each([['/dashboard'], ['/admin/users'], ['/security']])(
  'when a second factor must be set, then %s leads to /security',
  async (path) => {
    renderApp(path, aUser({ role: 'admin', must_add_factor: true }));
    expect(await screen.findByText('halaman keamanan')).toBeTruthy();
    await arrivedAt('/security');
    expect(screen.queryByRole('navigation', { name: 'Navigasi utama', hidden: true })).toBeNull();
  },
);

test('when a second factor must be set, then the password can be changed first', async () => {
  renderApp('/password', aUser({ role: 'admin', must_add_factor: true }));
  expect(await screen.findByText('halaman password')).toBeTruthy();
});

test('when password and second factor are due, then the password comes first', async () => {
  renderApp('/security', aUser({ role: 'admin', must_change_password: true, must_add_factor: true }));
  expect(await screen.findByText('halaman password')).toBeTruthy();
});

test('when the user is still being read, then a spinner shows', async () => {
  renderApp('/dashboard', aUser());
  expect(screen.getAllByText('Memuat...').length).toBeGreaterThan(0);
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
});

test('when the user cannot be read, then a panel says so and its button reads again', async () => {
  const { type } = renderApp('/dashboard', aUser(), {
    status: 503,
    body: { statusCode: 503, code: 'unavailable', message: 'Layanan sedang sibuk.', requestId: 'r' },
  });
  expect(await screen.findByText('Layanan sedang sibuk.')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
});

test.each([['cs'], ['staff_tu'], ['manager_pendidikan'], ['wali_murid']] as const)(
  'when %s opens the users, then Akses Ditolak says who may',
  async (role) => {
    renderApp('/admin/users', aUser({ role }));
    expect(await screen.findByText('Akses Ditolak')).toBeTruthy();
    expect(
      screen.getByText('Hanya administrator dan finance yang dapat mengakses halaman ini.'),
    ).toBeTruthy();
    expect(screen.getByText(/^Peran Anda: /u)).toBeTruthy();
  },
);

test.each([['admin'], ['it'], ['finance']] as const)(
  'when %s opens the users, then they are shown',
  async (role) => {
    renderApp('/admin/users', aUser({ role }));
    expect(await screen.findByText('halaman pengguna')).toBeTruthy();
  },
);

test.each([
  ['/registration', '/registrations'],
  ['/admin/registrations', '/admin/registration'],
  ['/admin/registrations?id=7#bukti', '/admin/registration?id=7'],
  ['/admin', '/admin/users'],
  ['/admin/payment-schemes/create?confirmationId=1', '/admin/payment-scheme/create?confirmationId=1'],
])('when the alias %s is opened, then the address becomes %s', async (alias, path) => {
  renderApp(alias, aUser({ role: path.startsWith('/admin') ? 'admin' : 'wali_murid' }));
  await arrivedAt(path);
});

test.each([['/profile'], ['/tagihan'], ['/enrollment-confirmation/1']])(
  'when staff open %s, a page of families, then the dashboard comes',
  async (path) => {
    renderApp(path, aUser({ role: 'finance' }));
    await arrivedAt('/dashboard');
  },
);

test('when a path is unknown, then 404 Page Not Found shows in English with an Indonesian hint', async () => {
  renderApp('/tidak-ada', null);
  const title = await screen.findByRole('heading', { name: '404 Page Not Found' });
  expect(title.getAttribute('lang')).toBe('en');
  expect(screen.getByText(/^Halaman ini tidak ada/u)).toBeTruthy();
  expect(document.title).toBe('404 Page Not Found · Penerimaan Murid Baru');
});

test.each([
  [{ from: '/password' }, '/password'],
  [{ from: '/admin/users?peran=cs' }, '/admin/users?peran=cs'],
  [{ from: '//evil.example' }, '/dashboard'],
  [{ from: '/\\evil.example' }, '/dashboard'],
  [{ from: 'https://evil.example' }, '/dashboard'],
  [{ from: 7 }, '/dashboard'],
  [null, '/dashboard'],
])('when the state is %j, then a login leads to %s', (state, path) => {
  expect(wantedPath(state)).toBe(path);
});
