import { fakeApi, later, refused } from '@gerbang/web-kit/testing/fake-api';
import { keepDrafts } from '@gerbang/web-kit/testing/kept-drafts';
import { findSummary, messageAt } from '@gerbang/web-kit/testing/form-errors';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aParent, aWholeChild, REGIONS } from '../../test/families.ts';
import { aChild, aDashboard, aSchool } from '../../test/samples.ts';
import { ChildrenPage } from './children-page.tsx';

const kept = keepDrafts();

const LIST = 'GET /api/children';
const CREATE = 'POST /api/children';
const ROW = aChild();
const ONE = `/api/children/${ROW.id}`;

// One key a call, as the browser makes them.
let keys = 0;
Object.assign(globalThis.crypto, { randomUUID: () => `key-${(keys += 1)}` });

function open(answers: Parameters<typeof fakeApi>[0] = {}, path = '/children') {
  const api = fakeApi({
    [LIST]: { body: [ROW] },
    'GET /api/dashboard': { body: aDashboard({ children_count: 1 }) },
    [`GET ${ONE}`]: { body: aWholeChild() },
    'GET /api/parent': { body: aParent() },
    'GET /api/config': { body: aSchool() },
    ...REGIONS,
    ...answers,
  });
  const page = renderPage(<ChildrenPage />, { path, user: aUser({ role: 'wali_murid' }) });
  return { api, ...page };
}

type Type = ReturnType<typeof open>['type'];
const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

async function addForm(type: Type) {
  await type.click(await screen.findByRole('button', { name: 'Tambah Anak' }));
  const form = await inDialog('Tambah data anak');
  await form.findByLabelText('Nama lengkap');
  return form;
}

/** Takes an entry of the child's menu. */
async function choose(type: Type, entry: string | RegExp) {
  await type.click(await screen.findByRole('button', { name: 'Tindakan lain: Aisyah Putri' }));
  await type.click(await screen.findByRole('menuitem', { name: entry }));
}

const put = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

async function typeBirthDate(type: Type, form: Awaited<ReturnType<typeof inDialog>>, digits: string) {
  await type.click(form.getAllByRole('spinbutton')[0] as HTMLElement);
  await type.keyboard(digits);
}

