import type { Role } from '@gerbang/domain/roles';
import { sampleFile } from '@gerbang/web-kit/testing/sample-file';
import { fakeApi, refused, someYears } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aPayment, aSchool, id } from '../../test/samples.ts';
import { aStaffInvoice } from '../../test/staff-samples.ts';
import { StaffInvoicesPage } from './staff-invoices-page.tsx';

const uploadFile = jest.fn();
jest.mock('@gerbang/web-kit/files/upload', () => ({
  uploadFile: (...args: unknown[]) => uploadFile(...args) as unknown,
}));

const LIST = 'GET /api/admin/invoices';
const SUMMARY = 'GET /api/admin/invoices/summary';
const HISTORY = `GET /api/enrollment-invoice-payments/invoice/${id(50)}`;
const VERIFY = `PUT /api/admin/enrollment-invoice-payments/${id(60)}/verify`;
const EDIT = `PUT /api/enrollment-invoice-payments/${id(60)}`;
const ADD = 'POST /api/admin/enrollment-invoice-payments';
const WAITING = aStaffInvoice({
  status: 'awaiting_verification',
  payable: false,
  waiting_payment: {
    id: id(60),
    version: 1,
    amount_paid: 3_000_000,
    payment_date: '2026-11-20',
    created_at: '2026-11-20T03:00:00.000Z',
    proof_alert: false,
  },
});
const LINK = `/api/files/${id(71)}`;
const NONE = { pending: 0, partially_paid: 0, verified: 0, payment_rejected: 0, overdue: 0 };

function show(
  {
    role = 'finance',
    invoice = WAITING,
    search = '',
  }: { role?: Role; invoice?: typeof WAITING; search?: string } = {},
  answers: Parameters<typeof fakeApi>[0] = {},
) {
  const api = fakeApi({
    [LIST]: { body: [invoice], headers: { 'x-total-count': '1' } },
    [SUMMARY]: {
      body: {
        total: 1,
        total_amount: 8_000_000,
        amount_paid: 0,
        outstanding: 8_000_000,
        status: { ...NONE, awaiting_verification: 1 },
      },
    },
    [HISTORY]: { body: [aPayment({ admin_notes: 'Bayar di loket' })] },
    [VERIFY]: { body: aPayment({ verification_status: 'verified' }) },
    [EDIT]: { body: aPayment({ version: 2, amount_paid: 2_500_000 }) },
    [ADD]: { status: 201, body: aPayment({ verification_status: 'verified' }) },
    ...answers,
  });
  const page = renderPage(<StaffInvoicesPage />, { path: `/admin/invoices${search}`, user: aUser({ role }) });
  return { api, ...page };
}

const opened = `?id=${id(50)}`;
const panel = async () => within(await screen.findByRole('region', { name: 'Tagihan dan pembayaran' }));
/** The open invoice with everything that was paid of it: beside a proof that waits it has a tab. */
const whole = async () => {
  const open = await panel();
  fireEvent.click(await open.findByRole('tab', { name: 'Tagihan & riwayat' }));
  return open;
};
const form = async (name: string) => within(await screen.findByRole('form', { name }));
const above = async (name: string) => within(await screen.findByRole('dialog', { name }));
const rupiah = (text: string) => `Rp ${text}`;
const file = (name: string, type: string) => sampleFile(name, { type });

beforeEach(() =>
  uploadFile.mockReset().mockResolvedValue({ success: true, fileUrl: LINK, fileName: 'baru.jpg' }),
);

test('when the list is open, then what waits is seen with its amount, and the sums of the result stand above', async () => {
  show();
  const row = within(await screen.findByRole('row', { name: /Aisyah Putri/u }));
  for (const text of ['INV-2026-000123', 'Tahap 1', 'Menunggu Verifikasi'])
    expect(row.getByText(text)).toBeTruthy();
  expect(row.getByText(`${rupiah('3.000.000')} dikirim`)).toBeTruthy();
  expect(await screen.findByRole('button', { name: /^Menunggu Verifikasi ?1/u })).toBeTruthy();
  expect(screen.getByText('Nilai').nextSibling?.textContent).toBe('Rp\u00a08.000.000');
});

