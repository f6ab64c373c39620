import { ANNOUNCEMENT_STATUSES } from '@gerbang/domain/announcements';
import type { Role } from '@gerbang/domain/roles';
import { fakeApi, refused, someYears, type Asked } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { useLocation } from '@gerbang/web-kit/page/router';
import { aRow, idOf, mayOf } from '../../test/samples.ts';
import { AnnouncementsPage } from './announcements-page.tsx';

const LIST = 'GET /api/admin/announcements';
const ROWS = ANNOUNCEMENT_STATUSES.map((status, index) =>
  aRow({ id: idOf(index + 1), status, title: `Pengumuman ${index + 1}` }),
);
const COUNTS: Record<string, string> = {
  draft: '4',
  pending_review: '2',
  approved: '1',
  rejected: '0',
  published: '31',
};

function answer({ query }: Asked, rows = ROWS) {
  const status = query.get('status');
  if (query.get('limit') === '1')
    return { body: [], headers: { 'x-total-count': COUNTS[status ?? ''] ?? '0' } };
  return {
    body: status ? rows.filter((row) => row.status === status) : rows,
    headers: { 'x-total-count': '38' },
  };
}

function Where() {
  return <output data-testid="where">{useLocation().search}</output>;
}

function show(address = '', role: Role = 'admin', answers: Parameters<typeof fakeApi>[0] = {}) {
  const rows = ROWS.map((row) => ({ ...row, may: mayOf(row.status, role) }));
  const api = fakeApi({ [LIST]: (asked) => answer(asked, rows), ...answers });
  const page = (
    <>
      <AnnouncementsPage />
      <Where />
    </>
  );
  const asked = () =>
    api.asked.map(({ query }) => Object.fromEntries(query)).filter(({ limit }) => limit === '50');
  return {
    api,
    asked,
    ...renderPage(page, { path: `/admin/announcements${address}`, user: aUser({ role }) }),
  };
}

const address = () => screen.getByTestId('where').textContent;
const loaded = () => screen.findByText('Pengumuman 1');
const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name, 'u') }));

test('when a tablet stands upright, then the export is beside the time of the data, and the search has its room', async () => {
  const media = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  const spy = jest.spyOn(window, 'matchMedia').mockReturnValue(media as unknown as MediaQueryList);
  show('', 'admin', someYears());
  await loaded();
  const toolsOf = (name: string) => screen.getByRole('button', { name }).parentElement;
  expect(toolsOf('Unduh')).toBe(toolsOf('Muat ulang'));
  spy.mockRestore();
});

test('when there are school years, then list and counts are those of the open one, and of all once that is chosen', async () => {
  const { api, type } = show('', 'admin', someYears());
  await loaded();
  const years = () =>
    api.asked
      .filter(({ path }) => path.endsWith('announcements'))
      .map(({ query }) => query.get('academic_year'));
  expect(years().length).toBeGreaterThan(ANNOUNCEMENT_STATUSES.length);
  expect(new Set(years())).toEqual(new Set(['2026/2027']));
  await type.selectOptions(screen.getByLabelText('Tahun ajaran'), 'Semua tahun');
  await waitFor(() => expect(years().filter((year) => year === null).length).toBeGreaterThan(1));
});

test('when the list is open, then it has the specified columns, the state in words and the time of its data', async () => {
  const { asked } = show();
  await loaded();
  const table = screen.getByRole('table', { name: 'Pengumuman' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Judul', 'Periode observasi', 'Jenjang', 'Status', 'Dibuat', 'Aksi']);
  for (const text of ['16–20 November 2026', 'SD', 'Draf', '20 Nov 2026', '2 siswa'])
    expect(row('Pengumuman 1').getByText(text)).toBeTruthy();
  expect(screen.getByText('38 pengumuman')).toBeTruthy();
  expect(screen.getByText(/^Data pukul \d\d\.\d\d$/u)).toBeTruthy();
  expect(asked()).toEqual([{ limit: '50' }]);
});

test.each([
  ['cs', [['Ubah', 'Ajukan'], [], [], ['Revisi'], []]],
  ['staff_pendidikan', [['Ubah', 'Ajukan'], [], [], ['Revisi'], []]],
  ['it', [['Ubah'], [], [], ['Revisi'], []]],
  ['manager_pendidikan', [[], ['Tinjau'], ['Terbitkan'], [], []]],
  ['admin', [['Ubah', 'Ajukan'], ['Tinjau'], ['Terbitkan'], ['Revisi'], []]],
] as const)(
  'when %s looks, then each row offers what the role may do in its state',
  async (role, expected) => {
    show('', role);
    await loaded();
    const offered = ROWS.map(({ title }) => {
      const cell = row(title).getAllByRole('cell').at(-1) as HTMLElement;
      return [...cell.querySelectorAll('a, button')].map((one) => one.textContent);
    });
    expect(offered).toEqual(expected.map((actions) => ['Lihat', ...actions]));
    expect(Boolean(screen.queryByRole('link', { name: 'Buat Pengumuman' }))).toBe(
      role !== 'manager_pendidikan',
    );
  },
);

test('when the caller’s own work waits for review, then the row says that another person reviews it', async () => {
  const own = aRow({ status: 'pending_review', own: true, may: mayOf('pending_review', 'admin', true) });
  show('', 'admin', { [LIST]: { body: [own], headers: { 'x-total-count': '1' } } });
  expect(await screen.findByText(/Anda penyusunnya, jadi orang lain yang meninjau\.$/u)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Review/u })).toBeNull();
});

