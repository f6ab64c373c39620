import type { PayRequestRow } from '@gerbang/contracts/pay-requests';
import type { Role } from '@gerbang/domain/roles';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { id } from '../../test/samples.ts';
import { PayRequestsPage } from './pay-requests-page.tsx';

const LIST = 'GET /api/admin/pay-requests';
const REFRESH = `POST /api/admin/pay-requests/${id(90)}/refresh`;
const aRow = (changes: Partial<PayRequestRow> = {}): PayRequestRow => ({
  id: id(90),
  version: 1,
  request_no: '10000000042',
  kind: 'invoice',
  target_id: id(50),
  number: 'INV-2026-000001',
  child_name: 'Aisyah Putri',
  channel: 'va',
  bank_code: '451',
  bank_name: 'BSI',
  amount: 12_250_000,
  status: 'open',
  va_number: '   9001010000000042',
  provider_id: null,
  rrn: null,
  paid_amount: null,
  payment_id: null,
  last_error: null,
  keeps_money: false,
  created_at: '2026-11-29T06:00:00.000Z',
  expires_at: '2026-11-30T06:00:00.000Z',
  paid_at: null,
  booked_at: null,
  settled_on: null,
  ...changes,
});

function open(row: PayRequestRow, role: Role = 'finance') {
  const api = fakeApi({
    [LIST]: { body: [row] },
    'GET /api/admin/pay-requests/summary': {
      body: { status: { open: 12, review: 1 }, paid_today: 31, unsettled: [] },
    },
  });
  return {
    api,
    ...renderPage(<PayRequestsPage />, { path: '/admin/payments-online', user: aUser({ role }) }),
  };
}

test('when finance opens the page, then the parts are counted and a row tells its way', async () => {
  open(
    aRow({
      status: 'paid',
      paid_at: '2026-11-29T07:03:00.000Z',
      booked_at: '2026-11-29T07:03:01.000Z',
      settled_on: '2026-11-30',
      paid_amount: 12_250_000,
    }),
  );
  const row = await screen.findByRole('row', { name: /INV-2026-000001/u });
  expect(row.textContent).toContain('Dibuat 29 November 2026, 13.00 WIB');
  expect(row.textContent).toContain('Dibayar 29 November 2026, 14.03 WIB');
  expect(row.textContent).toContain('Dibukukan 29 November 2026, 14.03 WIB');
  expect(row.textContent).toContain('Cair 30 November 2026');
  expect(row.textContent).toContain('Virtual Account BSI');
  expect(within(row).queryByRole('button', { name: /^Tanya penyedia/u })).toBeNull();
  expect(await screen.findByText('Lunas hari ini 31')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Terbuka.*12/u })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Perlu ditinjau.*1/u })).toBeTruthy();
});

test('when the provider is asked, then its answer is told and the list is read again', async () => {
  const { api, type } = open(aRow());
  api.answer(REFRESH, { body: aRow({ status: 'paid' }) });
  await type.click(await screen.findByRole('button', { name: 'Tanya penyedia tentang INV-2026-000001' }));
  await findToast('INV-2026-000001: Lunas');
  await waitFor(() =>
    expect(api.asked.filter(({ path }) => path === '/api/admin/pay-requests').length).toBeGreaterThan(1),
  );
  api.answer(REFRESH, refused(503, 'Penyedia tidak menjawab.'));
  await type.click(screen.getByRole('button', { name: 'Tanya penyedia tentang INV-2026-000001' }));
  await findToast('Penyedia tidak menjawab.');
});

test('when the head looks, then nothing can be asked', async () => {
  open(aRow(), 'manager_pendidikan');
  await screen.findByRole('row', { name: /INV-2026-000001/u });
  expect(screen.queryByRole('button', { name: /^Tanya penyedia/u })).toBeNull();
});

test('when a review has no money, then finance closes it with a reason; money that is kept is decided where it stands', async () => {
  const review = aRow({ status: 'review', version: 3 });
  const { api, type } = open(review);
  const CLOSE = `POST /api/admin/pay-requests/${id(90)}/close`;
  api.answer(CLOSE, { body: aRow({ status: 'cancelled' }) });
  await type.click(await screen.findByRole('button', { name: 'Tutup peninjauan INV-2026-000001' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Tutup peninjauan' }));
  await type.type(dialog.getByLabelText('Alasan'), 'Bank menolak jumlahnya');
  await type.click(dialog.getByRole('button', { name: 'Tutup peninjauan' }));
  await findToast('Peninjauan INV-2026-000001 ditutup');
  expect(api.bodies(CLOSE)).toEqual([{ version: 3, reason: 'Bank menolak jumlahnya' }]);
});

test('when a review keeps money, then it is not closed here', async () => {
  open(aRow({ status: 'review', keeps_money: true }));
  await screen.findByRole('row', { name: /INV-2026-000001/u });
  expect(screen.queryByRole('button', { name: /^Tutup peninjauan/u })).toBeNull();
});

test('when a review was closed, then the row says why', async () => {
  open(aRow({ status: 'cancelled', closed_reason: 'Bank menolak jumlahnya' }));
  expect(await screen.findByText('Ditutup: Bank menolak jumlahnya')).toBeTruthy();
});
