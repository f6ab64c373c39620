import type { CashReport, MessagesReport } from '@gerbang/contracts/reports';
import type { WorkPart } from '@gerbang/contracts/work-report';
import { REPORT_LABELS, reportsOf } from '@gerbang/domain/reports';
import type { Role } from '@gerbang/domain/roles';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { screen, within } from '@testing-library/react';
import { ReportsPage } from './reports-page.tsx';

const WORK = 'GET /api/admin/reports/work';
const MESSAGES = 'GET /api/admin/reports/messages';
const SPAN = { from: '2026-11-02', to: '2026-11-15' };

const aKind = (kind: 'proof' | 'payment', counts: readonly [number, number]): WorkPart['kinds'][number] => ({
  kind,
  weeks: ['2026-11-02', '2026-11-09'].map((start, at) => ({
    start,
    count: counts[at] ?? 0,
    median_hours: counts[at] ? 3.5 : null,
    p90_hours: counts[at] ? 20 : null,
  })),
  total: { count: counts[0] + counts[1], median_hours: 3.5, p90_hours: 20 },
  roles: counts[0] > 0 ? [{ role: 'finance', count: counts[0] + counts[1] }] : [],
  own: 2,
  oldest_at: kind === 'proof' ? '2026-11-14T03:00:00.000Z' : null,
});
const work = {
  admission: { ...SPAN, kinds: [aKind('proof', [5, 7])] },
  billing: { ...SPAN, kinds: [aKind('payment', [3, 0])] },
  unavailable: [],
};
const outcomes = { delivered: 6, read: 10, failed: 2, email: 1, sent: 1 };
const messages: MessagesReport = {
  ...SPAN,
  grain: 'day',
  total: { count: 20, share_failed: 10, outcomes },
  columns: [
    { start: '2026-11-02', count: 20, outcomes },
    { start: '2026-11-03', count: 0, outcomes: { delivered: 0, read: 0, failed: 0, email: 0, sent: 0 } },
  ],
  kinds: [{ kind: 'stage_changed', count: 20, share_failed: 10, outcomes }],
  cost: { price: 350, messages: 16, amount: 5600 },
};

const cash: CashReport = {
  ...SPAN,
  by: 'verified',
  grain: 'week',
  total: { amount: 6_350_000, count: 3, average: 2_116_667 },
  sources: [
    { source: 'registration_fee', amount: 350_000, count: 1 },
    { source: 'invoice', amount: 6_000_000, count: 2 },
  ],
  methods: [
    { method: 'transfer', amount: 1_000_000, count: 1 },
    { method: 'cash', amount: 0, count: 0 },
    { method: 'bank_line', amount: 5_350_000, count: 2 },
  ],
  columns: [
    {
      start: '2026-11-02',
      amount: 6_350_000,
      count: 3,
      sources: { registration_fee: 350_000, invoice: 6_000_000 },
      methods: { transfer: 1_000_000, cash: 0, bank_line: 5_350_000 },
    },
    {
      start: '2026-11-09',
      amount: 0,
      count: 0,
      sources: { registration_fee: 0, invoice: 0 },
      methods: { transfer: 0, cash: 0, bank_line: 0 },
    },
  ],
  months: [],
};

function open(
  tab: 'admission' | 'cash' | 'work' | 'messages',
  role: Role = 'admin',
  answers: Parameters<typeof fakeApi>[0] = {},
) {
  const api = fakeApi({
    'GET /api/config': { body: {} },
    [WORK]: { body: work },
    [MESSAGES]: { body: messages },
    'GET /api/admin/reports/cash': { body: cash },
    ...answers,
  });
  const path = `/admin/reports?tab=${tab}&jenjang=SD`;
  return { api, ...renderPage(<ReportsPage />, { path, user: aUser({ role }) }) };
}
const figureOf = async (name: string) => within(await screen.findByRole('figure', { name }));