describe('the list', () => {
  test('when there are children, then name, nickname, sex and birth are shown with the actions', async () => {
    const { type } = open();
    const row = within(await screen.findByRole('row', { name: /Aisyah Putri/u }));
    expect(row.queryByRole('link')).toBeNull();
    expect(row.getByText('Aisyah')).toBeTruthy();
    expect(row.getByText('Perempuan')).toBeTruthy();
    expect(row.getByText('Bogor, 14 Maret 2021')).toBeTruthy();
    await type.click(await row.findByRole('button', { name: 'Tindakan lain: Aisyah Putri' }));
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map((entry) => entry.textContent)).toEqual(['Ubah StatusSegera hadir', 'Ubah', 'Hapus']);
  });

  test('when the school asks documents of a child, then a link counts them and leads there', async () => {
    open({ [LIST]: { body: [aChild({ documents: { done: 5, of: 7 } })] } });
    const link = await screen.findByRole('link', { name: 'Dokumen 5/7: Aisyah Putri' });
    expect(link.getAttribute('href')).toBe(`/children/${ROW.id}/dokumen`);
  });

  test('when there is none, then the empty text and the next step are shown', async () => {
    open({ [LIST]: { body: [] } });
    expect(await screen.findByText('Tidak ada data anak')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Tambah Anak' })).toBeTruthy();
  });

  test('when a search has no result, then the page says so and the search stays', async () => {
    const { type } = open({
      [LIST]: ({ query }) => ({ body: query.get('search') ? [] : [ROW] }),
    });
    await screen.findByRole('row', { name: /Aisyah/u });
    await type.type(screen.getByRole('searchbox'), 'umar');
    expect(await screen.findByText('Anak Tidak Ditemukan')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('umar');
  });

  test('when the list cannot be read, then a sentence says so and another try brings it', async () => {
    const { api, type } = open({ [LIST]: { offline: true } });
    expect(await screen.findByText(/^Data anak tidak dapat dimuat/u)).toBeTruthy();
    api.answer(LIST, { body: [ROW] });
    await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
    expect(await screen.findByRole('row', { name: /Aisyah/u })).toBeTruthy();
  });

  test('when the status is to be changed, then a toast says that this is not available yet', async () => {
    const { type } = open();
    await choose(type, /^Ubah Status/u);
    await findToast('Ubah Status', 'Fitur ini akan segera hadir.');
  });
});

describe('a new child', () => {
  test('when the page is opened for one, then its form is there, and once saved the child can be registered', async () => {
    const made = aWholeChild({ full_name: 'Umar Faruq', nick_name: 'Umar' });
    const { type } = open({ [CREATE]: { status: 201, body: made } }, '/children?tambah');
    const form = await inDialog('Tambah data anak');
    expect(form.getByText('1. Anak').getAttribute('aria-current')).toBe('step');
    put(await form.findByLabelText('Nama lengkap'), 'Umar Faruq');
    put(form.getByLabelText('Tempat lahir'), 'Bogor');
    await typeBirthDate(type, form, '17082020');
    await type.click(form.getByRole('button', { name: 'Simpan' }));
    expect(await screen.findByText('Umar tersimpan')).toBeTruthy();
    const way = await screen.findByRole('link', { name: 'Daftarkan Umar' });
    expect(way.getAttribute('href')).toBe(`/registrations?daftarkan=${made.id}`);
    await type.click(screen.getByRole('button', { name: 'Tambah anak lain' }));
    await inDialog('Tambah data anak');
  });

  test('when a child has no registration, then its row leads to it', async () => {
    const task = {
      kind: 'registration_missing',
      registration_id: null,
      child_id: ROW.id,
      child_name: null,
    } as const;
    open({ 'GET /api/dashboard': { body: aDashboard({ tasks: [task], children_count: 1 }) } });
    const way = await screen.findByRole('link', { name: 'Daftarkan: Aisyah Putri' });
    expect(way.getAttribute('href')).toBe(`/registrations?daftarkan=${ROW.id}`);
  });

  test('when an empty form is sent, then the three required fields say so', async () => {
    const { type } = open();
    const form = await addForm(type);
    await type.click(form.getByRole('button', { name: 'Simpan' }));
    const lines = within(await findSummary()).getAllByRole('link');
    expect(lines.map((line) => line.textContent)).toEqual([
      'Nama lengkap harus diisi',
      'Tempat lahir harus diisi',
      'Tanggal lahir harus diisi',
    ]);
    await type.click(lines[2] as HTMLElement);
    await waitFor(() => expect(document.activeElement).toBe(form.getAllByRole('spinbutton')[0]));
  });

  test('when it is filled, then it is sent once with a key, the toast is the specified one, and the list is read again', async () => {
    const answer = later();
    const { api, type } = open({ [CREATE]: answer.answer });
    const form = await addForm(type);
    expect(form.getByText(/sesuai UU Pelindungan Data Pribadi\.$/u)).toBeTruthy();
    put(form.getByLabelText('Nama lengkap'), 'Umar Faruq');
    put(form.getByLabelText('Tempat lahir'), 'Bogor');
    put(form.getByLabelText(/^Jumlah saudara/u), '2');
    await type.click(form.getByRole('radio', { name: 'Laki-laki' }));
    await typeBirthDate(type, form, '17082020');
    await type.click(form.getByRole('button', { name: 'Simpan' }));
    expect(await form.findByRole('button', { name: 'Menyimpan...' })).toBeTruthy();
    answer.release({ status: 201, body: aWholeChild({ full_name: 'Umar Faruq' }) });
    await findToast('Berhasil', 'Data anak berhasil ditambahkan');
    expect(api.bodies(CREATE)).toEqual([
      {
        full_name: 'Umar Faruq',
        gender: 'male',
        birth_city: 'Bogor',
        birth_date: '2020-08-17',
        sibling_count: 2,
      },
    ]);
    expect(api.asked.find(({ method }) => method === 'POST')?.headers['idempotency-key']).toMatch(/^key-/u);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.bodies(LIST)).toHaveLength(2);
  });

  test('when the school asks documents, then the sentence of consent names them, and so does what is sent', async () => {
    const documents = ['Akta kelahiran', 'Kartu keluarga'];
    const { api, type } = open({
      'GET /api/config': { body: aSchool({ documents }) },
      [CREATE]: { status: 201, body: aWholeChild() },
    });
    const form = await addForm(type);
    expect(
      form.getByText(/Pribadi\. Termasuk dokumen yang diminta sekolah: Akta kelahiran, Kartu keluarga\.$/u),
    ).toBeTruthy();
    put(form.getByLabelText('Nama lengkap'), 'Umar Faruq');
    put(form.getByLabelText('Tempat lahir'), 'Bogor');
    await typeBirthDate(type, form, '17082020');
    await type.click(form.getByRole('button', { name: 'Simpan' }));
    await findToast('Berhasil', 'Data anak berhasil ditambahkan');
    expect(api.bodies(CREATE)).toEqual([expect.objectContaining({ consent_documents: documents })]);
  });

  test('when the configuration cannot be read, then a child can still be added, without a document in the sentence', async () => {
    const { api, type } = open({
      'GET /api/config': { offline: true },
      [CREATE]: { status: 201, body: aWholeChild() },
    });
    const form = await addForm(type);
    expect(form.getByText(/sesuai UU Pelindungan Data Pribadi\.$/u)).toBeTruthy();
    put(form.getByLabelText('Nama lengkap'), 'Umar Faruq');
    put(form.getByLabelText('Tempat lahir'), 'Bogor');
    await typeBirthDate(type, form, '17082020');
    await type.click(form.getByRole('button', { name: 'Simpan' }));
    await findToast('Berhasil', 'Data anak berhasil ditambahkan');
    expect(api.bodies(CREATE)).toEqual([
      { full_name: 'Umar Faruq', birth_city: 'Bogor', birth_date: '2020-08-17' },
    ]);
  });

  test('when the response is lost and the form is sent again, then the key is the same; changed, it is another', async () => {
    const { api, type } = open({ [CREATE]: { offline: true } });
    const form = await addForm(type);
    put(form.getByLabelText('Nama lengkap'), 'Umar Faruq');
    put(form.getByLabelText('Tempat lahir'), 'Bogor');
    await typeBirthDate(type, form, '17082020');
    const keysSent = () =>
      api.asked.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);
    for (const times of [1, 2]) {
      await type.click(form.getByRole('button', { name: 'Simpan' }));
      await waitFor(() => expect(keysSent()).toHaveLength(times));
      await form.findByRole('button', { name: 'Simpan' });
    }
    put(form.getByLabelText('Nama lengkap'), 'Umar Al Faruq');
    await type.click(form.getByRole('button', { name: 'Simpan' }));
    await waitFor(() => expect(keysSent()).toHaveLength(3));
    const [first, second, third] = keysSent();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('when the NIK disagrees, then each reason is shown beside it and saving is still possible', async () => {
    const { api, type } = open({
      [CREATE]: refused(400, 'Periksa kembali isian Anda', {
        code: 'bad_request',
        issues: [{ path: 'nik', message: 'NIK harus 16 digit angka' }],
      }),
    });
    const form = await addForm(type);
    put(form.getByLabelText('Nama lengkap'), 'Umar Faruq');
    put(form.getByLabelText('Tempat lahir'), 'Bogor');
    await typeBirthDate(type, form, '17082020');
    await type.click(form.getByRole('radio', { name: 'Perempuan' }));
    put(form.getByLabelText(/^NIK/u), '9901011808200001');
    expect(
      await form.findByText('Tanggal lahir di NIK berbeda dengan tanggal lahir yang diisi.'),
    ).toBeTruthy();
    expect(form.getByText('Jenis kelamin di NIK berbeda dengan yang dipilih.')).toBeTruthy();
    expect(await form.findByText('Kode wilayah di NIK tidak dikenal.')).toBeTruthy();
    await type.click(form.getByRole('button', { name: 'Simpan' }));
    await findToast('Gagal', 'Periksa kembali isian Anda');
    expect(messageAt(form.getByLabelText(/^NIK/u))).toBe('NIK harus 16 digit angka');
    expect(api.bodies(CREATE)).toHaveLength(1);
    expect(form.getByLabelText<HTMLInputElement>('Nama lengkap').value).toBe('Umar Faruq');
  });

  test('when the child is there already, then the family reads which one, may save another, and may open that one', async () => {
    const { api, type } = open({
      [CREATE]: refused(409, 'Anak ini sudah ada.', {
        code: 'same_child',
        details: { child_id: ROW.id, full_name: ROW.full_name },
      }),
    });
    const form = await addForm(type);
    put(form.getByLabelText('Nama lengkap'), ROW.full_name);
    put(form.getByLabelText('Tempat lahir'), 'Bogor');
    await typeBirthDate(type, form, '14032021');
    const asked = async () => {
      await type.click(form.getByRole('button', { name: 'Simpan' }));
      return inDialog('Anak ini sudah ada');
    };
    const question = await asked();
    expect(question.getByText(/^Aisyah Putri dengan tanggal lahir ini sudah ada/u)).toBeTruthy();
    await type.click(question.getByRole('button', { name: 'Tutup' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Anak ini sudah ada' })).toBeNull());
    expect(form.getByLabelText<HTMLInputElement>('Nama lengkap').value).toBe(ROW.full_name);

    await type.click((await asked()).getByRole('button', { name: 'Simpan sebagai anak lain' }));
    await waitFor(() => expect(api.bodies(CREATE)).toHaveLength(3));
    expect(api.bodies(CREATE).map((body) => (body as { same_child_known?: true }).same_child_known)).toEqual([
      undefined,
      undefined,
      true,
    ]);
    const again = await inDialog('Anak ini sudah ada');
    await type.click(again.getByRole('button', { name: 'Buka data Aisyah Putri' }));
    const edited = await inDialog('Ubah data anak');
    expect((await edited.findByLabelText<HTMLInputElement>('Nama lengkap')).value).toBe('Aisyah Putri');
  });

  test('when the NIK is the number of the family card, then a note says so and saving is still possible', async () => {
    const { type } = open();
    const form = await addForm(type);
    put(form.getByLabelText(/^NIK/u), '9912340105190001');
    expect(form.queryByText(/^NIK sama dengan Nomor KK/u)).toBeNull();
    put(form.getByLabelText(/^Nomor KK/u), '9912340105190001');
    expect(await form.findByText(/^NIK sama dengan Nomor KK/u)).toBeTruthy();
    await type.click(form.getByRole('button', { name: 'Simpan' }));
    expect(messageAt(form.getByLabelText(/^NIK/u))).toBe('');
  });

  test('when the server fails without a word, then the sentence of the catalogue is shown', async () => {
    const { type } = open({ [CREATE]: { status: 502, body: undefined } });
    const form = await addForm(type);
    put(form.getByLabelText('Nama lengkap'), 'Umar Faruq');
    put(form.getByLabelText('Tempat lahir'), 'Bogor');
    await typeBirthDate(type, form, '17082020');
    await type.click(form.getByRole('button', { name: 'Simpan' }));
    await findToast('Gagal', 'Terjadi kesalahan saat menambah data anak');
  });

  test('when the address of the parents is wanted, then all five fields are filled from it', async () => {
    const { type } = open({
      'GET /api/parent': {
        body: aParent({
          provinsi: 'JAWA BARAT',
          kab_kota: 'KOTA BOGOR',
          kecamatan: 'TANAH SAREAL',
          kelurahan: 'KEDUNG BADAK',
          address: 'Jl. Mawar 3',
        }),
      },
    });
    const form = await addForm(type);
    await type.click(form.getByRole('button', { name: 'Gunakan alamat orang tua' }));
    expect(await form.findByText('Alamat orang tua sudah diisikan.')).toBeTruthy();
    expect(form.getByLabelText<HTMLTextAreaElement>('Alamat lengkap').value).toBe('Jl. Mawar 3');
    expect(await form.findByRole('button', { name: 'KEDUNG BADAK Kelurahan/desa' })).toBeTruthy();
  });

  test('when the parents have no address yet, then that is said', async () => {
    const { type } = open();
    const form = await addForm(type);
    await type.click(form.getByRole('button', { name: 'Gunakan alamat orang tua' }));
    expect(await form.findByText('Alamat orang tua belum diisi di Biodata Orang Tua.')).toBeTruthy();
  });

  test('when the dialog is left with something typed, then it asks first; a draft holds no NIK', async () => {
    const { type } = open();
    const form = await addForm(type);
    put(form.getByLabelText('Nama lengkap'), 'Umar');
    put(form.getByLabelText(/^NIK/u), '3271011708200001');
    put(form.getByLabelText(/^Nomor KK/u), '3271011708200002');
    await waitFor(() => expect(kept.size).toBe(1));
    expect(JSON.stringify([...kept.values()])).not.toMatch(/32710117/u);
    await type.click(form.getByRole('button', { name: 'Batal' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Tinggalkan halaman?' }));
    await type.click(question.getByRole('button', { name: 'Tinggalkan' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('a known child', () => {
  test('when a field is changed, then only that is sent, with the version', async () => {
    const { api, type } = open({
      [`PATCH ${ONE}`]: { body: aWholeChild({ version: 2, nick_name: 'Ais' }) },
    });
    await choose(type, 'Ubah');
    const form = await inDialog('Ubah data anak');
    put(await form.findByLabelText(/^Nama panggilan/u), 'Ais');
    await type.click(form.getByRole('button', { name: 'Simpan' }));
    await findToast('Berhasil', 'Data anak berhasil diperbarui');
    expect(api.bodies(`PATCH ${ONE}`)).toEqual([{ nick_name: 'Ais' }]);
    expect(api.asked.find(({ method }) => method === 'PATCH')?.headers['if-match']).toBe('"1"');
  });

  test('when re-enrolment is being processed, then it can be read and not changed', async () => {
    const { type } = open({ [`GET ${ONE}`]: { body: aWholeChild({ locked: true }) } });
    await choose(type, 'Ubah');
    const form = await inDialog('Ubah data anak');
    expect(await form.findByText(/^Data anak tidak dapat diubah lagi/u)).toBeTruthy();
    expect(form.queryByRole('button', { name: 'Simpan' })).toBeNull();
  });

  test('when it is deleted, then the question begins on Batal and a toast confirms the deletion', async () => {
    const { api, type } = open({ [`DELETE ${ONE}`]: { status: 204 } });
    await choose(type, 'Hapus');
    const question = within(await screen.findByRole('alertdialog', { name: 'Hapus data anak' }));
    await waitFor(() => expect(document.activeElement).toBe(question.getByRole('button', { name: 'Batal' })));
    api.answer(LIST, { body: [] });
    await type.click(question.getByRole('button', { name: 'Hapus' }));
    await findToast('Berhasil', 'Data anak berhasil dihapus');
    expect(await screen.findByText('Tidak ada data anak')).toBeTruthy();
  });

  test('when it may not be deleted, then the server’s reason is shown and the child stays', async () => {
    const reason = 'Anak tidak dapat dihapus karena pendaftarannya sedang berjalan.';
    const { type } = open({ [`DELETE ${ONE}`]: refused(409, reason) });
    await choose(type, 'Hapus');
    const question = within(await screen.findByRole('alertdialog'));
    await type.click(question.getByRole('button', { name: 'Hapus' }));
    await findToast('Gagal', reason);
    expect(screen.getByRole('row', { name: /Aisyah Putri/u, hidden: true })).toBeTruthy();
  });
});