test('when what waits is shown, then it is of every year, as its number in the menu; the other states are of the chosen year', async () => {
  const totals = { total: 1, total_amount: 1, amount_paid: 0, outstanding: 1 };
  const { api, type } = show(
    {},
    {
      ...someYears(),
      [SUMMARY]: { body: { ...totals, status: { ...NONE, overdue: 2, awaiting_verification: 3 } } },
    },
  );
  const years = () =>
    api.asked
      .filter(({ method, path }) => `${method} ${path}` === SUMMARY)
      .map(({ query }) => ['academic_year', 'parts_year'].map((name) => query.get(name)));
  expect(await screen.findByRole('button', { name: /^Terlambat ?2$/u })).toBeTruthy();
  const waits = await screen.findByRole('button', { name: /^Menunggu Verifikasi ?3$/u });
  // One call has the counts of all parts and the sums.
  expect(years()).toEqual([['2026/2027', null]]);
  await type.click(waits);
  const last = () => api.asked.filter(({ path }) => path === '/api/admin/invoices').at(-1)?.query;
  await waitFor(() =>
    expect(Object.fromEntries(last() ?? [])).toMatchObject({ status: 'awaiting_verification' }),
  );
  expect(last()?.has('academic_year')).toBe(false);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Tahun ajaran' }).value).toBe('semua');
  await waitFor(() => expect(years().slice(1)).toEqual([[null, '2026/2027']]));
});

test('when the family has no profile, then its account stands in for it, and the number tells namesakes apart', async () => {
  const parent = { father_name: null, mother_name: null, contact_phone: null };
  const account = { name_from_account: 'Laila Fitriani', phone_from_account: '+6281399998888' };
  show({ invoice: { ...WAITING, parent: { ...parent, ...account } }, search: opened });
  const family = 'Laila Fitriani (dari akun), 0813-9999-8888 (dari akun)';
  const mark = 'putri Laila Fitriani (dari akun) · 00042';
  const invoice = await whole();
  for (const text of [family, mark]) expect(await invoice.findByText(text)).toBeTruthy();
  const row = await screen.findByRole('row', { name: /Aisyah Putri/u, hidden: true });
  expect(within(row).getByText(mark)).toBeTruthy();
});

test('when a row is opened, then the invoice has its own address, its payments and their notes', async () => {
  const { type } = show();
  await type.click(await screen.findByRole('button', { name: /^Lihat pembayaran INV-2026-000123/u }));
  const invoice = await whole();
  expect(await invoice.findByText(rupiah('3.000.000'))).toBeTruthy();
  expect(invoice.getByText('Catatan admin: Bayar di loket')).toBeTruthy();
  expect(invoice.queryByRole('button', { name: 'Tambah Pembayaran' })).toBeNull();
});

test('when a payment is verified, then it is asked with the specified words and sent with what was seen', async () => {
  const { api, type } = show({ search: opened });
  await type.click(await (await whole()).findByRole('button', { name: 'Verifikasi' }));
  const ask = within(await screen.findByRole('alertdialog'));
  expect(ask.getByText('Apakah Anda yakin ingin memverifikasi pembayaran ini?')).toBeTruthy();
  await type.click(ask.getByRole('button', { name: 'Verifikasi' }));
  await findToast('Berhasil', 'Verifikasi pembayaran berhasil diperbarui');
  expect(api.bodies(VERIFY)).toEqual([{ action: 'verify' }]);
  expect(api.asked.find(({ method }) => method === 'PUT')?.headers['if-match']).toBe('"1"');
});

