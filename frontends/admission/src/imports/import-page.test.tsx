import type { ImportRow, ShownImport } from '@gerbang/contracts/import-shapes';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { ImportPage } from './import-page.tsx';

const ID = '00000000-0000-4000-8000-000000000001';
const ONE = `GET /api/admin/imports/${ID}`;
const ROW = `PUT /api/admin/imports/${ID}/rows/2`;
const START = `POST /api/admin/imports/${ID}/start`;
const SETTLE = `POST /api/admin/imports/${ID}/settle-fees`;
const LIST = 'GET /api/admin/imports';

const aRow: ImportRow = {
  n: 2,
  status: 'impossible',
  values: { full_name: 'Anak Uji', birth_date: '31/02/2020', jenjang: 'SD', kelas: '1' },
  reasons: [{ cell: 'B2', text: 'Tanggal tidak dikenal' }],
  warnings: [],
  hidden: true,
  left_out: false,
  decided: false,
  outcome: null,
  outcome_text: null,
  registration_id: null,
  version: 1,
};

const shown = (change: Partial<ShownImport> = {}): ShownImport => ({
  id: ID,
  file_name: 'daftar.xlsx',
  state: 'preview',
  mapping: { Nama: 'full_name', Lahir: 'birth_date' },
  mapping_version: 3,
  headings: ['Nama', 'Lahir'],
  counts: {
    total: 2,
    new: 1,
    family: 0,
    registered: 0,
    look: 0,
    impossible: 1,
    left_out: 0,
    hidden: 1,
    ready: 1,
  },
  seats: [{ text: 'SD 1: 31 baris, 28 tempat', rows: 31, free: 28 }],
  notes: [{ text: '1 baris tersembunyi di berkas ini ikut dibaca.' }],
  progress: null,
  created_by: { name: 'Tata Usaha', role: 'staff_tu' },
  created_at: '2026-11-29T06:00:00.000Z',
  started_at: null,
  ended_at: null,
  undo_until: null,
  version: 2,
  rows: [aRow],
  next_cursor: null,
  ...change,
});

function show(
  role: 'staff_tu' | 'admin' | 'finance',
  import_ = shown(),
  path = `/admin/import?daftar=${ID}`,
  due = 20,
) {
  const api = fakeApi({
    [LIST]: { body: [] },
    [ONE]: { body: import_ },
    [ROW]: { body: { ...aRow, status: 'new', reasons: [] } },
    [START]: { status: 202, body: { ...import_, state: 'running' } },
    [SETTLE]: ({ query }) =>
      query.get('preview') === 'true'
        ? { body: { settled: due, sum: due * 550_000 } }
        : { status: 202, body: { waiting: { count: 20, sum: 11_000_000 } } },
  });
  return { api, ...renderPage(<ImportPage />, { path, user: aUser({ role }) }) };
}

