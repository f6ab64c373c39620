import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { fakeApi, later, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findSummary, findToast, renderPage } from '@gerbang/web-kit/components/testing/render-page';
import { screen, within } from '@testing-library/react';
import { anInvoice, aPayment, aSchool, id } from '../../test/samples.ts';
import { paymentRules } from '../invoice-payments/payment-form.tsx';
import { TagihanPage, countInvoices } from './invoices-page.tsx';

const uploadFile = jest.fn();
jest.mock('@gerbang/web-kit/upload', () => ({
  uploadFile: (...args: unknown[]) => uploadFile(...args) as unknown,
}));

const LINK = `/api/files/${id(99)}`;
const LIST = 'GET /api/parent/invoices';
const HISTORY = `GET /api/enrollment-invoice-payments/invoice/${id(50)}`;
const PAY = 'POST /api/enrollment-invoice-payments';
const slip = (type = 'image/jpeg', name = 'slip.jpg') => new File([new Uint8Array(900)], name, { type });

const PAID = anInvoice({
  id: id(51),
  invoice_number: 'INV-2026-000120',
  installment_name: 'Pembayaran Penuh',
  registration_id: id(21),
  child_name: 'Umar Faruq',
  status: 'verified',
  payable: false,
  amount_paid: 8_000_000,
  remaining: 0,
});

function open(
  invoices: readonly unknown[] = [anInvoice()],
  answers: Parameters<typeof fakeApi>[0] = {},
  path = '/tagihan',
) {
  const api = fakeApi({
    [LIST]: { body: invoices },
    'GET /api/config': { body: aSchool() },
    [HISTORY]: { body: [] },
    [PAY]: { status: 201, body: aPayment() },
    ...answers,
  });
  return { api, ...renderPage(<TagihanPage />, { path, user: aUser({ role: 'wali_murid' }) }) };
}

beforeEach(() => {
  uploadFile.mockReset().mockResolvedValue({ success: true, fileUrl: LINK, fileName: 'slip.jpg' });
});

const submit = () => screen.findByRole('button', { name: 'Kirim pembayaran' });
const picker = () => screen.findByLabelText<HTMLInputElement>('Bukti pembayaran');

describe('the list', () => {
  test('when there are invoices, then the counters equal them, per child, with status, due date and amount', async () => {
    open([
      anInvoice({ status: 'partially_paid', amount_paid: 3_000_000, remaining: 5_000_000 }),
      anInvoice({ id: id(52), installment_name: 'Tahap 2', total_amount: 4_000_000, remaining: 4_000_000 }),
      PAID,
    ]);
    const counters = await screen.findByLabelText('Ringkasan tagihan');
    expect(counters.textContent?.replaceAll('\u00A0', ' ')).toBe(
      'Total tagihan3Belum lunas2Lunas1Jumlah yang belum dibayarRp 9.000.000',
    );
    expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
      'Aisyah Putri · SD · Kelas 1',
      'Umar Faruq · SD · Kelas 1',
    ]);
    const [first] = screen.getAllByRole('article');
    const card = within(first ?? counters);
    expect(card.getByText('Dibayar Sebagian')).toBeTruthy();
    expect(card.getByText('Rp 8.000.000')).toBeTruthy();
    expect(card.getByText('Rp 5.000.000')).toBeTruthy();
    expect(card.getByText(/^10 Desember 2026/u)).toBeTruthy();
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
      paid: 1,
      amount: 2_000_000,
    });
  });

  test('when it cannot be read, then another try brings it', async () => {
    const { api, type } = open([], { [LIST]: refused(503, 'Layanan sibuk') });
    await screen.findByText(/tidak dapat dimuat/u);
    api.answer(LIST, { body: [anInvoice()] });
    await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
    expect(await screen.findByText('INV-2026-000123')).toBeTruthy();
  });
});

