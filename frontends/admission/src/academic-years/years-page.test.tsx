import type { AcademicYear } from '@gerbang/contracts/academic-years';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, within } from '@testing-library/react';
import { YearsPage } from './years-page.tsx';

const OPEN: AcademicYear = {
  label: '2026/2027',
  state: 'open',
  starts_on: '2026-07-01',
  opened: { at: '2026-09-01T01:00:00.000Z', by: null },
  closed: null,
  registrations: 41,
  version: 1,
};
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
