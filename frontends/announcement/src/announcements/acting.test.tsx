import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import type { AnnouncementStatus } from '@gerbang/domain/announcements';
import { fakeApi, refused, staleAnswer } from '@gerbang/web-kit/testing/fake-api';
import { keepDrafts } from '@gerbang/web-kit/testing/kept-drafts';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { aResult, aRow, anAnnouncement, mayOf } from '../../test/samples.ts';
import { AnnouncementsPage } from './announcements-page.tsx';

keepDrafts();
const USER = aUser({ role: 'admin' });
const ONE = `/api/admin/announcements/${aRow().id}`;

function open(
  status: AnnouncementStatus,
  changes: Partial<Announcement> = {},
  answers: Parameters<typeof fakeApi>[0] = {},
) {
  const record = anAnnouncement({ status, may: mayOf(status, 'admin'), ...changes });
  const api = fakeApi({
    'GET /api/admin/announcements': {
      body: [aRow({ status, may: record.may })],
      headers: { 'x-total-count': '1' },
    },
    [`GET ${ONE}`]: { body: record },
    ...answers,
  });
  return { api, record, ...renderPage(<AnnouncementsPage />, { path: '/admin/announcements', user: USER }) };
}

const press = async (type: ReturnType<typeof open>['type'], action: string) =>
  type.click(await screen.findByRole('button', { name: `${action}: ${aRow().title}` }));

async function stale(status: AnnouncementStatus) {
  return staleAnswer(anAnnouncement({ status }), { name: 'Siti', role: 'manager_pendidikan' });
}

test('when a draft is submitted, then counts and the names of those not accepted are confirmed first', async () => {
  const { api, type } = open(
    'draft',
    {},
    { [`PUT ${ONE}/submit`]: { body: anAnnouncement({ status: 'pending_review' }) } },
  );
  await press(type, 'Ajukan');
  const dialog = within(await screen.findByRole('dialog', { name: 'Ajukan pengumuman?' }));
  const names = await dialog.findByRole('list', { name: 'Siswa yang tidak lulus (1)' });
  expect(within(names).getByText('Umar Faruq')).toBeTruthy();
  expect(within(names).queryByText('Aisyah Putri')).toBeNull();
  expect(dialog.getByText('Jumlah siswa').nextSibling?.textContent).toBe('2');
  expect(dialog.getByText('Lulus').nextSibling?.textContent).toBe('1');
  expect(dialog.getByText('Tidak Lulus').nextSibling?.textContent).toBe('1');
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Batal' })));
  expect(api.bodies(`PUT ${ONE}/submit`)).toEqual([]);
  await type.click(dialog.getByRole('button', { name: 'Ajukan' }));
  await findToast('Announcement submitted for review', 'Pengumuman diajukan. Orang lain akan meninjaunya.');
  expect(screen.getByText('Announcement submitted for review').getAttribute('lang')).toBe('en');
  expect(api.asked.find(({ path }) => path === `${ONE}/submit`)?.headers['if-match']).toBe('"3"');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

describe('when some results were not examined', () => {
  const results = [
    aResult(1, 'Aisyah Putri', { checked: null }),
    aResult(2, 'Umar Faruq', { result: 'failed' }),
    aResult(3, 'Zaid Abdullah', {
      checked: null,
      child: { ...aResult(3, '').child, full_name: 'Zaid Abdullah', gender: 'male' },
    }),
  ];
  const SUBMIT = `PUT ${ONE}/submit`;

  test('then submitting names them and waits for the statement that they were examined elsewhere', async () => {
    const { api, type } = open(
      'draft',
      { results },
      { [SUBMIT]: { body: anAnnouncement({ status: 'pending_review' }) } },
    );
    await press(type, 'Ajukan');
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('2 siswa belum diperiksa.')).toBeTruthy();
    expect(dialog.getByText('Hasil mereka masih Lulus dari awal.', { exact: false })).toBeTruthy();
    const names = within(dialog.getByRole('list', { name: 'Belum diperiksa (2)' }));
    expect(names.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      'Aisyah Putri putri Laila Fitriani · 00001',
      'Zaid Abdullah putra Laila Fitriani · 00003',
    ]);
    await type.click(dialog.getByRole('button', { name: 'Ajukan' }));
    expect(api.bodies(SUBMIT)).toEqual([]);
    await type.click(dialog.getByRole('checkbox', { name: 'Saya sudah memeriksa semuanya di luar portal' }));
    await type.click(dialog.getByRole('button', { name: 'Ajukan' }));
    await findToast('Announcement submitted for review');
    expect(api.bodies(SUBMIT)).toEqual([{ examined_outside: true }]);
  });

  test('then they can be examined now', async () => {
    const { type } = open('draft', { results });
    await press(type, 'Ajukan');
    const link = await screen.findByRole('link', { name: 'Periksa sekarang' });
    expect(link.getAttribute('href')).toBe(`/admin/announcements/edit/${aRow().id}?lihat=unseen`);
    await type.click(link);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    ['pending_review', 'Tinjau'],
    ['approved', 'Terbitkan'],
  ] as const)(
    'then whoever acts on what is %s reads who examined how many, who vouched, and the names',
    async (status, action) => {
      const examined_outside = { at: '2026-11-20T04:00:00.000Z', by: { name: 'Budi', role: 'cs' } } as const;
      const { type } = open(status, { results, examined_outside });
      await press(type, action);
      const dialog = within(await screen.findByRole('dialog'));
      expect(await dialog.findByText('1 dari 3 diperiksa oleh Siti Nurhaliza.')).toBeTruthy();
      expect(
        dialog.getByText(
          'Budi menyatakan pada 20 November 2026, 11.00 WIB: sudah memeriksa semuanya di luar portal.',
        ),
      ).toBeTruthy();
      expect(
        within(dialog.getByRole('list', { name: 'Belum diperiksa (2)' })).getAllByRole('listitem'),
      ).toHaveLength(2);
    },
  );

  test('then a submission of a release that did not record it says so', async () => {
    const { type } = open('pending_review', { results: results.map((one) => ({ ...one, checked: null })) });
    await press(type, 'Tinjau');
    expect(await screen.findByText('Tidak ada hasil yang tercatat diperiksa di portal ini.')).toBeTruthy();
  });
});

