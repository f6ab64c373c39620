import type { RegistrationRow } from '@gerbang/contracts/registrations';
import { sampleFile } from '@gerbang/web-kit/testing/sample-file';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { keepDrafts } from '@gerbang/web-kit/testing/kept-drafts';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aRegistration, aRow, aSchool } from '../../test/samples.ts';
import { RegistrationsPage } from '../registrations/registrations-page.tsx';
import { FeesPaymentPage } from './fees-payment-page.tsx';

keepDrafts();
const uploadFile = jest.fn();
jest.mock('@gerbang/web-kit/files/upload', () => ({
  uploadFile: (...args: unknown[]) => uploadFile(...args) as unknown,
}));

const LINK = '/api/files/0190f2f0-0000-7000-8000-000000000099';
const CALL = 'POST /api/registration-payments';
const fee = (last: number, full_name: string, changes: Partial<RegistrationRow> = {}) =>
  aRow({
    id: `0190f2f0-0000-7000-8000-0000000000${last}`,
    child: { full_name, nick_name: null },
    registration_number: `PSB-2026-TK-000${last}`,
    ...changes,
  });
const ROWS = [
  fee(21, 'Aisyah Putri'),
  fee(22, 'Bilal Ahmad', { payment_amount: 550_000, payment_status: 'rejected' }),
  fee(23, 'Citra Dewi'),
  fee(24, 'Danu Wijaya', { payment_status: 'verified' }),
];
const EXACT = {
  transfer_amount: 900_137,
  base: 900_000,
  unique_add: 137,
  reference: 'GB-7K2M9Q',
  account: { key: 'utama', bank_name: 'BSI', account_number: '7009322722', owner: 'Yayasan' },
  expires_at: '2030-03-14T03:12:00.000Z',
};

function open(answers: Parameters<typeof fakeApi>[0] = {}, query = '') {
  const api = fakeApi({
    'GET /api/parent/last-payer': {
      body: { bank_name: 'BCA', bank_account_number: '1234567890', bank_account_owner: 'Rahma Aulia' },
    },
    'GET /api/config': { body: aSchool() },
    'GET /api/registrations': { body: ROWS },
    [CALL]: { body: { registrations: [aRegistration(), aRegistration()], total: 900_000 } },
    ...answers,
  });
  const page = renderPage(<FeesPaymentPage />, {
    path: `/registrations/bayar${query}`,
    route: '/registrations/bayar',
    user: aUser({ role: 'wali_murid' }),
  });
  return { api, ...page };
}
const box = (name: string) => screen.findByRole('checkbox', { name });

beforeEach(() => {
  uploadFile.mockReset().mockResolvedValue({ success: true, fileUrl: LINK, fileName: 'slip.jpg' });
});

test('when several fees are open, then all are chosen with their sum, and fewer than two cannot go on', async () => {
  const { type } = open();
  expect((await box('Aisyah Putri')).matches(':checked')).toBe(true);
  expect(screen.queryByRole('checkbox', { name: 'Danu Wijaya' })).toBeNull();
  expect(screen.getByText(/^Jumlah 3 biaya: Rp\s1\.250\.000$/u)).toBeTruthy();
  await type.click(await box('Citra Dewi'));
  expect(await screen.findByText(/^Jumlah 2 biaya: Rp\s900\.000$/u)).toBeTruthy();
  (await box('Bilal Ahmad')).focus();
  await type.keyboard(' ');
  expect(screen.getByText(/paling sedikit 2 biaya/u).getAttribute('role')).toBe('status');
  await type.click(screen.getByRole('button', { name: 'Lanjut ke transfer' }));
  expect(screen.queryByText('Transfer tepat sebesar ini')).toBeNull();
});

