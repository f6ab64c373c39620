import type { SchoolConfig } from '@gerbang/contracts/school';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { keepDrafts } from '@gerbang/web-kit/testing/kept-drafts';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { anInvoice, aSchool, id } from '../../test/samples.ts';
import { InvoicePaymentPage } from './invoice-payment-page.tsx';

keepDrafts();

const MAKE = 'POST /api/pay-requests';
const STATE = `GET /api/pay-requests/${id(90)}`;
const GATEWAY: NonNullable<SchoolConfig['gateway']> = {
  channels: ['va', 'qris'],
  banks: [
    { code: '451', name: 'BSI' },
    { code: '014', name: 'BCA' },
  ],
  qris_max: 10_000_000,
};
const END = new Date(Date.now() + 86_400_000 - 60_000).toISOString();
const VA = {
  id: id(90),
  channel: 'va',
  va: { bank: 'BSI', number: '   9001012345678901', display: '9001 0123 4567 8901' },
  amount: 8_000_000,
  expires_at: END,
  steps: [{ app: 'ATM', lines: ['Pilih Virtual Account.'] }],
};
const QR = {
  id: id(90),
  channel: 'qris',
  qr: { content: '00020101021226' },
  amount: 8_000_000,
  // Longer than files that are tried together take.
  expires_at: new Date(Date.now() + 1_800_000).toISOString(),
  steps: [],
};
const open = { status: 'open', expires_at: END, paid_at: null, payment_id: null, next_poll_s: 0.02 };

function show(gateway: SchoolConfig['gateway'] = GATEWAY, remaining = 8_000_000) {
  const api = fakeApi({
    'GET /api/parent/invoices': { body: [{ ...anInvoice(), remaining }] },
    'GET /api/config': { body: aSchool({ ...(gateway && { gateway }) }) },
    'GET /api/parent/payment-defaults': { body: { bank_info: null, reminder_days: [] } },
    [`GET /api/enrollment-invoice-payments/invoice/${id(50)}`]: { body: [] },
    [MAKE]: { status: 201, body: VA },
    [STATE]: { body: open },
  });
  const page = renderPage(<InvoicePaymentPage />, {
    path: `/tagihan/${id(50)}/bayar`,
    route: '/tagihan/:invoiceId/bayar',
    user: aUser({ role: 'wali_murid' }),
  });
  return { api, ...page };
}

async function opened(...of: Parameters<typeof show>) {
  const page = show(...of);
  await page.type.click(
    await screen.findByRole('button', { name: 'Bayar dengan Virtual Account atau QRIS' }),
  );
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: /^Bayar / })) };
}

test('when the school has no gateway, then the page offers the transfer alone', async () => {
  show(null as never);
  expect(await screen.findByRole('button', { name: 'Salin jumlah transfer' })).toBeTruthy();
  expect(screen.queryByText(/Virtual Account/u)).toBeNull();
});

test('when a bank is chosen, then its number stands in groups, its steps are folded, and the page changes by itself when it is paid', async () => {
  const { api, type, dialog } = await opened();
  await type.click(dialog.getByRole('radio', { name: 'BCA' }));
  await type.click(dialog.getByRole('button', { name: 'Tampilkan nomor' }));
  expect(await dialog.findByText('9001 0123 4567 8901')).toBeTruthy();
  expect(api.bodies(MAKE)).toEqual([
    { kind: 'invoice', id: id(50), channel: 'va', bank_code: '014', amount: 8_000_000 },
  ]);
  expect(dialog.getByText('Nominal Rp 8.000.000 terkunci, tidak perlu diubah')).toBeTruthy();
  expect(dialog.getByText(/^Berlaku sampai (?:besok|hari ini) \d\d\.\d\d$/u)).toBeTruthy();
  expect(dialog.getByText('Menunggu pembayaran… halaman ini berubah sendiri')).toBeTruthy();
  await type.click(dialog.getByRole('button', { name: 'Salin nomor' }));
  expect(await navigator.clipboard.readText()).toBe('9001012345678901');
  api.answer(STATE, {
    body: { ...open, status: 'paid', paid_at: '2026-11-29T07:03:00.000Z', payment_id: id(91) },
  });
  expect(await dialog.findByText('Pembayaran diterima 14.03.')).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Unduh kuitansi' }).getAttribute('href')).toBe(
    `/api/enrollment-invoice-payments/${id(91)}/receipt`,
  );
  const before = api.asked.filter(({ path }) => path === '/api/parent/invoices').length;
  await type.click(dialog.getByRole('button', { name: 'Tutup' }));
  await waitFor(() =>
    expect(api.asked.filter(({ path }) => path === '/api/parent/invoices').length).toBeGreaterThan(before),
  );
});

