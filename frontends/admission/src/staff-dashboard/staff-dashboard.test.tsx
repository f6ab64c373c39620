import type { Role } from '@gerbang/domain/roles';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { DashboardCards } from '../dashboard/dashboard-cards.tsx';

const READ = 'GET /api/dashboard';
const FUNNEL = 'GET /api/admin/reports/admission';
const CASH = 'GET /api/admin/reports/cash';
const MESSAGES = 'GET /api/admin/operations/messages';
const LOGINS = 'GET /api/admin/operations/logins';
const KEYS = ['registered', 'verified', 'observed', 'accepted', 're_enrolled', 'paid'] as const;
const steps = [208, 117, 96, 64, 40, 38].map((count, at) => ({
  key: KEYS[at],
  count,
  share: at === 0 ? null : 56,
  median_days: at === 0 ? null : 3,
}));
const REPORT = {
  from: '2026-07-01',
  to: '2026-11-23',
  total: { steps },
  levels: [{ jenjang: 'SD', steps }],
  days: [],
};
const NO_CASH = {
  from: '2026-07-01',
  to: '2026-11-23',
  by: 'verified',
  grain: 'week',
  total: { amount: 0, count: 0, average: 0 },
  sources: [],
  methods: [],
  columns: [],
  months: [],
};
const admission = {
  parent: null,
  staff: {
    waiting: [
      {
        kind: 'fees_to_verify',
        count: 1402,
        filter: { payment_status: 'paid' },
        oldest_at: new Date(Date.now() - 2 * 86_400_000).toISOString(),
        week: [3, 4, 6, 5, 9, 12, 1402],
      },
      {
        kind: 'fees_rejected',
        count: 0,
        filter: { payment_status: 'rejected' },
        oldest_at: null,
        week: null,
      },
    ],
    observations: [
      { day: '2026-11-23', count: 4, places: 8 },
      { day: '2026-11-24', count: 2 },
    ],
    recent: [
      {
        id: '0190f2f0-0000-7000-8000-000000000001',
        kind: 'fee_sent',
        at: '2026-11-20T03:00:00.000Z',
        actor: { name: 'Nurul Hidayati', role: 'wali_murid' },
        number: 'PSB-2026-SD-00001',
        jenjang: 'SD',
        amount: 350_000,
        from_bank: false,
      },
      {
        id: '0190f2f0-0000-7000-8000-000000000002',
        kind: 'fee_verified',
        at: '2026-11-20T03:10:00.000Z',
        actor: { name: 'Fina Keuangan', role: 'finance' },
        number: 'PSB-2026-SD-00002',
        jenjang: 'SD',
        amount: 350_000,
        from_bank: true,
      },
    ],
  },
};

function open(role: Role, body: object, answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    [READ]: { body: { admission: null, announcement: null, billing: null, unavailable: [], ...body } },
    [FUNNEL]: { body: REPORT },
    [CASH]: { body: NO_CASH },
    [MESSAGES]: {
      body: {
        failed: { since: '2026-11-17', count: 3, days: [0, 0, 1, 0, 0, 0, 2] },
        due: { count: 0, oldest_at: null },
        backup_at: null,
        backup_late_at: null,
      },
    },
    [LOGINS]: {
      body: { since: '2026-11-17', started: [4, 5, 3, 6, 7, 0, 9], failed: [0, 0, 0, 0, 0, 0, 1] },
    },
    ...answers,
  });
  return { api, ...renderPage(<DashboardCards />, { user: aUser({ role }) }) };
}

test('when finance looks, then each queue leads to its list, the longest wait first, with its week in words', async () => {
  open('finance', { admission });
  const fees = await screen.findByRole('link', { name: /^Pembayaran menunggu verifikasi 1\.402/u });
  expect(fees.getAttribute('href')).toBe(
    '/admin/registration?payment_status=paid&sort=created_at&academic_year=semua',
  );
  expect(fees.textContent).toContain('terlama 2 hari');
  expect(fees.textContent).toContain('Tujuh hari terakhir: 3, 4, 6, 5, 9, 12, 1.402');
  expect(await screen.findByText('Dari 208 pendaftaran, 64 anak diterima dan 38 sudah lunas.')).toBeTruthy();
  expect(screen.getByText(/Nurul Hidayati mengirim bukti biaya pendaftaran/u)).toBeTruthy();
  expect(screen.getByText(/Fina Keuangan memverifikasi biaya pendaftaran lewat mutasi bank/u)).toBeTruthy();
});