test('when the choice is made, then one exact amount is asked for the sum, and only then', async () => {
  const { api, type } = open({
    'GET /api/config': { body: aSchool({ unique_code: { on: true, max: 999 } }) },
    'POST /api/payment-expectations': { status: 201, body: EXACT },
  });
  await type.click(await box('Citra Dewi'));
  expect(screen.getByText(/^Jumlah 2 biaya: Rp\s900\.000$/u).parentElement?.textContent).toMatch(
    / — nominal transfer persisnya, tepat sampai angka terakhir, muncul di langkah berikut\.$/u,
  );
  expect(api.bodies('POST /api/payment-expectations')).toEqual([]);
  await type.click(screen.getByRole('button', { name: 'Lanjut ke transfer' }));
  expect(await screen.findByText(/^Rp\s900\.137$/u)).toBeTruthy();
  expect(screen.getByText(/tepat sampai angka terakhir/u)).toBeTruthy();
  // No other amount could be transferred in its place.
  expect(screen.queryByText(/900\.000/u)).toBeNull();
  expect(api.bodies('POST /api/payment-expectations')).toEqual([
    { kind: 'registration_fees', ids: [ROWS[0]!.id, ROWS[1]!.id] },
  ]);
  await type.click(screen.getByRole('button', { name: 'Ubah pilihan' }));
  expect(await box('Citra Dewi')).toBeTruthy();
});

test('when the proof is sent, then it is one act for the chosen fees, and the family reads that it came', async () => {
  const { api, type } = open();
  await type.click(await box('Citra Dewi'));
  await type.click(screen.getByRole('button', { name: 'Lanjut ke transfer' }));
  await type.click(await screen.findByRole('button', { name: 'Sudah transfer, unggah bukti' }));
  fireEvent.change(await screen.findByLabelText('Unggah bukti transfer'), {
    target: { files: [sampleFile('slip.jpg', { type: 'image/jpeg' })] },
  });
  await waitFor(() => expect(uploadFile).toHaveBeenCalledTimes(1));
  await type.click(screen.getByRole('button', { name: 'Kirim bukti' }));
  await findToast('Bukti untuk 2 biaya pendaftaran sudah terkirim');
  expect(api.bodies(CALL)).toMatchObject([
    {
      registration_ids: [ROWS[0]!.id, ROWS[1]!.id],
      payment_evidence_url: LINK,
      payment_status: 'paid',
      bank_name: 'BCA',
      bank_account_number: '1234567890',
      bank_account_owner: 'Rahma Aulia',
    },
  ]);
  expect(await screen.findByRole('heading', { name: 'Bukti sudah kami terima' })).toBeTruthy();
});

test('when one of them was paid meanwhile, then the refusal is shown and what was typed stays', async () => {
  const { type } = open(
    { [CALL]: refused(409, 'Biaya PSB-2026-TK-00022 sudah dibayar.', { code: 'payment_state' }) },
    '?langkah=bukti',
  );
  fireEvent.change(await screen.findByLabelText('Unggah bukti transfer'), {
    target: { files: [sampleFile('slip.jpg', { type: 'image/jpeg' })] },
  });
  await waitFor(() => expect(uploadFile).toHaveBeenCalledTimes(1));
  await type.click(screen.getByRole('button', { name: 'Kirim bukti' }));
  expect((await screen.findAllByText(/PSB-2026-TK-00022 sudah dibayar/u)).length).toBeGreaterThan(0);
  expect(screen.getByLabelText<HTMLInputElement>('Nama bank').value).toBe('BCA');
});

test('when there are not two open fees, then the page says so and leads back', async () => {
  open({ 'GET /api/registrations': { body: [ROWS[0]!, ROWS[3]!] } });
  expect(await screen.findByText('Tidak ada beberapa biaya untuk dibayar sekaligus')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Pendaftaran' }).getAttribute('href')).toBe('/registrations');
});

function list(school: Parameters<typeof aSchool>[0] = {}) {
  fakeApi({
    'GET /api/config': { body: aSchool(school) },
    'GET /api/registrations': { body: ROWS },
    'GET /api/children': { body: [] },
  });
  renderPage(<RegistrationsPage />, { path: '/registrations', user: aUser({ role: 'wali_murid' }) });
}

test('when the list of registrations has several open fees, then it leads to paying them together', async () => {
  list();
  const link = await screen.findByRole('link', { name: 'Bayar sekaligus' });
  expect(link.getAttribute('href')).toBe('/registrations/bayar');
  expect(screen.getByText(/^3 biaya pendaftaran belum dibayar, jumlahnya Rp\s1\.250\.000\.$/u)).toBeTruthy();
});

test('when the school asks for exact amounts, then the list tells their sum apart from what is to be transferred', async () => {
  list({ unique_code: { on: true, max: 999 } });
  await screen.findByRole('link', { name: 'Bayar sekaligus' });
  expect(
    screen.getByText(/jumlahnya Rp\s1\.250\.000 \(jumlah transfernya, .+ halaman pembayaran\)\.$/u),
  ).toBeTruthy();
});
