import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import type { Role } from '@gerbang/domain/roles';
import { sampleFile } from '@gerbang/web-kit/testing/sample-file';
import { fakeApi, refused, staleAnswer } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aPriority } from '../../test/seats.ts';
import { aStaffRecord, aSummary, anEntry, staffId } from '../../test/staff.ts';
import { StaffRegistrationsPage } from './staff-registrations-page.tsx';

const uploadFile = jest.fn();
jest.mock('@gerbang/web-kit/files/upload', () => ({
  uploadFile: (...args: unknown[]) => uploadFile(...args) as unknown,
}));

const ONE = `/api/admin/registrations/${staffId(1)}`;
const VERIFY = `PUT ${ONE}/verify-payment`;
const PROVE = `PUT ${ONE}/payment-evidence`;
const HISTORY = `GET ${ONE}/stage-history`;
const LINK = '/api/files/0190f2f0-0000-7000-8000-000000000077';

/** Opens a registration by an address whose list does not have it, so that it is no proof of a queue. */
function open(
  record: Partial<StaffRegistration> = {},
  role: Role = 'admin',
  answers: Parameters<typeof fakeApi>[0] = {},
) {
  const api = fakeApi({
    'GET /api/admin/registrations': { body: [], headers: { 'x-total-count': '0' } },
    'GET /api/admin/registrations/summary': { body: aSummary({ paid: 1 }) },
    [`GET ${ONE}`]: { body: aStaffRecord(record) },
    [HISTORY]: { body: [anEntry()] },
    ...answers,
  });
  const page = renderPage(<StaffRegistrationsPage />, {
    path: `/admin/registration?id=${staffId(1)}`,
    user: aUser({ role }),
  });
  return { api, ...page };
}

