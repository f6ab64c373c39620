import type { ProofAlert } from '@gerbang/contracts/proof-alerts';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { screen, within } from '@testing-library/react';
import { staffId } from '../../test/staff.ts';
import { ProofAlertsPage } from './proof-alerts-page.tsx';

const LIST = 'GET /api/admin/proof-alerts';
const DECIDE = `PUT /api/admin/proof-alerts/${staffId(70)}`;

const proof = (number: string, family: string, at: number): ProofAlert['proof'] => ({
  kind: 'registration_payment',
  record_id: staffId(at),
  number,
  child_name: 'Umar Faruq',
  family,
  proof_url: `/api/files/${staffId(80 + at)}`,
  proof_filename: 'slip.jpg',
  sent_at: `2026-11-${10 + at}T03:00:00.000Z`,
});

const anAlert = (changes: Partial<ProofAlert> = {}): ProofAlert => ({
  id: staffId(70),
  version: 1,
  kind: 'looks_same',
  score: 998,
  status: 'open',
  same_family: false,
  note: null,
  decided_by: null,
  decided_at: null,
  proof: proof('PSB-2026-SD-00144', 'Salma', 2),
  other: proof('PSB-2026-SD-00041', 'Ahmad & Rahma', 1),
  created_at: '2026-11-12T03:00:00.000Z',
  ...changes,
});

function show(rows: readonly ProofAlert[]) {
  const api = fakeApi({
    [LIST]: { body: rows, headers: { 'x-total-count': String(rows.length) } },
    [DECIDE]: { body: anAlert({ status: 'confirmed', version: 2 }) },
  });
  const user = aUser({ role: 'finance' });
  return { api, ...renderPage(<ProofAlertsPage />, { path: '/admin/proof-alerts', user }) };
}

const open = async (type: ReturnType<typeof show>['type']) => {
  const name = 'Bandingkan PSB-2026-SD-00144 dengan PSB-2026-SD-00041';
  await type.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name: 'Bandingkan bukti' }));
};

test('when two proofs are compared, then the earlier one stands first, and the decision leaves with its note', async () => {
  const { api, type } = show([anAlert()]);
  const dialog = await open(type);
  expect(dialog.getByText('Gambarnya mirip (998 dari 1.000), berkasnya lain')).toBeTruthy();
  const first = dialog.getByRole('region', { name: 'Dikirim lebih dahulu' });
  expect(within(first).getByText('PSB-2026-SD-00041')).toBeTruthy();
  expect(within(first).getByText('Ahmad & Rahma')).toBeTruthy();
  await type.type(dialog.getByLabelText(/^Catatan/u), 'Sama sampai nomor referensi');
  await type.click(dialog.getByRole('button', { name: 'Bukti dipakai ulang' }));
  await findToast('Berhasil', 'Pembayarannya tertutup sampai ada bukti baru.');
  expect(api.bodies(DECIDE)).toEqual([
    { version: 1, status: 'confirmed', note: 'Sama sampai nomor referensi' },
  ]);
});

test('when the bank shows the money, then the later proof is left to the bank', async () => {
  const { api, type } = show([anAlert()]);
  const dialog = await open(type);
  await type.type(dialog.getByLabelText(/^Catatan/u), 'Mutasi 12 November');
  await type.click(dialog.getByRole('button', { name: 'Dibayar lewat mutasi bank' }));
  await findToast('Berhasil', 'Bukti itu tidak dihitung. Catat pembayarannya dari mutasi bank.');
  expect(api.bodies(DECIDE)).toEqual([{ version: 1, status: 'paid_by_bank', note: 'Mutasi 12 November' }]);
});

test('when it was confirmed, then it says by whom, and can only be taken back', async () => {
  const decided = {
    status: 'confirmed' as const,
    note: 'Sama persis',
    decided_by: { name: 'Budi', role: 'finance' as const },
    decided_at: '2026-11-12T04:00:00.000Z',
  };
  const { type } = show([anAlert(decided)]);
  const dialog = await open(type);
  expect(dialog.getByText(/^Diputuskan dipakai ulang oleh Budi \(Keuangan\).*Sama persis$/u)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Bukti dipakai ulang' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Batalkan: bukan bukti ganda' })).toBeTruthy();
});

test('when there is none, then the page says what will stand here', async () => {
  show([]);
  expect(await screen.findByText('Tidak ada bukti ganda.')).toBeTruthy();
});
