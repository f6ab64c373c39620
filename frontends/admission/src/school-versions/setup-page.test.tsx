import type { SchoolSetup } from '@gerbang/contracts/school-versions';
import type { Role } from '@gerbang/domain/roles';
import { FIELD_LABELS, SCHOOL_PARTS } from '@gerbang/domain/school-parts';
import { NO_CONTACT } from '@gerbang/domain/school-settings';
import { fakeApi, later, refused, staleAnswer } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { keepDrafts } from '@gerbang/web-kit/testing/kept-drafts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { aDraft, aSetup, someSettings, withFee } from '../../test/school-setup.ts';
import { SetupPage } from './setup-page.tsx';

const SETUP = 'GET /api/admin/school';
const DRAFT = 'PUT /api/admin/school/draft';
const DROP = 'DELETE /api/admin/school/draft';
const ACTIVATE = 'POST /api/admin/school/draft/activate';
const BUDI = '0190f2f0-0000-7000-8000-000000000009';
const editor = (id: string, money = true) => ({
  id,
  name: 'Budi',
  role: 'finance' as const,
  money,
  at: '2026-11-20T03:00:00.000Z',
});

function open(
  setup: SchoolSetup,
  { role = 'admin', part = 'identity', id }: { role?: Role; part?: string; id?: string } = {},
  answers: Parameters<typeof fakeApi>[0] = {},
) {
  const api = fakeApi({ [SETUP]: { body: setup }, ...answers });
  const user = aUser({ role, ...(id && { id }) });
  return { api, user, ...renderPage(<SetupPage />, { path: `/admin/setup?bagian=${part}`, user }) };
}
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const bar = () => document.querySelector('[data-setup-state]')?.textContent;

test('when a name is typed, then other parts keep it, the bar counts it, and it is saved with the rest', async () => {
  const saved = aDraft(someSettings({ city: 'Depok' }));
  const { api, type } = open(aSetup(), {}, { [DRAFT]: { body: saved } });
  await type.type(await field('Kota (opsional)'), 'Depok');
  expect(bar()).toBe('Draf belum aktif · 1 perubahan · Ada isian yang belum disimpan');
  await type.click(screen.getByRole('button', { name: 'Bagian berikutnya' }));
  await type.selectOptions(screen.getByLabelText('Bagian'), 'identity');
  expect((await field('Kota (opsional)')).value).toBe('Depok');
  api.answer(SETUP, { body: aSetup({ draft: saved }) });
  await type.click(screen.getByRole('button', { name: 'Simpan draf' }));
  await findToast('Draf disimpan');
  const [body] = api.bodies(DRAFT) as [{ settings: { city: string }; row_version?: number }];
  expect([body.settings.city, body.row_version]).toEqual(['Depok', undefined]);
  expect(screen.queryByRole('button', { name: 'Simpan draf' })).toBeNull();
});

test('when more is typed while the draft is saved, then it stays and is still to be saved', async () => {
  const saved = aDraft(someSettings({ city: 'Depok' }));
  const answer = later();
  const { api, type } = open(aSetup(), {}, { [DRAFT]: answer.answer });
  await type.type(await field('Kota (opsional)'), 'Depok');
  await type.click(screen.getByRole('button', { name: 'Simpan draf' }));
  await type.type(await field('Kota (opsional)'), ' Timur');
  api.answer(SETUP, { body: aSetup({ draft: saved }) });
  answer.release({ body: saved });
  await findToast('Draf disimpan');
  expect((await field('Kota (opsional)')).value).toBe('Depok Timur');
  expect(screen.getByRole('button', { name: 'Simpan draf' })).toBeTruthy();
});

