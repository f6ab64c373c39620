import { NEW_REFUND_RULE } from '@gerbang/domain/refund-rule';
import { fakeApi, later, refused } from '@gerbang/web-kit/testing/fake-api';
import { findSummary } from '@gerbang/web-kit/testing/form-errors';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { cleanup, screen, within } from '@testing-library/react';
import { aChild, aConfirmation, aRegistration, aSchool, id } from '../../test/samples.ts';
import { ConfirmationPage } from './confirmation-page.tsx';
import { confirmationRules } from './confirmation-form.tsx';

const REGISTRATION = `GET /api/registrations/${id(20)}`;
const CHILD = `GET /api/children/${id(10)}`;
const KNOWN = `GET /api/enrollment-confirmations/registration/${id(20)}`;
const FEES = `GET /api/enrollment-confirmations/registration/${id(20)}/fees`;
const CHECKLIST = `GET /api/registrations/${id(20)}/checklist`;
const SEND = 'POST /api/enrollment-confirmations';

function open(answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    [REGISTRATION]: { body: aRegistration() },
    [CHILD]: { body: aChild() },
    [KNOWN]: refused(404, 'Belum ada'),
    'GET /api/config': { body: aSchool() },
    [FEES]: { body: { estimate: null } },
    [CHECKLIST]: { body: { items: [] } },
    [SEND]: { status: 201, body: aConfirmation() },
    ...answers,
  });
  const page = renderPage(<ConfirmationPage />, {
    path: `/enrollment-confirmation/${id(20)}`,
    route: '/enrollment-confirmation/:registrationId',
    user: aUser({ role: 'wali_murid' }),
  });
  return { api, ...page };
}

const submit = () => screen.findByRole('button', { name: /^Konfirmasi Daftar Ulang · / });
/** The value beside a label of the two cards. */
const valueOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

