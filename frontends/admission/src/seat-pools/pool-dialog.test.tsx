import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, type FakeAnswer, someYears } from '@gerbang/web-kit/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { aSchool } from '../../test/samples.ts';
import { aPool, seatsOf } from '../../test/seats.ts';
import { SeatsPage } from './seats-page.tsx';

const LIST = 'GET /api/admin/seats';
const ADD = 'POST /api/admin/seat-pools';
const CHANGE = `PUT /api/admin/seat-pools/${aPool().id}`;

const conflict = (code: string, message: string, more: object): FakeAnswer => ({
  status: 409,
  body: { statusCode: 409, code, message, requestId: 'r-1', ...more },
});

async function openForm(button: string, answers: Parameters<typeof fakeApi>[0]) {
  const api = fakeApi({
    ...someYears(),
    'GET /api/config': { body: aSchool() },
    [LIST]: seatsOf(aPool()),
    ...answers,
  });
  const user = aUser({ role: 'manager_pendidikan' });
  const page = renderPage(<SeatsPage />, { path: '/admin/seats', user });
  await page.type.click(await screen.findByRole('button', { name: button }));
  const form = within(await screen.findByRole('dialog'));
  const fill = async (label: RegExp, text: string) => {
    await page.type.clear(form.getByLabelText(label));
    if (text !== '') await page.type.type(form.getByLabelText(label), text);
  };
  return {
    api,
    form,
    fill,
    save: () => page.type.click(form.getByRole('button', { name: 'Simpan' })),
    ...page,
  };
}
const change = (answer: FakeAnswer) => openForm('Ubah: SD kelas 1', { [CHANGE]: answer });
const orderIn = (form: Awaited<ReturnType<typeof openForm>>['form']) =>
  form.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/^\d+\./u, ''));

const LIMIT = /^Batas tawaran/u;
const SEATS = /^Jumlah kursi/u;

test('when seats are limited, then what was chosen is sent, empty fields as none', async () => {
  const { api, form, fill, save, type } = await openForm('Batasi kursi', {
    [ADD]: { status: 201, body: aPool() },
  });
  await save();
  expect((await form.findAllByText('Isi dengan angka 0 sampai 2.000')).length).toBeGreaterThan(0);
  await type.selectOptions(form.getByLabelText('Jenjang'), 'SD');
  await type.selectOptions(form.getByLabelText('Kelas'), '1');
  await fill(SEATS, '56');
  expect(form.getByText('Antara 56 dan 73.')).toBeTruthy();
  await fill(LIMIT, '74');
  await save();
  expect((await form.findAllByText('Isi antara 56 dan 73')).length).toBeGreaterThan(0);
  await fill(LIMIT, '58');
  await type.click(form.getByRole('button', { name: 'Tidak dipakai: Anak guru atau karyawan' }));
  await type.click(form.getByRole('checkbox', { name: /^Tawarkan kursi yang lepas sendiri/u }));
  await save();
  await findToast('Kursi tersimpan', 'SD kelas 1');
  expect(api.bodies(ADD)).toEqual([
    {
      academic_year: '2026/2027',
      jenjang: 'SD',
      kelas: '1',
      seats: 56,
      offer_limit: 58,
      answer_days: 7,
      auto_offer: true,
      offers_until: null,
      list_max: null,
      criteria: ['internal', 'sibling', 'fee_verified_at', 'registered_at'],
    },
  ]);
});

test('when the order is changed, then a reason is wanted, and the last criterion stays the last', async () => {
  const { api, form, fill, save, type } = await change({ body: aPool({ version: 4 }) });
  await type.click(form.getByRole('button', { name: 'Naikkan: Saudara kandung siswa kami' }));
  expect(orderIn(form)).toEqual([
    'Saudara kandung siswa kami',
    'Siswa dari jenjang kami',
    'Terdaftar lebih dahulu (selalu yang terakhir)',
  ]);
  expect(form.getByText('Saudara kandung siswa kami sekarang aturan ke-1')).toBeTruthy();
  const moved = form.getByRole('button', { name: 'Naikkan: Saudara kandung siswa kami' });
  await waitFor(() => expect(document.activeElement).toBe(moved));
  await save();
  expect((await form.findAllByText(/^Aturan urutan berubah: tulis alasannya/u)).length).toBeGreaterThan(0);
  expect(api.bodies(CHANGE)).toEqual([]);
  await fill(/^Alasan perubahan/u, 'Keputusan rapat 2 Januari');
  await save();
  await findToast('Kursi tersimpan');
  expect(api.bodies(CHANGE)).toMatchObject([
    {
      criteria: ['sibling', 'internal', 'registered_at'],
      reason: 'Keputusan rapat 2 Januari',
      version: 3,
    },
  ]);
});

test('when the limit is below what is taken, then the figure and the remedy stand at the field, and nothing is lost', async () => {
  const { form, fill, save } = await change(
    conflict('below_taken', 'Sudah 58 kursi terpakai.', { details: { taken: 58 } }),
  );
  await fill(SEATS, '50');
  await fill(LIMIT, '57');
  await save();
  const words = 'Sudah 58 kursi terpakai. Isi paling sedikit 58, atau lepas kursi lebih dahulu.';
  expect((await form.findAllByText(words)).length).toBeGreaterThan(0);
  expect(form.getByLabelText<HTMLInputElement>(LIMIT).value).toBe('57');
});

test('when a class is limited already, then the form says so at the class', async () => {
  const message = 'Kursi kelas ini sudah dibatasi, sendiri atau bersama jenjangnya.';
  const { form, fill, save, type } = await openForm('Batasi kursi', {
    [ADD]: conflict('pool_overlap', message, {}),
  });
  await type.selectOptions(form.getByLabelText('Jenjang'), 'SD');
  await fill(SEATS, '56');
  await fill(LIMIT, '56');
  await save();
  expect(
    (await form.findAllByText(`${message} Pilih kelas lain, atau ubah batas yang sudah ada.`)).length,
  ).toBe(2);
});

test('when another person was first, then the form names who and what, keeps what was typed, and can be sent again', async () => {
  const present = aPool({ version: 9, answer_days: 14 });
  const changed_by = { name: 'Siti', role: 'manager_pendidikan' };
  const { api, form, fill, save } = await change(
    conflict('stale', 'Sudah diubah.', {
      stale: { changed_by, changed_at: '2027-01-18T02:00:00Z', present },
    }),
  );
  await fill(SEATS, '57');
  await save();
  expect(
    await form.findByText(/^Data ini sudah diubah oleh Siti \(Kepala Sekolah\) pada 18 Januari 2027/u),
  ).toBeTruthy();
  expect(form.getByText('Waktu jawab (hari) sekarang: 14')).toBeTruthy();
  expect(form.getByText('Jumlah kursi sekarang: 56')).toBeTruthy();
  expect(form.getByLabelText<HTMLInputElement>(SEATS).value).toBe('57');
  api.answer(CHANGE, { body: aPool({ version: 10, seats: 57 }) });
  await save();
  await findToast('Kursi tersimpan');
  expect(api.bodies(CHANGE)).toMatchObject([
    { seats: 57, answer_days: 7, version: 3 },
    { seats: 57, answer_days: 7, version: 9 },
  ]);
});