test('when a payment is rejected, then without a reason nothing is sent', async () => {
  const { api, type } = show({ search: opened });
  await type.click(await (await whole()).findByRole('button', { name: 'Tolak' }));
  const ask = await above('Tolak pembayaran');
  await type.click(ask.getByRole('button', { name: 'Tolak' }));
  expect(await ask.findByText('Alasan penolakan diperlukan')).toBeTruthy();
  await type.type(ask.getByLabelText('Alasan penolakan'), 'Slip buram');
  await type.click(ask.getByRole('button', { name: 'Tolak' }));
  await findToast('Berhasil');
  expect(api.bodies(VERIFY)).toEqual([{ action: 'reject', rejection_reason: 'Slip buram' }]);
});

test('when a payment is corrected, then amount and proof are saved, and the saved payment is verified', async () => {
  const { api, type } = show({ search: opened });
  await type.click(await (await whole()).findByRole('button', { name: 'Ubah & Verifikasi' }));
  const edit = await above('Ubah dan verifikasi pembayaran');
  const amount = edit.getByLabelText('Jumlah pembayaran');
  await type.clear(amount);
  await type.type(amount, '2500000');
  await type.upload(edit.getByLabelText(/^Ganti bukti pembayaran/u), file('baru.jpg', 'image/jpeg'));
  await edit.findAllByText('Terunggah. Tekan simpan untuk memakainya.');
  await type.click(edit.getByRole('button', { name: 'Simpan & Verifikasi' }));
  await findToast('Berhasil', 'Pembayaran berhasil diperbarui');
  expect(api.bodies(EDIT)).toEqual([
    { amount_paid: 2_500_000, payment_evidence_url: LINK, payment_evidence_filename: 'baru.jpg' },
  ]);
  expect(api.asked.findLast(({ method }) => method === 'PUT')?.headers['if-match']).toBe('"2"');
});

test('when the replacement is no image, then the specified sentence is shown and nothing is sent', async () => {
  const { type } = show({ search: opened });
  await type.click(await (await whole()).findByRole('button', { name: 'Ubah & Verifikasi' }));
  const edit = await above('Ubah dan verifikasi pembayaran');
  const pick = edit.getByLabelText(/^Ganti bukti pembayaran/u);
  pick.removeAttribute('accept');
  await type.upload(pick, file('baru.pdf', 'application/pdf'));
  expect(
    (await edit.findAllByText('File tidak valid - Hanya file gambar yang diperbolehkan')).length,
  ).toBeGreaterThan(0);
  expect(uploadFile).not.toHaveBeenCalled();
});

test('when the correction goes through and the verification does not, then it says what was saved', async () => {
  const { type } = show({ search: opened }, { [VERIFY]: refused(409, 'Sudah diverifikasi') });
  await type.click(await (await whole()).findByRole('button', { name: 'Ubah & Verifikasi' }));
  const edit = await above('Ubah dan verifikasi pembayaran');
  const amount = edit.getByLabelText('Jumlah pembayaran');
  await type.clear(amount);
  await type.type(amount, '2500000');
  await type.click(edit.getByRole('button', { name: 'Simpan & Verifikasi' }));
  await findToast('Gagal menyimpan perubahan');
  expect(await screen.findByText(/^Perubahan sudah tersimpan/u)).toBeTruthy();
});

test('when the correction is refused without a word, then the fixed sentence says so', async () => {
  const { type } = show({ search: opened }, { [EDIT]: { status: 502, body: undefined } });
  await type.click(await (await whole()).findByRole('button', { name: 'Ubah & Verifikasi' }));
  const edit = await above('Ubah dan verifikasi pembayaran');
  await type.clear(edit.getByLabelText('Jumlah pembayaran'));
  await type.type(edit.getByLabelText('Jumlah pembayaran'), '2500000');
  await type.click(edit.getByRole('button', { name: 'Simpan & Verifikasi' }));
  await findToast('Gagal menyimpan perubahan', 'Gagal memperbarui pembayaran');
});

