import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { findSummary } from '@gerbang/web-kit/testing/form-errors';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { sampleFile } from '@gerbang/web-kit/testing/sample-file';
import { fakeApi, later, refused } from '@gerbang/web-kit/testing/fake-api';
import { keepDrafts } from '@gerbang/web-kit/testing/kept-drafts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { anInvoice, aPayment, aSchool, id } from '../../test/samples.ts';
import { paymentRules } from './invoice-proof-form.tsx';
import { InvoicePaymentPage } from './invoice-payment-page.tsx';

const uploadFile = jest.fn();
jest.mock('@gerbang/web-kit/files/upload', () => ({
  uploadFile: (...args: unknown[]) => uploadFile(...args) as unknown,
}));

const drafts = keepDrafts();
const LINK = `/api/files/${id(99)}`;
const LIST = 'GET /api/parent/invoices';
const HISTORY = `GET /api/enrollment-invoice-payments/invoice/${id(50)}`;
const DEFAULTS = 'GET /api/parent/payment-defaults';
const PAY = 'POST /api/enrollment-invoice-payments';
const slip = (type = 'image/jpeg', name = 'slip.jpg') => sampleFile(name, { type });

function open(
  step: 'transfer' | 'bukti',
  invoice = anInvoice(),
  answers: Parameters<typeof fakeApi>[0] = {},
) {
  const api = fakeApi({
    [LIST]: { body: [invoice] },
    'GET /api/config': { body: aSchool() },
    [DEFAULTS]: { body: { bank_info: 'BCA a.n. Rahma Aulia', reminder_days: [-7, 3] } },
    [HISTORY]: { body: [] },
    [PAY]: { status: 201, body: aPayment() },
    ...answers,
  });
  const page = renderPage(<InvoicePaymentPage />, {
    path: `/tagihan/${id(50)}/bayar${step === 'bukti' ? '?langkah=bukti' : ''}`,
    route: '/tagihan/:invoiceId/bayar',
    user: aUser({ role: 'wali_murid' }),
  });
  return { api, ...page };
}

beforeEach(() => {
  uploadFile.mockReset().mockResolvedValue({ success: true, fileUrl: LINK, fileName: 'slip.jpg' });
});

const submit = () => screen.findByRole('button', { name: 'Kirim bukti' });
const picker = () => screen.findByLabelText<HTMLInputElement>('Bukti pembayaran');
const toProof = () => screen.findByRole('button', { name: 'Sudah transfer, unggah bukti' });

