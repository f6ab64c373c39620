import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { findSummary, messageAt } from '@gerbang/web-kit/testing/form-errors';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { anExpectation } from '@gerbang/web-kit/testing/expectations';
import { aChild, aDashboard, aRegistration, aRow, aSchool } from '../../test/samples.ts';
import { anEntry } from '../../test/staff.ts';
import { aWave, waveList } from '../../test/waves.ts';
import { RegistrationsPage } from './registrations-page.tsx';

const LIST = 'GET /api/registrations';
const CHILDREN = 'GET /api/children';
const ROW = aRow();
const MADE = ROW.id.replace(/..$/u, '77');
const ONE = `/api/registrations/${ROW.id}`;

function open(answers: Parameters<typeof fakeApi>[0] = {}, address = '', state?: object) {
  const api = fakeApi({
    [LIST]: { body: [ROW] },
    [CHILDREN]: { body: [aChild()] },
    'GET /api/config': { body: aSchool() },
    'GET /api/waves': waveList(),
    [`GET ${ONE}`]: { body: aRegistration() },
    ...answers,
  });
  const page = renderPage(<RegistrationsPage />, {
    path: `/registrations${address}`,
    state,
    user: aUser({ role: 'wali_murid' }),
  });
  return { api, ...page };
}

describe('the school’s own words', () => {
  const school = aSchool();
  const own = aSchool({
    levels: school.levels.map((level) => ({
      ...level,
      offered: level.jenjang !== 'KB',
      label: level.jenjang === 'SD' ? 'MI' : level.label,
    })),
    texts: {
      ...school.texts,
      registration_note: 'Bawa akta & kartu 1 < 2',
      payment_note: 'Transfer sebelum Jumat',
    },
  });

  test('when a child is registered, then only offered levels are there, by the school’s names, with its note', async () => {
    const { type } = open({ 'GET /api/config': { body: own } });
    await type.click(await screen.findByRole('button', { name: 'Daftarkan anak' }));
    const options = within(await screen.findByLabelText('Jenjang')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'Pilih jenjang',
      'TK – Taman Kanak-Kanak',
      'MI – Sekolah Dasar',
      'SMP – Sekolah Menengah Pertama',
    ]);
    expect(screen.getByText('Bawa akta & kartu 1 < 2')).toBeTruthy();
  });

  test('when a child is too young for the chosen level, then the family reads it and may go on', async () => {
    const levels = own.levels.map((level) => ({
      ...level,
      min_age_months: level.jenjang === 'SD' ? 72 : null,
    }));
    const { type } = open({ 'GET /api/config': { body: { ...own, levels } } });
    await type.click(await screen.findByRole('button', { name: 'Daftarkan anak' }));
    const chooser = await screen.findByLabelText('Jenjang');
    await type.selectOptions(chooser, 'TK');
    expect(screen.queryByText(/sekolah menyarankan/u)).toBeNull();
    await type.selectOptions(chooser, 'SD');
    expect(
      screen.getByText('Usia pada 1 Juli 2026: 5 tahun 3 bulan; sekolah menyarankan paling muda 6 tahun.'),
    ).toBeTruthy();
    expect(screen.getByText(/Anda tetap dapat mendaftar\.$/u)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Daftarkan' }).disabled).toBe(false);
  });

  test('when the fee is to be paid, then the way leads to its page', async () => {
    const { type } = open({ 'GET /api/config': { body: own } });
    await type.click(await screen.findByRole('button', { name: /Bayar dan kirim bukti/u }));
    expect(await screen.findByText(`at /registrations/${aRow().id}/bayar`)).toBeTruthy();
  });

  test('when a message leads to a payment, then its page opens', async () => {
    open({}, `?bayar=${ROW.id}`);
    expect(await screen.findByText(`at /registrations/${ROW.id}/bayar`)).toBeTruthy();
  });
});

