import type { AskedField, DapodikData, DapodikState } from '@gerbang/contracts/dapodik';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, within } from '@testing-library/react';
import { DapodikCard } from './dapodik-card.tsx';
import { DapodikDataPage } from './dapodik-data-page.tsx';
import { aYear } from '../../test/samples.ts';
import { DapodikPage } from './dapodik-page.tsx';

const YEAR = aYear({ registrations: 53 });
const ROW: DapodikState['children'][number] = {
  registration_id: '0199aaaa-0000-7000-8000-000000000001',
  registration_number: 'PSB-2026-SD-0001',
  child_name: 'Aisyah Putri',
  jenjang: 'SD',
  kelas: '1',
  academic_year: '2026/2027',
  missing: [
    { field: 'religion', label: 'Agama' },
    { field: 'transport', label: 'Alat transportasi ke sekolah' },
  ],
  asked_at: null,
  may_ask: true,
};
const STATE = 'GET /api/admin/dapodik';
const ASK = 'POST /api/admin/dapodik/ask';
const OWN = 'GET /api/dapodik-data';
const GIVE = 'PUT /api/dapodik-data';

function show(state: DapodikState) {
  const api = fakeApi({
    'GET /api/admin/years': { body: [YEAR] },
    [STATE]: { body: state },
    [ASK]: { body: { asked: 1 } },
  });
  const user = aUser({ role: 'staff_tu' });
  return { api, ...renderPage(<DapodikPage />, { path: '/admin/dapodik', user }) };
}

test('when children lack something, then it is said what, and one tap asks the families that may be asked', async () => {
  const asked = { ...ROW, registration_id: '0199aaaa-0000-7000-8000-000000000002', child_name: 'Bayu' };
  const { api, type } = show({
    complete: 41,
    of: 53,
    children: [ROW, { ...asked, asked_at: '2027-03-01T02:00:00.000Z', may_ask: false }],
  });
  expect(await screen.findByRole('heading', { name: 'Lengkap 41 dari 53' })).toBeTruthy();
  const row = within(screen.getByRole('row', { name: /Aisyah Putri/u }));
  expect(row.getByText('Agama, Alat transportasi ke sekolah')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Minta ke keluarga Bayu' })).toBeNull();
  api.answer(ASK, refused(422, 'Ada keluarga yang sudah diminta.', { code: 'asked_recently' }));
  await type.click(screen.getByRole('button', { name: 'Minta ke 1 keluarga' }));
  await findToast('Keluarga belum diminta', 'Ada keluarga yang sudah diminta.');
  api.answer(ASK, { body: { asked: 1 } });
  await type.click(screen.getByRole('button', { name: 'Minta ke 1 keluarga' }));
  await findToast(
    'Keluarga diminta',
    'Pesan dikirim ke 1 keluarga, yang dibuat malam hari berangkat paginya.',
  );
  expect(api.bodies(ASK).at(-1)).toEqual({ registration_ids: [ROW.registration_id] });
});

test('when all rows are complete, or no child is accepted, then that is said', async () => {
  show({ complete: 3, of: 3, children: [] });
  expect(await screen.findByText('Semua data lengkap')).toBeTruthy();
});

test('when no child is accepted, then there is nothing to download', async () => {
  show({ complete: 0, of: 0, children: [] });
  expect(await screen.findByText('Belum ada anak yang diterima')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Unduh untuk Dapodik' })).toBeNull();
});

test('when the state cannot be read, then the page offers to read it again', async () => {
  fakeApi({ 'GET /api/admin/years': { body: [YEAR] }, [STATE]: refused(503, 'Coba lagi.') });
  renderPage(<DapodikPage />, { path: '/admin/dapodik', user: aUser({ role: 'admin' }) });
  expect(await screen.findByRole('button', { name: 'Coba lagi' })).toBeTruthy();
});

const RELIGION: AskedField = {
  field: 'religion',
  label: 'Agama',
  options: [
    { value: '1', label: 'Islam' },
    { value: '2', label: 'Kristen' },
  ],
  digits: null,
  number: null,
};
const WEIGHT: AskedField = {
  field: 'weight',
  label: 'Berat badan',
  options: null,
  digits: null,
  number: { min: 2, max: 200, step: 0.1, unit: 'kg' },
};
const DATA: DapodikData = {
  registration_id: ROW.registration_id,
  child_id: '0199aaaa-0000-7000-8000-000000000003',
  child_name: 'Aisyah Putri',
  missing: [RELIGION, WEIGHT],
  given: [],
};

test('when a family fills a field in, then it is saved by itself and keeps its place', async () => {
  const api = fakeApi({ [OWN]: { body: [DATA] }, [GIVE]: { body: DATA } });
  const { type } = renderPage(<DapodikDataPage />, { path: '/dapodik', user: aUser({ role: 'wali_murid' }) });
  expect(await screen.findByText('2 isian lagi')).toBeTruthy();
  api.answer(OWN, { body: [{ ...DATA, missing: [WEIGHT], given: [{ ...RELIGION, value: '2' }] }] });
  await type.selectOptions(screen.getByLabelText(/^Agama/u), 'Kristen');
  expect(await screen.findByText('1 isian lagi')).toBeTruthy();
  expect(screen.getByText('Tersimpan')).toBeTruthy();
  expect(api.bodies(GIVE)).toEqual([{ registration_id: DATA.registration_id, values: { religion: '2' } }]);
  const weight = screen.getByLabelText<HTMLInputElement>(/^Berat badan/u);
  await type.type(weight, 'dua');
  await type.tab();
  expect(screen.getAllByText('Tulis dengan angka')).not.toEqual([]);
  api.answer(GIVE, refused(400, 'Tulis angka antara 2 dan 200.'));
  await type.clear(weight);
  await type.type(weight, '18,5');
  await type.tab();
  expect(await screen.findByText(/Tulis angka antara 2 dan 200/u)).toBeTruthy();
  expect(weight.value).toBe('18,5');
  expect(api.bodies(GIVE).at(-1)).toMatchObject({ values: { weight: 18.5 } });
});

test('when nothing is asked, then page and card say or show nothing of it', async () => {
  fakeApi({ [OWN]: { body: [] } });
  renderPage(<DapodikDataPage />, { path: '/dapodik', user: aUser({ role: 'wali_murid' }) });
  expect(await screen.findByText('Belum ada yang perlu diisi')).toBeTruthy();
});

test('when something is missing, then the card names child and number and leads to the page', async () => {
  fakeApi({ [OWN]: { body: [DATA] } });
  renderPage(<DapodikCard />, { path: '/dashboard', user: aUser({ role: 'wali_murid' }) });
  expect(await screen.findByText('Aisyah Putri: 2 isian lagi untuk pendataan siswa')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Isi Data Dapodik' }).getAttribute('href')).toBe('/dapodik');
});