test('when a picture is wanted as a table, then one key shows the same figures', async () => {
  const { type } = open('finance', { admission });
  const figure = (await screen.findByRole('heading', { name: 'Corong penerimaan' })).closest('figure');
  if (!figure) throw new Error('no figure');
  const toggle = within(figure).getByRole('button', { name: 'Lihat sebagai tabel' });
  toggle.focus();
  await type.keyboard('{Enter}');
  expect(await within(figure).findByRole('button', { name: 'Lihat sebagai gambar' })).toBeTruthy();
  expect(within(figure).getByRole('row', { name: /^Diterima 64/u })).toBeTruthy();
});

test('when a staff member of pendidikan looks, then waiting students lead to where results are written', async () => {
  open('staff_pendidikan', {
    admission,
    announcement: { parent: null, staff: { waiting: [{ kind: 'students', count: 120, status: null }] } },
  });
  const students = await screen.findByRole('link', { name: /^Siswa menunggu pengumuman 120/u });
  expect(students.getAttribute('href')).toBe('/admin/announcements/create');
  expect(students.textContent).toContain('buka daftarnya');
});

test('when nothing waits, then that is said, and an area that is down is named', async () => {
  open('staff_tu', {
    admission: { parent: null, staff: { waiting: [] } },
    unavailable: ['billing'],
  });
  expect(await screen.findByText('Tidak ada yang menunggu Anda sekarang.')).toBeTruthy();
  expect(screen.getByText(/Bagian tagihan belum dapat dimuat/u)).toBeTruthy();
});

test('when the funnel cannot be read, then its own place says so and the queues stand', async () => {
  open('finance', { admission }, { [FUNNEL]: refused(503, 'Layanan sibuk') });
  expect(await screen.findByText(/Laporan belum dapat dimuat/u)).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Pembayaran menunggu verifikasi/u })).toBeTruthy();
});

test('when it looks, then messages, logins and the backup come with their lists, and the queues of other roles stay with them', async () => {
  open('it', { admission });
  const failed = await screen.findByRole('link', { name: /^Pesan gagal 3 dalam tujuh hari/u });
  expect(failed.getAttribute('href')).toBe('/admin/messages?status=failed&from=2026-11-17');
  expect(failed.textContent).toContain('Tujuh hari terakhir: 0, 0, 1, 0, 0, 0, 2');
  const logins = await screen.findByRole('link', { name: /^Staf gagal masuk 1 hari ini/u });
  expect(logins.textContent).toContain('9 kali berhasil masuk');
  expect(logins.getAttribute('href')).toBe('/admin/audit?area=akun&action=session.failed');
  expect(screen.getByText('npm run backup').closest('li')?.textContent).toContain('Belum ada cadangan');
  expect(screen.queryByRole('link', { name: /Pembayaran menunggu verifikasi/u })).toBeNull();
});

test('when a backup is late, then its age warns; when a read fails, then its tiles alone say so', async () => {
  const backup_at = new Date(Date.now() - 5 * 3_600_000).toISOString();
  const backup_late_at = new Date(Date.now() - 4 * 3_600_000).toISOString();
  const failed = { since: '2026-11-17', count: 0, days: [0, 0, 0, 0, 0, 0, 0] };
  open(
    'it',
    { admission },
    {
      [MESSAGES]: { body: { failed, due: { count: 2, oldest_at: backup_at }, backup_at, backup_late_at } },
      [LOGINS]: refused(503, 'Layanan sibuk'),
    },
  );
  const backup = (await screen.findByText('5 jam')).closest('li');
  expect(backup?.textContent).toContain('Cadangan terakhir');
  expect(backup?.textContent).toContain('terlambat, hubungi pengelola server');
  expect(screen.getByRole('link', { name: /^Pesan terlambat 2 terlama hari ini/u })).toBeTruthy();
  const logins = screen.getByText('Staf gagal masuk').closest('li');
  await waitFor(() => expect(logins?.textContent).toContain('Belum dapat dimuat.'));
});

test('when a week has no observation, then one line says so and leads to those to be scheduled', async () => {
  const to_schedule = {
    kind: 'to_schedule',
    count: 15,
    filter: { payment_status: 'verified', current_stage: 'registered' },
  };
  const staff = {
    ...admission.staff,
    waiting: [to_schedule],
    observations: [{ day: '2026-11-23', count: 0 }],
  };
  open('cs', { admission: { parent: null, staff } });
  const title = await screen.findByRole('heading', { name: 'Observasi pekan ini' });
  expect(title.parentElement?.textContent).toContain('Belum ada observasi pekan ini.');
  expect(title.parentElement?.textContent).toContain('15 anak belum dijadwalkan');
  expect(screen.getByRole('link', { name: 'Jadwalkan bersama' }).getAttribute('href')).toBe(
    '/admin/registration?payment_status=verified&current_stage=registered&sort=created_at&academic_year=semua',
  );
});