describe('the list', () => {
  test('when a registration is unpaid, then number, fee, state and the payment link are shown', async () => {
    open();
    const card = await screen.findByRole('article');
    expect(within(card).getByText('PSB-2026-TK-00007')).toBeTruthy();
    expect(await within(card).findByText('Rp 350.000')).toBeTruthy();
    expect(within(card).getByText('Belum Bayar')).toBeTruthy();
    expect(within(card).getByText('Terdaftar')).toBeTruthy();
    expect(within(card).getByRole('button', { name: 'Bayar dan kirim bukti: Aisyah Putri' })).toBeTruthy();
    expect(within(card).queryByRole('link')).toBeNull();
  });

  test('when the school asks documents of the child, then a link counts them and leads there', async () => {
    open({ [CHILDREN]: { body: [aChild({ id: ROW.child_id, documents: { done: 0, of: 0 } })] } });
    const link = await screen.findByRole('link', { name: 'Dokumen: Aisyah Putri' });
    expect(link.getAttribute('href')).toBe(`/children/${ROW.child_id}/dokumen`);
  });

  test('when the proof was rejected, then its reason is shown first', async () => {
    open({ [LIST]: { body: [aRow({ payment_status: 'rejected', rejection_reason: 'Foto buram' })] } });
    const card = await screen.findByRole('article');
    expect(within(card).getByText('Foto buram')).toBeTruthy();
    expect(within(card).getByRole('button', { name: /Kirim bukti baru/u })).toBeTruthy();
  });

  test('when money of its fee went back, then the card says how much', async () => {
    open({ [LIST]: { body: [{ ...ROW, payment_status: 'verified', fee_returned: 200_000 }] } });
    expect((await screen.findByText('Biaya dikembalikan')).parentElement?.textContent).toMatch(/200\.000/u);
  });

  test('when it is paid, then it cannot be deleted', async () => {
    open({ [LIST]: { body: [aRow({ payment_status: 'paid' })] } });
    await screen.findByRole('article');
    expect(screen.queryByRole('button', { name: /Hapus/u })).toBeNull();
  });

  test('when there is none, then the specified text and the next step are shown', async () => {
    open({ [LIST]: { body: [] } });
    expect(await screen.findByText('Belum ada pendaftaran.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Daftarkan anak' })).toBeTruthy();
  });

  test('when there is no child either, then the way leads to the children', async () => {
    open({ [LIST]: { body: [] }, [CHILDREN]: { body: [] } });
    expect((await screen.findByRole('link', { name: 'Ke Biodata Anak' })).getAttribute('href')).toBe(
      '/children',
    );
  });

  test('when a child or a level is searched, then only its registrations stay', async () => {
    const other = aRow({
      id: ROW.child_id,
      child: { full_name: 'Umar Faruq', nick_name: null },
      jenjang: 'SD',
      kelas: '1',
    });
    const { type } = open({ [LIST]: { body: [ROW, other] } });
    expect(await screen.findAllByRole('article')).toHaveLength(2);
    await type.type(screen.getByRole('searchbox'), 'sd');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(screen.getByText('Umar Faruq')).toBeTruthy();
    await type.type(screen.getByRole('searchbox'), 'zzz');
    expect(await screen.findByText('Tidak ada hasil yang sesuai dengan pencarian.')).toBeTruthy();
  });

  test('when it cannot be read, then another try brings it', async () => {
    const { api, type } = open({ [LIST]: refused(503, 'Layanan sibuk') });
    await screen.findByText(/tidak dapat dimuat/u);
    api.answer(LIST, { body: [ROW] });
    await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
    expect(await screen.findByRole('article')).toBeTruthy();
  });
});

const ENTRY = anEntry({ stage: 'obs_scheduled', content: '2026-12-07', note: 'Bawa akta kelahiran' });

