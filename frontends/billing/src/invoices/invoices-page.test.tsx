import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, within } from '@testing-library/react';
import { anExpectation } from '@gerbang/web-kit/testing/expectations';
import { anInvoice, aSchool, id } from '../../test/samples.ts';
import { reminderText } from './invoices-page.copy.ts';
import { countInvoices } from './invoice-counters.tsx';
import { TagihanPage } from './invoices-page.tsx';

const LIST = 'GET /api/parent/invoices';

const PAID = anInvoice({
  id: id(51),
  invoice_number: 'INV-2026-000120',
  installment_name: 'Lunas sekaligus',
  registration_id: id(21),
  child_name: 'Umar Faruq',
  status: 'verified',
  payable: false,
  amount_paid: 8_000_000,
  remaining: 0,
  receipts: [
    { payment_id: id(60), receipt_number: 'KW-2026-000007', verified_at: '2026-11-21T03:00:00.000Z' },
  ],
});

function open(
  invoices: readonly unknown[] = [anInvoice()],
  answers: Parameters<typeof fakeApi>[0] = {},
  path = '/tagihan',
) {
  const api = fakeApi({
    [LIST]: { body: invoices },
    'GET /api/refunds': { body: [] },
    'GET /api/parent/payment-defaults': { body: { bank_info: null, reminder_days: [-7, -3, 0, 3, 14] } },
    ...answers,
  });
  return { api, ...renderPage(<TagihanPage />, { path, user: aUser({ role: 'wali_murid' }) }) };
}

describe('the list', () => {
  test('when there are invoices, then the counters equal them, per child, with status, due date and amount', async () => {
    open([
      anInvoice({ status: 'partially_paid', amount_paid: 3_000_000, remaining: 5_000_000 }),
      anInvoice({ id: id(52), installment_name: 'Tahap 2', total_amount: 4_000_000, remaining: 4_000_000 }),
      PAID,
    ]);
    const counters = await screen.findByLabelText('Ringkasan tagihan');
    expect(counters.textContent?.replaceAll('\u00A0', ' ')).toBe(
      'Total tagihan3Belum lunas2Diperiksa0Lunas1Jumlah yang belum dibayarRp 9.000.000',
    );
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Aisyah Putri · SD · Kelas 1');
    expect(screen.getByText('Dibayar Sebagian')).toBeTruthy();
    const [partly] = screen.getAllByRole('listitem').filter((one) => one.textContent?.includes('Tahap 1'));
    expect(partly?.textContent).toContain('Jatuh tempo 10 Des 2026');
    expect(screen.getByText(/ · sisa Rp\s5\.000\.000$/u)).toBeTruthy();
    // Only the next payment has the filled button.
    expect(screen.getByRole('link', { name: 'Bayar: INV-2026-000123' }).getAttribute('href')).toBe(
      `/tagihan/${id(50)}/bayar`,
    );
    expect(screen.getByText('Bayar lebih awal')).toBeTruthy();
    expect(
      screen.getByRole('img', {
        name: 'Lunas Rp\u00A03.000.000, diperiksa Rp\u00A00, sisa Rp\u00A09.000.000',
      }),
    ).toBeTruthy();
    const all = screen.getByRole('link', {
      name: /^Unduh semua tagihan.*2 tagihan, 1 PDF.*Aisyah Putri \(tab baru\)$/u,
    });
    expect(all.getAttribute('href')).toBe(`/api/enrollment-confirmations/${id(30)}/invoices/pdf`);
  });

  test('when there are several children, then one is shown at a time, first the one that pays next', async () => {
    const { type } = open([PAID, anInvoice()]);
    const children = within(await screen.findByRole('group', { name: 'Pilih anak' }));
    expect(children.getByRole('button', { pressed: true }).textContent).toContain('Aisyah Putri');
    await type.click(children.getByRole('button', { name: 'Umar Faruq' }));
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Umar Faruq · SD · Kelas 1');
    expect(screen.getByText('Alhamdulillah, lunas.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Kuitansi KW-2026-000007 (PDF) (tab baru)' })).toBeTruthy();
    expect(screen.queryByText('Ingatkan saya')).toBeNull();
  });

  test('when a payment waits or was rejected, then each row says so with its amount, reason and way', async () => {
    open([
      anInvoice({ status: 'awaiting_verification', payable: false, waiting_amount: 2_000_000 }),
      anInvoice({
        id: id(52),
        invoice_number: 'INV-2',
        status: 'payment_rejected',
        rejection_reason: 'Buram',
      }),
    ]);
    expect(await screen.findByText(/^Rp\s2\.000\.000 sedang diperiksa$/u)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Lihat bukti: INV-2026-000123' })).toBeTruthy();
    expect(screen.getByText('Buram')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Kirim bukti baru: INV-2' })).toBeTruthy();
    expect(screen.getByText('diperiksa 13%')).toBeTruthy();
  });

  test('when the school reminds, then the days are told; without a word of the service there is the calendar alone', async () => {
    open([anInvoice()]);
    expect(await screen.findByText('WhatsApp H-7, H-3 dan hari H · simpan ke kalender')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Ingatkan saya/u })).toBeTruthy();
    expect(reminderText([])).toBe('Simpan ke kalender');
    expect(reminderText([-1])).toBe('WhatsApp H-1 · simpan ke kalender');
  });

  test('when there is none, then that is said', async () => {
    open([]);
    expect(await screen.findByText('Belum ada tagihan.')).toBeTruthy();
  });

  test('when a payment waits, then it counts neither as pending nor as paid', () => {
    const waiting = anInvoice({ status: 'awaiting_verification', payable: false });
    const late = anInvoice({ status: 'overdue', overdue: true, remaining: 2_000_000 });
    expect(countInvoices([waiting, late, PAID])).toEqual({
      total: 3,
      pending: 1,
      waiting: 1,
      paid: 1,
      amount: 2_000_000,
    });
  });

  test('when it cannot be read, then another try brings it', async () => {
    const { api, type } = open([], { [LIST]: refused(503, 'Layanan sibuk') });
    await screen.findByText(/tidak dapat dimuat/u);
    api.answer(LIST, { body: [anInvoice()] });
    await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
    expect(await screen.findByRole('link', { name: 'Tahap 1: INV-2026-000123' })).toBeTruthy();
  });
});

test('when the address names an invoice, then the way leads to its page', async () => {
  open([anInvoice()], {}, `/tagihan?bayar=${id(50)}`);
  expect(await screen.findByText(`at /tagihan/${id(50)}/bayar`)).toBeTruthy();
});

test('when the school asks for exact amounts, then only the next payment names what is to be transferred', async () => {
  const { api } = open(
    [
      anInvoice(),
      anInvoice({ id: id(52), installment_name: 'Tahap 2', total_amount: 4_000_000, remaining: 4_000_000 }),
    ],
    {
      'GET /api/config': { body: aSchool({ unique_code: { on: true, max: 999 } }) },
      'POST /api/payment-expectations': { body: anExpectation(8_000_000, 137) },
    },
  );
  expect(await screen.findByText('Rp 8.000.137')).toBeTruthy();
  expect(screen.getByText(/ · tepat sampai angka terakhir$/u)).toBeTruthy();
  expect(screen.getByText('Rp 4.000.000')).toBeTruthy();
  expect(api.bodies('POST /api/payment-expectations')).toEqual([
    { kind: 'invoice', id: anInvoice().id, amount: 8_000_000, keep: true },
  ]);
});