const ready = () => screen.findByRole('heading', { name: 'Umar Faruq' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const panel = () => within(screen.getByRole('region', { name: 'Detail Pendaftaran' }));
const shown = () => within(screen.getByRole('tabpanel'));
const choose = ({ type }: ReturnType<typeof open>, name: string) =>
  type.click(screen.getByRole('tab', { name }));

beforeEach(() => {
  localStorage.clear();
  uploadFile.mockReset().mockResolvedValue({ success: true, fileUrl: LINK, fileName: 'bukti.pdf' });
});

test('when a registration is open, then child, parents, registration, payment and history have their tabs, read once', async () => {
  const page = open({
    payment_status: 'verified',
    payment_verified_at: '2026-11-20T04:00:00.000Z',
    verified_by_user: { name: 'Dewi', role: 'finance' },
    how_know_school: 'BROSUR',
  });
  await ready();
  for (const text of ['Rp 550.000', 'BCA', '1234567890', 'Dewi · Keuangan', '20 November 2026, 11.00 WIB'])
    expect(shown().getByText(text)).toBeTruthy();
  expect(shown().getByRole('link', { name: 'Buka bukti di tab baru' }).getAttribute('target')).toBe('_blank');
  await choose(page, 'Anak');
  for (const name of ['Data anak', 'Data pendaftaran'])
    expect(shown().getByRole('region', { name })).toBeTruthy();
  expect(shown().getByText('Brosur')).toBeTruthy();
  expect(shown().getByText('Jl. Melati 5, KOTA BOGOR')).toBeTruthy();
  await choose(page, 'Orang tua');
  expect(shown().getByRole('region', { name: 'Data orang tua' })).toBeTruthy();
  await choose(page, 'Riwayat');
  const timeline = await screen.findByRole('list', { name: 'Riwayat Tahapan' });
  expect(within(timeline).getByText('Oleh Siti · CS')).toBeTruthy();
  expect(page.api.asked.filter(({ path }) => path === ONE)).toHaveLength(1);
});

test('when the proof is like another one, then a mark says so beside the status, for those who only read too', async () => {
  open({ payment_status: 'paid', proof_alert: true }, 'staff_tu');
  await ready();
  expect(screen.getByText('Bukti ganda')).toBeTruthy();
});

test('when money from the bank verified the fee without a proof, then that is said, and it can only be rejected', async () => {
  open({
    payment_status: 'verified',
    payment_verified_at: '2026-11-20T04:00:00.000Z',
    verified_by_user: { name: 'Dewi', role: 'finance' },
    payment_evidence_url: null,
    payment_evidence_filename: null,
    settled_by: 'bank_line',
  });
  await ready();
  const payment = shown();
  expect(payment.getByText('Dikenali dari mutasi bank')).toBeTruthy();
  expect(payment.getByText('Tanpa bukti: uangnya ada di mutasi bank.')).toBeTruthy();
  expect(payment.getByText(/dana yang belum dibukukan/u)).toBeTruthy();
  expect(payment.queryByText('Belum ada bukti pembayaran.')).toBeNull();
  expect(payment.getAllByRole('button').map((one) => one.textContent)).toEqual(['Tolak']);
});

test('when money of the fee went back, then the payment says how much, and says nothing where none did', async () => {
  open({ payment_status: 'verified', fee_returned: 200_000 });
  await ready();
  const row = shown().getByText('Biaya dikembalikan').parentElement;
  expect(row?.textContent).toMatch(/^Biaya dikembalikanRp\s200\.000$/u);
  cleanup();
  open({ payment_status: 'verified' });
  await ready();
  expect(shown().queryByText('Biaya dikembalikan')).toBeNull();
});

test('when personal numbers are shown, then they are masked until tapped', async () => {
  const page = open();
  await ready();
  await choose(page, 'Anak');
  expect(screen.queryByText('3271051403200001')).toBeNull();
  await page.type.click(button('Tampilkan NIK'));
  expect(await screen.findByText('3271051403200001')).toBeTruthy();
  expect(screen.queryByText('3271050000000002')).toBeNull();
});

test('when the proof is a picture, then it can be enlarged; where it does not load, that is said', async () => {
  const { type } = open();
  await ready();
  const picture = screen.getByRole('img', { name: 'Pratinjau bukti pembayaran' });
  await type.click(button('Perbesar gambar'));
  expect(picture.style.width).toBe('150%');
  expect(screen.getByText('150%')).toBeTruthy();
  fireEvent.error(picture);
  expect(await screen.findByText('Tidak dapat memuat gambar bukti pembayaran')).toBeTruthy();
});

test('when the proof is a PDF, then only the link to its tab is shown', async () => {
  open({ payment_evidence_filename: 'slip.pdf' });
  await ready();
  expect(screen.queryByRole('img', { name: 'Pratinjau bukti pembayaran' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Buka bukti di tab baru' })).toBeTruthy();
});

const CELLS: readonly (readonly [Role, StaffRegistration['payment_status'], readonly string[]])[] = [
  ['finance', 'pending', []],
  ['finance', 'paid', ['Verifikasi', 'Tolak']],
  ['finance', 'verified', ['Tetap Verifikasi', 'Tolak', 'Kembalikan ke Menunggu Verifikasi']],
  ['it', 'rejected', ['Verifikasi', 'Tetap Tolak', 'Kembalikan ke Menunggu Verifikasi', 'Ubah Tahap']],
  ['cs', 'paid', ['Unggah bukti atas nama orang tua', 'Ubah Tahap']],
  ['cs', 'verified', ['Ubah Tahap']],
  ['admin', 'paid', ['Unggah bukti atas nama orang tua', 'Verifikasi', 'Tolak', 'Ubah Tahap']],
  ['staff_pendidikan', 'paid', ['Ubah Tahap']],
  ['staff_tu', 'paid', []],
  ['manager_pendidikan', 'verified', []],
];

test.each(CELLS)(
  'when %s looks at a fee that is %s, then the actions are %j',
  async (role, status, wanted) => {
    const page = open({ payment_status: status }, role);
    await ready();
    const every =
      /^(?:Verifikasi|Tetap Verifikasi|Tolak|Tetap Tolak|Kembalikan .*|Unggah bukti .*|Ubah Tahap)$/u;
    const found = () =>
      shown()
        .queryAllByRole('button', { name: every })
        .map((one) => one.textContent);
    const beside = found();
    await choose(page, 'Riwayat');
    await screen.findByRole('list', { name: 'Riwayat Tahapan' });
    expect([...beside, ...found()]).toEqual(wanted);
  },
);

test('when the result is known, then the fee stays as it is', async () => {
  open({ payment_status: 'verified', current_stage: 'passed' }, 'finance');
  await ready();
  expect(screen.getByText(/hasil observasi sudah diumumkan/u)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Tetap Verifikasi' })).toBeNull();
});

test('when a fee is owed again after the result, then the counter may take it', async () => {
  open({ payment_status: 'rejected', current_stage: 'waitlisted' });
  await ready();
  expect(button('Bayar tunai')).toBeTruthy();
  expect(button('Unggah bukti atas nama orang tua')).toBeTruthy();
  expect(screen.queryByText(/hasil observasi sudah diumumkan/u)).toBeNull();
});

test.each([
  ['cs', ['Pastikan: Saudara kandung', 'Tidak berlaku: Saudara kandung']],
  ['staff_pendidikan', []],
] as const)(
  'when the seats of the class are limited, then %s sees the priorities and may %j',
  async (role, wanted) => {
    const page = open({ priorities: [aPriority()] }, role);
    await ready();
    await choose(page, 'Anak');
    const part = within(await screen.findByRole('region', { name: 'Prioritas kursi' }));
    expect(await part.findByText('Diusulkan portal')).toBeTruthy();
    const found = part.queryAllByRole('button', { name: /Saudara kandung$/u });
    expect(found.map((one) => one.getAttribute('aria-label'))).toEqual(wanted);
  },
);

test('when no seats are limited, then nothing is said of priorities', async () => {
  const page = open();
  await ready();
  await choose(page, 'Anak');
  expect(screen.queryByText('Prioritas kursi')).toBeNull();
});

test('when V is pressed, then the fee is verified with the version seen, the record is the result, and lists are read again', async () => {
  const { api, type } = open({}, 'finance', {
    [VERIFY]: { body: aStaffRecord({ payment_status: 'verified', version: 5 }) },
  });
  await ready();
  await type.keyboard('v');
  await findToast('Berhasil', 'Status pembayaran berhasil diupdate');
  expect(api.bodies(VERIFY)).toEqual([{ payment_status: 'verified' }]);
  expect(api.asked.find(({ method }) => method === 'PUT')?.headers['if-match']).toBe('"4"');
  expect(await screen.findByRole('button', { name: 'Tetap Verifikasi' })).toBeTruthy();
  expect(api.asked.filter(({ path }) => path === ONE)).toHaveLength(1);
  await waitFor(() =>
    expect(api.asked.filter(({ path }) => path === '/api/admin/registrations')).toHaveLength(2),
  );
});

test('when T is pressed, then a reason is asked, and nothing is sent without one', async () => {
  const { api, type } = open({}, 'finance', {
    [VERIFY]: { body: aStaffRecord({ payment_status: 'rejected', rejection_reason: 'Nominal kurang' }) },
  });
  await ready();
  await type.keyboard('t');
  const dialog = await screen.findByRole('dialog', { name: 'Tolak pembayaran' });
  const send = within(dialog).getByRole('button', { name: 'Tolak' });
  expect(send.getAttribute('aria-disabled')).toBe('true');
  await type.click(send);
  expect(await within(dialog).findByText('Alasan penolakan diperlukan')).toBeTruthy();
  expect(api.bodies(VERIFY)).toEqual([]);
  await type.type(within(dialog).getByLabelText('Alasan penolakan'), 'Nominal kurang');
  await type.click(send);
  await findToast('Berhasil', 'Status pembayaran berhasil diupdate');
  expect(api.bodies(VERIFY)).toEqual([{ payment_status: 'rejected', rejection_reason: 'Nominal kurang' }]);
  expect(await screen.findByText('Nominal kurang')).toBeTruthy();
});

test('when a verified fee is taken back, then a question came first', async () => {
  const { api, type } = open({ payment_status: 'verified' }, 'finance', {
    [VERIFY]: { body: aStaffRecord() },
  });
  await ready();
  await type.click(button('Kembalikan ke Menunggu Verifikasi'));
  const question = await screen.findByRole('alertdialog');
  await type.click(within(question).getByRole('button', { name: 'Kembalikan ke Menunggu Verifikasi' }));
  await findToast('Berhasil');
  expect(api.bodies(VERIFY)).toEqual([{ payment_status: 'paid' }]);
});

test('when another user was faster, then the page says who and when, and shows the new state', async () => {
  const { api, type } = open({}, 'finance', {
    [VERIFY]: staleAnswer(
      { payment_status: 'verified', current_stage: 'registered' },
      { name: 'Dewi', role: 'finance' },
    ),
  });
  await ready();
  api.answer(`GET ${ONE}`, { body: aStaffRecord({ payment_status: 'verified', version: 5 }) });
  await type.click(button('Verifikasi'));
  await findToast('Gagal mengupdate status pembayaran', 'Data sudah diubah orang lain.');
  expect(
    await screen.findByText('Sudah diperiksa Dewi (Keuangan), 21 November 2026, 10.42 WIB.'),
  ).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Tetap Verifikasi' })).toBeTruthy();
});

test('when the call fails, then the toast says so and the state stays', async () => {
  const { type } = open({}, 'finance', { [VERIFY]: refused(503, 'Layanan sibuk.') });
  await ready();
  await type.click(button('Verifikasi'));
  await findToast('Gagal mengupdate status pembayaran', 'Layanan sibuk.');
  expect(button('Verifikasi')).toBeTruthy();
});

test('when cs sends a proof for a family, then a PDF is taken too and the fee waits', async () => {
  const { api, type } = open({ payment_status: 'pending', payment_evidence_url: null }, 'cs', {
    [PROVE]: { body: aStaffRecord({ payment_evidence_url: LINK, payment_evidence_filename: 'bukti.pdf' }) },
  });
  await ready();
  await type.click(button('Unggah bukti atas nama orang tua'));
  const dialog = await screen.findByRole('dialog', { name: /atas nama orang tua/u });
  await type.click(within(dialog).getByRole('button', { name: 'Kirim bukti pembayaran' }));
  expect(await within(dialog).findByText(/Bukti pembayaran diperlukan/u)).toBeTruthy();
  const pdf = sampleFile('bukti.pdf', { type: 'application/pdf' });
  await type.upload(within(dialog).getByLabelText('Bukti pembayaran'), pdf);
  await findToast('Berhasil', 'Bukti pembayaran berhasil diupload');
  expect(uploadFile.mock.calls[0]?.[0]).toBe('/api/payment-evidence/upload');
  await type.click(within(dialog).getByRole('button', { name: 'Kirim bukti pembayaran' }));
  await findToast('Berhasil', 'Informasi pembayaran berhasil diperbarui');
  expect(api.bodies(PROVE)).toEqual([
    { payment_evidence_url: LINK, payment_evidence_filename: 'bukti.pdf', payment_status: 'paid' },
  ]);
});

test('when the child has the NIK of another child, then the panel says so', async () => {
  open({ nik_duplicate: true }, 'staff_tu');
  await ready();
  expect(panel().getByText('NIK ganda, perlu diperiksa')).toBeTruthy();
});

test('when the child is younger than the school suggests, then the panel says by how much', async () => {
  const note = 'Usia pada 1 Juli 2026: 5 tahun; sekolah menyarankan paling muda 6 tahun';
  open({ age_note: note }, 'staff_tu');
  await ready();
  expect(screen.getByText('Usia di luar anjuran')).toBeTruthy();
  expect(screen.getByText(`${note}.`)).toBeTruthy();
});

test('when no other child has the NIK, then the panel says nothing of it', async () => {
  open({}, 'staff_tu');
  await ready();
  expect(screen.queryByText(/NIK ganda, perlu/u)).toBeNull();
});

test('when the family has another child of the name and birth date, then the panel says so', async () => {
  open({ same_child: true }, 'staff_tu');
  await ready();
  expect(panel().getByText('Mungkin anak yang sama')).toBeTruthy();
});

test('when the family asks why it heard nothing, then the tab has its last messages with state and reason', async () => {
  const user_id = '0190f2f0-0000-7000-8000-0000000000a1';
  const MESSAGES = 'GET /api/admin/notifications';
  const message = {
    id: '0190f2f0-0000-7000-8000-0000000000a2',
    kind: 'result_published',
    code: false,
    recipient: { name: 'Siti', phone: '0812-••••-•890' },
    status: 'failed',
    reason: 'reported',
    error_code: 131026,
    created_at: '2026-11-20T04:00:00.000Z',
  };
  const record = aStaffRecord();
  const page = open({ parent: { ...record.parent, user_id } }, 'cs', { [MESSAGES]: { body: [message] } });
  await ready();
  await choose(page, 'Pesan');
  const list = within(await screen.findByRole('list', { name: 'Pesan terakhir untuk keluarga ini' }));
  for (const text of ['Hasil diumumkan', 'Gagal', '20 November 2026, 11.00 WIB · 0812-••••-•890'])
    expect(list.getByText(text)).toBeTruthy();
  expect(list.getByText(/tidak terdaftar di WhatsApp/u)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Lihat semua pesan keluarga ini' }).getAttribute('href')).toBe(
    `/admin/messages?view=all&recipient=${user_id}`,
  );
  const [asked] = page.api.asked.filter(({ path }) => path === '/api/admin/notifications');
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({ recipient: user_id, limit: '10' });
});

test('when messages are not the role’s work, then there is no such tab', async () => {
  open({}, 'staff_pendidikan');
  await ready();
  expect(screen.queryByRole('tab', { name: 'Pesan' })).toBeNull();
});