describe('several children, and what the page before says', () => {
  const other = aRow({
    id: ROW.child_id,
    child_id: ROW.id,
    child: { full_name: 'Umar Faruq', nick_name: null },
    current_stage: 'obs_scheduled',
    payment_status: 'verified',
  });
  const observation = {
    registration_id: other.id,
    day: '2026-11-27',
    time: '08:00',
    place: 'Gedung SD, ruang 2',
    bring: null,
  };

  test('when there are two children, then the chosen one is shown, with its appointment', async () => {
    const { type } = open({
      [LIST]: { body: [ROW, other] },
      'GET /api/dashboard': { body: aDashboard({ observations: [observation] }) },
    });
    expect(within(await screen.findByRole('article')).getByText('Aisyah Putri')).toBeTruthy();
    await type.click(screen.getByRole('button', { name: 'Umar Faruq' }));
    const card = within(screen.getByRole('article'));
    expect(card.getByText('Umar Faruq')).toBeTruthy();
    expect(await card.findByText('Jumat, 27 November · 08.00 WIB')).toBeTruthy();
    expect(card.getByText('Gedung SD, ruang 2')).toBeTruthy();
  });

  test('when a payment is linked, then its child is the chosen one', async () => {
    open({ [LIST]: { body: [{ ...other, current_stage: 'registered' }, ROW] } }, `?lihat=${ROW.id}`);
    await screen.findByRole('button', { name: 'Aisyah', pressed: true });
  });

  test('when a re-enrolment was just confirmed, then that is said; without it nothing is', async () => {
    open({}, '', { confirmed: 'Zaidan' });
    const said = 'Daftar ulang Zaidan sudah kami terima. Tagihan menyusul lewat WhatsApp.';
    expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Lihat daftar ulang' }).getAttribute('href')).toBe('/enrollment');
    cleanup();
    open();
    await screen.findByRole('article');
    expect(screen.queryByText(/sudah kami terima/u)).toBeNull();
  });
});

test('when the school says how soon a bill comes, then a confirmed re-enrolment is told in its words', async () => {
  const texts = { ...aSchool().texts, invoice_wait: 'Biasanya 3 hari kerja.' };
  open({ 'GET /api/config': { body: aSchool({ texts }) } }, '', { confirmed: 'Zaidan' });
  expect(await screen.findByText(/lewat WhatsApp\. Biasanya 3 hari kerja\.$/u)).toBeTruthy();
});

test('when the school asks for exact amounts, then a card names what is to be transferred until it is paid', async () => {
  const answers = {
    'GET /api/config': { body: aSchool({ unique_code: { on: true, max: 999 } }) },
    'POST /api/payment-expectations': { body: anExpectation(350_000, 137) },
  };
  open(answers);
  const exact = await screen.findByText('· tepat sampai angka terakhir');
  expect(exact.parentElement?.textContent).toMatch(/^Rp\s350\.137 · tepat sampai angka terakhir$/u);
  expect(screen.queryByText('Rp 350.000')).toBeNull();
  cleanup();
  const { api } = open({ ...answers, [LIST]: { body: [{ ...ROW, payment_status: 'verified' }] } });
  expect(await screen.findByText('Rp 350.000')).toBeTruthy();
  expect(api.bodies('POST /api/payment-expectations')).toEqual([]);
});