test('when a draft has no students, then it cannot be submitted and that is said', async () => {
  const { type } = open('draft', { results: [], counts: { total: 0, passed: 0, failed: 0, skipped: 0 } });
  await press(type, 'Ajukan');
  expect(await screen.findByText(/paling sedikit satu siswa/u)).toBeTruthy();
  expect(within(screen.getByRole('dialog')).queryByRole('button', { name: 'Ajukan' })).toBeNull();
});

test('when some results could not be applied, then publishing says which and why first', async () => {
  const results = [aResult(1, 'Aisyah Putri'), aResult(2, 'Umar Faruq', { obstacle: 'fee' })];
  const { type } = open(
    'approved',
    { results },
    { [`POST ${ONE}/publish`]: { body: anAnnouncement({ status: 'published' }) } },
  );
  await press(type, 'Terbitkan');
  expect(
    await screen.findByText(
      'Umar Faruq (putri Laila Fitriani · 00002): Biaya pendaftaran belum terverifikasi',
    ),
  ).toBeTruthy();
  expect(screen.getByText('Semua siswa dalam pengumuman ini lulus.')).toBeTruthy();
  await type.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Terbitkan' }));
  await findToast(
    'Announcement published successfully',
    'Hasil tampil di dashboard orang tua, dan setiap keluarga dikirimi pesan WhatsApp.',
  );
});

test('when a review has no verdict, then it is asked for and nothing is sent', async () => {
  const { api, type } = open('pending_review');
  await press(type, 'Tinjau');
  const dialog = within(await screen.findByRole('dialog', { name: 'Tinjau Pengumuman' }));
  expect(await dialog.findByRole('table', { name: 'Hasil siswa' })).toBeTruthy();
  expect(dialog.getByText('Belum siap secara sosial.')).toBeTruthy();
  // The one who did not pass stands first, with the number of the list.
  const [first] = dialog.getAllByRole('rowheader');
  expect(first?.textContent).toContain('Umar Faruq');
  await type.click(dialog.getByRole('button', { name: 'Simpan tinjauan' }));
  await findToast('Please select approval status', 'Pilih apakah pengumuman ini disetujui atau ditolak.');
  expect(dialog.getByText('Hasil tinjauan harus dipilih')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('radio', { name: /^Setujui/u })));
  expect(api.bodies(`PUT ${ONE}/review`)).toEqual([]);
});

