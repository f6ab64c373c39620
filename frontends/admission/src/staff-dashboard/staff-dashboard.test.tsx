import type { Role } from '@gerbang/domain/roles';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/components/testing/render-page';
import { screen, within } from '@testing-library/react';
import { DashboardCards } from '../dashboard/dashboard-cards.tsx';

const READ = 'GET /api/dashboard';
const FUNNEL = 'GET /api/admin/reports/admission';
const CASH = 'GET /api/admin/reports/cash';
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
    observations: [{ day: '2026-11-23', count: 4 }],
    recent: [
      {
        id: '0190f2f0-0000-7000-8000-000000000001',
        kind: 'fee_sent',
        at: '2026-11-20T03:00:00.000Z',
        actor: { name: 'Nurul Hidayati', role: 'wali_murid' },
        number: 'PSB-2026-SD-00001',
        jenjang: 'SD',
        amount: 350_000,
      },
    ],
  },
};

function open(role: Role, body: object, answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    [READ]: { body: { admission: null, announcement: null, billing: null, unavailable: [], ...body } },
    [FUNNEL]: { body: REPORT },
    [CASH]: { body: NO_CASH },
    ...answers,
  });
  return { api, ...renderPage(<DashboardCards />, { user: aUser({ role }) }) };
}

test('when finance looks, then each queue leads to its list, the longest wait first, with its week in words', async () => {
  open('finance', { admission });
  const fees = await screen.findByRole('link', { name: /^Pembayaran menunggu verifikasi 1\.402/u });
  expect(fees.getAttribute('href')).toBe('/admin/registration?payment_status=paid&sort=created_at');
  expect(fees.textContent).toContain('terlama 2 hari');
  expect(fees.textContent).toContain('Tujuh hari terakhir: 3, 4, 6, 5, 9, 12, 1.402');
  expect(await screen.findByText('Dari 208 pendaftaran, 64 anak diterima dan 38 sudah lunas.')).toBeTruthy();
  expect(screen.getByText(/Nurul Hidayati mengirim bukti biaya pendaftaran/u)).toBeTruthy();
});

test('when a picture is wanted as a table, then one key shows the same figures', async () => {
  const { type } = open('finance', { admission });
  const figure = (await screen.findByRole('heading', { name: 'Corong penerimaan' })).closest('figure');
  if (!figure) throw new Error('no figure');
  const toggle = within(figure).getByRole('button', { name: 'Lihat sebagai tabel' });
  toggle.focus();
  await type.keyboard('{Enter}');
  expect(within(figure).getByRole('button', { name: 'Lihat sebagai gambar' })).toBeTruthy();
  expect(within(figure).getByRole('row', { name: /^Diterima 64/u })).toBeTruthy();
});

test('when a staff member of pendidikan looks, then waiting students lead to where results are written', async () => {
  open('staff_pendidikan', {
    admission,
    announcement: { parent: null, staff: { waiting: [{ kind: 'students', count: 120, status: null }] } },
  });
  const students = await screen.findByRole('link', { name: /^Siswa menunggu pengumuman 120/u });
  expect(students.getAttribute('href')).toBe('/admin/announcements/create');
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