describe('the transfer', () => {
  test('when the bank’s statement proved a payment, then its history says so instead of a proof', async () => {
    open('transfer', anInvoice(), {
      [HISTORY]: {
        body: [
          aPayment({
            payment_evidence_url: null,
            payment_evidence_filename: null,
            from_bank: true,
            verification_status: 'verified',
          }),
        ],
      },
    });
    expect(await screen.findByText('Dikenali dari mutasi bank')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Lihat bukti pembayaran' })).toBeNull();
  });

  test('when the page is open, then account, remainder in words, reference and history are there', async () => {
    open('transfer');
    expect(await screen.findByText('700 9322 722')).toBeTruthy();
    expect(screen.getByText('Bank Syariah Indonesia (BSI) · kode 451')).toBeTruthy();
    expect(screen.getByText('Yayasan Contoh')).toBeTruthy();
    expect(screen.getByText('Delapan juta rupiah')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Salin berita transfer' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Bayar lunas/u }).checked).toBe(true);
    expect(await screen.findByText('Belum ada pembayaran untuk tagihan ini.')).toBeTruthy();
  });

  test('when a part is chosen, then its amount is asked for, shown in words, and taken along', async () => {
    const { type } = open('transfer');
    await type.click(await screen.findByRole('radio', { name: /^Bayar sebagian/u }));
    await type.click(await toProof());
    expect(await screen.findByText('Jumlah pembayaran harus lebih dari 0')).toBeTruthy();
    await type.type(screen.getByLabelText('Jumlah pembayaran'), '3000000');
    expect(await screen.findByText('Tiga juta rupiah')).toBeTruthy();
    await type.click(await toProof());
    expect((await screen.findByLabelText<HTMLInputElement>('Jumlah pembayaran')).value).toBe('Rp 3.000.000');
  });

  test('when its last payment was rejected, then the reason stands first and it can be paid again', async () => {
    const reason = 'Nominal tidak sesuai';
    open('transfer', anInvoice({ status: 'payment_rejected', rejection_reason: reason }));
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(await toProof()).toBeTruthy();
  });

  test('when the invoice is unknown, then that is said with a way back', async () => {
    open('transfer', anInvoice({ id: id(51) }));
    expect(await screen.findByText('Data Tidak Ditemukan')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Tagihan' }).getAttribute('href')).toBe('/tagihan');
  });
});

describe('the proof', () => {
  test('when a part is paid with a PDF, then it is sent once, dated today in Jakarta, and the page says what follows', async () => {
    uploadFile.mockResolvedValue({ success: true, fileUrl: LINK, fileName: 'slip.pdf' });
    const { api, type } = open('bukti');
    const amount = await screen.findByLabelText<HTMLInputElement>('Jumlah pembayaran');
    await type.clear(amount);
    await type.type(amount, '3000000');
    expect(amount.value).toBe('Rp 3.000.000');
    await type.upload(await picker(), slip('application/pdf', 'slip.pdf'));
    await findToast('Berhasil', 'File berhasil diupload');
    expect(drafts.size).toBe(1);
    await type.click(await submit());
    await findToast('Pembayaran berhasil disubmit', 'Tim keuangan akan memeriksa bukti pembayaran Anda.');
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
    const heading = await screen.findByRole('heading', { name: 'Bukti sudah kami terima' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(drafts.size).toBe(0);
  });

  test('when it was left before it was sent, then proof and typed fields are there again', async () => {
    const values = {
      amount_paid: '2000000',
      payment_date: '2026-11-20',
      bank_info: 'Mandiri',
      payment_evidence_url: LINK,
      payment_evidence_filename: 'tadi.jpg',
      uploaded_at: String(Date.now()),
    };
    drafts.set(`${aUser().id}:invoice-${id(50)}`, { values, savedAt: Date.now() });
    const { api, type } = open('bukti');
    expect(await screen.findByText('tadi.jpg')).toBeTruthy();
    await type.click(await submit());
    await findToast('Pembayaran berhasil disubmit');
    const { uploaded_at: _at, amount_paid, ...rest } = values;
    expect(api.bodies(PAY)).toEqual([
      { ...rest, amount_paid: Number(amount_paid), enrollment_invoice_id: id(50) },
    ]);
  });

  test('when proof and amount are missing, then both are asked for in the specified words', async () => {
    const { api, type } = open('bukti');
    await type.clear(await screen.findByLabelText('Jumlah pembayaran'));
    await type.click(await submit());
    await findToast('Bukti pembayaran diperlukan', 'Silakan upload bukti pembayaran terlebih dahulu.');
    const summary = within(await findSummary());
    expect(summary.getByText('Jumlah pembayaran harus lebih dari 0')).toBeTruthy();
    expect(summary.getByText('Silakan upload bukti pembayaran terlebih dahulu.')).toBeTruthy();
    expect(api.bodies(PAY)).toEqual([]);
  });

  test('when more than the remainder is typed, then it is refused before it is sent', async () => {
    const { type } = open('bukti');
    await type.type(await screen.findByLabelText('Jumlah pembayaran'), '0');
    await type.click(await submit());
    expect(within(await findSummary()).getByText(/paling banyak Rp\s8\.000\.000/u)).toBeTruthy();
  });

  test('when a proof is dropped on the page or pasted, then it is uploaded; text that is pasted is left alone', async () => {
    const { type } = open('bukti');
    await picker();
    fireEvent.paste(document.body, { clipboardData: { files: [], types: ['text/plain'] } });
    expect(uploadFile).not.toHaveBeenCalled();
    const file = slip('image/png', 'tangkapan.png');
    const held = { dataTransfer: { files: [file], types: ['Files'] } };
    expect(fireEvent.dragOver(document.body, held)).toBe(false);
    expect(fireEvent.drop(document.body, held)).toBe(false);
    await findToast('Berhasil', 'File berhasil diupload');
    await type.click(screen.getByRole('button', { name: 'Lepas file ini' }));
    fireEvent.paste(document.body, { clipboardData: { files: [file], types: ['Files'] } });
    await waitFor(() => expect(uploadFile).toHaveBeenCalledTimes(2));
  });

  test('when the proof is still on its way, then nothing is sent', async () => {
    uploadFile.mockReturnValue(later().answer());
    const { api, type } = open('bukti');
    await type.upload(await picker(), slip());
    expect(await screen.findByText('Mengunggah... 0%')).toBeTruthy();
    const button = await submit();
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await type.click(button);
    expect(api.bodies(PAY)).toEqual([]);
  });

  test('when the upload fails, then the specified words stand there and it can be tried again', async () => {
    uploadFile.mockRejectedValueOnce(new TypeError('Failed to upload'));
    const { type } = open('bukti');
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
    const { type } = open('bukti', anInvoice(), { [PAY]: answer, [DEFAULTS]: refused(404, 'Tidak ada') });
    await type.upload(await picker(), slip());
    await findToast('Berhasil');
    await type.type(screen.getByLabelText(/^Informasi bank/u), 'Mandiri');
    await type.click(await submit());
    await findToast('Pembayaran gagal disubmit', words);
    expect(screen.getByLabelText<HTMLInputElement>(/^Informasi bank/u).value).toBe('Mandiri');
  });
});

describe('what was paid', () => {
  const verified = {
    verification_status: 'verified',
    verified_by_user: { name: 'Fina', role: 'finance' },
    verified_at: '2026-11-21T03:00:00.000Z',
    receipt_number: 'KW-2026-000007',
  } as const;

  test('when it is paid up, then there is no form but the history with proofs and receipt', async () => {
    const before = {
      url: `/api/files/${id(71)}`,
      replaced_at: '2026-11-21T02:00:00.000Z',
      replaced_by: { name: 'Fina', role: 'finance' as const },
    };
    open('transfer', anInvoice({ status: 'verified', payable: false, remaining: 0 }), {
      [HISTORY]: { body: [aPayment({ ...verified, previous_proofs: [before] })] },
    });
    const receipt = await screen.findByRole('link', { name: 'Kuitansi KW-2026-000007 (PDF) (tab baru)' });
    expect(receipt.getAttribute('href')).toBe(`/api/enrollment-invoice-payments/${id(60)}/receipt`);
    expect(screen.getByRole('link', { name: 'Lihat bukti pembayaran' }).getAttribute('href')).toBe(
      `/api/files/${id(70)}`,
    );
    const previous = screen.getByRole('link', {
      name: 'Bukti sebelumnya (diganti Fina, 21 November 2026, 09.00 WIB)',
    });
    expect(previous.getAttribute('href')).toBe(before.url);
    expect(screen.getByText('Tagihan ini sudah lunas')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Kirim bukti|unggah bukti/u })).toBeNull();
  });

  test('when it waits, then the page says who looks at it, and shows the proof', async () => {
    open('bukti', anInvoice({ status: 'awaiting_verification', payable: false }), {
      [HISTORY]: { body: [aPayment()] },
    });
    expect(await screen.findByRole('heading', { name: 'Bukti sudah kami terima' })).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Lihat bukti pembayaran' })).toBeTruthy();
  });
});

test('when the day is missing, to come or before the invoice, then the rules say so', () => {
  const values = { amount_paid: '5', bank_info: '', payment_evidence_url: LINK };
  const messages = (payment_date: string) =>
    paymentRules({ remaining: 10, created_at: '2026-11-20T18:00:00.000Z' })
      .safeParse({ ...values, payment_date })
      .error?.issues.map((issue) => issue.message);
  expect(messages('')).toEqual(['Tanggal pembayaran harus diisi']);
  expect(messages('2999-01-01')).toEqual([
    'Tanggal pembayaran tidak boleh di masa depan. Pilih hari ini atau sebelumnya.',
  ]);
  expect(messages('2026-11-20')).toEqual([
    'Tagihan ini baru dibuat 21 November 2026. Pilih tanggal itu atau sesudahnya.',
  ]);
  expect(messages('2026-11-21')).toBeUndefined();
  expect(messages(jakartaDay(new Date()))).toBeUndefined();
});