test.each([
  ['admin', ['/admin/document-types']],
  ['it', []],
] as const)(
  'when %s opens the part of documents, then it leads to their page if the role reads it',
  async (role, links) => {
    open(aSetup(), { role, part: 'documents' });
    const text = await screen.findByText(/^Dokumen yang diminta dari keluarga/u);
    expect(
      within(text)
        .queryAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(links);
  },
);

test('when the server refuses a field of another part, then that part opens with the reason, and nothing is lost', async () => {
  const issues = [{ path: 'settings.accounts.0.branch', message: 'Cabang harus diisi' }];
  const { type } = open(
    aSetup(),
    {},
    { [DRAFT]: refused(400, 'Permintaan tidak sesuai.', { code: 'bad_request', issues }) },
  );
  await type.type(await field('Kota (opsional)'), 'Depok');
  await type.click(screen.getByRole('button', { name: 'Simpan draf' }));
  expect(await screen.findByRole('link', { name: 'Cabang harus diisi' })).toBeTruthy();
  expect((await field('Cabang')).getAttribute('aria-invalid')).toBe('true');
  expect(bar()).toContain('1 perubahan');
});

test.each([
  ['finance', 'identity', 'Bagian ini hanya dapat diubah oleh Administrator atau IT.', 'Nama portal'],
  ['it', 'fees', 'Bagian ini hanya dapat diubah oleh Keuangan atau Administrator.', 'Biaya pendaftaran SD'],
] as const)(
  'when %s looks at %s, then it is read only and says who may change it',
  async (role, part, words, label) => {
    open(aSetup(), { role, part });
    expect(await screen.findByText(words)).toBeTruthy();
    expect((await field(label)).readOnly).toBe(true);
  },
);

test('when finance looks at the days, then they cannot be typed over, those of Ramadan neither', async () => {
  const { hours } = someSettings({});
  const settings = someSettings({
    hours: { ...hours, ramadan: [{ from: '2027-02-08', to: '2027-03-09', day_end: '13:00' }] },
    registration_days: [{ day: '2027-01-05', families: 120 }],
  });
  open(aSetup({ draft: aDraft(settings) }), { role: 'finance', part: 'days' });
  await field('Perkiraan keluarga');
  const segments = screen.getAllByRole('spinbutton');
  expect(segments).toHaveLength(9);
  expect(segments.map((one) => one.ariaReadOnly ?? one.getAttribute('aria-readonly'))).toEqual(
    segments.map(() => 'true'),
  );
});

test('when two have changed the draft, then the page says who, and joins what both typed', async () => {
  const theirs = aDraft(someSettings({ name: 'PPDB Lain' }), { row_version: 4 });
  const { api, type } = open(
    aSetup({ draft: aDraft(someSettings()) }),
    {},
    {
      [DRAFT]: staleAnswer(theirs, { name: 'Sari', role: 'it' }, { at: '2026-11-21T03:00:00.000Z' }),
    },
  );
  await type.type(await field('Kota (opsional)'), 'Depok');
  await type.click(screen.getByRole('button', { name: 'Simpan draf' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/Sari \(IT\)/u)).toBeTruthy();
  api.answer(DRAFT, { body: theirs });
  await type.click(dialog.getByRole('button', { name: 'Simpan isian saya' }));
  await findToast('Draf disimpan');
  const last = api.bodies(DRAFT).at(-1) as { settings: { city: string; name: string }; row_version: number };
  expect(last).toMatchObject({ settings: { city: 'Depok', name: 'PPDB Lain' }, row_version: 4 });
});

describe('the last part', () => {
  const draft = aDraft(withFee(600_000), { edited_by: [editor(BUDI)] });

  test('when money was changed by another person, then before, after and the mark stand there, and a reason activates it', async () => {
    const { api, type } = open(
      aSetup({ draft }),
      { part: 'activate' },
      {
        [ACTIVATE]: { body: { version: 8, status: 'active', active_from: '2026-11-22T03:00:00.000Z' } },
      },
    );
    const row = within(await screen.findByRole('row', { name: /Biaya pendaftaran SD/u }));
    expect(bar()).toBe('Draf belum aktif · 1 perubahan · 1 menyangkut uang');
    expect([row.getByText('Rp550.000'), row.getByText('Rp600.000'), row.getByText('Uang')]).toHaveLength(3);
    await type.click(screen.getByRole('button', { name: 'Aktifkan' }));
    expect(await screen.findByText('Alasan perubahan harus diisi')).toBeTruthy();
    await type.type(screen.getByLabelText('Alasan perubahan'), 'Kenaikan 2027');
    await type.click(screen.getByRole('button', { name: 'Aktifkan' }));
    await findToast('Sudah aktif', 'Versi 8 berlaku mulai sekarang.');
    expect(api.bodies(ACTIVATE)).toEqual([{ row_version: 1, note: 'Kenaikan 2027' }]);
    expect(api.asked.find(({ path }) => path.endsWith('activate'))?.headers['idempotency-key']).toBeTruthy();
  });

  test.each([
    [
      'its editor',
      'finance',
      [editor(aUser().id)],
      'Menunggu diaktifkan oleh orang lain: keuangan atau admin.',
    ],
    ['it', 'it', [editor(BUDI)], 'Menunggu diaktifkan oleh orang lain: keuangan atau admin.'],
  ] as const)('when %s looks, then another person is waited for', async (_who, role, edited_by, words) => {
    open(aSetup({ draft: { ...draft, edited_by: [...edited_by] } }), { role, part: 'activate' });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Aktifkan' })).toBeNull();
  });

  test('when something is missing, then it leads to its part and nothing can be activated', async () => {
    const broken = aDraft(withFee(0), { edited_by: [editor(BUDI)] });
    const { type } = open(aSetup({ draft: broken }), { part: 'activate' });
    expect(await screen.findByText('Biaya pendaftaran belum diisi untuk SD.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Aktifkan' })).toBeNull();
    await type.click(screen.getByRole('button', { name: 'Buka Biaya & rekening' }));
    expect(await field('Biaya pendaftaran SD')).toBeTruthy();
  });

  test('when a draft is dropped, then after a question', async () => {
    const { api, type } = open(aSetup({ draft }), { part: 'activate' }, { [DROP]: { status: 204 } });
    await type.click(await screen.findByRole('button', { name: 'Buang draf' }));
    api.answer(SETUP, { body: aSetup() });
    await type.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Buang draf' }),
    );
    await findToast('Draf dibuang');
    await waitFor(() => expect(bar()).toBe('Versi 7 aktif, tidak ada draf'));
  });
});

