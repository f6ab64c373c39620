import { findAnything, type Found } from '@gerbang/contracts/finder';
import { navigationOf } from '@gerbang/contracts/pages';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { arrivedAt, aUser, renderApp } from './render-app.tsx';

jest.mock('../src/remotes/remotes.ts', () => ({
  remoteOf: () => undefined,
  loadPage: async () => ({
    routes: {
      '/admin/registration': () => <input aria-label="cari di daftar" aria-keyshortcuts="/" />,
      '/admin/messages': () => 'halaman pesan',
    },
  }),
  forgetRoutes: () => undefined,
}));

const CALL = `POST ${findAnything.path}`;
const ID = '0190f2f0-0000-7000-8000-00000000000';
const FOUND: Found = {
  groups: {
    registrations: {
      total: 9,
      hits: [{ to: `/admin/registration?id=${ID}1`, title: 'Aisyah Putri', note: 'PSB-2026-SD-00001 · SD' }],
    },
    parents: { total: 1, hits: [{ to: `/admin/families/${ID}1`, title: 'Bambang', note: '0812-3456-7890' }] },
  },
  unavailable: [],
};
const user = aUser({ role: 'cs' });

const open = async (answers: Parameters<typeof fakeApi>[0] = {}, path = '/admin/messages') => {
  const view = renderApp(path, user);
  const api = fakeApi({
    'GET /api/user': { body: user },
    'GET /api/dashboard': { body: { admission: null, unavailable: ['admission'] } },
    ...answers,
  });
  await screen.findByRole('button', { name: 'Cari (Ctrl K)' });
  return { ...view, api };
};
const field = () => screen.findByRole('combobox', { name: 'Cari anak, orang tua, nomor, atau halaman' });
const options = () => screen.getAllByRole('option');
const current = () => options().find((one) => one.getAttribute('aria-selected') === 'true')?.textContent;

test('when Ctrl K is pressed, then the pages of the role are offered, the arrows move, and Enter opens one', async () => {
  const { type, api } = await open();
  await type.keyboard('{Control>}k{/Control}');
  const input = await field();
  const pages = navigationOf('cs').map(({ nav }) => nav);
  expect(options().map((one) => one.textContent)).toEqual(pages);
  expect(current()).toBe(pages[0]);
  await type.keyboard('{ArrowUp}');
  expect(current()).toBe(pages.at(-1));
  expect(input.getAttribute('aria-activedescendant')).toBe(options().at(-1)?.id);
  await type.type(input, 'pendaftaran');
  await waitFor(() => expect(current()).toBe('Pendaftaran'));
  expect(api.asked.filter(({ path }) => path === findAnything.path).length).toBeLessThanOrEqual(1);
});

test('when words are typed, then groups with counts are heard, and Enter opens the first hit', async () => {
  const { type, api } = await open({ [CALL]: { body: FOUND } });
  await type.keyboard('/');
  await type.type(await field(), 'aisy');
  const group = await screen.findByRole('group', { name: /^Anak dan pendaftaran/u });
  expect(within(group).getByText('1 dari 9')).toBeTruthy();
  expect(screen.getByRole('group', { name: /^Orang tua/u })).toBeTruthy();
  await waitFor(() => expect(screen.getByText('2 hasil')).toBeTruthy());
  // One search for all the letters, and its words in the body alone.
  const searches = api.asked.filter(({ path }) => path === findAnything.path);
  expect(searches.map(({ body, query }) => [body, query.size])).toEqual([[{ words: 'aisy' }, 0]]);
  await type.keyboard('{Enter}');
  await arrivedAt(`/admin/registration?id=${ID}1`);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('when a word of the business is typed, then it is explained once, and Enter opens a page that has it', async () => {
  const { type } = await open({ [CALL]: { body: { groups: {}, unavailable: [] } } });
  await type.keyboard('/');
  await type.type(await field(), 'salur');
  const help = await screen.findByRole('group', { name: /^Bantuan/u });
  expect(within(help).getAllByText('Jalan pengiriman kabar: WhatsApp atau email.')).toHaveLength(1);
  await type.keyboard('{Enter}');
  await arrivedAt('/admin/messages');
});

test('when a word is of no page of the role, then it is explained all the same, and pages of the account are found', async () => {
  const { type } = await open({
    [CALL]: { body: { groups: { registrations: { total: 0, hits: [] } }, unavailable: [] } },
  });
  await type.keyboard('/');
  await type.type(await field(), 'mutasi');
  const help = await screen.findByRole('group', { name: /^Bantuan/u });
  expect(within(help).getAllByRole('option')[0]?.textContent).toMatch(/^MutasiCatatan bank/u);
  expect(await screen.findByText(/^Keluarga yang belum mendaftarkan anak/u)).toBeTruthy();
  await type.clear(await field());
  await type.type(await field(), 'ubah pass');
  await waitFor(() => expect(current()).toBe('Ubah Password'));
  await type.click(await screen.findByRole('link', { name: 'Loket' }));
  await arrivedAt('/admin/counter');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('when a page has a search of its own, then its key stays with it; Ctrl K opens this one all the same', async () => {
  const { type } = await open({}, '/admin/registration');
  await screen.findByLabelText('cari di daftar');
  await type.keyboard('/');
  expect(screen.queryByRole('dialog')).toBeNull();
  await type.keyboard('{Control>}k{/Control}');
  expect(await field()).toBeTruthy();
  await type.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('when the search fails, finds nothing, or lacks a part, then that is said', async () => {
  const { type, api } = await open({ [CALL]: { status: 500, body: {} } });
  await type.keyboard('/');
  const input = await field();
  await type.type(input, 'zzzz');
  expect(await screen.findByText(/^Pencarian tidak berhasil/u)).toBeTruthy();
  api.answer(CALL, { body: { groups: {}, unavailable: ['invoices'] } });
  await type.type(input, 'z');
  expect(
    await screen.findByText(/^Tidak ada yang cocok.*Sebagian data sedang tidak dapat dicari\.$/u),
  ).toBeTruthy();
  await type.clear(input);
  await type.type(input, '7zzz-zzzz-zzzz-zzzz-zzzz-zzzz-zz');
  expect(await screen.findByText('Periksa keaslian dokumen')).toBeTruthy();
});

test('when a family is logged in, then there is no such search', async () => {
  const { type } = renderApp('/notifications', aUser());
  await screen.findByRole('navigation', { name: 'Tempat utama' });
  await type.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cari (Ctrl K)' })).toBeNull();
});
