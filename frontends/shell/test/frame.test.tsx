import { screen, waitFor, within } from '@testing-library/react';
import { navigationOf } from '@gerbang/contracts/pages';
import { ROLES } from '@gerbang/domain/roles';
import { arrivedAt, aUser, comingSoon, fakeApi, renderApp } from './render-app.tsx';

jest.mock('../src/remotes/remotes.ts', () => ({
  remoteOf: () => undefined,
  loadPage: async () => ({
    routes: { '/password': () => 'halaman password', '/phone': () => 'halaman nomor' },
  }),
  forgetRoutes: () => undefined,
}));

// jsdom knows no media queries: what only a wide screen shows counts as hidden here.
const WIDE = { hidden: true } as const;
const navigation = () => screen.findByRole('navigation', { name: 'Navigasi utama', ...WIDE });

test.each(ROLES)('when %s is logged in, then the navigation is that of the role', async (role) => {
  renderApp('/dashboard', aUser({ role }));
  const links = within(await navigation()).getAllByRole('link', WIDE);
  expect(links.map((link) => link.querySelector('span')?.textContent)).toEqual(
    navigationOf(role).map((page) => page.nav),
  );
});

test('when an item is coming soon, then its badge says so and it is no way anywhere', async () => {
  comingSoon('/tagihan');
  renderApp('/dashboard', aUser());
  const link = within(await navigation()).getByRole('link', { name: /^Tagihan/u, ...WIDE });
  expect(link.textContent).toContain('Segera hadir');
  expect(link.getAttribute('aria-disabled')).toBe('true');
  expect(link.getAttribute('href')).toBeNull();
});

test('when the page is in the navigation, then its item is the active one', async () => {
  renderApp('/dashboard', aUser());
  const active = within(await navigation())
    .getAllByRole('link', WIDE)
    .filter((link) => link.getAttribute('aria-current') === 'page');
  expect(active.map((link) => link.textContent)).toEqual(['Dashboard']);
});

test.each([
  ['/enrollment-confirmation/0190f2f0-0000-7000-8000-000000000001', 'Daftar Ulang'],
  ['/tagihan', 'Tagihan'],
])('when the address is %s, then %s is the active one', async (path, label) => {
  renderApp(path, aUser());
  const active = within(await navigation())
    .getAllByRole('link', WIDE)
    .filter((link) => link.getAttribute('aria-current') === 'page');
  expect(active.map((link) => link.textContent)).toEqual([label]);
});

test('when a family is on a phone, then five places lead around, and Lainnya opens the whole navigation', async () => {
  const { type } = renderApp('/tagihan', aUser());
  const bar = await screen.findByRole('navigation', { name: 'Tempat utama' });
  const links = within(bar).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Beranda', 'Anak', 'Daftar', 'Tagihan']);
  expect(links.at(-1)?.getAttribute('aria-current')).toBe('page');
  await type.click(within(bar).getByRole('button', { name: 'Lainnya' }));
  const drawer = await screen.findByRole('dialog', { name: 'Navigasi utama' });
  expect(within(drawer).getAllByRole('link')).toHaveLength(navigationOf('wali_murid').length);
});

test('when staff are on a phone, then they have the menu and no bar of places', async () => {
  renderApp('/dashboard', aUser({ role: 'cs' }));
  await screen.findByRole('button', { name: 'Buka menu', ...WIDE });
  expect(screen.queryByRole('navigation', { name: 'Tempat utama' })).toBeNull();
});

test('when the sidebar is collapsed, then the choice is remembered', async () => {
  const { type } = renderApp('/dashboard', aUser());
  await type.click(await screen.findByRole('button', { name: 'Ciutkan navigasi', ...WIDE }));
  expect(localStorage.getItem('gerbang.sidebar')).toBe('narrow');
  await type.click(screen.getByRole('button', { name: 'Lebarkan navigasi', ...WIDE }));
  expect(localStorage.getItem('gerbang.sidebar')).toBe('wide');
});