describe('the choice', () => {
  const estimate = {
    table: 'Biaya Pendidikan 2025/2026',
    full: 24_000_000,
    full_discount: 1_000_000,
    instalments: [12_000_000, 6_000_000, 3_600_000, 2_400_000],
  };
  const plain = (text: string | null | undefined) => text?.replaceAll('\u00A0', ' ');

  test('when the school’s table has the fee, then both ways are told in rupiah, with the table’s year', async () => {
    open({ [FEES]: { body: { estimate } } });
    const choice = within(await screen.findByRole('radiogroup', { name: 'Preferensi pembayaran' }));
    expect(choice.getAllByRole('radio').map((one) => plain(one.closest('label')?.textContent))).toEqual([
      'Lunas sekaligus — Rp 24.000.000Satu tagihan, dibayar sekaligus. Potongan lunas sekaligus sampai Rp 1.000.000 dapat diajukan.',
      'Cicilan (4 kali bayar)Rp 12.000.000 di awal, lalu Rp 6.000.000 · Rp 3.600.000 · Rp 2.400.000 setiap dua bulan.',
    ]);
    expect(choice.getByText(/^Besaran mengikuti tabel 2025\/2026 /u)).toBeTruthy();
  });

  test.each([
    ['has no fee', { body: { estimate: null } }],
    ['cannot be read', refused(404, 'Tidak ada')],
  ])('when the table %s, then nothing is guessed', async (_what, answer) => {
    open({ [FEES]: answer });
    expect(
      await screen.findByText('Tahap 1 sampai 4: 50%, 25%, 15%, dan 10%, setiap dua bulan.'),
    ).toBeTruthy();
  });

  test('when data of the child are missing, then one card names them and leads to the form', async () => {
    const { type } = open({ [CHILD]: { body: aChild({ nik: null, address: null }) } });
    expect(await screen.findByText('2 data belum diisi')).toBeTruthy();
    expect(screen.getByText('NIK, Alamat.')).toBeTruthy();
    await type.click(screen.getByRole('button', { name: 'Lengkapi data anak' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });
});

describe('the rule of what goes back', () => {
  const refund_rule = {
    ...NEW_REFUND_RULE,
    version: 4,
    education: [{ until: 'date' as const, days: null, date: '2027-05-01', percent: 60 }],
    text: 'Kembali 60 persen sebelum Mei.',
    contact: 'Bagian keuangan',
  };
  const plain = (text: string | null | undefined) => text?.replaceAll('\u00A0', ' ');

  test('when the school has one, then it stands there in rupiah, must be ticked, and its version is sent', async () => {
    const estimate = { table: 'Tabel', full: 24_000_000, full_discount: 0, instalments: [24_000_000] };
    const { api, type } = open({
      'GET /api/config': { body: aSchool({ refund_rule }) },
      [FEES]: { body: { estimate } },
      [SEND]: { status: 201, body: aConfirmation() },
    });
    const rule = within(await screen.findByRole('group', { name: 'Ketentuan pengembalian dana' }));
    expect(rule.getByText('Kembali 60 persen sebelum Mei.')).toBeTruthy();
    expect(rule.getAllByRole('listitem').map(({ textContent }) => plain(textContent))).toEqual([
      'Biaya pendaftaran: tidak dikembalikan.',
      'Bila mundur sebelum 1 Mei 2027: kembali Rp 14.400.000 dari Rp 24.000.000.',
    ]);
    await type.click(await submit());
    expect(await rule.findByText('Baca ketentuan pengembalian dana, lalu centang di sini.')).toBeTruthy();
    expect(api.bodies(SEND)).toEqual([]);
    await type.click(rule.getByLabelText('Saya sudah membaca ketentuan pengembalian dana'));
    await type.click(await submit());
    await findToast('Berhasil', 'Konfirmasi daftar ulang berhasil dikirim');
    expect(api.bodies(SEND)).toMatchObject([{ refund_rule_version: 4 }]);
  });

  test('when the fee is not known, then the example is in percent; without a rule nothing is said or sent', async () => {
    open({ 'GET /api/config': { body: aSchool({ refund_rule }) } });
    expect(
      await screen.findByText(
        'Bila mundur sebelum 1 Mei 2027: kembali 60% dari biaya pendidikan yang sudah dibayar.',
      ),
    ).toBeTruthy();
    cleanup();
    const { api, type } = open({ [SEND]: { status: 201, body: aConfirmation() } });
    await type.click(await submit());
    await findToast('Berhasil', 'Konfirmasi daftar ulang berhasil dikirim');
    expect(screen.queryByText('Ketentuan pengembalian dana')).toBeNull();
    expect(Object.keys((api.bodies(SEND)[0] ?? {}) as object)).not.toContain('refund_rule_version');
  });
});

describe('documents that are missing', () => {
  const item = (label: string, change: object = {}) => ({
    kind: 'document',
    label,
    required: true,
    gate: 'block',
    status: 'todo',
    ...change,
  });

  test('when required documents are not complete, then they are named, with the page that takes them', async () => {
    const items = [
      item('Akta kelahiran'),
      item('Rapor', { gate: 'warn', status: 'waiting' }),
      item('Pas foto anak', { gate: 'none' }),
      item('KTP ayah', { required: false }),
      item('Kartu keluarga', { status: 'done' }),
    ];
    open({ [CHECKLIST]: { body: { items } } });
    expect(await screen.findByText('2 dokumen belum lengkap')).toBeTruthy();
    expect(screen.getByText('Akta kelahiran, Rapor.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Buka dokumen anak' }).getAttribute('href')).toBe(
      `/children/${id(10)}/dokumen`,
    );
  });

  test('when the school refuses the confirmation for them, then its names stand beside the button, with the page that takes them', async () => {
    const message =
      'Dokumen anak belum lengkap: Akta kelahiran, Kartu keluarga. Lengkapi dahulu di halaman dokumen anak.';
    const { api, type } = open({ [SEND]: refused(409, message, { code: 'documents_missing' }) });
    const send = await submit();
    api.answer(CHECKLIST, { body: { items: [item('Akta kelahiran'), item('Kartu keluarga')] } });
    await type.click(send);
    const said = within((await screen.findByText(message, { selector: '[role=alert] p' })).parentElement!);
    expect(said.getByRole('link', { name: 'Buka dokumen anak' }).getAttribute('href')).toBe(
      `/children/${id(10)}/dokumen`,
    );
    expect(await screen.findByText('2 dokumen belum lengkap')).toBeTruthy();
    expect(screen.getByText('Akta kelahiran, Kartu keluarga.')).toBeTruthy();
    api.answer(SEND, refused(503, 'Layanan sibuk'));
    await type.click(await submit());
    await findToast('Gagal mengkonfirmasi pendaftaran', 'Layanan sibuk');
    expect(screen.queryByText(message, { selector: '[role=alert] p' })).toBeNull();
  });

  test.each([
    ['none is asked', { body: { items: [] } }],
    ['the list cannot be read', refused(503, 'Tidak ada')],
  ])('when %s, then nothing is said of documents', async (_when, answer) => {
    open({ [CHECKLIST]: answer });
    await submit();
    expect(screen.queryByText(/dokumen belum lengkap/u)).toBeNull();
  });
});

describe('before the form', () => {
  test('when the data are on their way, then the specified words stand there', async () => {
    const slow = later();
    open({ [REGISTRATION]: slow.answer });
    expect(await screen.findByText('Memuat data...')).toBeTruthy();
    slow.release({ body: aRegistration() });
    expect(await submit()).toBeTruthy();
  });

  test.each([
    ['registration', { [REGISTRATION]: refused(404, 'Tidak ada') }],
    ['child', { [CHILD]: refused(404, 'Tidak ada') }],
    ['well formed id', { [REGISTRATION]: refused(400, 'Id tidak valid'), [KNOWN]: refused(400, 'Id') }],
  ])('when there is no %s, then the way back leads to the registrations', async (_what, answers) => {
    const { type } = open(answers);
    expect(await screen.findByText('Data Tidak Ditemukan')).toBeTruthy();
    expect(screen.getByText('Data pendaftaran tidak ditemukan')).toBeTruthy();
    await type.click(screen.getByRole('link', { name: 'Kembali ke Pendaftaran' }));
    expect(await screen.findByText('at /registration')).toBeTruthy();
  });

  test('when it is confirmed already, then it says so and leads back', async () => {
    const { type } = open({ [KNOWN]: { body: aConfirmation() } });
    expect(await screen.findByText('Sudah Dikonfirmasi')).toBeTruthy();
    expect(screen.getByText('Menunggu Review')).toBeTruthy();
    await type.click(screen.getByRole('link', { name: 'Kembali' }));
    expect(await screen.findByText('at /enrollment')).toBeTruthy();
  });

  test('when the child is not accepted, then nothing can be confirmed', async () => {
    open({ [REGISTRATION]: { body: aRegistration({ current_stage: 'waiting_announcement' }) } });
    expect(await screen.findByText('Belum Dapat Dikonfirmasi')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Konfirmasi Daftar Ulang/ })).toBeNull();
  });

  test('when it cannot be read, then another try brings it', async () => {
    const { api, type } = open({ [REGISTRATION]: refused(503, 'Layanan sibuk') });
    await screen.findByText(/tidak dapat dimuat/u);
    api.answer(REGISTRATION, { body: aRegistration() });
    await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
    expect(await submit()).toBeTruthy();
  });
});

