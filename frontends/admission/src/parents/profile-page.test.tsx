import { fakeApi, later, refused, type Asked, staleAnswer } from '@gerbang/web-kit/testing/fake-api';
import { keepDrafts } from '@gerbang/web-kit/testing/kept-drafts';
import { findSummary, messageAt } from '@gerbang/web-kit/testing/form-errors';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aParent, REGIONS } from '../../test/families.ts';
import { ProfilePage } from './profile-page.tsx';

const kept = keepDrafts();

const SAVE = 'PATCH /api/parent';
const USER = aUser({ role: 'wali_murid' });

function open(answers: Parameters<typeof fakeApi>[0] = {}, query = '?bagian=ayah') {
  const api = fakeApi({ 'GET /api/parent': { body: aParent() }, ...REGIONS, ...answers });
  const page = renderPage(<ProfilePage />, { path: `/profile${query}`, user: USER });
  return { api, ...page };
}

const section = (name: string) => within(screen.getByRole('group', { name }));
const ready = (name = 'Data Ayah') => screen.findByRole('group', { name });
const save = () => screen.getByRole('button', { name: 'Simpan Profile' });
const choose = async (type: ReturnType<typeof open>['type'], field: RegExp, option: string) => {
  const opener = await screen.findByRole('button', { name: field });
  await waitFor(() => expect(opener.hasAttribute('disabled')).toBe(false));
  await type.click(opener);
  await type.click(await screen.findByRole('option', { name: option }));
};