describe('what is typed on this device', () => {
  const kept = keepDrafts();

  test('when the page is left before it was saved, then it is offered again, over what another person has saved since', async () => {
    const { user, type } = open(aSetup());
    await type.type(await field('Kota (opsional)'), 'Depok');
    await waitFor(() => expect(kept.size).toBe(1));
    const [key, value] = [...kept][0]!;
    cleanup();

    kept.set(key.replace(user.id, BUDI), value);
    const theirs = aDraft(someSettings({ name: 'PPDB Lain' }), { row_version: 4 });
    const saved = aDraft(someSettings({ name: 'PPDB Lain', city: 'Depok' }), { row_version: 5 });
    const again = open(aSetup({ draft: theirs }), { id: BUDI }, { [DRAFT]: { body: saved } });
    await again.type.click(await screen.findByRole('button', { name: 'Lanjutkan isian' }));
    expect((await field('Kota (opsional)')).value).toBe('Depok');
    expect((await field('Nama portal')).value).toBe('PPDB Lain');
    again.api.answer(SETUP, { body: aSetup({ draft: saved }) });
    await again.type.click(screen.getByRole('button', { name: 'Simpan draf' }));
    await findToast('Draf disimpan');
    await waitFor(() => expect([...kept.keys()]).not.toContain(`${BUDI}:school-setup`));
  });
});

test('when each part is opened, then every setting that is one value has its field in one of them', async () => {
  const found = new Set<string>();
  for (const part of SCHOOL_PARTS) {
    open(aSetup(), { part });
    await screen.findByLabelText('Bagian');
    for (const { id } of document.querySelectorAll('[id^="setup-"]')) found.add(id.slice('setup-'.length));
    cleanup();
  }
  // A span of the day is two fields, Ramadan and the days of registration are lists of them.
  const divided = [
    'next_classes',
    'hours.friday_prayer',
    'hours.midday_prayer',
    'hours.ramadan',
    'registration_days',
  ];
  expect(Object.keys(FIELD_LABELS).filter((path) => !found.has(path))).toEqual(divided);
});

test('when finance turns exact amounts on and off again, then the draft says so', async () => {
  const saved = aDraft(someSettings({ unique_code: { on: true, max: 999 } }));
  const { api, type } = open(aSetup(), { role: 'finance', part: 'fees' }, { [DRAFT]: { body: saved } });
  await type.selectOptions(await field('Tambahan paling banyak'), 'Sampai Rp 999');
  api.answer(SETUP, { body: aSetup({ draft: saved }) });
  await type.click(screen.getByRole('button', { name: 'Simpan draf' }));
  await findToast('Draf disimpan');
  await type.selectOptions(await field('Tambahan paling banyak'), 'Tidak dipakai');
  await type.click(screen.getByRole('button', { name: 'Simpan draf' }));
  await waitFor(() => expect(api.bodies(DRAFT)).toHaveLength(2));
  expect(api.bodies(DRAFT)).toMatchObject([
    { settings: { unique_code: { on: true, max: 999 } } },
    { settings: { unique_code: { on: false, max: 99 } } },
  ]);
});