test('when staff add a payment, then the remainder is proposed, a proof is wanted, and it is verified at once', async () => {
  const { api, type } = show({ invoice: aStaffInvoice(), search: opened }, { [HISTORY]: { body: [] } });
  await type.click(await (await panel()).findByRole('button', { name: 'Tambah Pembayaran' }));
  const add = await form('Tambah pembayaran');
  expect((add.getByLabelText('Jumlah pembayaran') as HTMLInputElement).value).toBe('Rp 8.000.000');
  expect((add.getByLabelText('Langsung verifikasi') as HTMLInputElement).checked).toBe(true);
  await type.click(add.getByRole('button', { name: 'Simpan' }));
  expect(await add.findByText('Bukti pembayaran wajib diupload')).toBeTruthy();
  await type.upload(add.getByLabelText(/^Bukti pembayaran/u), file('slip.pdf', 'application/pdf'));
  await add.findAllByText('Terunggah. Tekan simpan untuk memakainya.');
  await type.click(add.getByRole('button', { name: 'Simpan' }));
  await findToast('Berhasil', 'Pembayaran berhasil ditambahkan');
  expect(api.bodies(ADD)).toMatchObject([
    { enrollment_invoice_id: id(50), amount_paid: 8_000_000, payment_method: 'transfer', auto_verify: true },
  ]);
  expect(api.asked.find(({ method }) => method === 'POST')?.headers['idempotency-key']).toMatch(
    /^[0-9a-f-]{36}$/u,
  );
});

const CONFIG = 'GET /api/config';

test('when cash is taken where a proof is optional, then a note is wanted without one, and the receipt opens for printing', async () => {
  const open = jest.spyOn(window, 'open').mockReturnValue(null);
  const { api, type } = show(
    { invoice: aStaffInvoice(), search: opened },
    {
      [HISTORY]: { body: [] },
      [CONFIG]: { body: aSchool({ cash_proof: 'optional' }) },
      [ADD]: {
        status: 201,
        body: aPayment({ verification_status: 'verified', receipt_number: 'KW-2026-000007' }),
      },
    },
  );
  await type.click(await (await panel()).findByRole('button', { name: 'Tambah Pembayaran' }));
  const add = await form('Tambah pembayaran');
  await type.click(add.getByRole('radio', { name: 'Tunai' }));
  expect(await add.findByLabelText(/^Bukti pembayaran/u)).toBeTruthy();
  expect(add.queryByLabelText(/^Informasi bank/u)).toBeNull();
  await add.findByText(/Tanpa bukti, paling sedikit 10 huruf/u);
  await type.click(add.getByRole('button', { name: 'Simpan dan cetak kuitansi' }));
  expect(await add.findByText(/^Tanpa bukti, tulis catatan/u)).toBeTruthy();
  expect(api.bodies(ADD)).toEqual([]);
  await type.type(add.getByLabelText(/^Catatan admin/u), 'Diterima dari Ibu Rahma');
  await type.click(add.getByLabelText('Langsung verifikasi'));
  expect(await add.findByRole('button', { name: 'Simpan' })).toBeTruthy();
  await type.click(add.getByLabelText('Langsung verifikasi'));
  await type.click(add.getByRole('button', { name: 'Simpan dan cetak kuitansi' }));
  await findToast('Berhasil', 'Pembayaran berhasil ditambahkan');
  const [body] = api.bodies(ADD);
  expect(body).toMatchObject({ amount_paid: 8_000_000, payment_method: 'cash', auto_verify: true });
  expect(Object.keys(body as object)).not.toContain('payment_evidence_url');
  const receipt = within(await screen.findByRole('dialog', { name: 'Kuitansi KW-2026-000007' }));
  await type.click(receipt.getByRole('radio', { name: 'Gulungan 80 mm' }));
  await type.keyboard('c');
  const address = `/api/enrollment-invoice-payments/${id(60)}/receipt?size=80mm`;
  expect(open.mock.calls).toEqual([[address, '_blank', 'noreferrer']]);
  await type.click(receipt.getByRole('button', { name: 'Selesai' }));
  expect(await (await panel()).findByRole('button', { name: 'Tambah Pembayaran' })).toBeTruthy();
  open.mockRestore();
});

