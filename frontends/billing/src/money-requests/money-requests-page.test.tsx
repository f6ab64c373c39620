import type { MoneyRequest } from '@gerbang/contracts/money-requests';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, within } from '@testing-library/react';
import { id } from '../../test/samples.ts';
import { MoneyRequestsPage } from './money-requests-page.tsx';

const LIST = 'GET /api/admin/money-requests';
const aRequest = (changes: Partial<MoneyRequest> = {}): MoneyRequest => ({
  id: id(1),
  version: 1,
  kind: 'payment_reversal',
  status: 'waits',
  subject_id: id(60),
  amount: 12_000_000,
  reason: 'Masuk ke tagihan kakaknya',
  figures: [{ figure: 'invoice_paid', of: 'INV-2026-000001', before: 12_000_000, after: 0 }],
  registrations: [{ id: id(2), number: 'PSB-2026-SD-00001', child_name: 'Aisyah Putri' }],
  asked_by: { name: 'Fina Keuangan', role: 'finance' },
  asked_at: '2026-11-20T03:00:00.000Z',
  own: false,
  decided_by: null,
  decided_at: null,
  ...changes,
});

test('when a refund waits, then its row leads to the refund, where it is decided', async () => {
  open(aRequest({ kind: 'refund', subject_id: id(61), number: 'PD-2026-000004', figures: [] }));
  const link = await screen.findByRole('link', { name: 'Pengembalian dana PD-2026-000004' });
  expect(link.getAttribute('href')).toBe(`/admin/refunds?id=${id(61)}`);
  expect(screen.queryByRole('button', { name: /^Lihat/u })).toBeNull();
});

function open(request: MoneyRequest, answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({ [LIST]: { body: [request] }, ...answers });
  const user = aUser({ role: 'manager_pendidikan' });
  return { api, ...renderPage(<MoneyRequestsPage />, { path: '/admin/money-requests', user }) };
}

test('when the head agrees, then both sides stood beside each other, and the call is sent once with a key', async () => {
  const approve = `POST /api/admin/money-requests/${id(1)}/approve`;
  const { api, type } = open(aRequest(), { [approve]: { body: aRequest({ status: 'approved' }) } });
  await type.click(await screen.findByRole('button', { name: /^Lihat Batalkan pembayaran/u }));
  const dialog = await screen.findByRole('dialog', { name: 'Batalkan pembayaran' });
  const row = within(dialog).getByRole('row', { name: /INV-2026-000001/u });
  expect(row.textContent).toMatch(/Rp\s12\.000\.000Rp\s0/u);
  await type.click(within(dialog).getByRole('button', { name: 'Setujui' }));
  await type.click(await screen.findByRole('button', { name: 'Setujui' }));
  await findToast('Perubahan dijalankan');
  expect(api.bodies(approve)).toEqual([{}]);
});

test('when a refusal comes back, then the request stays open with its sentence', async () => {
  const approve = `POST /api/admin/money-requests/${id(1)}/approve`;
  const { type } = open(aRequest(), { [approve]: refused(409, 'Pembayaran ini sudah dibatalkan.') });
  await type.click(await screen.findByRole('button', { name: /^Lihat Batalkan pembayaran/u }));
  const dialog = await screen.findByRole('dialog', { name: 'Batalkan pembayaran' });
  await type.click(within(dialog).getByRole('button', { name: 'Setujui' }));
  await type.click(await screen.findByRole('button', { name: 'Setujui' }));
  const again = await screen.findByRole('dialog', { name: 'Batalkan pembayaran' });
  expect(await within(again).findByText('Pembayaran ini sudah dibatalkan.')).toBeTruthy();
});

test('when the first person looks, then another one has to agree, and it can be withdrawn', async () => {
  const withdraw = `DELETE /api/admin/money-requests/${id(1)}`;
  const { type } = open(aRequest({ own: true }), { [withdraw]: { status: 204 } });
  await type.click(await screen.findByRole('button', { name: /^Lihat Batalkan pembayaran/u }));
  const dialog = await screen.findByRole('dialog', { name: 'Batalkan pembayaran' });
  expect(within(dialog).queryByRole('button', { name: 'Setujui' })).toBeNull();
  await type.click(within(dialog).getByRole('button', { name: 'Batalkan permintaan' }));
  await type.click(await screen.findByRole('button', { name: 'Batalkan permintaan' }));
  await findToast('Permintaan dibatalkan');
});
