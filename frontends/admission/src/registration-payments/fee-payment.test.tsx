import { ApiError } from '@gerbang/web-kit/api/client';
import { sampleFile } from '@gerbang/web-kit/testing/sample-file';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { keepDrafts } from '@gerbang/web-kit/testing/kept-drafts';
import { findSummary } from '@gerbang/web-kit/testing/form-errors';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aRegistration, aRow, aSchool } from '../../test/samples.ts';
import { FeePaymentPage } from './fee-payment-page.tsx';
import { amountInWords } from '@gerbang/web-kit/payment/transfer-card.tsx';

keepDrafts();
const uploadFile = jest.fn();
jest.mock('@gerbang/web-kit/files/upload', () => ({
  uploadFile: (...args: unknown[]) => uploadFile(...args) as unknown,
}));

const drafts = keepDrafts();
const LINK = '/api/files/0190f2f0-0000-7000-8000-000000000099';
const ONE = `/api/registrations/${aRow().id}`;
const PAY = `PUT ${ONE}/payment`;
const SENT = {
  payment_status: 'paid',
  payment_evidence_url: LINK,
  payment_evidence_filename: 'slip.jpg',
  bank_name: 'BCA',
  bank_account_number: '1234567890',
  bank_account_owner: 'Rahma Aulia',
} as const;

const slip = (type = 'image/jpeg', size = 1000, name = 'slip.jpg') => sampleFile(name, { size, type });

const NO_PAYER = { bank_name: null, bank_account_number: null, bank_account_owner: null };

function open(answers: Parameters<typeof fakeApi>[0] = {}, step: 'transfer' | 'bukti' = 'bukti') {
  const api = fakeApi({
    'GET /api/parent/last-payer': { body: NO_PAYER },
    'GET /api/config': { body: aSchool() },
    [`GET ${ONE}`]: { body: aRegistration() },
    [PAY]: { body: aRegistration(SENT) },
    ...answers,
  });
  const page = renderPage(<FeePaymentPage />, {
    path: `/registrations/${aRow().id}/bayar${step === 'bukti' ? '?langkah=bukti' : ''}`,
    route: '/registrations/:registrationId/bayar',
    user: aUser({ role: 'wali_murid' }),
  });
  return { api, ...page };
}

beforeEach(() => {
  uploadFile.mockReset().mockResolvedValue({ success: true, fileUrl: LINK, fileName: 'slip.jpg' });
});

const picker = () => screen.findByLabelText<HTMLInputElement>('Unggah bukti transfer');

async function fill(type: ReturnType<typeof open>['type']) {
  await type.type(screen.getByLabelText('Nama pemilik rekening'), 'Rahma Aulia');
  await type.type(screen.getByLabelText('Nomor rekening pengirim'), '1234567890');
  await type.type(screen.getByLabelText('Nama bank'), 'BCA');
}

test('when the address names a registration, then account, amount, words and reference can be copied', async () => {
  const { type } = open({}, 'transfer');
  expect(await screen.findByRole('heading', { name: 'Transfer tepat sebesar ini' })).toBeTruthy();
  expect(screen.getByText('Tiga ratus lima puluh ribu rupiah')).toBeTruthy();
  expect(screen.getByText('Bank Syariah Indonesia (BSI) · kode 451')).toBeTruthy();
  expect(screen.getByText('Cabang Kebon Jeruk')).toBeTruthy();
  for (const [label, copied] of [
    ['Salin jumlah transfer', '350000'],
    ['Salin nomor rekening', '7009322722'],
    ['Salin berita transfer', aRow().registration_number],
  ] as const) {
    await type.click(screen.getByRole('button', { name: label }));
    expect(await navigator.clipboard.readText()).toBe(copied);
  }
});

test('when a sibling was paid for, then owner, number and bank are filled in', async () => {
  open({
    'GET /api/parent/last-payer': {
      body: { bank_name: 'BCA', bank_account_number: '1234567890', bank_account_owner: 'Rahma Aulia' },
    },
  });
  expect((await screen.findByLabelText<HTMLInputElement>('Nama pemilik rekening')).value).toBe('Rahma Aulia');
  expect(screen.getByLabelText<HTMLInputElement>('Nomor rekening pengirim').value).toBe('1234567890');
  expect(screen.getByLabelText<HTMLInputElement>('Nama bank').value).toBe('BCA');
});