describe('what stands there', () => {
  test('when nothing was saved yet, then every section says what is missing', async () => {
    open({}, '');
    const rows = within(await screen.findByRole('list', { name: 'Bagian data orang tua' }));
    expect(rows.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Data Ayah', '/profile?bagian=ayah'],
      ['Data Ibu', '/profile?bagian=ibu'],
      ['Kontak Utama', '/profile?bagian=kontak'],
      ['Alamat', '/profile?bagian=alamat'],
    ]);
    expect(rows.getAllByRole('img').map((ring) => ring.getAttribute('aria-label'))).toEqual(
      [7, 7, 1, 5].map((total) => `0 dari ${total} isian terisi`),
    );
    expect(rows.getAllByText(/^7 isian belum diisi: Nama lengkap, Status, Nomor KTP/u)).toHaveLength(2);
    expect(rows.getByText('1 isian belum diisi: Nomor kontak (WhatsApp)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Simpan Profile' })).toBeNull();
  });

  test('when a section is saved with the way on, then the next one that lacks something opens, at the end the overview', async () => {
    const filled = {
      mother_name: 'Siti',
      mother_alive_status: 'MENINGGAL',
      mother_ktp: '3174051234560001',
      mother_education: 'S1',
    } as const;
    const done = { ...filled, contact_phone: '+6281234567890' };
    const { type } = open({
      'GET /api/parent': { body: aParent(done) },
      [SAVE]: { body: aParent({ ...done, version: 1, father_name: 'Ahmad' }) },
    });
    await ready();
    await type.type(section('Data Ayah').getByLabelText('Nama lengkap'), 'Ahmad');
    await type.click(screen.getByRole('button', { name: 'Simpan dan lanjut' }));
    expect(await ready('Alamat')).toBeTruthy();
    await type.click(screen.getByRole('link', { name: 'Semua bagian' }));
    expect(await screen.findByText(/^6 isian belum diisi: Status/u)).toBeTruthy();
  });

  test('when a field of another section is refused, then that section is shown with the message', async () => {
    const { type } = open({
      [SAVE]: refused(400, 'Data tidak valid', {
        issues: [{ path: 'mother_phone', message: 'Nomor telepon tidak valid' }],
      }),
    });
    await ready();
    await type.type(section('Data Ayah').getByLabelText('Nama lengkap'), 'Ahmad');
    await type.click(save());
    await ready('Data Ibu');
    expect(messageAt(section('Data Ibu').getByLabelText('Nomor telepon'))).toBe('Nomor telepon tidak valid');
  });

  test('when sections are changed with something typed, then it stays and nothing asks', async () => {
    const { type } = open();
    await ready();
    await type.type(section('Data Ayah').getByLabelText('Nama lengkap'), 'Ahmad');
    await type.click(screen.getByRole('link', { name: 'Semua bagian' }));
    await type.click(await screen.findByRole('link', { name: 'Data Ibu' }));
    await ready('Data Ibu');
    await type.click(screen.getByRole('link', { name: 'Semua bagian' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Simpan Profile' })).toBeTruthy();
    await type.click(await screen.findByRole('link', { name: 'Data Ayah' }));
    await ready();
    expect(section('Data Ayah').getByLabelText<HTMLInputElement>('Nama lengkap').value).toBe('Ahmad');
  });

  test('when a parent has died, then phone, job and income are no longer asked for', async () => {
    const { type } = open({}, '?bagian=ibu');
    await ready('Data Ibu');
    await type.click(section('Data Ibu').getByRole('radio', { name: 'Sudah wafat' }));
    expect(
      section('Data Ibu').getByText('3 isian belum diisi: Nama lengkap, Nomor KTP, Pendidikan'),
    ).toBeTruthy();
    expect(
      section('Data Ibu')
        .getByLabelText(/^Pekerjaan/u)
        .getAttribute('aria-required'),
    ).toBe('false');
  });

  test('when the fields are looked at, then hint, limit and placeholder are those of the specification', async () => {
    open();
    await ready();
    const ktp = section('Data Ayah').getByLabelText<HTMLInputElement>('Nomor KTP');
    expect(ktp.maxLength).toBe(16);
    expect(section('Data Ayah').getByText('16 digit nomor KTP')).toBeTruthy();
    expect(section('Data Ayah').getByLabelText<HTMLInputElement>('Nomor telepon').placeholder).toBe(
      '08xxxxxxxxxx',
    );
    expect(
      [...section('Data Ayah').getByLabelText<HTMLSelectElement>('Penghasilan per bulan').options].map(
        (option) => option.value,
      ),
    ).toEqual(['', '<10.000.000', '10.000.000 - 20.000.000', '>20.000.000']);
  });

  test('when the profile cannot be read, then a sentence says so and another try brings it', async () => {
    const { api, type } = open({ 'GET /api/parent': { offline: true } });
    expect(await screen.findByText(/^Data orang tua tidak dapat dimuat/u)).toBeTruthy();
    api.answer('GET /api/parent', { body: aParent() });
    await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
    await ready();
  });
});

describe('saving', () => {
  test('when some fields are filled, then only those are sent with the version, and the toast is the specified one', async () => {
    const answer = later();
    const { api, client, type } = open({ [SAVE]: answer.answer });
    // As /dapodik, which leads here for the address, has read it a moment ago.
    client.setQueryData(['dapodik-data'], []);
    await ready();
    await type.type(section('Data Ayah').getByLabelText('Nama lengkap'), 'Ahmad Fauzi');
    await type.selectOptions(section('Data Ayah').getByLabelText('Pendidikan'), 'S1');
    await type.click(save());
    expect(await screen.findByRole('button', { name: 'Menyimpan...' })).toBeTruthy();
    answer.release({
      body: aParent({ id: USER.id, version: 1, father_name: 'Ahmad Fauzi', father_education: 'S1' }),
    });
    await findToast('Profile berhasil diperbarui', 'Data orang tua telah disimpan.');
    expect(api.bodies(SAVE)).toEqual([{ father_name: 'Ahmad Fauzi', father_education: 'S1' }]);
    expect(api.asked.find(({ method }) => method === 'PATCH')?.headers['if-match']).toBe('"0"');
    expect(client.getQueryState(['dapodik-data'])?.isInvalidated).toBe(true);
  });

  test('when more is typed while the profile is saved, then it stays and is saved by the next press', async () => {
    const answer = later();
    const { api, type } = open({ [SAVE]: answer.answer });
    await ready();
    const name = section('Data Ayah').getByLabelText<HTMLInputElement>('Nama lengkap');
    await type.type(name, 'Ahmad');
    await type.click(save());
    await type.type(name, ' Fauzi');
    answer.release({ body: aParent({ father_name: 'Ahmad', version: 1 }) });
    await findToast('Profile berhasil diperbarui');
    expect(name.value).toBe('Ahmad Fauzi');
    api.answer(SAVE, { body: aParent({ father_name: 'Ahmad Fauzi', version: 2 }) });
    await type.click(save());
    await waitFor(() =>
      expect(api.bodies(SAVE)).toEqual([{ father_name: 'Ahmad' }, { father_name: 'Ahmad Fauzi' }]),
    );
  });

  test('when a KTP number is too short, then the summary leads to it and nothing is sent', async () => {
    const { api, type } = open();
    await ready();
    const ktp = section('Data Ayah').getByLabelText('Nomor KTP');
    await type.type(ktp, '123');
    await type.click(save());
    const summary = await findSummary();
    await type.click(within(summary).getByRole('link', { name: 'Nomor KTP harus 16 digit angka' }));
    await waitFor(() => expect(document.activeElement).toBe(ktp));
    expect(messageAt(ktp)).toBe('Nomor KTP harus 16 digit angka');
    expect(api.bodies(SAVE)).toEqual([]);
  });

  test('when a KTP number is pasted in groups, then all of its digits arrive', async () => {
    const { type } = open({}, '?bagian=ibu');
    await ready('Data Ibu');
    const ktp = section('Data Ibu').getByLabelText<HTMLInputElement>('Nomor KTP');
    await type.click(ktp);
    await type.paste('3174 0512 3456 0001');
    expect(ktp.value).toBe('3174051234560001');
  });

  test('when the server refuses a field, then its message is shown and what was typed stays', async () => {
    const { type } = open({
      [SAVE]: refused(400, 'Data tidak valid', {
        issues: [{ path: 'father_phone', message: 'Nomor telepon tidak valid' }],
      }),
    });
    await ready();
    const phone = section('Data Ayah').getByLabelText<HTMLInputElement>('Nomor telepon');
    await type.type(phone, '0812345678');
    await type.click(save());
    await findToast('Gagal memperbarui profile', 'Data tidak valid');
    expect(messageAt(phone)).toBe('Nomor telepon tidak valid');
    expect(phone.value).toBe('0812345678');
  });

  test('when another user saved meanwhile, then both states are shown, and the one typed here can be saved over it', async () => {
    const present = aParent({ id: USER.id, version: 5, father_name: 'Ahmad F.', mother_name: 'Siti' });
    const answers = [
      staleAnswer(present, { name: 'Rahma', role: 'wali_murid' }),
      { body: { ...present, version: 6, father_name: 'Ahmad Fauzi' } },
    ];
    const { api, type } = open({ [SAVE]: () => answers.shift() ?? {} });
    await ready();
    const name = section('Data Ayah').getByLabelText<HTMLInputElement>('Nama lengkap');
    await type.type(name, 'Ahmad Fauzi');
    await type.click(save());
    const dialog = within(await screen.findByRole('dialog', { name: 'Data sudah diubah' }));
    expect(
      dialog.getByText('Data ini sudah diubah oleh Rahma (Wali Murid) pada 21 November 2026, 10.42 WIB.'),
    ).toBeTruthy();
    expect(dialog.getByText('Isian Anda: Ahmad Fauzi')).toBeTruthy();
    expect(dialog.getByText('Data terbaru: Ahmad F.')).toBeTruthy();
    await type.click(dialog.getByRole('button', { name: 'Simpan isian saya' }));
    await findToast('Profile berhasil diperbarui');
    const sent = api.asked.filter(({ method }) => method === 'PATCH');
    expect(sent.map(({ headers }) => headers['if-match'])).toEqual(['"0"', '"5"']);
    expect(sent[1]?.body).toEqual({ father_name: 'Ahmad Fauzi' });
    await type.click(screen.getByRole('link', { name: 'Semua bagian' }));
    await type.click(await screen.findByRole('link', { name: 'Data Ibu' }));
    await ready('Data Ibu');
    expect(section('Data Ibu').getByLabelText<HTMLInputElement>('Nama lengkap').value).toBe('Siti');
  });

  test('when two states of a choice differ, then both are shown in the words of the form', async () => {
    const present = aParent({
      version: 5,
      father_alive_status: 'HIDUP',
      father_income: '10.000.000 - 20.000.000',
    });
    const { type } = open({ [SAVE]: staleAnswer(present) });
    await ready();
    await type.selectOptions(section('Data Ayah').getByLabelText('Penghasilan per bulan'), '<10.000.000');
    await type.click(section('Data Ayah').getByRole('radio', { name: 'Sudah wafat' }));
    await type.click(save());
    const dialog = within(await screen.findByRole('dialog', { name: 'Data sudah diubah' }));
    for (const words of [
      'Isian Anda: Sudah wafat',
      'Data terbaru: Masih hidup',
      'Isian Anda: Di bawah Rp 10 juta',
      'Data terbaru: Rp 10 juta – Rp 20 juta',
    ]) {
      expect(dialog.getByText(words)).toBeTruthy();
    }
  });
});

describe('regions', () => {
  test('when another province is chosen, then the levels below are cleared, and levels wait for the one above', async () => {
    const { type } = open({}, '?bagian=alamat');
    await ready('Alamat');
    expect(
      screen.getByRole('button', { name: /Pilih provinsi terlebih dahulu/u }).hasAttribute('disabled'),
    ).toBe(true);
    await choose(type, /Provinsi$/u, 'JAWA BARAT');
    await choose(type, /Kabupaten\/kota$/u, 'KOTA BOGOR');
    await choose(type, /Kecamatan$/u, 'TANAH SAREAL');
    await choose(type, /Provinsi$/u, 'BANTEN');
    expect(await screen.findByRole('button', { name: /Pilih kabupaten\/kota Kabupaten/u })).toBeTruthy();
    expect(screen.getByRole('button', { name: /Kecamatan$/u }).textContent).toContain(
      'Pilih kabupaten/kota terlebih dahulu',
    );
  });

  test('when nothing is found, then the words of the specification are shown', async () => {
    const { type } = open({}, '?bagian=alamat');
    await ready('Alamat');
    const opener = await screen.findByRole('button', { name: 'Pilih provinsi Provinsi' });
    await type.click(opener);
    await type.type(screen.getByRole('searchbox', { name: 'Cari provinsi' }), 'atlantis');
    expect(within(screen.getByRole('listbox')).getByText('Provinsi tidak ditemukan')).toBeTruthy();
  });

  test('when a list cannot be read, then the specified message is marked English, an Indonesian one beside it, and a retry helps', async () => {
    const list = 'GET /api/indonesian-data/provinces';
    const { api, type } = open({ [list]: refused(503, 'Layanan tidak tersedia') }, '?bagian=alamat');
    const english = await screen.findByText('Failed to fetch provinces');
    expect(english.lang).toBe('en');
    expect(english.parentElement?.textContent).toContain('Daftar provinsi tidak dapat dimuat');
    api.answer(list, REGIONS[list] ?? {});
    await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
    expect(await screen.findByRole('button', { name: 'Pilih provinsi Provinsi' })).toBeTruthy();
    expect(screen.queryByText('Failed to fetch provinces')).toBeNull();
  });

  test('when the address is shown, then its source is named', async () => {
    open({}, '?bagian=alamat');
    await ready('Alamat');
    expect(screen.getByRole('link', { name: 'idn-area-data' })).toBeTruthy();
    expect(screen.getByText(/lisensi ODbL/u)).toBeTruthy();
  });
});

describe('contact phone', () => {
  const SEND = 'POST /api/parent/contact-phone/send-code';
  const VERIFY = 'POST /api/parent/contact-phone/verify';
  const saved = aParent({ id: USER.id, version: 2, contact_phone: '+6281234567890' });

  test('when it is saved but not verified, then a code is sent, typed, and the number counts as verified', async () => {
    const { api, type } = open(
      {
        'GET /api/parent': { body: saved },
        [SEND]: { body: { message: 'Kode telah dikirim via WhatsApp' } },
        [VERIFY]: refused(422, 'Kode OTP tidak valid atau sudah kadaluarsa'),
      },
      '?bagian=kontak',
    );
    await ready('Kontak Utama');
    expect(screen.getByText('Belum diverifikasi')).toBeTruthy();
    await type.click(screen.getByRole('button', { name: 'Kirim kode verifikasi' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Verifikasi nomor kontak' }));
    expect(dialog.getByText('Kode 6 digit dikirim lewat WhatsApp ke 0812-3456-7890.')).toBeTruthy();
    expect(dialog.getByRole('button', { name: /^Kirim ulang kode \(\d+ detik\)$/u })).toBeTruthy();
    await type.click(dialog.getByRole('button', { name: 'Verifikasi' }));
    expect(messageAt(dialog.getByLabelText('Kode verifikasi'))).toBe('Kode OTP harus berupa 6 digit angka');
    await type.type(dialog.getByLabelText('Kode verifikasi'), '111111');
    await type.click(dialog.getByRole('button', { name: 'Verifikasi' }));
    await findToast('Verifikasi gagal', 'Kode OTP tidak valid atau sudah kadaluarsa');
    api.answer(VERIFY, { body: { ...saved, version: 3, contact_phone_verified: true } });
    await type.clear(dialog.getByLabelText('Kode verifikasi'));
    await type.type(dialog.getByLabelText('Kode verifikasi'), '222222');
    await type.click(dialog.getByRole('button', { name: 'Verifikasi' }));
    await findToast('Nomor terverifikasi');
    expect(api.bodies(VERIFY)).toEqual([{ otp: '111111' }, { otp: '222222' }]);
    expect(await screen.findByText('Terverifikasi')).toBeTruthy();
  });

  test('when the number would be a second one to log in with, then the password is asked for, and goes with every code', async () => {
    const asks = (message: string, code: string) =>
      refused(422, message, { code, issues: [{ path: 'password', message }] });
    const { api, type } = open(
      {
        'GET /api/parent': { body: saved },
        [SEND]: asks('Masukkan password Anda untuk menambah nomor masuk', 'password_required'),
      },
      '?bagian=kontak',
    );
    await ready('Kontak Utama');
    await type.click(screen.getByRole('button', { name: 'Kirim kode verifikasi' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Masukkan password Anda' }));
    await type.click(asked.getByRole('button', { name: 'Kirim kode' }));
    expect(messageAt(asked.getByLabelText('Password'))).toBe('Password harus diisi');
    api.answer(SEND, asks('Password salah', 'wrong_password'));
    await type.type(asked.getByLabelText('Password'), 'bukan ini');
    await type.click(asked.getByRole('button', { name: 'Kirim kode' }));
    await findToast('Gagal mengirim kode', 'Password salah');
    expect(messageAt(asked.getByLabelText('Password'))).toBe('Password salah');
    api.answer(SEND, { body: { message: 'Kode telah dikirim via WhatsApp' } });
    await type.clear(asked.getByLabelText('Password'));
    await type.type(asked.getByLabelText('Password'), 'kucing-lima');
    await type.click(asked.getByRole('button', { name: 'Kirim kode' }));
    await screen.findByRole('dialog', { name: 'Verifikasi nomor kontak' });
    expect(screen.queryByRole('dialog', { name: 'Masukkan password Anda' })).toBeNull();
    expect(api.bodies(SEND)).toEqual([{}, { password: 'bukan ini' }, { password: 'kucing-lima' }]);
  });

  test('when the typed number is not the saved one, then it must be saved first', async () => {
    const { type } = open(
      {
        'GET /api/parent': { body: { ...saved, contact_phone_verified: true } },
      },
      '?bagian=kontak',
    );
    await ready('Kontak Utama');
    expect(screen.getByText('Terverifikasi')).toBeTruthy();
    await type.type(screen.getByLabelText('Nomor kontak (WhatsApp)'), '1');
    expect(await screen.findByText('Belum diverifikasi')).toBeTruthy();
    expect(screen.getByText('Simpan profil dahulu untuk memverifikasi nomor ini.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Kirim kode verifikasi' })).toBeNull();
  });

  test('when another account has the number, then that is said', async () => {
    const { type } = open(
      {
        'GET /api/parent': { body: saved },
        [SEND]: refused(409, 'Nomor ini sudah digunakan akun lain'),
      },
      '?bagian=kontak',
    );
    await ready('Kontak Utama');
    await type.click(screen.getByRole('button', { name: 'Kirim kode verifikasi' }));
    await findToast('Gagal mengirim kode', 'Nomor ini sudah digunakan akun lain');
  });
});

describe('unfinished work', () => {
  test('when the page is left with something unsaved, then it asks first', async () => {
    const { type } = open();
    await ready();
    await type.type(section('Data Ayah').getByLabelText('Nama lengkap'), 'A');
    await type.click(screen.getByRole('button', { name: 'Kembali' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Tinggalkan halaman?' }));
    await type.click(question.getByRole('button', { name: 'Lanjut mengisi' }));
    expect(section('Data Ayah').getByLabelText<HTMLInputElement>('Nama lengkap').value).toBe('A');
    await type.click(screen.getByRole('button', { name: 'Kembali' }));
    await type.click(await screen.findByRole('button', { name: 'Tinggalkan' }));
    expect(await screen.findByText('at /dashboard')).toBeTruthy();
  });

  test('when the form is typed into, then a draft without KTP is kept and shown', async () => {
    const first = open();
    await ready();
    await first.type.type(section('Data Ayah').getByLabelText('Nama lengkap'), 'Ahmad');
    fireEvent.change(section('Data Ayah').getByLabelText('Nomor KTP'), {
      target: { value: '3174051234560001' },
    });
    expect(await screen.findByText(/^Draf tersimpan \d\d\.\d\d$/u)).toBeTruthy();
    await waitFor(() => expect(kept.size).toBe(1));
    expect([...kept.keys()]).toEqual([`${USER.id}:profile`]);
    expect(JSON.stringify([...kept.values()])).toContain('Ahmad');
    expect(JSON.stringify([...kept.values()])).not.toContain('31740512');
  });

  test('when a draft waits, then it can be taken up, and after saving it is gone', async () => {
    kept.set(`${USER.id}:profile`, { values: { father_name: 'Ahmad' }, savedAt: Date.now() });
    const { api, type } = open({
      [SAVE]: ({ body }: Asked) => ({ body: aParent({ version: 1, ...(body as object) }) }),
    });
    expect(await screen.findByText('Lanjutkan draf?')).toBeTruthy();
    await type.click(screen.getByRole('button', { name: 'Lanjutkan draf' }));
    expect(section('Data Ayah').getByLabelText<HTMLInputElement>('Nama lengkap').value).toBe('Ahmad');
    await type.click(save());
    await findToast('Profile berhasil diperbarui');
    expect(api.bodies(SAVE)).toEqual([{ father_name: 'Ahmad' }]);
    await waitFor(() => expect(kept.size).toBe(0));
  });
});