test('when results were skipped, then the list says how many', async () => {
  const skipped = aRow({
    status: 'published',
    may: [],
    counts: { total: 9, passed: 8, failed: 1, skipped: 2 },
  });
  show('', 'cs', { [LIST]: { body: [skipped], headers: { 'x-total-count': '1' } } });
  expect(await screen.findByText(/2 tidak diterapkan$/u)).toBeTruthy();
});

test('when a count is pressed, then the list is filtered by it and the address says so', async () => {
  const { type, asked } = show();
  await type.click(await screen.findByRole('button', { name: 'Menunggu Tinjauan 2' }));
  await waitFor(() => expect(address()).toBe('?status=pending_review'));
  await waitFor(() => expect(asked().at(-1)).toEqual({ status: 'pending_review', limit: '50' }));
  expect(screen.getByRole('button', { name: 'Menunggu Tinjauan 2' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
});

test('when filters are set, then each has its chip, but for the marked part, which is not said again, and one button clears them', async () => {
  const { type, asked } = show('?status=draft&jenjang=SD');
  await loaded();
  const options = (label: string) =>
    within(screen.getByLabelText(label))
      .getAllByRole('option')
      .map((option) => option.textContent);
  expect(options('Jenjang')).toEqual(['Semua jenjang', 'KB', 'TK', 'SD', 'SMP']);
  expect(screen.queryByLabelText('Status')).toBeNull();
  const chips = screen.getByRole('group', { name: 'Saringan yang dipakai' });
  expect(within(chips).getByRole('button', { name: 'Hapus saringan Jenjang: SD' })).toBeTruthy();
  await type.click(within(chips).getByRole('button', { name: 'Hapus saringan' }));
  await waitFor(() => expect(address()).toBe('?status=draft'));
  expect(screen.queryByRole('columnheader', { name: 'Status' })).toBeNull();
  await type.click(screen.getByRole('button', { name: /^Draf/u }));
  await waitFor(() => expect(asked().at(-1)).toEqual({ limit: '50' }));
  expect(await screen.findByRole('columnheader', { name: 'Status' })).toBeTruthy();
});

test('when something is searched, then the server searches and the text stays out of the address', async () => {
  const { type, asked } = show();
  await loaded();
  await type.keyboard('/');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByPlaceholderText('Cari judul atau periode observasi...')),
  );
  await type.keyboard('gelombang');
  await waitFor(() => expect(asked().at(-1)).toEqual({ search: 'gelombang', limit: '50' }));
  expect(address()).toBe('');
});

test('when nothing fits, then that is said; when it cannot be read, then another try brings it', async () => {
  const none = { [LIST]: { body: [], headers: { 'x-total-count': '0' } } };
  const { type, api } = show('', 'cs', none);
  expect(await screen.findByText('Belum ada pengumuman.')).toBeTruthy();
  await type.selectOptions(screen.getByLabelText('Jenjang'), 'KB');
  expect(await screen.findByText('Tidak ada pengumuman dengan saringan ini.')).toBeTruthy();
  api.answer(LIST, refused(503, 'Layanan sibuk'));
  await type.click(screen.getByRole('button', { name: 'Muat ulang' }));
  await screen.findByText(/tidak dapat dimuat/u);
  api.answer(LIST, (asked) => answer(asked));
  await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
  await loaded();
});

test('when a row is pressed, then the announcement opens', async () => {
  const { type } = show();
  await type.click(await screen.findByText('Pengumuman 5'));
  expect(await screen.findByText(`at /announcement/${idOf(5)}`)).toBeTruthy();
});
