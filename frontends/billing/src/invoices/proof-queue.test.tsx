import type { StaffInvoice } from '@gerbang/contracts/invoices';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aPayment, id } from '../../test/samples.ts';
import { aStaffInvoice } from '../../test/staff-samples.ts';
import { StaffInvoicesPage } from './staff-invoices-page.tsx';

const NAMES = ['Umar Faruq', 'Naura Salsabila'];
const ROWS: StaffInvoice[] = NAMES.map((child_name, at) =>
  aStaffInvoice({
    id: id(50 + at),
    child_name,
    invoice_number: `INV-2026-00010${at}`,
    status: 'awaiting_verification',
    payable: false,
    waiting_payment: {
      id: id(60 + at),
      version: 3,
      amount_paid: 3_000_000,
      payment_date: '2026-11-20',
      created_at: '2026-11-20T03:00:00.000Z',
      proof_alert: false,
    },
  }),
);
const VERIFY = [0, 1].map((at) => `PUT /api/admin/enrollment-invoice-payments/${id(60 + at)}/verify`);

function show() {
  const api = fakeApi({
    'GET /api/admin/invoices': { body: ROWS, headers: { 'x-total-count': '2' } },
    'GET /api/admin/invoices/summary': {
      body: {
        total: 2,
        total_amount: 0,
        amount_paid: 0,
        outstanding: 0,
        status: {
          pending: 0,
          partially_paid: 0,
          awaiting_verification: 2,
          verified: 0,
          payment_rejected: 0,
          overdue: 0,
        },
      },
    },
    [`GET /api/enrollment-invoice-payments/invoice/${id(50)}`]: { body: [aPayment()] },
    ...Object.fromEntries(
      [0, 1].flatMap((at) => [
        [
          `GET /api/admin/enrollment-invoice-payments/${id(60 + at)}/proof-check`,
          {
            body: {
              id: id(60 + at),
              version: 3,
              waiting: true,
              proof_url: `/api/files/${id(80 + at)}`,
              proof_filename: 'slip.jpg',
              amount: 3_000_000,
              expected: 8_000_000,
              payer: 'BSI •••• 2722',
              payer_is: null,
              account: null,
              sent_at: '2026-11-20T03:00:00.000Z',
              same: [],
            },
          },
        ],
        [VERIFY[at], { body: aPayment({ id: id(60 + at), verification_status: 'verified' }) }],
      ]),
    ),
  });
  const page = renderPage(<StaffInvoicesPage />, {
    path: '/admin/invoices?status=awaiting_verification',
    user: aUser({ role: 'finance' }),
  });
  return { api, ...page };
}

const ready = async (name: string) => {
  const panel = within(await screen.findByRole('region', { name: 'Tagihan dan pembayaran' }));
  await panel.findByRole('heading', { name });
  await panel.findByRole('button', { name: /^Verifikasi & lanjut/u });
  return panel;
};

test('when finance works the queue of invoices by keys, then the longest wait is first and each decision is sent as it was seen', async () => {
  const { api, type } = show();
  await screen.findByText('Umar Faruq');
  expect(api.asked.find(({ path }) => path === '/api/admin/invoices')?.query.get('sort')).toBe(
    'waiting_since',
  );
  await type.keyboard('j');
  const panel = await ready('Umar Faruq');
  expect(panel.getByText(/^dari Rp/u)).toBeTruthy();
  expect(panel.getByText('bukan ayah, ibu, atau akun')).toBeTruthy();
  await type.keyboard('v');
  await ready('Naura Salsabila');
  await type.keyboard('1');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Tagihan dan pembayaran' })).toBeNull());
  act(() => void window.dispatchEvent(new Event('pagehide')));
  expect(await screen.findByText('Semua bukti di antrean ini sudah diperiksa.')).toBeTruthy();
  await waitFor(() =>
    expect(VERIFY.map((call) => api.bodies(call))).toEqual([
      [{ action: 'verify' }],
      [{ action: 'reject', rejection_reason: 'Jumlah transfer kurang dari yang harus dibayar.' }],
    ]),
  );
  expect(api.asked.find(({ method }) => method === 'PUT')?.headers['if-match']).toBe('"3"');
});

test('when a decision is taken back while a reason is asked for, then the question ends and nothing is rejected for another child', async () => {
  const { api, type } = show();
  await screen.findByText('Umar Faruq');
  await type.keyboard('j');
  await ready('Umar Faruq');
  await type.keyboard('v');
  await ready('Naura Salsabila');
  await type.keyboard('t');
  await type.type(await screen.findByRole('textbox', { name: /^Alasan/u }), 'Slip Naura');
  await type.click(screen.getByRole('button', { name: 'Urungkan' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await ready('Umar Faruq');
  act(() => void window.dispatchEvent(new Event('pagehide')));
  expect(VERIFY.map((call) => api.bodies(call))).toEqual([[], []]);
});

test('when the whole invoice is wanted, then it is in the other tab with its history', async () => {
  const { type } = show();
  await type.click(await screen.findByText('Umar Faruq'));
  const panel = await ready('Umar Faruq');
  await type.click(panel.getByRole('tab', { name: 'Tagihan & riwayat' }));
  expect(await panel.findByText('Sisa tagihan')).toBeTruthy();
  expect(await panel.findByRole('button', { name: 'Ubah & Verifikasi' })).toBeTruthy();
});