test('when a name is missing, then User is shown in the footer with the role', async () => {
  renderApp('/dashboard', aUser({ name: null, role: 'staff_tu' }));
  await navigation();
  const side = screen.getByRole('complementary', WIDE);
  expect(within(side).getByText('User')).toBeTruthy();
  expect(within(side).getByText('Staff TU')).toBeTruthy();
});

test('when the user menu opens, then it shows who it is and where to go', async () => {
  const { type } = renderApp('/dashboard', aUser());
  await type.click(await screen.findByRole('button', { name: 'Menu pengguna' }));
  await screen.findByText('rahma@contoh.id');
  for (const text of ['Sistem', 'Terang', 'Gelap']) expect(screen.getByText(text)).toBeTruthy();
  for (const name of ['Profil', 'Ubah Password', 'Nomor WhatsApp', 'Keamanan akun', 'Keluar']) {
    expect(screen.getByRole('menuitem', { name })).toBeTruthy();
  }
  await type.click(screen.getByRole('menuitemradio', { name: 'Gelap' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(localStorage.getItem('gerbang.theme')).toBe('dark');
});

test.each(ROLES)(
  'when %s takes the number in the user menu by keyboard, then its page opens',
  async (role) => {
    const { type } = renderApp('/dashboard', aUser({ role }));
    (await screen.findByRole('button', { name: 'Menu pengguna' })).focus();
    await type.keyboard('{Enter}');
    const entry = await screen.findByRole('menuitem', { name: 'Nomor WhatsApp' });
    for (let step = 0; document.activeElement !== entry && step < 9; step += 1)
      await type.keyboard('{ArrowDown}');
    await type.keyboard('{Enter}');
    await arrivedAt('/phone');
  },
);

test('when the user logs out, then the toast says so, /auth opens, and the page is not remembered', async () => {
  const { type } = renderApp('/password', aUser());
  await type.click(await screen.findByRole('button', { name: 'Menu pengguna' }));
  await type.click(screen.getByRole('menuitem', { name: 'Keluar' }));
  expect(await screen.findByText('Berhasil keluar')).toBeTruthy();
  expect(screen.getByText('Anda telah keluar dari sistem.')).toBeTruthy();
  await arrivedAt('/auth', null);
});

test('when leaving empties the storage, then the chosen theme stays', async () => {
  const { type } = renderApp('/password', aUser());
  await type.click(await screen.findByRole('button', { name: 'Menu pengguna' }));
  await type.click(screen.getByRole('menuitemradio', { name: 'Gelap' }));
  await type.click(screen.getByRole('button', { name: 'Menu pengguna' }));
  fakeApi({
    'POST /api/logout': () => {
      localStorage.clear(); // as Clear-Site-Data does
      return { body: {} };
    },
  });
  await type.click(screen.getByRole('menuitem', { name: 'Keluar' }));
  expect(await screen.findByText('Berhasil keluar')).toBeTruthy();
  expect(localStorage.getItem('gerbang.theme')).toBe('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
});

test('when the logout fails, then the toast gives the reason and the user stays', async () => {
  const { type } = renderApp('/password', aUser());
  await type.click(await screen.findByRole('button', { name: 'Menu pengguna' }));
  fakeApi({
    'POST /api/logout': () => ({
      status: 503,
      body: { statusCode: 503, code: 'unavailable', message: 'Layanan sedang sibuk.', requestId: 'r' },
    }),
  });
  await type.click(screen.getByRole('menuitem', { name: 'Keluar' }));
  expect(await screen.findByText('Logout gagal')).toBeTruthy();
  expect(screen.getByText('Layanan sedang sibuk.')).toBeTruthy();
  await arrivedAt('/password');
});

test('when a page has more than one crumb, then breadcrumbs show; the dashboard has none', async () => {
  const { type } = renderApp('/password', aUser());
  const crumbs = await screen.findByRole('navigation', { name: 'Jejak halaman' });
  expect(
    within(crumbs)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Dashboard', 'Ubah Password']);
  await type.click(within(crumbs).getByRole('link', { name: 'Dashboard' }));
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Jejak halaman' })).toBeNull());
  expect(document.title).toBe('Dashboard · Penerimaan Murid Baru');
});