test('when a QR code runs out, then another can be made', async () => {
  const { api, type, dialog } = await opened();
  api.answer(MAKE, { status: 201, body: QR });
  await type.click(dialog.getByRole('tab', { name: 'QRIS' }));
  await type.click(dialog.getByRole('button', { name: 'Tampilkan kode QR' }));
  const picture = await dialog.findByRole('img', { name: 'Kode QRIS' });
  expect(Number(picture.getAttribute('width'))).toBeGreaterThanOrEqual(240);
  expect(dialog.getByRole('timer').textContent).toMatch(/^Sisa waktu (?:30:00|[12]\d:\d\d)$/u);
  api.answer(STATE, { body: { ...open, status: 'expired' } });
  await type.click(await dialog.findByRole('button', { name: 'Buat kode baru' }));
  await waitFor(() => expect(api.bodies(MAKE)).toHaveLength(2));
});

test('when the amount is above the limit of QRIS, then the tab says so and leads to the virtual account', async () => {
  const { api, type, dialog } = await opened(GATEWAY, 12_250_000);
  await type.click(dialog.getByRole('tab', { name: 'QRIS' }));
  expect(dialog.getByText(/^QRIS paling banyak Rp 10\.000\.000 per pembayaran\./u)).toBeTruthy();
  await type.click(dialog.getByRole('button', { name: 'Pilih Virtual Account' }));
  expect(dialog.getByRole('button', { name: 'Tampilkan nomor' })).toBeTruthy();
  expect(api.bodies(MAKE)).toEqual([]);
});

test('when the provider is down, then the family reads so and is led to the transfer', async () => {
  const { api, type, dialog } = await opened();
  const text = 'Virtual Account sedang tidak tersedia. Transfer bank tetap bisa.';
  api.answer(MAKE, refused(503, text, { code: 'gateway_down' }));
  await type.click(dialog.getByRole('button', { name: 'Tampilkan nomor' }));
  expect((await dialog.findByRole('alert')).textContent).toContain(text);
  await type.click(dialog.getByRole('button', { name: 'Pilih transfer bank' }));
  await type.click(dialog.getByRole('button', { name: 'Lihat rekening' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Salin nomor rekening' })).toBeTruthy();
});

test('when money needs a look, or the family cancels, then the dialog says so', async () => {
  const { api, type, dialog } = await opened();
  api.answer(`DELETE /api/pay-requests/${id(90)}`, { body: { status: 'cancelled' } });
  await type.click(dialog.getByRole('button', { name: 'Tampilkan nomor' }));
  await type.click(await dialog.findByRole('button', { name: 'Batalkan permintaan' }));
  api.answer(STATE, { body: { ...open, status: 'cancelled' } });
  expect(await dialog.findByText('Permintaan ini dibatalkan.')).toBeTruthy();
  api.answer(STATE, { body: { ...open, status: 'review' } });
  await type.click(dialog.getByRole('button', { name: 'Buat nomor baru' }));
  await waitFor(() => expect(api.bodies(MAKE)).toHaveLength(2));
});
