import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { aBilledConfirmation, aConfirmation, aRow, id } from '../../test/samples.ts';
import { EnrollmentPage } from './enrollment-page.tsx';

const ACCEPTED = 'GET /api/registrations';
const CONFIRMATIONS = 'GET /api/enrollment-confirmations';

function open(accepted: unknown, confirmations: unknown = [], answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    [ACCEPTED]: { body: accepted },
    [CONFIRMATIONS]: { body: confirmations },
    ...answers,
  });
  return {
    api,
    ...renderPage(<EnrollmentPage />, { path: '/enrollment', user: aUser({ role: 'wali_murid' }) }),
  };
}

test('when a child is accepted, then its row says what the specification asks for and leads to the form', async () => {
  const { api } = open([aRow()]);
  const table = await screen.findByRole('table', { name: 'Murid yang diterima' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual([
    'Nama anak',
    'Jenjang',
    'Kelas',
    'Status daftar ulang',
    'Status pembayaran',
    'Diterima tanggal',
    'Aksi',
  ]);
  const [, row] = within(table).getAllByRole('row');
  const cells = within(row ?? table);
  for (const text of ['Aisyah', 'SD', '1', 'Belum Konfirmasi', 'Belum Ada Invoice', '18 Nov 2026']) {
    expect(cells.getByText(text)).toBeTruthy();
  }
  const link = cells.getByRole('link', { name: 'Konfirmasi Daftar Ulang: Aisyah Putri' });
  expect(link.getAttribute('href')).toBe(`/enrollment-confirmation/${id(20)}`);
  expect(api.asked.find(({ path }) => path === '/api/registrations')?.query.get('current_stage')).toBe(
    'passed',
  );
});

const detail = `/enrollment-confirmation-detail/${id(30)}`;
const form = `/enrollment-confirmation/${id(20)}`;
test.each([
  ['submitted', aConfirmation(), 'Menunggu Review', 'Belum Ada Invoice', 'Konfirmasi Daftar Ulang', form],
  [
    'declined',
    aConfirmation({ status: 'declined' }),
    'Ditolak',
    'Belum Ada Invoice',
    'Konfirmasi Daftar Ulang',
    form,
  ],
  [
    'processed',
    aConfirmation({ status: 'processed' }),
    'Sedang Berlangsung',
    'Belum Ada Invoice',
    'Lihat Detail',
    detail,
  ],
  ['billed', aBilledConfirmation(), 'Sedang Berlangsung', 'Invoice Tersedia', 'Lihat Detail', detail],
  [
    'completed',
    aBilledConfirmation({
      status: 'completed',
      payment_summary: { total_amount: 16_000_000, amount_paid: 16_000_000, outstanding_balance: 0 },
    }),
    'Selesai',
    'Lunas',
    'Lihat Detail',
    detail,
  ],
] as const)(
  'when the confirmation is %s, then label, invoice and action are those of the state',
  async (_state, confirmation, label, payment, action, to) => {
    open([aRow()], [confirmation]);
    expect(await screen.findByText(label)).toBeTruthy();
    expect(screen.getByText(payment)).toBeTruthy();
    const link = screen.getByRole('link', { name: `${action}: Aisyah Putri` });
    expect(link.getAttribute('href')).toBe(to);
  },
);

test('when no child is accepted yet, then the specified sentence is shown', async () => {
  open([]);
  expect(
    await screen.findByText('Belum ada murid yang diterima untuk dikonfirmasi daftar ulang.'),
  ).toBeTruthy();
});

test('when a name or a level is searched, then only its rows stay, or the specified sentence', async () => {
  const other = aRow({
    id: id(21),
    child: { full_name: 'Umar Faruq', nick_name: null },
    jenjang: 'SMP',
    kelas: '7',
  });
  const { type } = open([aRow(), other]);
  await screen.findByText('Umar Faruq');
  await type.type(screen.getByRole('searchbox'), 'smp');
  await waitFor(() => expect(screen.queryByText('Aisyah Putri')).toBeNull());
  expect(screen.getByText('Umar Faruq')).toBeTruthy();
  await type.type(screen.getByRole('searchbox'), 'zzz');
  expect(await screen.findByText('Tidak ada hasil yang sesuai dengan pencarian.')).toBeTruthy();
});

test('when it cannot be read, then another try brings it', async () => {
  const { api, type } = open([aRow()], [], { [CONFIRMATIONS]: refused(503, 'Layanan sibuk') });
  await screen.findByText(/tidak dapat dimuat/u);
  api.answer(CONFIRMATIONS, { body: [] });
  await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText('Belum Konfirmasi')).toBeTruthy();
});