test('when families wait for a call, then cs sees how many first, since when, and the way to them', async () => {
  const since = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const MISSED = 'GET /api/admin/missed-messages';
  open('cs', { admission }, { [MISSED]: { body: [{ since }], headers: { 'x-total-count': '828' } } });
  const tile = await screen.findByRole('link', { name: /^Keluarga perlu dihubungi 828/u });
  expect(tile.getAttribute('href')).toBe('/admin/messages?view=missed');
  expect(tile.textContent).toContain('terlama 3 hari');
  expect(tile.closest('ul')?.querySelector('a')).toBe(tile);
});

test('when observations have slots, then each day says how many of its places are taken', async () => {
  const { type } = open('cs', { admission });
  const figure = (await screen.findByRole('heading', { name: 'Observasi pekan ini' })).closest('figure');
  if (!figure) throw new Error('no figure');
  expect(within(figure).getByText('Sen 23 4/8')).toBeTruthy();
  expect(within(figure).getByText('Sel 24 2')).toBeTruthy();
  await type.click(within(figure).getByRole('button', { name: 'Lihat sebagai tabel' }));
  expect(await within(figure).findByRole('row', { name: 'Sen 23 4 8' })).toBeTruthy();
  expect(within(figure).getByRole('row', { name: 'Sel 24 2 -' })).toBeTruthy();
});

test('when a step of the funnel has a list of its own, then its bar and its row lead there', async () => {
  const { type } = open('finance', { admission });
  const figure = (await screen.findByRole('heading', { name: 'Corong penerimaan' })).closest('figure');
  if (!figure) throw new Error('no figure');
  const list = '/admin/registration?payment_status=verified&academic_year=semua';
  expect(figure.querySelector('[aria-hidden] a[tabindex="-1"]:nth-of-type(2)')?.getAttribute('href')).toBe(
    list,
  );
  await type.click(within(figure).getByRole('button', { name: 'Lihat sebagai tabel' }));
  expect(within(figure).getByRole('link', { name: 'Biaya terverifikasi' }).getAttribute('href')).toBe(list);
  expect(within(figure).queryByRole('link', { name: 'Observasi' })).toBeNull();
});

test('when seats are limited, then the funnel’s card says what they add up to and leads to them', async () => {
  const row = { academic_year: '2026/2027', jenjang: 'SD', seats: 56 } as const;
  const seats = [
    { ...row, label: 'SD kelas 1', free: 2, waiting: 18, released: 4 },
    { ...row, label: 'SD kelas 2', free: 1, waiting: 0, released: 1 },
  ];
  open('cs', { admission }, { [FUNNEL]: { body: { ...REPORT, seats } } });
  const way = await screen.findByRole('link', { name: 'Kursi: 3 bebas, 18 menunggu' });
  expect(way.getAttribute('href')).toBe('/admin/seats');
});

test('when the head looks, then what waits for its word stands first', async () => {
  const row = { id: '0190f2f0-0000-7000-8000-000000000009', title: 'Hasil SD', jenjang: 'SD' };
  open(
    'manager_pendidikan',
    {
      admission,
      announcement: {
        parent: null,
        staff: { waiting: [{ kind: 'to_review', count: 1, status: 'pending_review' }] },
      },
    },
    { 'GET /api/admin/announcements': { body: [{ ...row, created_at: '2026-11-20T03:00:00.000Z' }] } },
  );
  const places = [
    await screen.findByRole('link', { name: /Hasil SD/u }),
    await screen.findByRole('heading', { name: 'Corong penerimaan' }),
    screen.getByRole('region', { name: 'Yang menunggu Anda' }),
  ];
  const inPage = places.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  expect(inPage).toEqual(places);
  expect(screen.queryByRole('heading', { name: 'Observasi pekan ini' })).toBeNull();
});

test('when families ask to leave, then the head sees how many, since when, and the way to them', async () => {
  const oldest_at = new Date(Date.now() - 2 * 86_400_000).toISOString();
  const staff = { ...admission.staff, withdrawals_waiting: { count: 3, oldest_at } };
  open('manager_pendidikan', { admission: { parent: null, staff } });
  const tile = await screen.findByRole('link', { name: /^Permintaan mundur menunggu 3/u });
  expect(tile.getAttribute('href')).toBe('/admin/withdrawals?status=requested&year=semua');
  expect(tile.textContent).toContain('terlama 2 hari');
});
