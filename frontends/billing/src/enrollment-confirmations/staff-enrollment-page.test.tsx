import type { Role } from '@gerbang/domain/roles';
import { fakeApi, refused, someYears } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { aBilledConfirmation, aConfirmation, id } from '../../test/samples.ts';
import { StaffEnrollmentPage } from './staff-enrollment-page.tsx';

const LIST = 'GET /api/admin/enrollment-confirmations';
const SUMMARY = 'GET /api/admin/enrollment-confirmations/summary';
const DECIDE = `PUT /api/admin/enrollment-confirmations/${id(30)}/status`;
const WAITING = aConfirmation();
const PROCESSED = aConfirmation({
  id: id(31),
  status: 'processed',
  child: { full_name: 'Umar Faruq', nick_name: null, gender: 'male' },
});
const SETTLED = aBilledConfirmation({
  id: id(32),
  status: 'completed',
  child: { full_name: 'Khalid Ramadhan', nick_name: null, gender: 'male' },
  payment_summary: { total_amount: 16_000_000, amount_paid: 16_000_000, outstanding_balance: 0 },
});
const OWED = aBilledConfirmation({
  id: id(33),
  child: { full_name: 'Maryam Zahra', nick_name: null, gender: null },
  payment_summary: { total_amount: 16_000_000, amount_paid: 3_000_000, outstanding_balance: 13_000_000 },
});

function show(role: Role = 'finance', answers: Parameters<typeof fakeApi>[0] = {}, search = '') {
  const api = fakeApi({
    [LIST]: { body: [WAITING, PROCESSED, SETTLED, OWED], headers: { 'x-total-count': '4' } },
    [SUMMARY]: { body: { waiting: 1, confirmed: 1, scheme_created: 2, declined: 0 } },
    ...answers,
  });
  const page = renderPage(<StaffEnrollmentPage />, {
    path: `/admin/enrollment${search}`,
    user: aUser({ role }),
  });
  return { api, ...page };
}

const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name, 'u') }));
// The no-break space counts as one when texts are looked for.
const rupiah = (text: string) => `Rp ${text}`;

test('when the list is open, then each row has the specified columns and what was paid of it', async () => {
  show();
  const waiting = await row('Aisyah Putri');
  for (const text of [
    'Perempuan · 00042',
    'SD',
    'Ahmad Fauzi',
    '0812-3456-7890',
    'Disubmit',
    'Belum ada skema pembayaran',
  ])
    expect(waiting.getByText(text)).toBeTruthy();
  expect((await row('Khalid Ramadhan')).getByText('Lunas')).toBeTruthy();
  const owed = await row('Maryam Zahra');
  expect(owed.getByText(`Total ${rupiah('16.000.000')}`)).toBeTruthy();
  const rest = `Dibayar ${rupiah('3 jt')} · Sisa ${rupiah('13 jt')}`;
  expect(owed.getByText(rest)).toBeTruthy();
  const cards = within(screen.getByRole('group', { name: 'Jumlah konfirmasi daftar ulang' }));
  expect(cards.getAllByRole('button').map((card) => card.textContent)).toEqual([
    'Menunggu Konfirmasi 1',
    'Terkonfirmasi 1',
    'Skema Dibuat 2',
    'Ditolak 0',
  ]);
});

test('when a state allows it, then its actions are offered, by role', async () => {
  show();
  const waiting = await row('Aisyah Putri');
  expect(waiting.getByRole('button', { name: 'Konfirmasi daftar ulang Aisyah Putri' })).toBeTruthy();
  expect(waiting.queryByRole('link', { name: /^Buat skema/u })).toBeNull();
  const processed = await row('Umar Faruq');
  expect(processed.queryByRole('button')).toBeNull();
  expect(
    processed.getByRole('link', { name: 'Buat skema pembayaran untuk Umar Faruq' }).getAttribute('href'),
  ).toBe(`/admin/payment-scheme/create?confirmationId=${id(31)}`);
  expect((await row('Khalid Ramadhan')).queryByRole('link', { name: /^Buat skema/u })).toBeNull();
});

test('when cs opens the list, then schemes and details are not offered', async () => {
  show('cs');
  await row('Umar Faruq');
  expect(screen.getAllByRole('link').map((one) => one.textContent)).toEqual(['Langsung ke tabel']);
  expect(screen.getByRole('button', { name: 'Tolak daftar ulang Aisyah Putri' })).toBeTruthy();
});