test.each([
  ['Setujui', 'approved', 'Pengumuman disetujui dan siap diterbitkan.'],
  ['Tolak', 'rejected', 'Pengumuman ditolak. Penyusunnya dapat merevisi lalu mengajukannya lagi.'],
] as const)('when the reviewer chooses %s, then %s is sent with the notes', async (label, status, told) => {
  const { api, type } = open(
    'pending_review',
    {},
    { [`PUT ${ONE}/review`]: { body: anAnnouncement({ status }) } },
  );
  await press(type, 'Tinjau');
  const dialog = within(await screen.findByRole('dialog', { name: 'Tinjau Pengumuman' }));
  await type.click(await dialog.findByRole('radio', { name: new RegExp(`^${label}`, 'u') }));
  await type.type(dialog.getByLabelText(/^Catatan tinjauan/u), ' Periksa nama ');
  await type.click(dialog.getByRole('button', { name: 'Simpan tinjauan' }));
  await findToast('Announcement reviewed successfully', told);
  expect(api.bodies(`PUT ${ONE}/review`)).toEqual([{ status, review_notes: 'Periksa nama' }]);
});

test.each([
  ['Ajukan', 'draft', `PUT ${ONE}/submit`, 'Failed to submit announcement'],
  ['Terbitkan', 'approved', `POST ${ONE}/publish`, 'Failed to publish announcement'],
] as const)(
  'when %s is refused, then the toast has the specified title and the server’s sentence',
  async (action, status, path, title) => {
    const { type } = open(status, {}, { [path]: refused(422, 'Biaya pendaftaran belum terverifikasi.') });
    await press(type, action);
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Jumlah siswa');
    await type.click(dialog.getByRole('button', { name: action }));
    await findToast(title, 'Biaya pendaftaran belum terverifikasi.');
    expect(screen.getByText(title).getAttribute('lang')).toBe('en');
    expect(screen.getByRole('dialog')).toBeTruthy();
  },
);

test('when a review fails without an answer of ours, then the Indonesian sentence says so and the notes stay', async () => {
  const { type } = open('pending_review', {}, { [`PUT ${ONE}/review`]: { status: 502, body: undefined } });
  await press(type, 'Tinjau');
  const dialog = within(await screen.findByRole('dialog'));
  await type.click(await dialog.findByRole('radio', { name: /^Setujui/u }));
  await type.type(dialog.getByLabelText(/^Catatan tinjauan/u), 'Baik');
  await type.click(dialog.getByRole('button', { name: 'Simpan tinjauan' }));
  await findToast('Failed to review announcement', 'Tinjauan tidak dapat disimpan. Silakan coba lagi.');
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Catatan tinjauan/u).value).toBe('Baik');
});

test('when another user was faster, then the page says who, what and when, and shows the present state', async () => {
  const { api, type } = open('approved', {}, { [`POST ${ONE}/publish`]: () => stale('published') });
  await press(type, 'Terbitkan');
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Jumlah siswa');
  api.answer('GET /api/admin/announcements', {
    body: [aRow({ status: 'published', may: [] })],
    headers: { 'x-total-count': '1' },
  });
  await type.click(dialog.getByRole('button', { name: 'Terbitkan' }));
  expect(
    await screen.findByText(
      'Pengumuman ini sudah diterbitkan oleh Siti (Kepala Sekolah) pada 21 November 2026, 10.42 WIB.',
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Terbitkan/u })).toBeNull());
});

test('when a refused announcement is taken back, then it becomes a draft and its form opens', async () => {
  const { type } = open('rejected', {}, { [`PUT ${ONE}/revise`]: { body: anAnnouncement() } });
  await press(type, 'Revisi');
  await findToast('Pengumuman kembali menjadi draf');
  expect(await screen.findByText(`at /admin/announcements/edit/${aRow().id}`)).toBeTruthy();
});