test('when the school says when bills come and what the first day is, then both are saved with the draft', async () => {
  const { api, type } = open(aSetup(), { part: 'texts' }, { [DRAFT]: { body: aDraft(someSettings()) } });
  await type.type(await field('Kapan tagihan menyusul (opsional)'), 'Biasanya 3 hari kerja.');
  await type.type(await field('Hari pertama sekolah (opsional)'), 'Senin, 12 Juli 2027.');
  await type.click(screen.getByRole('button', { name: 'Simpan draf' }));
  await findToast('Draf disimpan');
  expect(api.bodies(DRAFT)).toMatchObject([
    { settings: { texts: { invoice_wait: 'Biasanya 3 hari kerja.', first_day: 'Senin, 12 Juli 2027.' } } },
  ]);
});

test('when a draft is open, then an older version cannot be taken back, and the reason stands there', async () => {
  const row = aDraft(someSettings());
  const old = { ...row, version: 3, status: 'retired', activated_at: null, activated_by_name: 'Wati' };
  const { type } = open(
    aSetup({ draft: row }),
    { part: 'history' },
    {
      'GET /api/admin/school/versions': { body: [old] },
      'GET /api/admin/school/versions/3': { body: old },
    },
  );
  await type.click(await screen.findByRole('button', { name: 'Lihat versi 3' }));
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Kembalikan' });
  expect(button.disabled).toBe(true);
  const reason = document.getElementById(button.getAttribute('aria-describedby')!);
  expect(reason?.textContent).toBe('Masih ada draf. Aktifkan atau buang draf itu dahulu.');
});

test('when accounts wait, then the banner says until when, every field is closed, and it can be cancelled', async () => {
  const scheduled = {
    version: 8,
    changes: [],
    active_from: '2027-02-03T07:05:00.000Z',
    activated_by_name: 'Wati',
    blocks: [
      {
        code: 'setting_in_use' as const,
        text: 'TK B masih dipakai 1 pendaftaran tahun 2026/2027.',
        path: 'levels.TK.classes',
        count: 1,
      },
    ],
  };
  const { type } = open(aSetup({ scheduled }), { part: 'fees' }, { [DROP]: { status: 204 } });
  expect(await screen.findByText('Rekening baru aktif Rabu, 3 Februari 2027, 14.05 WIB.')).toBeTruthy();
  expect(screen.getByText('TK B masih dipakai 1 pendaftaran tahun 2026/2027.')).toBeTruthy();
  expect((await field('Biaya pendaftaran SD')).readOnly).toBe(true);
  await type.click(screen.getByRole('button', { name: 'Batalkan' }));
  await type.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Batalkan' }));
  await findToast('Dibatalkan');
});

test('when an account in force gets another number, then it is closed and a new one follows it', async () => {
  const { type } = open(aSetup(), { part: 'fees' });
  expect((await field('Nomor rekening')).readOnly).toBe(true);
  await type.click(screen.getByRole('button', { name: 'Ganti nomor rekening' }));
  const numbers = screen.getAllByLabelText<HTMLInputElement>('Nomor rekening');
  expect(numbers.map(({ value, readOnly }) => [value, readOnly])).toEqual([
    ['700 9322 722', true],
    ['', false],
  ]);
  expect(screen.getByText('Ditutup, tidak terlihat keluarga')).toBeTruthy();
});

test('when a school is new, then its fields are empty and a typed number is stored as one', async () => {
  const { api, type } = open(aSetup({ active: null }), {}, { [DRAFT]: { body: aDraft(someSettings()) } });
  expect((await field('Nama portal')).value).toBe('');
  await type.type(await field('Nama portal'), 'PPDB Cendekia');
  await type.type(await field('Kontak WhatsApp'), '0812-3456-7890');
  await type.click(screen.getByRole('button', { name: 'Simpan draf' }));
  await findToast('Draf disimpan');
  const [body] = api.bodies(DRAFT) as [{ settings: Record<string, string> }];
  expect(body.settings).toMatchObject({
    name: 'PPDB Cendekia',
    short_name: 'PPDB Cendekia',
    contact_whatsapp: '+6281234567890',
  });
  expect(NO_CONTACT).not.toBe('');
});