test('when one is confirmed, then it is asked first, sent with what was seen, and the list is read anew', async () => {
  const { api, type } = show('finance', { [DECIDE]: { body: aConfirmation({ status: 'processed' }) } });
  await type.click((await row('Aisyah Putri')).getByRole('button', { name: /^Konfirmasi/u }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(rupiah('1.000.000'))).toBeTruthy();
  expect(api.bodies(DECIDE)).toEqual([]);
  await type.click(dialog.getByRole('button', { name: 'Konfirmasi' }));
  await findToast('Berhasil', 'Status berhasil diperbarui');
  expect(api.bodies(DECIDE)).toEqual([{ status: 'processed' }]);
  expect(api.asked.find((call) => call.method === 'PUT')?.headers['if-match']).toBe('"1"');
  expect(api.asked.filter(({ method, path }) => `${method} ${path}` === LIST).length).toBeGreaterThan(1);
});

test('when one is declined, then the reason is asked, and without one nothing is sent', async () => {
  const { api, type } = show('finance', { [DECIDE]: { body: aConfirmation({ status: 'declined' }) } });
  await type.click((await row('Aisyah Putri')).getByRole('button', { name: /^Tolak/u }));
  const dialog = within(await screen.findByRole('dialog'));
  await type.click(dialog.getByRole('button', { name: 'Tolak' }));
  expect(await dialog.findByText('Alasan penolakan diperlukan')).toBeTruthy();
  expect(api.bodies(DECIDE)).toEqual([]);
  await type.type(dialog.getByLabelText('Alasan penolakan'), 'Data anak belum lengkap');
  await type.click(dialog.getByRole('button', { name: 'Tolak' }));
  await findToast('Berhasil', 'Status berhasil diperbarui');
  expect(api.bodies(DECIDE)).toEqual([{ status: 'declined', reason: 'Data anak belum lengkap' }]);
});

test('when the server is away for a moment, then the reason that was typed stays, and is sent by the next press', async () => {
  const { api, type } = show('finance', { [DECIDE]: { status: 502, body: undefined } });
  await type.click((await row('Aisyah Putri')).getByRole('button', { name: /^Tolak/u }));
  const dialog = within(await screen.findByRole('dialog'));
  await type.type(dialog.getByLabelText('Alasan penolakan'), 'Data anak belum lengkap');
  await type.click(dialog.getByRole('button', { name: 'Tolak' }));
  await findToast('Gagal memperbarui status');
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Alasan penolakan').value).toBe(
    'Data anak belum lengkap',
  );
  api.answer(DECIDE, { body: aConfirmation({ status: 'declined' }) });
  await type.click(dialog.getByRole('button', { name: 'Tolak' }));
  await findToast('Berhasil', 'Status berhasil diperbarui');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['with a reason', refused(409, 'Konfirmasi ini sudah diproses.'), 'Konfirmasi ini sudah diproses.'],
  [
    'without a word',
    { status: 502, body: undefined },
    'Gagal memperbarui status enrollment. Terjadi kesalahan saat mengubah status.',
  ],
])('when the server refuses %s, then the catalogue and the reason are shown', async (_how, answer, words) => {
  const { type } = show('finance', { [DECIDE]: answer });
  await type.click((await row('Aisyah Putri')).getByRole('button', { name: /^Konfirmasi/u }));
  await type.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Konfirmasi' }),
  );
  await findToast('Gagal memperbarui status', words);
});

test.each([
  ['Menunggu Konfirmasi', 'waiting', null],
  ['Terkonfirmasi', 'confirmed', null],
  ['Skema Dibuat', 'scheme_created', '2026/2027'],
])(
  'when %s is shown, then work that is left is of every year, as its number in the menu',
  async (name, group, year) => {
    const { api, type } = show('finance', someYears());
    await row('Aisyah Putri');
    const yearOf = (call: string) => {
      const last = api.asked.filter(({ method, path }) => `${method} ${path}` === call).at(-1);
      return ['group', 'academic_year', 'parts_year'].map((one) => last?.query.get(one));
    };
    expect(yearOf(LIST)).toEqual([null, '2026/2027', null]);
    await type.click(screen.getByRole('button', { name: new RegExp(`^${name}`, 'u') }));
    await waitFor(() => expect(yearOf(LIST)).toEqual([group, year, null]));
    await waitFor(() => expect(yearOf(SUMMARY)).toEqual([null, year, year === null ? '2026/2027' : null]));
  },
);

test('when a counter is pressed, then the list is that of its group, and the address says so', async () => {
  const { api, type } = show();
  await row('Aisyah Putri');
  await type.click(screen.getByRole('button', { name: /^Menunggu Konfirmasi/u }));
  const last = () => api.asked.filter(({ method, path }) => `${method} ${path}` === LIST).at(-1);
  await waitFor(() => expect(last()?.query.get('group')).toBe('waiting'));
});

test('when nothing is there, then it says so; when it cannot be read, then it can be tried again', async () => {
  const { api, type } = show('finance', { [LIST]: refused(503, 'Layanan sedang tidak tersedia.') });
  const again = await screen.findByRole('button', { name: 'Coba lagi' });
  api.answer(LIST, { body: [], headers: { 'x-total-count': '0' } });
  await type.click(again);
  expect(await screen.findByText('Belum ada konfirmasi daftar ulang.')).toBeTruthy();
});
