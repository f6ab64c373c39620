import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { DaysOffSection } from './days-off-section.tsx';

const YEAR = Number(jakartaDay(new Date()).slice(0, 4));
const LIST = 'GET /api/admin/school/days-off';
const ADD = 'POST /api/admin/school/days-off';
const suggestion = { day: `${YEAR}-08-17`, name: 'Hari Kemerdekaan', kind: 'national' };
const stored = {
  id: '0190f2f0-0000-7000-8000-000000000001',
  day: `${YEAR}-03-01`,
  name: 'Rapat kerja guru',
  kind: 'school',
  source: 'typed',
  created_by_name: 'Wati',
  created_at: '2026-11-22T00:00:00.000Z',
};
const show = (role: 'admin' | 'finance' = 'admin') =>
  renderPage(<DaysOffSection />, { path: '/admin/setup', user: aUser({ role }) });

test('when suggestions are ticked and added, then these alone are sent', async () => {
  const other = { day: `${YEAR}-12-25`, name: 'Natal', kind: 'national' };
  const api = fakeApi({
    [LIST]: { body: { days: [stored], suggestions: [suggestion, other] } },
    [ADD]: { status: 201, body: { days: [{ ...stored, ...suggestion }], warnings: [] } },
  });
  const { type } = show();
  expect(await screen.findByText(/periksa dengan SKB tahun ini/u)).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Tambahkan yang dipilih' }));
  await findToast('Gagal menambah hari libur', 'Pilih hari yang akan ditambahkan');
  await type.click(screen.getByRole('checkbox', { name: /Hari Kemerdekaan/u }));
  await type.click(screen.getByRole('button', { name: 'Tambahkan yang dipilih (1)' }));
  await findToast('Hari libur ditambahkan');
  expect(api.bodies(ADD)).toEqual([{ days: [suggestion] }]);
});

test('when an added day has slots of the observation, then the page says how many and where they are, and keeps saying so', async () => {
  fakeApi({
    [LIST]: { body: { days: [stored], suggestions: [suggestion] } },
    [ADD]: {
      status: 201,
      body: { days: [{ ...stored, ...suggestion }], warnings: [{ day: suggestion.day, count: 4 }] },
    },
  });
  const { type } = show();
  await type.click(await screen.findByRole('checkbox', { name: /Hari Kemerdekaan/u }));
  await type.click(screen.getByRole('button', { name: 'Tambahkan yang dipilih (1)' }));
  expect(await screen.findByText(`Ada 4 jadwal observasi pada 17 Agustus ${YEAR}.`)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Buka jadwal observasi' });
  expect(link.getAttribute('href')).toBe(`/admin/calendar?minggu=${suggestion.day}`);
});

test('when a day is deleted, then the call names it; a refusal is shown', async () => {
  const api = fakeApi({
    [LIST]: { body: { days: [stored], suggestions: [] } },
    [`DELETE /api/admin/school/days-off/${stored.id}`]: refused(404, 'Hari libur tidak ditemukan'),
  });
  const { type } = show();
  const list = within(await screen.findByRole('list', { name: `Hari libur ${YEAR}` }));
  await type.click(list.getByRole('button', { name: `Hapus hari libur 1 Maret ${YEAR}` }));
  await findToast('Gagal menghapus hari libur', 'Hari libur tidak ditemukan');
  await waitFor(() => expect(api.asked.filter(({ method }) => method === 'GET')).toHaveLength(2));
});

test('when finance looks, then it reads the days and changes none', async () => {
  fakeApi({ [LIST]: { body: { days: [stored], suggestions: [suggestion] } } });
  show('finance');
  expect(await screen.findByText(/Rapat kerja guru/u)).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Hapus|Tambahkan/u })).toBeNull();
});

test('when the list cannot be read, then the section says so and reads again', async () => {
  let calls = 0;
  fakeApi({
    [LIST]: () => {
      calls += 1;
      return calls === 1 ? refused(403, 'Tidak boleh') : { body: { days: [], suggestions: [] } };
    },
  });
  const { type } = show();
  await type.click(await screen.findByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText(`Belum ada hari libur untuk ${YEAR}.`)).toBeTruthy();
});