test('when there is no list yet, then the page says what to do first', async () => {
  show('staff_tu', shown(), '/admin/import');
  expect(await screen.findByText('Belum ada daftar')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unduh contoh' })).toBeTruthy();
});

test('when a list was read, then seats, hidden rows and reasons are told, and a row is mended where it stands', async () => {
  const { api, type } = show('staff_tu');
  expect(await screen.findByText('SD 1: 31 baris, 28 tempat')).toBeTruthy();
  expect(screen.getByText(/tersembunyi di berkas ini ikut dibaca/u)).toBeTruthy();
  const row = within(await screen.findByRole('row', { name: /Anak Uji/u }));
  expect(row.getByText('B2')).toBeTruthy();
  await type.click(row.getByRole('button', { name: 'Perbaiki baris 2' }));
  const form = within(await screen.findByRole('form', { name: 'Perbaiki baris 2' }));
  const field = form.getByLabelText<HTMLInputElement>('Tanggal lahir');
  await type.clear(field);
  await type.type(field, '28/02/2020');
  api.answer(
    ROW,
    refused(409, 'Impor ini sudah dimulai dan tidak dapat diubah lagi.', { code: 'import_state' }),
  );
  await type.click(form.getByRole('button', { name: 'Simpan baris' }));
  await findToast('Baris tidak berubah', 'Impor ini sudah dimulai dan tidak dapat diubah lagi.');
  expect(field.value).toBe('28/02/2020');
  api.answer(ROW, { body: { ...aRow, status: 'new', reasons: [] } });
  await type.click(form.getByRole('button', { name: 'Simpan baris' }));
  expect(await row.findByRole('button', { name: 'Perbaiki baris 2' })).toBeTruthy();
  expect(api.bodies(ROW).at(-1)).toEqual({ values: { birth_date: '28/02/2020' }, version: 1 });
});

test('when a list is read much longer than usual, then the page says so and what to do', async () => {
  show('staff_tu', shown({ state: 'reading', created_at: new Date().toISOString(), rows: [] }));
  expect(await screen.findByText('Membaca daftar...')).toBeTruthy();
  cleanup();
  show('staff_tu', shown({ state: 'reading', rows: [] }));
  expect(await screen.findByText(/unggah daftarnya sekali lagi/u)).toBeTruthy();
});

test('when another person has changed the row first, then what was typed stays, beside the row as it is now, and is saved over it', async () => {
  const { api, type } = show('staff_tu');
  const form = async () => within(await screen.findByRole('form', { name: 'Perbaiki baris 2' }));
  const edit = async () => type.click(await screen.findByRole('button', { name: 'Perbaiki baris 2' }));
  await edit();
  const field = (await form()).getByLabelText<HTMLInputElement>('Tanggal lahir');
  await type.clear(field);
  await type.type(field, '28/02/2020');
  const theirs = { ...aRow, version: 2, values: { ...aRow.values, full_name: 'Anak Lain' } };
  api.answer(ONE, { body: shown({ version: 3, rows: [theirs] }) });
  api.answer(ROW, refused(409, 'Baris ini baru saja diubah orang lain.', { code: 'stale' }));
  await type.click((await form()).getByRole('button', { name: 'Simpan baris' }));
  await findToast('Baris tidak berubah', 'Baris ini baru saja diubah orang lain.');
  expect(await screen.findByDisplayValue('Anak Lain')).toBeTruthy();
  // Closed and opened again it is still there.
  await type.keyboard('{Escape}');
  await edit();
  expect((await form()).getByLabelText<HTMLInputElement>('Tanggal lahir').value).toBe('28/02/2020');
  api.answer(ROW, { body: { ...theirs, version: 3, status: 'new', reasons: [] } });
  await type.click((await form()).getByRole('button', { name: 'Simpan baris' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(api.bodies(ROW).at(-1)).toEqual({ values: { birth_date: '28/02/2020' }, version: 2 });
});

test('when the import is started, then it is asked first and says that no message goes out', async () => {
  const { api, type } = show('staff_tu');
  await type.click(await screen.findByRole('button', { name: 'Mulai impor' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/Tidak ada pesan yang dikirim/u)).toBeTruthy();
  await type.click(dialog.getByRole('button', { name: 'Mulai impor' }));
  await findToast('Impor dimulai', 'Anda boleh meninggalkan halaman ini.');
  expect(api.bodies(START)).toHaveLength(1);
});

test('when finance opens the link of a list, then only its fees can be marked, and a large sum waits for a second person', async () => {
  const { type, api } = show('finance');
  await type.click(await screen.findByRole('button', { name: 'Tandai lunas 20 biaya' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Tandai lunas 20 biaya?' }));
  expect(dialog.getByText(/Rp 11\.000\.000/u)).toBeTruthy();
  await type.click(dialog.getByRole('button', { name: 'Tandai lunas 20 biaya' }));
  await findToast(
    'Menunggu orang kedua',
    '20 biaya, Rp 11.000.000. Orang lain dari keuangan atau Administrator menandainya dengan tautan halaman ini.',
  );
  expect(api.bodies(ONE)).toHaveLength(0);
});

test('when no fee of a list is left to be marked, then the page says so and offers nothing', async () => {
  show('finance', shown(), undefined, 0);
  expect(await screen.findByText('Tidak ada biaya di daftar ini yang perlu ditandai lunas.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Tandai lunas/u })).toBeNull();
});

test('when an import has ended, then the button names the families that it made, and finance is given its address', async () => {
  const { type } = show(
    'admin',
    shown({
      state: 'done',
      progress: { done: 3, of: 3, minutes_left: null, imported: 3, families: 2, failed: 0 },
    }),
  );
  expect(await screen.findByRole('button', { name: 'Undang 2 keluarga' })).toBeTruthy();
  const address = `${window.location.origin}/admin/import?daftar=${ID}`;
  expect(screen.getByText(`Tautan halaman ini, untuk keuangan: ${address}`)).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Salin tautan untuk keuangan' }));
  expect(await navigator.clipboard.readText()).toBe(address);
});