describe('one invoice', () => {
  test('when the address names it, then account, remainder in words and the form are open', async () => {
    open([anInvoice()], { [HISTORY]: { body: [] } }, `/tagihan?bayar=${id(50)}`);
    const dialog = await screen.findByRole('dialog', { name: 'Pembayaran tagihan' });
    expect(await within(dialog).findByText('700 9322 722')).toBeTruthy();
    expect(within(dialog).getByText('Bank Syariah Indonesia (BSI) · 451')).toBeTruthy();
    expect(within(dialog).getByText('Yayasan Contoh')).toBeTruthy();
    expect(within(dialog).getByText('Delapan juta rupiah')).toBeTruthy();
    expect(within(dialog).getByLabelText<HTMLInputElement>('Jumlah pembayaran').value).toBe('Rp 8.000.000');
    expect(await within(dialog).findByText('Belum ada pembayaran untuk tagihan ini.')).toBeTruthy();
  });

  test('when it is payable, then a part of it with a PDF is sent once, dated today in Jakarta', async () => {
    uploadFile.mockResolvedValue({ success: true, fileUrl: LINK, fileName: 'slip.pdf' });
    const { api, type } = open([anInvoice()], {
      [HISTORY]: { body: [aPayment({ verification_status: 'rejected' })] },
    });
    await type.click(await screen.findByRole('button', { name: 'Bayar dan kirim bukti: INV-2026-000123' }));
    const amount = await screen.findByLabelText<HTMLInputElement>('Jumlah pembayaran');
    await type.clear(amount);
    await type.type(amount, '3000000');
    expect(amount.value).toBe('Rp 3.000.000');
    await type.upload(await picker(), slip('application/pdf', 'slip.pdf'));
    await findToast('Berhasil', 'File berhasil diupload');
    await type.click(await submit());
    await findToast('Pembayaran berhasil disubmit', 'Bukti pembayaran akan diverifikasi oleh tim keuangan.');
    expect(api.bodies(PAY)).toEqual([
      {
        enrollment_invoice_id: id(50),
        amount_paid: 3_000_000,
        payment_date: jakartaDay(new Date()),
        bank_info: 'BCA a.n. Rahma Aulia',
        payment_evidence_url: LINK,
        payment_evidence_filename: 'slip.pdf',
      },
    ]);
    expect(api.asked.find(({ method }) => method === 'POST')?.headers['idempotency-key']).toMatch(
      /^[0-9a-f-]{36}$/u,
    );
  });

  test('when proof and amount are missing, then both are asked for in the specified words', async () => {
    const { api, type } = open();
    await type.click(await screen.findByRole('button', { name: /^Bayar/u }));
    await type.clear(await screen.findByLabelText('Jumlah pembayaran'));
    await type.click(await submit());
    await findToast('Bukti pembayaran diperlukan', 'Silakan upload bukti pembayaran terlebih dahulu.');
    const summary = within(await findSummary());
    expect(summary.getByText('Jumlah pembayaran harus lebih dari 0')).toBeTruthy();
    expect(summary.getByText('Silakan upload bukti pembayaran terlebih dahulu.')).toBeTruthy();
    expect(api.bodies(PAY)).toEqual([]);
  });

  test('when more than the remainder is typed, then it is refused before it is sent', async () => {
    const { type } = open();
    await type.click(await screen.findByRole('button', { name: /^Bayar/u }));
    await type.type(await screen.findByLabelText('Jumlah pembayaran'), '0');
    await type.click(await submit());
    expect(within(await findSummary()).getByText(/paling banyak Rp\s8\.000\.000/u)).toBeTruthy();
  });

  test('when the proof is still on its way, then nothing is sent', async () => {
    const slow = later();
    uploadFile.mockReturnValue(slow.answer());
    const { api, type } = open();
    await type.click(await screen.findByRole('button', { name: /^Bayar/u }));
    await type.upload(await picker(), slip());
    expect(await screen.findByText('Mengunggah... 0%')).toBeTruthy();
    const button = await submit();
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await type.click(button);
    expect(api.bodies(PAY)).toEqual([]);
  });

  test('when the upload fails, then the specified words stand there and it can be tried again', async () => {
    uploadFile.mockRejectedValueOnce(new TypeError('Failed to upload'));
    const { type } = open();
    await type.click(await screen.findByRole('button', { name: /^Bayar/u }));
    await type.upload(await picker(), slip());
    await findToast('Upload gagal');
    await type.click(await screen.findByRole('button', { name: 'Coba unggah lagi' }));
    await findToast('Berhasil', 'File berhasil diupload');
  });

  test.each([
    ['says why', refused(422, 'Melebihi sisa tagihan'), 'Melebihi sisa tagihan'],
    [
      'says nothing',
      { status: 502, body: undefined },
      'Terjadi kesalahan saat mengirim data pembayaran. Silakan coba lagi.',
    ],
  ])('when the server refuses and %s, then the form keeps what was typed', async (_what, answer, words) => {
    const { type } = open([anInvoice()], { [PAY]: answer });
    await type.click(await screen.findByRole('button', { name: /^Bayar/u }));
    await type.upload(await picker(), slip());
    await findToast('Berhasil');
    await type.type(screen.getByLabelText(/^Informasi bank/u), 'Mandiri');
    await type.click(await submit());
    await findToast('Pembayaran gagal disubmit', words);
    expect(screen.getByLabelText<HTMLInputElement>(/^Informasi bank/u).value).toBe('Mandiri');
  });

  test('when its last payment was rejected, then the reason stands first and it can be paid again', async () => {
    const { type } = open(
      [anInvoice({ status: 'payment_rejected', rejection_reason: 'Nominal tidak sesuai' })],
      {
        [HISTORY]: {
          body: [
            aPayment({
              verification_status: 'rejected',
              rejection_reason: 'Nominal tidak sesuai',
              rejected_by_user: { name: 'Fina', role: 'finance' },
              rejected_at: '2026-11-21T03:00:00.000Z',
            }),
          ],
        },
      },
    );
    expect(await screen.findByText('Pembayaran Ditolak')).toBeTruthy();
    await type.click(screen.getByRole('button', { name: 'Kirim ulang bukti: INV-2026-000123' }));
    expect(await submit()).toBeTruthy();
    const history = await screen.findByRole('region', { name: 'Riwayat Pembayaran' });
    expect(within(history).getByText('Nominal tidak sesuai')).toBeTruthy();
    expect(within(history).getByText('Ditolak')).toBeTruthy();
  });

  test('when it waits or is paid, then there is no form but the history with proof and receipt', async () => {
    const { type } = open([anInvoice({ ...PAID, id: id(50) })], {
      [HISTORY]: {
        body: [
          aPayment({
            verification_status: 'verified',
            verified_by_user: { name: 'Fina', role: 'finance' },
            verified_at: '2026-11-21T03:00:00.000Z',
            receipt_number: 'KW-2026-000007',
          }),
        ],
      },
    });
    await type.click(await screen.findByRole('button', { name: 'Lihat pembayaran: INV-2026-000120' }));
    const dialog = await screen.findByRole('dialog');
    const receipt = await within(dialog).findByRole('link', {
      name: 'Kuitansi KW-2026-000007 (PDF) (tab baru)',
    });
    expect(receipt.getAttribute('href')).toBe(`/api/enrollment-invoice-payments/${id(60)}/receipt`);
    expect(within(dialog).getByRole('link', { name: 'Lihat bukti pembayaran' }).getAttribute('href')).toBe(
      `/api/files/${id(70)}`,
    );
    expect(within(dialog).getByText('Terverifikasi')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Kirim pembayaran' })).toBeNull();
  });
});

test('when the day is missing or to come, then the rules say so', () => {
  const values = { amount_paid: '5', bank_info: '', payment_evidence_url: LINK };
  const messages = (payment_date: string) =>
    paymentRules(10)
      .safeParse({ ...values, payment_date })
      .error?.issues.map((issue) => issue.message);
  expect(messages('')).toEqual(['Tanggal pembayaran harus diisi']);
  expect(messages('2999-01-01')).toEqual(['Tanggal pembayaran tidak boleh di masa depan']);
  expect(messages(jakartaDay(new Date()))).toBeUndefined();
});
