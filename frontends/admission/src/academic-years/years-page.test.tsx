import type { AcademicYear } from '@gerbang/contracts/academic-years';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { cleanup, screen, within } from '@testing-library/react';
import { aYear } from '../../test/samples.ts';
import { YearsPage } from './years-page.tsx';

const OPEN = aYear();
const PLANNED: AcademicYear = {
  ...OPEN,
  label: '2027/2028',
  state: 'planned',
  starts_on: '2027-07-01',
  opened: null,
  registrations: 0,
  version: 3,
};
const LIST = 'GET /api/admin/years';
const PLAN = 'POST /api/admin/years';
const CHANGE = 'PUT /api/admin/years/2027-2028';

function show(years: readonly AcademicYear[], role: 'cs' | 'manager_pendidikan') {
  const api = fakeApi({
    [LIST]: { body: years },
    'GET /api/admin/years/2026-2027/continue': { body: { answers: { yes: 0, no: 0, none: 0 }, groups: [] } },
    [PLAN]: { status: 201, body: PLANNED },
    [CHANGE]: { body: { ...PLANNED, state: 'open' } },
  });
  return { api, ...renderPage(<YearsPage />, { path: '/admin/years', user: aUser({ role }) }) };
}

test('when a planned year is opened, then it is asked first and the version that was seen is sent', async () => {
  const { api, type } = show([PLANNED, OPEN], 'manager_pendidikan');
  const row = within(await screen.findByRole('row', { name: /2026\/2027/u }));
  expect(row.getByText('Dibuka')).toBeTruthy();
  expect(row.getByText('dari penyiapan sekolah')).toBeTruthy();
  expect(row.getByText('41')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^Buka/u })).toHaveLength(1);
  await type.click(screen.getByRole('button', { name: 'Buka tahun ajaran 2027/2028' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  api.answer(CHANGE, refused(409, 'Masih ada draf.', { code: 'draft_exists' }));
  await type.click(dialog.getByRole('button', { name: 'Buka' }));
  await findToast('Tahun ajaran belum dibuka', 'Masih ada draf.');
  api.answer(CHANGE, { body: { ...PLANNED, state: 'open' } });
  await type.click(dialog.getByRole('button', { name: 'Buka' }));
  await findToast('Tahun ajaran dibuka', 'Keluarga dapat mendaftar untuk 2027/2028.');
  expect(api.bodies(CHANGE).at(-1)).toEqual({ state: 'open', version: 3 });
});

test('when a year is planned, then the next one is suggested and what was typed stays after a refusal', async () => {
  const { api, type } = show([OPEN], 'manager_pendidikan');
  await type.click(await screen.findByRole('button', { name: 'Rencanakan tahun' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByLabelText<HTMLInputElement>('Tahun ajaran');
  expect(field.value).toBe('2027/2028');
  await type.clear(field);
  await type.type(field, '2027/2029');
  await type.click(dialog.getByRole('button', { name: 'Simpan' }));
  expect(dialog.getAllByText('Tulis dua tahun yang berurutan, misalnya 2026/2027')).not.toEqual([]);
  expect(api.bodies(PLAN)).toEqual([]);
  await type.clear(field);
  await type.type(field, '2028/2029');
  api.answer(PLAN, refused(409, 'Tahun ajaran 2028/2029 sudah ada.', { code: 'year_exists' }));
  await type.click(dialog.getByRole('button', { name: 'Simpan' }));
  await findToast('Tahun ajaran belum tersimpan', 'Tahun ajaran 2028/2029 sudah ada.');
  expect(field.value).toBe('2028/2029');
  api.answer(PLAN, { status: 201, body: PLANNED });
  await type.click(dialog.getByRole('button', { name: 'Simpan' }));
  await findToast('Tahun ajaran direncanakan', 'Buka tahun itu bila keluarga boleh mendaftar.');
});

test('when other staff read the years, then they can change none', async () => {
  show([PLANNED, OPEN], 'cs');
  expect(await screen.findByText('2027/2028')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('when there is no year, then the next step is said', async () => {
  show([], 'manager_pendidikan');
  expect(await screen.findByText('Belum ada tahun ajaran')).toBeTruthy();
});

test('when the years cannot be read, then the page offers to read them again', async () => {
  fakeApi({ [LIST]: refused(503, 'Coba lagi.') });
  renderPage(<YearsPage />, { path: '/admin/years', user: aUser({ role: 'admin' }) });
  expect(await screen.findByRole('button', { name: 'Coba lagi' })).toBeTruthy();
});

const CLOSING = 'GET /api/admin/years/2026-2027/closing';
const CLOSE = 'POST /api/admin/years/2026-2027/close';
const STOP = 'POST /api/admin/years/2026-2027/stop';
const REOPEN = 'POST /api/admin/years/2026-2027/reopen';
const BY = { id: '0198c0de-0000-7000-8000-000000000009', name: 'Ani' };
const RUNNING = {
  status: 'running',
  choices: { unpaid: 'move', accepted: 'withdraw' },
  asked: { at: '2027-07-01T01:00:00.000Z', by: BY },
  agreed: null,
  total: 4,
  done: 1,
  deleted: 0,
  invited: 1,
  ended: 0,
  withdrawn: 0,
  kept: 0,
  finished_at: null,
} as const;
const left = (waiting: number) => [
  { kind: 'unpaid', count: 2, choices: ['delete', 'move'] },
  { kind: 'waiting', count: waiting, choices: [] },
  { kind: 'waitlist', count: 1, choices: [] },
  { kind: 'accepted', count: 3, choices: ['withdraw', 'wait'] },
  { kind: 'invoices', count: 0, choices: [] },
];
const standing = (more: object = {}) => ({
  version: 1,
  left: left(0),
  next_year: '2027/2028',
  closing: null,
  reopen_until: null,
  archive_from: null,
  archive: null,
  ...more,
});

/** The page with the closing of a year open. */
async function closing(body: object, year: AcademicYear = OPEN) {
  const follows = [{ kind: 'unpaid', count: 2, text: 'Dihapus.', blocks: false }];
  const api = fakeApi({
    [LIST]: { body: [year] },
    [CLOSING]: { body },
    [CLOSE]: { body: { version: 1, follows } },
  });
  const page = renderPage(<YearsPage />, {
    path: '/admin/years',
    user: aUser({ role: 'manager_pendidikan' }),
  });
  await page.type.click(await screen.findByRole('button', { name: 'Penutupan tahun ajaran 2026/2027' }));
  return { api, ...page, dialog: within(await screen.findByRole('dialog')) };
}

test('when a year is to be closed, then what is left is counted, what follows is shown, and the choices are sent', async () => {
  const { api, type, dialog } = await closing(standing());
  expect(await dialog.findByText('Dihapus.')).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Lihat: Daftar tunggu' }).getAttribute('href')).toBe(
    '/admin/seats?tahun=2026%2F2027',
  );
  expect(dialog.queryByRole('link', { name: 'Lihat: Tagihan belum lunas' })).toBeNull();
  await type.click(dialog.getByLabelText('Keluarga ditanya: pindah ke tahun berikutnya?'));
  await type.click(dialog.getByLabelText('Diakhiri sekolah, kursi dilepas'));
  await dialog.findByText('Dihapus.');
  api.answer(CLOSE, { status: 202, body: { version: 1, closing: { ...RUNNING, status: 'asked' } } });
  await type.click(dialog.getByRole('button', { name: 'Minta penutupan' }));
  await findToast('Penutupan diminta', 'Orang kedua dapat menyetujuinya di halaman ini.');
  expect(api.bodies(CLOSE)[0]).toEqual({
    choices: { unpaid: 'delete', accepted: 'wait' },
    version: 1,
    preview: true,
  });
  expect(api.bodies(CLOSE)).toContainEqual({ choices: RUNNING.choices, version: 1 });
});

test('when another person has asked, then the same choices close the year, and what waits comes first', async () => {
  const asked = { ...RUNNING, status: 'asked', done: 0 };
  const { dialog } = await closing(standing({ closing: asked, left: left(1) }));
  expect(await dialog.findByText(/Ani meminta penutupan ini/u)).toBeTruthy();
  expect(dialog.getByText(/Selesaikan dulu yang masih menunggu/u)).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Setujui dan tutup' }).disabled).toBe(true);
});

test('when a closing runs, then its progress is read and it can be stopped', async () => {
  const closed = { ...OPEN, state: 'closed' as const };
  const { api, type, dialog } = await closing(
    standing({ closing: RUNNING, reopen_until: '2096-07-31' }),
    closed,
  );
  expect(await dialog.findByText('1 dari 4 pendaftaran selesai')).toBeTruthy();
  expect(dialog.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  expect(dialog.queryByRole('button', { name: 'Buka kembali' })).toBeNull();
  const stopped = { ...RUNNING, status: 'stopped' };
  api.answer(STOP, { body: { version: 2, closing: stopped } });
  api.answer(CLOSING, { body: standing({ closing: stopped, reopen_until: '2096-07-31', version: 2 }) });
  await type.click(dialog.getByRole('button', { name: 'Hentikan' }));
  await findToast('Penutupan dihentikan', 'Lanjutkan kapan saja di halaman ini.');
  expect(await dialog.findByRole('button', { name: 'Lanjutkan' })).toBeTruthy();
  await type.click(dialog.getByRole('button', { name: 'Buka kembali' }));
  api.answer(REOPEN, { body: OPEN });
  await type.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Buka kembali' }),
  );
  await findToast('Tahun ajaran dibuka kembali', 'Keluarga dapat mendaftar untuk 2026/2027.');
  expect(api.bodies(REOPEN)).toEqual([{ version: 2 }]);
});

const ARCHIVE = 'POST /api/admin/years/2026-2027/archive';
const CLOSED: AcademicYear = { ...OPEN, state: 'closed' };
const counts = { version: 1, families: 1240, children: 1300, registrations: 1355, kept: 60, invoices: 2 };

test('when a year was closed two years ago, then what archiving ends is counted, and one person asks', async () => {
  const over = { archive_from: '2026-01-02', reopen_until: '2024-01-31' };
  const { api, type, dialog } = await closing(standing(over), CLOSED);
  api.answer(ARCHIVE, { body: counts });
  await type.click(await dialog.findByRole('button', { name: 'Coba lagi' }));
  expect(await dialog.findByText('1240')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Buka kembali' })).toBeNull();
  const archive = { ...RUNNING, status: 'asked', done: 0 };
  api.answer(ARCHIVE, { status: 202, body: { version: 1, archive } });
  await type.click(dialog.getByRole('button', { name: 'Minta pengarsipan' }));
  await findToast('Pengarsipan diminta', 'Orang kedua dapat menyetujuinya di halaman ini.');
  expect(api.bodies(ARCHIVE).at(1)).toEqual({ version: 1, preview: true });
  expect(api.bodies(ARCHIVE)).toContainEqual({ version: 1 });
});

test('when another person has asked to archive, then it is confirmed with its number of families', async () => {
  const archive = { ...RUNNING, status: 'asked', done: 0 };
  const { api, type, dialog } = await closing(standing({ archive_from: '2026-01-02', archive }), CLOSED);
  api.answer(ARCHIVE, { body: counts });
  await type.click(await dialog.findByRole('button', { name: 'Coba lagi' }));
  await type.click(await dialog.findByRole('button', { name: 'Setujui dan arsipkan' }));
  const sure = within(await screen.findByRole('alertdialog'));
  expect(sure.getByText('Data 1.240 keluarga dan akunnya dihapus. Ini tidak dapat dibatalkan.')).toBeTruthy();
  api.answer(ARCHIVE, { status: 202, body: { version: 2, archive: RUNNING } });
  await type.click(sure.getByRole('button', { name: 'Setujui dan arsipkan' }));
  await findToast('Tahun ajaran diarsipkan', 'Data keluarga sedang dihapus.');
});

test('when a year is too young to be archived, or its archiving runs, then the page says so', async () => {
  const young = await closing(standing({ archive_from: '2096-07-02' }), CLOSED);
  expect(await young.dialog.findByText('Dapat diarsipkan mulai 2 Juli 2096.')).toBeTruthy();
  cleanup();
  const archived = { ...OPEN, state: 'archived' as const };
  const { dialog } = await closing(standing({ archive: RUNNING }), archived);
  expect(await dialog.findByText('1 dari 4 keluarga selesai')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Hentikan' })).toBeTruthy();
});
