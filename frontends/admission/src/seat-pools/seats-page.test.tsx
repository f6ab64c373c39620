import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused, someYears } from '@gerbang/web-kit/testing/fake-api';
import { screen, within } from '@testing-library/react';
import { aSchool } from '../../test/samples.ts';
import { aPool, seatsOf } from '../../test/seats.ts';
import { SeatsPage } from './seats-page.tsx';

const LIST = 'GET /api/admin/seats';
const ONE = `/api/admin/seat-pools/${aPool().id}`;
const head = { role: 'manager_pendidikan' } as const;

function open(role: Parameters<typeof aUser>[0], answers: Parameters<typeof fakeApi>[0]) {
  const api = fakeApi({
    ...someYears(),
    'GET /api/config': { body: aSchool() },
    [LIST]: seatsOf(),
    ...answers,
  });
  return { api, ...renderPage(<SeatsPage />, { path: '/admin/seats', user: aUser(role) }) };
}
const card = async (label = 'SD kelas 1') =>
  within(await screen.findByRole('region', { name: `Kursi ${label}` }));

test('when no seats are limited, then the page says what that means, and only who may decide can limit them', async () => {
  open(head, {});
  expect(await screen.findByText('Kursi belum dibatasi')).toBeTruthy();
  expect(
    screen.getByText(/^Tanpa batas, sekolah dapat menerima berapa pun anak untuk 2026\/2027/u),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Batasi kursi' })).toBeTruthy();
});

test('when a clerk finds no limit, then it says who can set one', async () => {
  open({ role: 'cs' }, {});
  expect(await screen.findByText('Kepala Sekolah atau Administrator dapat membatasinya.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Batasi kursi' })).toBeNull();
});

test('when seats are limited, then their figures, what is due and the warning stand in words, and the rest is without a limit', async () => {
  const warning = 'Lebih besar dari 28 per rombel × 2.';
  open(
    { role: 'cs' },
    { [LIST]: seatsOf(aPool({ due_soon: 3, warnings: [{ code: 'above_class_size', text: warning }] })) },
  );
  const pool = await card();
  expect(pool.getByText('56 kursi, paling banyak 60 ditawarkan')).toBeTruthy();
  const figures = pool
    .getAllByRole('term')
    .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
  expect(figures).toEqual(['Diambil 41', 'Ditawarkan 15', 'Sedang dilepas 2', 'Bebas 2', 'Menunggu 3']);
  const due = pool.getByRole('link', { name: 'Lepas dalam 48 jam: 3' });
  expect(due.getAttribute('href')).toMatch(/bagian=offers&status=open&due_before=\d{4}-\d\d-\d\d$/u);
  expect(pool.getByText(warning)).toBeTruthy();
  expect(pool.queryByRole('button')).toBeNull();
  expect(screen.getByText('Tanpa batas kursi: KB · TK · SMP.')).toBeTruthy();
});

test('when year or level is chosen, then the seats of it are read', async () => {
  const { api, type } = open(head, { [LIST]: seatsOf(aPool()) });
  await type.selectOptions(await screen.findByLabelText('Jenjang'), 'TK');
  await card();
  const asked = api.asked.filter(({ path }) => path === '/api/admin/seats').at(-1);
  expect(asked?.query.toString()).toBe('academic_year=2026%2F2027&jenjang=TK');
});

test('when a pool is opened, then its figures and what is due stand in lines, and all the rest is behind one button', async () => {
  const { type } = open(head, {
    [LIST]: seatsOf(aPool({ due_soon: 3 })),
    [`GET ${ONE}/waitlist`]: { body: { entries: [] } },
  });
  await type.click((await card()).getByRole('link', { name: 'Buka: SD kelas 1' }));
  expect(await screen.findByRole('heading', { name: 'SD kelas 1' })).toBeTruthy();
  expect(
    screen.getByText('Diambil 41 · Ditawarkan 15 · Sedang dilepas 2 · Bebas 2 · Menunggu 3'),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Lepas dalam 48 jam: 3' })).toBeTruthy();
  expect(screen.queryByText(/^Urutan: 1\./u)).toBeNull();
  const more = screen.getByRole('button', { name: 'Rincian', expanded: false });
  await type.click(more);
  expect((await card()).getByText(/^Urutan: 1\. Siswa dari jenjang kami · 2\. /u)).toBeTruthy();
  expect((await card()).getByText('56 kursi, paling banyak 60 ditawarkan')).toBeTruthy();
  expect((await card()).getByRole('button', { name: 'Ubah: SD kelas 1' })).toBeTruthy();
  expect(more.getAttribute('aria-expanded')).toBe('true');
});

test('when the seats cannot be read, then it can be tried again', async () => {
  open(head, { [LIST]: refused(503, 'Sedang sibuk') });
  expect(await screen.findByText(/^Kursi tidak dapat dimuat\./u)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Coba lagi' })).toBeTruthy();
});

test('when a pool that is in use is deleted, then it says what holds it; an empty one goes', async () => {
  const { api, type } = open(head, {
    [LIST]: seatsOf(aPool()),
    [`DELETE ${ONE}`]: refused(409, 'Masih ada kursi.', { code: 'pool_in_use' }),
    [`GET ${ONE}/waitlist`]: { body: { entries: [] } },
  });
  expect((await card()).queryByRole('button', { name: /^Hapus/u })).toBeNull();
  await type.click((await card()).getByRole('link', { name: 'Buka: SD kelas 1' }));
  await screen.findByText('Tidak ada yang menunggu');
  await type.click(screen.getByRole('button', { name: 'Rincian' }));
  await type.click((await card()).getByRole('button', { name: 'Hapus: SD kelas 1' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await type.click(dialog.getByRole('button', { name: 'Hapus' }));
  expect(
    await dialog.findByText(/^Masih ada 58 kursi yang dipegang dan 3 keluarga yang menunggu\./u),
  ).toBeTruthy();
  api.answer(`DELETE ${ONE}`, { status: 204 });
  await type.click(dialog.getByRole('button', { name: 'Hapus' }));
  await findToast('Batas kursi dihapus', 'SD kelas 1 kembali tanpa batas.');
});