test('when the school wants a proof of cash, then the form says so and sends nothing without one', async () => {
  const { api, type } = show(
    { invoice: aStaffInvoice(), search: opened },
    { [HISTORY]: { body: [] }, [CONFIG]: { body: aSchool() } },
  );
  await type.click(await (await panel()).findByRole('button', { name: 'Tambah Pembayaran' }));
  const add = await form('Tambah pembayaran');
  await type.click(add.getByRole('radio', { name: 'Tunai' }));
  await type.type(add.getByLabelText(/^Catatan admin/u), 'Diterima dari Ibu Rahma');
  await type.click(add.getByRole('button', { name: 'Simpan dan cetak kuitansi' }));
  expect(await add.findByText('Bukti pembayaran wajib diupload')).toBeTruthy();
  expect(api.bodies(ADD)).toEqual([]);
});

test('when it adds a payment, then there is no cash, and the form says who records it', async () => {
  const { type } = show(
    { role: 'it', invoice: aStaffInvoice(), search: opened },
    { [HISTORY]: { body: [] }, [CONFIG]: { body: aSchool() } },
  );
  await type.click(await (await panel()).findByRole('button', { name: 'Tambah Pembayaran' }));
  const add = await form('Tambah pembayaran');
  expect(add.queryByRole('radio', { name: 'Tunai' })).toBeNull();
  expect(add.getByText('Pembayaran tunai dicatat oleh keuangan atau administrator.')).toBeTruthy();
});

test('when the amount is over the remainder, then it is said before anything is sent', async () => {
  const { api, type } = show({ invoice: aStaffInvoice(), search: opened }, { [HISTORY]: { body: [] } });
  await type.click(await (await panel()).findByRole('button', { name: 'Tambah Pembayaran' }));
  const add = await form('Tambah pembayaran');
  await type.type(add.getByLabelText('Jumlah pembayaran'), '0');
  await type.click(add.getByRole('button', { name: 'Simpan' }));
  expect(await add.findByText(`Melebihi sisa tagihan (${rupiah('8.000.000')})`)).toBeTruthy();
  expect(api.bodies(ADD)).toEqual([]);
});

test('when the head of the school looks, then there is nothing to decide', async () => {
  show({ role: 'manager_pendidikan', search: opened });
  const invoice = await panel();
  expect(await invoice.findByText('Catatan admin: Bayar di loket')).toBeTruthy();
  for (const name of ['Verifikasi', 'Tolak', 'Ubah & Verifikasi', 'Tambah Pembayaran'])
    expect(invoice.queryByRole('button', { name })).toBeNull();
});

test('when a role may not take a payment back or move a due day, then the roles that may are named', async () => {
  const verified = aPayment({ verification_status: 'verified' });
  show({ role: 'it', invoice: aStaffInvoice(), search: opened }, { [HISTORY]: { body: [verified] } });
  const invoice = await panel();
  expect(await invoice.findByText('Batalkan pembayaran: oleh Keuangan atau Administrator.')).toBeTruthy();
  expect(invoice.getByText('Beri kelonggaran: oleh Keuangan atau Administrator.')).toBeTruthy();
});

test('when the address names no invoice, then it says so', async () => {
  show(
    { search: `?id=${id(99)}` },
    {
      [LIST]: ({ query }) => ({ body: query.has('id') ? [] : [WAITING], headers: { 'x-total-count': '1' } }),
    },
  );
  expect(await (await panel()).findByText('Tagihan tidak ditemukan')).toBeTruthy();
});