test('when the last payer cannot be read, then the form does without', async () => {
  open({ 'GET /api/parent/last-payer': refused(404, 'Tidak ditemukan') });
  expect((await screen.findByLabelText<HTMLInputElement>('Nama bank')).value).toBe('');
});

test('when one goes a step back and forth, then the proof and what was typed are still there', async () => {
  const { type } = open({}, 'transfer');
  await type.click(await screen.findByRole('button', { name: 'Sudah transfer, unggah bukti' }));
  await type.upload(await picker(), slip());
  await findToast('Berhasil', 'Bukti pembayaran berhasil diupload');
  await type.type(screen.getByLabelText('Nama bank'), 'BCA');
  const [back] = screen.getAllByRole('button', { name: 'Kembali' });
  await type.click(back!);
  expect(await screen.findByText('Tiga ratus lima puluh ribu rupiah')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Sudah transfer, unggah bukti' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Nama bank')).value).toBe('BCA');
  expect(screen.getByText('slip.jpg')).toBeTruthy();
});

test.each([
  [1, 'bukti.jpg'],
  [25, null],
])('when the page is opened again %i hours after an upload, then the file is %s', async (hours, file) => {
  const uploaded = String(Date.now() - hours * 3_600_000);
  const values = {
    payment_evidence_url: LINK,
    payment_evidence_filename: 'bukti.jpg',
    uploaded_at: uploaded,
    bank_name: 'BCA',
  };
  drafts.set(`${aUser().id}:fee-${aRow().id}`, { values, savedAt: Date.now() });
  open();
  expect((await screen.findByLabelText<HTMLInputElement>('Nama bank')).value).toBe('BCA');
  expect(screen.queryByText('bukti.jpg') !== null).toBe(file !== null);
});