test('when the page opens, then the choice stands before all else, and the button says what it confirms', async () => {
  const { type } = open({ [CHILD]: { body: aChild({ nik: null }) } });
  const choice = await screen.findByRole('radiogroup', { name: 'Preferensi pembayaran' });
  for (const later of ['1 data belum diisi', 'Periksa data anak dan pendaftaran'])
    expect(choice.compareDocumentPosition(screen.getByText(later))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(await submit()).toBe(screen.getByText(/cicilan 4 kali$/u).closest('button'));
  await type.click(screen.getByRole('radio', { name: /^Lunas/u }));
  expect((await submit()).textContent).toBe('Konfirmasi Daftar Ulang · lunas sekaligus');
});

describe('the data', () => {
  test('when the page opens, then badge, both cards and the fee tables stand there', async () => {
    open({ [CHILD]: { body: aChild({ blood_type: null, kelurahan: null }) } });
    expect(await screen.findByText('Diterima - SD 1')).toBeTruthy();
    await screen.findByText('Nama lengkap');
    expect(valueOf('Nama lengkap')).toBe('Aisyah Putri');
    expect(valueOf('Jenis kelamin')).toBe('Perempuan');
    expect(valueOf('Tanggal lahir')).toBe('14 Maret 2019');
    expect(valueOf('Golongan darah')).toBe('-');
    expect(valueOf('Kelurahan')).toBe('-');
    expect(valueOf('NIK')).toBe('3271065403190001');
    expect(valueOf('No KK')).toBe('3271061203190002');
    expect(valueOf('Asal sekolah')).toBe('TK Melati');
    expect(valueOf('NISN')).toBe('0123456789');
    expect(valueOf('Catatan khusus')).toBe('-');
    const fees = await screen.findByRole('table', { name: 'Biaya pendidikan 2025/2026' });
    expect(within(fees).getByRole('rowheader', { name: 'SMP' })).toBeTruthy();
    const discounts = screen.getByRole('table', { name: 'Potongan biaya 2025/2026' });
    expect(within(discounts).getByText('Rp 1.500.000')).toBeTruthy();
  });

  test('when the school has a picture of its fees, then that stands there', async () => {
    const [table] = aSchool().fee_tables;
    const image_url = 'https://contoh.sch.id/biaya.png';
    open({ 'GET /api/config': { body: aSchool({ fee_tables: table ? [{ ...table, image_url }] : [] }) } });
    const picture = await screen.findByRole('img', { name: 'Biaya pendidikan 2025/2026 (gambar)' });
    expect(picture.getAttribute('src')).toBe(image_url);
  });

  test.each([
    [['Biaya 2027/2028', 'Seragam 2027/2028'], ' 2027/2028'],
    [['Biaya 2027/2028', 'Seragam 2026/2027'], ''],
    [['Biaya 2027/2028', 'Seragam'], ''],
    [[], ''],
  ])('when the tables are %j, then the headings carry their year or none', async (titles, year) => {
    const fee_tables = titles.map((title) => ({ title, columns: ['a'], rows: [['b']], image_url: null }));
    open({ 'GET /api/config': { body: aSchool({ fee_tables }) } });
    await screen.findByRole('table', { name: `Potongan biaya${year}` });
    expect(screen.getByText(`Struktur Biaya${year}`)).toBeTruthy();
  });

  test('when the child is corrected, then only what was changed is sent, with the version that was seen', async () => {
    const put = `PUT /api/children/${id(10)}`;
    const { api, type } = open({
      [put]: { body: aChild() },
      'GET /api/indonesian-data/provinces': { body: [] },
    });
    await type.click(await screen.findByRole('button', { name: 'Ubah data anak' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ubah data anak' });
    const nick = within(dialog).getByLabelText(/^Nama panggilan/u);
    await type.clear(nick);
    await type.type(nick, 'Icha');
    const saving = later();
    api.answer(put, saving.answer);
    await type.click(within(dialog).getByRole('button', { name: 'Simpan' }));
    expect(await within(dialog).findByRole('button', { name: 'Menyimpan...' })).toBeTruthy();
    api.answer(CHILD, { body: aChild({ nick_name: 'Icha', version: 4 }) });
    saving.release({ body: aChild({ nick_name: 'Icha', version: 4 }) });
    await findToast('Berhasil', 'Data anak berhasil diperbarui');
    expect(api.bodies(put)).toEqual([{ nick_name: 'Icha' }]);
    expect(api.asked.find(({ method }) => method === 'PUT')?.headers['if-match']).toBe('"3"');
    expect(await screen.findByText('Icha')).toBeTruthy();
  });

  test('when the registration is corrected and the server refuses, then its message stands there and nothing is lost', async () => {
    const put = `PUT /api/registrations/${id(20)}`;
    const { api, type } = open({ [put]: refused(409, 'Data terkunci') });
    await type.click(await screen.findByRole('button', { name: 'Ubah data pendaftaran' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ubah data pendaftaran' });
    const nisn = within(dialog).getByLabelText(/^NISN/u);
    await type.clear(nisn);
    await type.type(nisn, '12345');
    await type.click(within(dialog).getByRole('button', { name: 'Simpan' }));
    expect(await within(await findSummary()).findByText('NISN harus 10 digit angka')).toBeTruthy();
    await type.type(nisn, '67890');
    await type.click(within(dialog).getByRole('button', { name: 'Simpan' }));
    await findToast('Gagal', 'Data terkunci');
    expect(api.bodies(put)).toEqual([{ nisn: '1234567890' }]);
    expect((nisn as HTMLInputElement).value).toBe('1234567890');
    await type.click(within(dialog).getByRole('button', { name: 'Batal' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the confirmation', () => {
  test('when a contribution in money is sent, then it goes once with a key and the parent is led on', async () => {
    const { api, type } = open();
    const amount = await screen.findByLabelText<HTMLInputElement>(/^Jumlah sumbangan/u);
    await type.clear(amount);
    await type.type(amount, '1a500000');
    expect(amount.value).toBe('Rp 1.500.000');
    await type.click(screen.getByRole('radio', { name: /^Lunas/u }));
    await type.type(screen.getByLabelText(/^Catatan tambahan/u), 'Terima kasih');
    const sending = later();
    api.answer(SEND, sending.answer);
    await type.click(await submit());
    expect(await screen.findByRole('button', { name: 'Mengirim...' })).toBeTruthy();
    sending.release({ status: 201, body: aConfirmation() });
    await findToast('Berhasil', 'Konfirmasi daftar ulang berhasil dikirim');
    expect(await screen.findByText('at /registration')).toBeTruthy();
    expect(api.bodies(SEND)).toEqual([
      {
        registration_id: id(20),
        child_id: id(10),
        payment_preference: 'full',
        contribution_type: 'cash',
        contribution_amount: 1_500_000,
        additional_notes: 'Terima kasih',
      },
    ]);
    expect(api.asked.find(({ method }) => method === 'POST')?.headers['idempotency-key']).toMatch(
      /^[0-9a-f-]{36}$/u,
    );
  });

  test('when goods are given, then they need words, and installments are what is chosen at first', async () => {
    const { api, type } = open();
    await type.click(await screen.findByRole('radio', { name: 'Barang' }));
    expect(screen.queryByLabelText(/^Jumlah sumbangan/u)).toBeNull();
    await type.click(await submit());
    expect(await within(await findSummary()).findByText('Keterangan barang harus diisi')).toBeTruthy();
    await type.type(screen.getByLabelText(/^Keterangan barang/u), 'Dua rak buku');
    await type.click(await submit());
    await findToast('Berhasil');
    expect(api.bodies(SEND)).toEqual([
      {
        registration_id: id(20),
        child_id: id(10),
        payment_preference: 'installment',
        contribution_type: 'goods',
        contribution_description: 'Dua rak buku',
      },
    ]);
  });

  test('when the server refuses, then the reason stands there and what was typed stays; the repeat has the same key', async () => {
    const { api, type } = open({ [SEND]: refused(503, 'Layanan sibuk') });
    await type.type(await screen.findByLabelText(/^Catatan tambahan/u), 'Catatan');
    await type.click(await submit());
    await findToast('Gagal mengkonfirmasi pendaftaran', 'Layanan sibuk');
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Catatan tambahan/u).value).toBe('Catatan');
    await type.click(await submit());
    await screen.findByLabelText(/^Catatan tambahan/u);
    const keys = api.asked
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('when it was confirmed elsewhere meanwhile, then that is what stands there', async () => {
    const { api, type } = open({ [SEND]: refused(409, 'Sudah dikonfirmasi') });
    const send = await submit();
    api.answer(KNOWN, { body: aConfirmation() });
    await type.click(send);
    expect(await screen.findByText('Sudah Dikonfirmasi')).toBeTruthy();
  });

  test('when the school declined, then its reason stands there and the same choices can be sent again', async () => {
    const { api, type } = open({
      [KNOWN]: {
        body: aConfirmation({
          status: 'declined',
          decline_reason: 'Berkas belum lengkap',
          payment_preference: 'full',
          contribution_amount: 750_000,
        }),
      },
    });
    expect(await screen.findByText('Berkas belum lengkap')).toBeTruthy();
    expect((await screen.findByLabelText<HTMLInputElement>(/^Jumlah sumbangan/u)).value).toBe('Rp 750.000');
    await type.click(await submit());
    await findToast('Berhasil', 'Konfirmasi daftar ulang berhasil dikirim');
    expect(api.bodies(SEND)).toMatchObject([{ payment_preference: 'full', contribution_amount: 750_000 }]);
  });

  test('when the page is open, then the info box says what follows', async () => {
    open();
    expect(
      await screen.findByText('Tim keuangan akan membuat skema pembayaran sesuai preferensi Anda.'),
    ).toBeTruthy();
    expect(screen.getByText('Tagihan akan dikirim melalui sistem dan WhatsApp.')).toBeTruthy();
    expect(screen.getByText('Daftar ulang selesai setelah pembayaran diverifikasi.')).toBeTruthy();
  });
});

test('when nothing is chosen, then the rules have the specified messages', () => {
  const found = confirmationRules(false).safeParse({
    payment_preference: '',
    contribution_type: '',
    contribution_amount: '',
    contribution_description: '',
    additional_notes: '',
    refund_rule_read: '',
  });
  expect(found.error?.issues.map((issue) => issue.message)).toEqual([
    'Pilih preferensi pembayaran',
    'Pilih jenis sumbangan',
  ]);
});
