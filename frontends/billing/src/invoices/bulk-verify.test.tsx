import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { useNamedKeys } from '@gerbang/web-kit/desk/shortcuts';
import { renderHook, screen, within } from '@testing-library/react';
import { aPayment, id } from '../../test/samples.ts';
import { aStaffInvoice } from '../../test/staff-samples.ts';
import { StaffInvoicesPage } from './staff-invoices-page.tsx';

const LIST = 'GET /api/admin/invoices';
const verify = (number: number) => `PUT /api/admin/enrollment-invoice-payments/${id(number)}/verify`;
const waiting = (number: number, child_name: string) =>
  aStaffInvoice({
    id: id(number),
    invoice_number: `INV-2026-0000${number}`,
    child_name,
    status: 'awaiting_verification',
    payable: false,
    waiting_payment: {
      id: id(number + 10),
      version: 1,
      amount_paid: 3_000_000,
      payment_date: '2026-11-20',
      created_at: '2026-11-20T03:00:00.000Z',
      proof_alert: false,
    },
  });
const OPEN = aStaffInvoice({ id: id(53), invoice_number: 'INV-2026-000053', child_name: 'Citra Dewi' });

function show(role: 'finance' | 'manager_pendidikan', answers: Parameters<typeof fakeApi>[0] = {}) {
  const rows = [waiting(51, 'Aisyah Putri'), waiting(52, 'Budi Santoso'), OPEN];
  const status = {
    pending: 1,
    partially_paid: 0,
    verified: 0,
    payment_rejected: 0,
    overdue: 0,
    awaiting_verification: 2,
  };
  const api = fakeApi({
    [LIST]: { body: rows, headers: { 'x-total-count': '3' } },
    'GET /api/admin/invoices/summary': {
      body: { total: 3, total_amount: 24_000_000, amount_paid: 0, outstanding: 24_000_000, status },
    },
    ...answers,
  });
  return { api, ...renderPage(<StaffInvoicesPage />, { path: '/admin/invoices', user: aUser({ role }) }) };
}

test('when ticked payments are verified, then each is sent once, an invoice without one is passed over, and a failure is named', async () => {
  const { api, type } = show('finance', {
    [verify(61)]: { body: aPayment({ verification_status: 'verified' }) },
    [verify(62)]: refused(409, 'Jumlah pembayaran melebihi sisa tagihan.', { code: 'over_remaining' }),
  });
  await type.click(await screen.findByRole('checkbox', { name: 'Pilih semua di halaman ini' }));
  const bar = within(screen.getByRole('group', { name: 'Tindakan untuk pilihan' }));
  expect(bar.getByText('3 dipilih')).toBeTruthy();
  await type.click(bar.getByRole('button', { name: 'Verifikasi' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Verifikasi 2 pembayaran' }));
  expect(dialog.getByText(/^Jumlahnya Rp\s6\.000\.000\./u)).toBeTruthy();
  expect(
    dialog.getByText('1 tagihan yang dipilih tidak punya pembayaran yang menunggu, dan dilewati.'),
  ).toBeTruthy();
  await type.click(dialog.getByRole('button', { name: 'Verifikasi' }));
  expect(await dialog.findByText('1 berhasil, 1 gagal')).toBeTruthy();
  expect(
    dialog.getByText('Budi Santoso · INV-2026-000052: Jumlah pembayaran melebihi sisa tagihan.'),
  ).toBeTruthy();
  expect([api.bodies(verify(61)), api.bodies(verify(62))]).toEqual([
    [{ action: 'verify' }],
    [{ action: 'verify' }],
  ]);
  await type.keyboard('{Escape}');
  // What failed and what was passed over stays ticked.
  expect(screen.getByText('2 dipilih')).toBeTruthy();
});

test('when no ticked invoice has a payment that waits, then the dialog says so and sends nothing', async () => {
  const { type } = show('finance');
  await type.click(await screen.findByRole('checkbox', { name: 'Pilih INV-2026-000053, Citra Dewi' }));
  await type.click(screen.getByRole('button', { name: 'Verifikasi' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Verifikasi 0 pembayaran' }));
  expect(dialog.getByText(/^Tidak ada pembayaran yang menunggu/u)).toBeTruthy();
  await type.keyboard('{Escape}');
  expect(await screen.findByText('1 dipilih')).toBeTruthy();
});

test('when the head of the school reads, then nothing can be ticked; the page names its keys', async () => {
  show('manager_pendidikan');
  await screen.findByRole('row', { name: /Aisyah Putri/u });
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(renderHook(useNamedKeys).result.current).toContainEqual(['V', 'Verifikasi pembayaran (di panel)']);
});