test('when a head of school opens Pekerjaan, then each kind has its sentence, its oldest with the way there, and its table', async () => {
  const { api, type } = open('work', 'manager_pendidikan');
  const proofs = await figureOf('Bukti biaya pendaftaran');
  expect(
    proofs.getByText('12 ditangani; separuhnya dalam 3,5 jam, sembilan dari sepuluh dalam 20 jam.'),
  ).toBeTruthy();
  expect(api.asked.find(({ path }) => path.endsWith('/work'))?.query.get('jenjang')).toBe('SD');
  expect(
    screen
      .getByRole('link', { name: 'Buka daftar yang menunggu: Bukti biaya pendaftaran' })
      .getAttribute('href'),
  ).toBe('/admin/registration?payment_status=paid&sort=payment_since');
  proofs.getByRole('button', { name: 'Lihat sebagai tabel' }).focus();
  await type.keyboard('{Enter}');
  expect(await proofs.findByRole('row', { name: /^9 Nov 2026 7 3,5 jam 20 jam/u })).toBeTruthy();
  // One week alone is a sentence, not a line.
  const payments = await figureOf('Pembayaran tagihan');
  expect(payments.queryByRole('button')).toBeNull();
  expect(screen.getByText('Tidak ada yang menunggu sekarang.')).toBeTruthy();
});

test('when a treasurer opens Kas, then what lines of the bank paid stands beside transfers and notes, and all make the total', async () => {
  const { type } = open('cash', 'finance');
  const methods = await figureOf('Uang masuk menurut cara bayar');
  await type.click(methods.getByRole('button', { name: 'Lihat sebagai tabel' }));
  const cells = (row: HTMLElement) => row.textContent?.replaceAll('\u00A0', ' ');
  expect(methods.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Pekan mulai',
    'Transfer',
    'Tunai',
    'Mutasi bank',
    'Pembayaran',
    'Total',
  ]);
  expect(cells(methods.getAllByRole('row').at(-1)!)).toBe('TotalRp 1.000.000Rp 0Rp 5.350.0003Rp 6.350.000');
});

test('when money went back to families, then Kas says how much, why, and what is left', async () => {
  const refunds = {
    amount: 350_000,
    count: 1,
    causes: [{ cause: 'withdrawal', amount: 350_000, count: 1 }],
    unapplied: { amount: 20_000, count: 1 },
  };
  const body = { ...cash, refunds, net: 6_000_000 };
  open('cash', 'finance', { 'GET /api/admin/reports/cash': { body } });
  const figure = within(await screen.findByRole('table', { name: 'Pengembalian' }));
  expect(screen.getByText(/dalam 1 pengembalian; bersih Rp\s6\.000\.000/u)).toBeTruthy();
  const rows = figure.getAllByRole('row').map((row) => row.textContent?.replaceAll('\u00A0', ' '));
  expect(rows.slice(1)).toEqual([
    expect.stringMatching(/^Uang masuk/u),
    'Mengundurkan diri1Rp 350.000',
    'Bersih setelah pengembalian–Rp 6.000.000',
    'Dana belum dibukukan yang dikembalikan1Rp 20.000',
  ]);
});

test('when the school uploads no statements, then Kas has no column and no word of them', async () => {
  const methods = cash.methods.filter(({ method }) => method !== 'bank_line');
  const { type } = open('cash', 'finance', { 'GET /api/admin/reports/cash': { body: { ...cash, methods } } });
  const figure = await figureOf('Uang masuk menurut cara bayar');
  await type.click(figure.getByRole('button', { name: 'Lihat sebagai tabel' }));
  expect(figure.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Pekan mulai',
    'Transfer',
    'Tunai',
    'Pembayaran',
    'Total',
  ]);
  expect(figure.queryByText(/Mutasi bank/u)).toBeNull();
});