test('when a day of registration at the school is named, then it is told before it is saved, and taken away it leaves nothing', async () => {
  const days = [{ day: '2026-12-05', families: 250 }];
  const saved = aDraft(someSettings({ registration_days: days }));
  const { api, type } = open(aSetup(), { part: 'days' }, { [DRAFT]: { body: saved } });
  await type.click(await screen.findByRole('button', { name: 'Tambah hari pendaftaran' }));
  const added = screen.getByRole('group', { name: /^Tanggal pendaftaran/u });
  const [first] = within(added).getAllByRole('spinbutton');
  if (!first) throw new Error('No segment');
  await type.click(first);
  await type.keyboard('05122026');
  const families = await field('Perkiraan keluarga');
  await type.clear(families);
  await type.type(families, '250');
  expect(bar()).toContain('1 perubahan');
  api.answer(SETUP, { body: aSetup({ draft: saved }) });
  await type.click(screen.getByRole('button', { name: 'Simpan draf' }));
  await findToast('Draf disimpan');
  expect(api.bodies(DRAFT)).toMatchObject([{ settings: { registration_days: days } }]);
  await type.click(screen.getByRole('button', { name: 'Hapus hari pendaftaran 1' }));
  expect(screen.getByText('Belum ada hari. Batas biasa berlaku setiap hari.')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Simpan draf' }));
  await waitFor(() => expect(api.bodies(DRAFT)).toHaveLength(2));
  const [, last] = api.bodies(DRAFT) as [unknown, { settings: object }];
  expect(Object.keys(last.settings)).not.toContain('registration_days');
});

test('when a step to the next class is written, then it is told before it is saved, and taken away it leaves nothing', async () => {
  const saved = aDraft(someSettings());
  const { api, type } = open(aSetup(), { part: 'levels' }, { [DRAFT]: { body: saved } });
  expect(await screen.findByText(/KB ke TK A, TK A ke TK B, TK B ke SD 1, SD 6 ke SMP 7/u)).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Tambah langkah' }));
  await type.selectOptions(screen.getByLabelText('Dari kelas'), 'KB');
  await type.selectOptions(screen.getByLabelText('Ke kelas'), 'SD 1');
  expect(bar()).toContain('1 perubahan');
  await type.click(screen.getByRole('button', { name: 'Simpan draf' }));
  await findToast('Draf disimpan');
  expect(api.bodies(DRAFT)).toMatchObject([{ settings: { next_classes: [{ from: 'KB', to: 'SD/1' }] } }]);
  await type.click(screen.getByRole('button', { name: 'Tambah langkah' }));
  await type.click(screen.getByRole('button', { name: 'Hapus langkah 1' }));
  expect(screen.queryByLabelText('Dari kelas')).toBeNull();
});

test('when the landing page is given a question, then the draft has it, and emptied it leaves nothing', async () => {
  const saved = aDraft(someSettings());
  const { api, type } = open(aSetup(), { part: 'texts' }, { [DRAFT]: { body: saved } });
  await type.click(await screen.findByRole('button', { name: 'Lengkapi halaman awal' }));
  await type.type(await screen.findByLabelText(/^Bantuan/u), 'Bu Sari');
  await type.click(screen.getByRole('button', { name: 'Tambah pertanyaan' }));
  await type.type(await field('Pertanyaan'), 'Ada parkir?');
  await type.type(await field('Jawaban'), 'Ada.');
  await type.click(screen.getByRole('button', { name: 'Simpan draf' }));
  await findToast('Draf disimpan');
  const questions = [{ question: 'Ada parkir?', answer: 'Ada.' }];
  expect(api.bodies(DRAFT)).toMatchObject([
    { settings: { guide: { fees: true, help: 'Bu Sari', questions } } },
  ]);
  await type.click(await screen.findByRole('button', { name: 'Lengkapi halaman awal' }));
  await type.click(screen.getByRole('button', { name: 'Kosongkan halaman awal' }));
  expect(screen.getByRole('button', { name: 'Lengkapi halaman awal' })).toBeTruthy();
});

test('when the server refuses a day of registration, then its message stands at its field and takes the focus to it', async () => {
  const message = 'Isi perkiraan keluarga, 10 sampai 1000';
  const { type } = open(
    aSetup({ draft: aDraft(someSettings({ registration_days: [{ day: '2026-12-05', families: 250 }] })) }),
    { part: 'days' },
    {
      [DRAFT]: refused(400, 'Data tidak valid', {
        issues: [{ path: 'settings.registration_days.0.families', message }],
      }),
    },
  );
  await type.clear(await field('Perkiraan keluarga'));
  await type.click(screen.getByRole('button', { name: 'Simpan draf' }));
  const link = await screen.findByRole('link', { name: message });
  await type.click(link);
  await waitFor(() => expect(document.activeElement?.id).toBe('setup-registration_days.0.families'));
});