describe('the history of a registration', () => {
  test('when a message leads to it, then that registration has its history open, with the focus', async () => {
    const other = aRow({ id: ROW.child_id, child: { full_name: 'Umar Faruq', nick_name: null } });
    open(
      {
        [LIST]: { body: [other, ROW] },
        [`GET ${ONE}/stage-history`]: { body: [ENTRY] },
      },
      `?lihat=${ROW.id}`,
    );
    const note = await screen.findByText('Bawa akta kelahiran');
    const card = note.closest('article') ?? document.body;
    expect(within(card).getByText('Aisyah Putri')).toBeTruthy();
    expect(within(card).getByRole('heading', { name: 'Riwayat Tahapan' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.contains(note)).toBe(true));
    expect(screen.getAllByRole('heading', { name: 'Riwayat Tahapan' })).toHaveLength(1);
  });

  test('when it is opened and closed by hand, then it is read once it is open', async () => {
    const { api, type } = open({ [`GET ${ONE}/stage-history`]: { body: [ENTRY] } });
    const button = await screen.findByRole('button', { name: 'Riwayat Tahapan: Aisyah Putri' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(api.asked.some(({ path }) => path.endsWith('/stage-history'))).toBe(false);
    await type.click(button);
    expect(await screen.findByText('Bawa akta kelahiran')).toBeTruthy();
    await type.click(screen.getByRole('button', { name: 'Tutup riwayat: Aisyah Putri' }));
    expect(screen.queryByText('Bawa akta kelahiran')).toBeNull();
  });

  test('when the address names a registration that is not there, then the list is shown as it is', async () => {
    open({}, '?lihat=019a0000-0000-7000-8000-00000000dead');
    expect(await screen.findByRole('article')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Riwayat Tahapan' })).toBeNull();
  });
});

describe('a new registration', () => {
  test('when nothing is chosen, then the summary names what is missing', async () => {
    const { type } = open({
      [LIST]: { body: [] },
      [CHILDREN]: { body: [aChild(), aChild({ id: ROW.id, full_name: 'Umar' })] },
    });
    await type.click(await screen.findByRole('button', { name: 'Daftarkan anak' }));
    await type.click(await screen.findByRole('button', { name: 'Daftarkan' }));
    const summary = await findSummary();
    expect(within(summary).getByText('Pilih anak yang akan didaftarkan')).toBeTruthy();
    expect(within(summary).getByText('Jenjang harus dipilih')).toBeTruthy();
  });

  test('when the level changes, then its fee shows, the class must be chosen again, and KB has none', async () => {
    const { type } = open({ [LIST]: { body: [] } });
    await type.click(await screen.findByRole('button', { name: 'Daftarkan anak' }));
    const level = await screen.findByLabelText('Jenjang');
    await type.selectOptions(level, 'TK');
    await type.selectOptions(screen.getByLabelText('Kelas'), 'TK B');
    expect(await screen.findByText('Biaya pendaftaran jenjang ini Rp 350.000.')).toBeTruthy();
    await type.selectOptions(level, 'SD');
    expect(screen.getByLabelText<HTMLSelectElement>('Kelas').value).toBe('');
    expect(screen.getByText('Biaya pendaftaran jenjang ini Rp 550.000.')).toBeTruthy();
    await type.selectOptions(level, 'KB');
    expect(screen.queryByLabelText('Kelas')).toBeNull();
  });

  test('when it is sent, then the only child and the first year were chosen, and a key makes it one', async () => {
    const { api, type } = open({
      [LIST]: { body: [] },
      'POST /api/registrations': { status: 201, body: aRegistration() },
    });
    await type.click(await screen.findByRole('button', { name: 'Daftarkan anak' }));
    await type.selectOptions(await screen.findByLabelText('Jenjang'), 'SD');
    await type.selectOptions(screen.getByLabelText('Kelas'), '1');
    await type.click(screen.getByRole('button', { name: 'Daftarkan' }));
    await findToast('Berhasil', 'Pendaftaran berhasil dibuat');
    expect(api.bodies('POST /api/registrations')).toEqual([
      expect.objectContaining({
        child_id: aChild().id,
        jenjang: 'SD',
        kelas: '1',
        academic_year: '2026/2027',
      }),
    ]);
    // The fee is the next step of the way, whichever button began it.
    expect(await screen.findByText(`at /registrations/${aRegistration().id}/bayar`)).toBeTruthy();
  });

  test('when the child was just saved, then it is chosen with what fits its age, and its fee is next', async () => {
    const made = aRegistration({ id: MADE, jenjang: 'SD', kelas: '1' });
    const { api, type } = open(
      {
        [LIST]: { body: [] },
        [CHILDREN]: {
          body: [aChild({ birth_date: '2020-03-14' }), aChild({ id: ROW.id, full_name: 'Umar' })],
        },
        'POST /api/registrations': { status: 201, body: made },
      },
      `?daftarkan=${aChild().id}`,
    );
    expect((await screen.findByText('2. Jenjang')).getAttribute('aria-current')).toBe('step');
    expect((await screen.findByLabelText<HTMLSelectElement>('Jenjang')).value).toBe('SD');
    expect(screen.getByText('Jenjang kami sarankan dari usia anak. Ubah bila tidak sesuai.')).toBeTruthy();
    await type.click(screen.getByRole('button', { name: 'Daftarkan' }));
    await findToast('Berhasil', 'Pendaftaran berhasil dibuat');
    expect(api.bodies('POST /api/registrations')).toEqual([
      expect.objectContaining({ child_id: aChild().id, jenjang: 'SD', kelas: '1' }),
    ]);
    expect(await screen.findByText(`at /registrations/${MADE}/bayar`)).toBeTruthy();
  });

  test('when other fees are open already, then all of them are paid next', async () => {
    const made = aRegistration({ id: MADE });
    const { type } = open(
      { 'POST /api/registrations': { status: 201, body: made } },
      `?daftarkan=${aChild().id}`,
    );
    await type.selectOptions(await screen.findByLabelText('Jenjang'), 'TK');
    await type.selectOptions(screen.getByLabelText('Kelas'), 'TK A');
    await type.click(screen.getByRole('button', { name: 'Daftarkan' }));
    expect(await screen.findByText('at /registrations/bayar')).toBeTruthy();
  });

  test('when the child is registered already, then the reason is shown in the form and nothing typed is lost', async () => {
    const { type } = open({
      [LIST]: { body: [] },
      'POST /api/registrations': refused(409, 'Anak ini sudah terdaftar pada tahun ajaran ini.'),
    });
    await type.click(await screen.findByRole('button', { name: 'Daftarkan anak' }));
    await type.selectOptions(await screen.findByLabelText('Jenjang'), 'KB');
    await type.type(screen.getByLabelText(/Asal sekolah/u), 'TK Melati');
    await type.click(screen.getByRole('button', { name: 'Daftarkan' }));
    await findToast('Gagal membuat pendaftaran');
    expect(
      within(screen.getByRole('dialog')).getByText('Anak ini sudah terdaftar pada tahun ajaran ini.'),
    ).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/Asal sekolah/u).value).toBe('TK Melati');
  });

  test('when the connection is lost, then the same form is sent under the same key, and a changed one under another', async () => {
    const { api, type } = open({ [LIST]: { body: [] }, 'POST /api/registrations': { offline: true } });
    const keys = () =>
      api.asked
        .filter(({ method, path }) => `${method} ${path}` === 'POST /api/registrations')
        .map(({ headers }) => headers['idempotency-key']);
    await type.click(await screen.findByRole('button', { name: 'Daftarkan anak' }));
    await type.selectOptions(await screen.findByLabelText('Jenjang'), 'KB');
    const send = async (times: number) => {
      await type.click(screen.getByRole('button', { name: 'Daftarkan' }));
      await waitFor(() => expect(keys()).toHaveLength(times));
      await screen.findByRole('button', { name: 'Daftarkan' });
    };
    await send(1);
    await send(2);
    await type.type(screen.getByLabelText(/Asal sekolah/u), 'TK Melati');
    await send(3);
    const [first, same, other] = keys();
    expect([same === first, other === first]).toEqual([true, false]);
  });

  test('when the NISN is not ten digits, then the field says so', async () => {
    const { type } = open({ [LIST]: { body: [] } });
    await type.click(await screen.findByRole('button', { name: 'Daftarkan anak' }));
    await type.type(await screen.findByLabelText(/NISN/u), '123');
    await type.click(screen.getByRole('button', { name: 'Daftarkan' }));
    await findSummary();
    expect(messageAt(screen.getByLabelText(/NISN/u))).toBe('NISN harus 10 digit angka');
  });
});

describe('a registration that exists', () => {
  test('when one field is changed, then only that is sent', async () => {
    const { api, type } = open({ [`PUT ${ONE}`]: { body: aRegistration() } });
    await type.click(await screen.findByRole('button', { name: 'Ubah: Aisyah Putri' }));
    await type.type(await screen.findByLabelText(/Asal sekolah/u), 'PAUD Mawar');
    await type.click(screen.getByRole('button', { name: 'Simpan' }));
    await findToast('Berhasil', 'Pendaftaran berhasil diperbarui');
    expect(api.bodies(`PUT ${ONE}`)).toEqual([{ previous_school: 'PAUD Mawar' }]);
  });

  test('when a proof was sent, then child, level, class and year are fixed', async () => {
    const paid = aRegistration({ payment_status: 'paid' });
    const { type } = open({
      [LIST]: { body: [aRow({ payment_status: 'paid' })] },
      [`GET ${ONE}`]: { body: paid },
    });
    await type.click(await screen.findByRole('button', { name: 'Ubah: Aisyah Putri' }));
    const level = await screen.findByLabelText<HTMLSelectElement>('Jenjang');
    expect(level.matches(':disabled')).toBe(true);
    expect(screen.getByLabelText(/Asal sekolah/u).matches(':disabled')).toBe(false);
  });

  test('when another user changed it meanwhile, then the form says so and the typed text stays', async () => {
    const { type } = open({ [`PUT ${ONE}`]: refused(409, 'Data ini sudah diubah.', { code: 'stale' }) });
    await type.click(await screen.findByRole('button', { name: 'Ubah: Aisyah Putri' }));
    await type.type(await screen.findByLabelText(/Asal sekolah/u), 'PAUD Mawar');
    await type.click(screen.getByRole('button', { name: 'Simpan' }));
    expect(await screen.findByRole('button', { name: 'Muat data terbaru' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/Asal sekolah/u).value).toBe('PAUD Mawar');
  });

  test('when it is deleted, then a question came first, with the focus on the way back', async () => {
    const { api, type } = open({ [`DELETE ${ONE}`]: { status: 204 } });
    await type.click(await screen.findByRole('button', { name: 'Hapus: Aisyah Putri' }));
    const question = await screen.findByRole('alertdialog');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Batal'));
    await type.click(within(question).getByRole('button', { name: 'Hapus' }));
    await findToast('Berhasil', 'Pendaftaran berhasil dihapus');
    expect(api.asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });
});

describe('waves of registration', () => {
  const openForm = async (wave: Parameters<typeof aWave>[0], answers: Parameters<typeof fakeApi>[0] = {}) => {
    const page = open({ [LIST]: { body: [] }, 'GET /api/waves': waveList(aWave(wave)), ...answers });
    await page.type.click(await screen.findByRole('button', { name: 'Daftarkan anak' }));
    await page.type.selectOptions(await screen.findByLabelText('Jenjang'), 'SD');
    return page;
  };

  test.each([
    [
      { left: 'sedikit', fee: 250_000 } as const,
      /^Gelombang 1 dibuka sampai .* WIB\. Tempat tinggal sedikit\.$/u,
    ],
    [{ state: 'upcoming', left: null } as const, 'Gelombang 1 dibuka 1 November 2026, 08.00 WIB.'],
    [{ state: 'full', left: 'penuh' } as const, 'Gelombang 1 sudah penuh.'],
    [{ state: 'closed', left: null } as const, 'Gelombang 1 sudah ditutup.'],
  ])('when the wave is %j, then the form says so before it is sent', async (wave, words) => {
    await openForm(wave);
    expect(await screen.findByText(words)).toBeTruthy();
    if ('fee' in wave) expect(screen.getByText(/Biaya pendaftaran jenjang ini Rp.250\.000\./u)).toBeTruthy();
  });

  test('when the wave is full meanwhile, then the server’s words are shown and the waves are read again', async () => {
    const { api, type } = await openForm(
      {},
      {
        'POST /api/registrations': refused(409, 'Gelombang 1 sudah penuh.'),
      },
    );
    await type.selectOptions(screen.getByLabelText('Kelas'), '1');
    api.answer('GET /api/waves', waveList(aWave({ state: 'full', left: 'penuh' })));
    await type.click(screen.getByRole('button', { name: 'Daftarkan' }));
    await findToast('Gagal membuat pendaftaran', 'Gelombang 1 sudah penuh.');
    expect((await screen.findAllByText('Gelombang 1 sudah penuh.')).length).toBeGreaterThan(1);
  });
});

test('when the year of an unpaid registration was closed, then the family moves it to the next one by its yes', async () => {
  const years = { academic_years: ['2027/2028', '2028/2029'] };
  const row = aRow({ academic_year: '2026/2027', payment_status: 'pending', current_stage: 'registered' });
  const { api, type } = open({
    [LIST]: { body: [row] },
    'GET /api/config': { body: aSchool(years) },
    [`PUT ${ONE}`]: { body: { ...aRegistration(), academic_year: '2027/2028' } },
  });
  await type.click(await screen.findByRole('button', { name: 'Ya, pindahkan ke 2027/2028' }));
  await findToast('Pendaftaran dipindahkan', 'Sekarang untuk tahun ajaran 2027/2028.');
  expect(api.bodies(`PUT ${ONE}`)).toEqual([{ academic_year: '2027/2028' }]);
});