test('when the registration is unknown, then that is said with a way back', async () => {
  open({ [`GET ${ONE}`]: refused(404, 'Tidak ditemukan') }, 'transfer');
  expect(await screen.findByText('Data Tidak Ditemukan')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Pendaftaran' }).getAttribute('href')).toBe('/registrations');
});

test.each([
  ['yesterday', 1, true],
  ['two weeks ago', 14, false],
])('when the account changed %s, then the payment says so: %j days, %j', async (_when, days, told) => {
  const changed = new Date(Date.now() - days * 86_400_000).toISOString();
  const texts = { ...aSchool().texts, payment_note: 'Sertakan nama anak.' };
  open({ 'GET /api/config': { body: aSchool({ account_changed_at: changed, texts }) } }, 'transfer');
  expect(await screen.findByText('Sertakan nama anak.')).toBeTruthy();
  expect(screen.queryByText(/^Rekening resmi berubah pada /u) !== null).toBe(told);
});

test('when a level has an account of its own, then its families are shown that one', async () => {
  const [first] = aSchool().accounts;
  const { jenjang } = aRegistration();
  if (!first) throw new Error('no account');
  const own = { ...first, key: 'lain', account_number: '1234 5678', levels: [jenjang] };
  const rest = { ...first, levels: first.levels.filter((level) => level !== jenjang) };
  open({ 'GET /api/config': { body: aSchool({ accounts: [rest, own] }) } }, 'transfer');
  expect(await screen.findByText('1234 5678')).toBeTruthy();
});

test.each([
  [350_000, 'Tiga ratus lima puluh ribu rupiah'],
  [550_000, 'Lima ratus lima puluh ribu rupiah'],
  [1_000, 'Seribu rupiah'],
])('when the amount is %i, then its words are "%s"', (amount, words) => {
  expect(amountInWords(amount)).toBe(words);
});

test('when the proof is uploaded and the form is sent, then the payment waits for verification', async () => {
  const { api, type } = open();
  await type.upload(await picker(), slip());
  await findToast('Berhasil', 'Bukti pembayaran berhasil diupload');
  await fill(type);
  api.answer(`GET ${ONE}`, { body: aRegistration(SENT) });
  await type.click(screen.getByRole('button', { name: 'Kirim bukti' }));
  await findToast('Berhasil', 'Informasi pembayaran berhasil diperbarui');
  expect(api.bodies(PAY)).toEqual([
    {
      payment_status: 'paid',
      payment_amount: 350_000,
      payment_evidence_url: LINK,
      payment_evidence_filename: 'slip.jpg',
      bank_name: 'BCA',
      bank_account_number: '1234567890',
      bank_account_owner: 'Rahma Aulia',
    },
  ]);
  expect(drafts.size).toBe(0);
  const heading = await screen.findByRole('heading', { name: 'Bukti sudah kami terima' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(
    screen.getByText(/07\.30–15\.00 WIB\. Kami kabari lewat WhatsApp ke 0812-••••-•890\.$/u),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Selesai' }).getAttribute('href')).toBe('/registrations');
});

test('when a screenshot is pasted, then it is uploaded as the proof', async () => {
  open();
  await picker();
  fireEvent.paste(document.body, { clipboardData: { files: [slip()], types: ['Files'] } });
  await findToast('Berhasil', 'Bukti pembayaran berhasil diupload');
});

test('when nothing is filled in, then the summary asks for the proof and the three bank fields', async () => {
  const { type } = open();
  await type.click(await screen.findByRole('button', { name: 'Kirim bukti' }));
  const summary = await findSummary();
  for (const words of [
    'Unggah bukti transfer terlebih dahulu.',
    'Nama pemilik rekening harus diisi',
    'Nomor rekening harus diisi',
    'Nama bank harus diisi',
  ]) {
    expect(within(summary).getByText(words)).toBeTruthy();
  }
});

test.each([
  [
    'is a PDF',
    slip('application/pdf', 1000, 'slip.pdf'),
    'File tidak valid: Hanya file gambar yang diperbolehkan',
  ],
  [
    'is a drawing',
    slip('image/svg+xml', 1000, 'slip.svg'),
    'File tidak valid: Hanya file gambar yang diperbolehkan',
  ],
  [
    'is over 5 MB',
    slip('image/gif', 5 * 1024 * 1024 + 1, 'slip.gif'),
    'File terlalu besar: Ukuran file maksimal 5MB',
  ],
])('when the file %s, then it is not sent and the specified words say why', async (_what, file, words) => {
  const { type } = open();
  const field = await picker();
  field.removeAttribute('accept');
  await type.upload(field, file);
  await findToast('Upload Gagal', words);
  expect(uploadFile).not.toHaveBeenCalled();
});

test('when the upload breaks off, then another try sends the same file and nothing typed is lost', async () => {
  uploadFile.mockRejectedValueOnce(new TypeError('Failed to upload'));
  const { type } = open();
  await picker();
  await fill(type);
  await type.upload(await picker(), slip());
  expect((await screen.findByText('Upload failed')).getAttribute('lang')).toBe('en');
  await type.click(await screen.findByRole('button', { name: 'Coba unggah lagi' }));
  await findToast('Berhasil', 'Bukti pembayaran berhasil diupload');
  expect(screen.getByLabelText<HTMLInputElement>('Nama bank').value).toBe('BCA');
  expect(uploadFile).toHaveBeenCalledTimes(2);
});

test('when a proxy responds without a message, then the specified English is shown beside an Indonesian sentence', async () => {
  uploadFile.mockRejectedValueOnce(new ApiError(502, '<html>Bad Gateway</html>'));
  const { type } = open();
  await type.upload(await picker(), slip());
  await findToast('Upload Gagal', 'Gagal mengupload bukti pembayaran');
  expect(screen.getByText('Upload failed: 502').getAttribute('lang')).toBe('en');
});

test('when the upload is stopped, then it is said and can be begun again', async () => {
  uploadFile.mockImplementationOnce(
    (_path: string, _file: Blob, _name: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
      }),
  );
  const { type } = open();
  await type.upload(await picker(), slip());
  await type.click(await screen.findByRole('button', { name: 'Batalkan unggahan' }));
  expect((await screen.findAllByText('Unggahan dibatalkan. File belum terkirim.')).length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'Coba unggah lagi' })).toBeTruthy();
});

test('when the payment was rejected, then the reason is shown before everything else', async () => {
  open(
    {
      [`GET ${ONE}`]: {
        body: aRegistration({ ...SENT, payment_status: 'rejected', rejection_reason: 'Nominal kurang' }),
      },
    },
    'transfer',
  );
  expect(await screen.findByText('Nominal kurang')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sudah transfer, unggah bukti' })).toBeTruthy();
});

test.each([
  ['waits', SENT],
  ['was rejected', { ...SENT, payment_status: 'rejected', rejection_reason: 'Buram' } as const],
])(
  'when a proof that %s is taken back, then a question came first and the payment is open again',
  async (_what, sent) => {
    const { api, type } = open({ [`GET ${ONE}`]: { body: aRegistration(sent) } }, 'transfer');
    await type.click(await screen.findByText('Kelola bukti'));
    await type.click(await screen.findByRole('button', { name: 'Hapus bukti pembayaran' }));
    const question = await screen.findByRole('alertdialog');
    api.answer(`GET ${ONE}`, { body: aRegistration() });
    await type.click(within(question).getByRole('button', { name: 'Hapus bukti pembayaran' }));
    await findToast('Berhasil', 'Informasi pembayaran berhasil diperbarui');
    expect(api.bodies(PAY)).toEqual([{ payment_status: 'pending' }]);
    expect(await screen.findByRole('button', { name: 'Sudah transfer, unggah bukti' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Kelola bukti')).toBeNull());
  },
);

test('when the payment is verified, then there is nothing to send or to take back', async () => {
  const verified = {
    ...SENT,
    payment_status: 'verified',
    payment_verified_at: '2026-11-13T01:00:00.000Z',
  } as const;
  open({ [`GET ${ONE}`]: { body: aRegistration(verified) } });
  expect(await screen.findByText('Pembayaran terverifikasi')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Hapus bukti|Ganti bukti|Kirim bukti/u })).toBeNull();
});

test('when the bank showed the payment, then that is said, and no empty account is shown', async () => {
  const verified = {
    payment_status: 'verified',
    payment_verified_at: '2026-11-13T01:00:00.000Z',
    settled_by: 'bank_line',
  } as const;
  open({ [`GET ${ONE}`]: { body: aRegistration(verified) } });
  expect(await screen.findByText('Pembayaran terverifikasi')).toBeTruthy();
  expect(screen.getByText(/^Dikenali dari mutasi bank · .*2026/u)).toBeTruthy();
  expect(screen.queryByText('Nama pemilik rekening')).toBeNull();
});

test('when the server refuses the payment, then its sentence is shown in the form', async () => {
  const { type } = open({ [PAY]: refused(422, 'File ini tidak dapat dipakai.') });
  await type.upload(await picker(), slip());
  await findToast('Berhasil');
  await fill(type);
  await type.click(screen.getByRole('button', { name: 'Kirim bukti' }));
  await findToast('Gagal memperbarui pembayaran', 'File ini tidak dapat dipakai.');
  // In the toast and in the form.
  await waitFor(() => expect(screen.getAllByText('File ini tidak dapat dipakai.')).toHaveLength(2));
});

test('when the fee was verified meanwhile, then the proof is refused, and the page shows the fee as it is now', async () => {
  const { api, type } = open({
    [PAY]: refused(409, 'Pembayaran sudah terverifikasi.', { code: 'fee_verified' }),
  });
  await type.upload(await picker(), slip());
  await findToast('Berhasil');
  await fill(type);
  const now = { payment_status: 'verified', payment_verified_at: '2026-11-13T01:00:00.000Z' } as const;
  api.answer(`GET ${ONE}`, { body: aRegistration(now) });
  await type.click(screen.getByRole('button', { name: 'Kirim bukti' }));
  await findToast('Gagal memperbarui pembayaran', 'Pembayaran sudah terverifikasi.');
  expect(await screen.findByText('Pembayaran terverifikasi')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Kirim bukti' })).toBeNull();
});