test('when roles are compared, then of persons only the reader’s figure is there', async () => {
  const { type } = open('work');
  const roles = await figureOf('Ditangani menurut peran');
  expect(roles.getByText(/15 ditangani, 4 di antaranya oleh Anda/u)).toBeTruthy();
  await type.click(roles.getByRole('button', { name: 'Lihat sebagai tabel' }));
  expect(await roles.findByRole('row', { name: 'Keuangan 12 3 15' })).toBeTruthy();
  expect(roles.getByRole('row', { name: 'Anda sendiri 2 2 4' })).toBeTruthy();
});

test('when an owner is down, then its part says so and the other stands; when all fail, the tab says so', async () => {
  open('work', 'admin', { [WORK]: { body: { ...work, billing: null, unavailable: ['billing'] } } });
  expect(await screen.findByText(/Bagian tagihan dan daftar ulang belum dapat dimuat/u)).toBeTruthy();
  expect(screen.getByRole('figure', { name: 'Bukti biaya pendaftaran' })).toBeTruthy();
  document.body.replaceChildren();
  open('work', 'admin', { [WORK]: refused(503, 'Layanan sibuk') });
  expect(await screen.findByText(/Laporan belum dapat dimuat/u)).toBeTruthy();
});

test('when cs opens Pesan, then days, kinds and the estimate are there, without a level, with the way to the failed', async () => {
  const { api, type } = open('messages', 'cs');
  const days = await figureOf('Pesan menurut hari');
  expect(days.getByText(/20 pesan: 10 sudah dibaca, 10% gagal\. Perkiraan biaya Rp\s5\.600/u)).toBeTruthy();
  expect(screen.queryByLabelText(/^Jenjang/u)).toBeNull();
  expect(api.asked.find(({ path }) => path.endsWith('/messages'))?.query.get('jenjang')).toBeNull();
  expect(screen.getByRole('link', { name: 'Buka pesan yang gagal' }).getAttribute('href')).toBe(
    '/admin/messages?status=failed&from=2026-11-02&to=2026-11-15',
  );
  const kinds = await figureOf('Pesan menurut jenis');
  await type.click(kinds.getByRole('button', { name: 'Lihat sebagai tabel' }));
  expect(await kinds.findByRole('row', { name: 'Tahap berubah 6 10 2 1 1 20 10%' })).toBeTruthy();
});

test('when seats are limited, then Penerimaan tells how many are free, who waits, and how many were released', async () => {
  const row = { academic_year: '2026/2027', jenjang: 'SD', label: 'SD kelas 1' } as const;
  open('admission', 'cs', {
    'GET /api/admin/reports/admission': {
      body: {
        ...SPAN,
        total: { steps: [] },
        levels: [],
        days: [],
        seats: [{ ...row, seats: 56, free: 2, waiting: 18, released: 4 }],
      },
    },
  });
  const table = within(await screen.findByRole('table', { name: 'Kursi dan daftar tunggu sekarang' }));
  expect(table.getByRole('row', { name: 'SD kelas 1 · 2026/2027 56 2 18 4' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Buka kursi dan daftar tunggu' }).getAttribute('href')).toBe(
    '/admin/seats',
  );
});

test('when the season is empty, then sentences stand where pictures would', async () => {
  const none = { delivered: 0, read: 0, failed: 0, email: 0, sent: 0 };
  open('messages', 'manager_pendidikan', {
    [MESSAGES]: {
      body: {
        ...messages,
        total: { count: 0, share_failed: null, outcomes: none },
        columns: [],
        kinds: [],
        cost: null,
      },
    },
  });
  expect(await screen.findByText('Belum ada pesan pada rentang ini.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Lihat sebagai tabel' })).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

test.each(['cs', 'finance', 'staff_tu', 'manager_pendidikan', 'admin', 'it'] as const)(
  'when %s looks, then the tabs are the reports of the role',
  async (role) => {
    open('work', role);
    const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent);
    expect(tabs).toEqual(reportsOf(role).map((name) => REPORT_LABELS[name]));
  },
);
