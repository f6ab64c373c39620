import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen } from '@testing-library/react';
import { aLine } from '../../test/bank-samples.ts';
import { id } from '../../test/samples.ts';
import { BankPage } from './bank-page.tsx';

const refund = { id: id(70), number: 'PD-2026-000004', child_name: 'Umar Faruq', total: 500_000 };
const out = (at: number, changes: object) =>
  aLine({ id: id(at), direction: 'out', description: null, matches: [], status: 'new', ...changes });

test('when money went out, then each line shows the refund that it paid, or may have paid and why', async () => {
  const api = fakeApi({
    'GET /api/admin/bank-lines': {
      body: [
        out(91, { amount: 500_000, status: 'booked', refunds: [{ ...refund, by: null }] }),
        out(92, { amount: 500_000, refunds: [{ ...refund, by: 'owner' }] }),
        out(93, { amount: 499_000, refunds: [{ ...refund, by: 'number' }] }),
        out(94, { amount: 77_000, refunds: [] }),
        out(95, { amount: 500_000, refunds: [{ ...refund, by: 'amount', noted: true }] }),
      ],
      headers: { 'x-total-count': '5' },
    },
    'GET /api/config': { body: { accounts: [{ key: 'utama', label: 'Utama', closed: false }] } },
  });
  renderPage(<BankPage />, { path: '/admin/bank?bagian=outgoing', user: aUser({ role: 'finance' }) });
  await screen.findAllByText(/PD-2026-000004 · Umar Faruq/u);
  const rows = screen.getAllByRole('row').map((row) => row.textContent?.replaceAll('\u00A0', ' '));
  expect(rows.slice(1)).toEqual([
    expect.stringMatching(/Rp 500\.000PD-2026-000004 · Umar FaruqDibukukan$/u),
    expect.stringMatching(/Umar Faruq nama pemilik rekeningCocok, belum dicatat$/u),
    expect.stringMatching(/Rp 499\.000.*jumlahnya lain: Rp 500\.000/u),
    expect.stringMatching(/Rp 77\.000–Bukan pengembalian$/u),
    expect.stringMatching(/Umar Faruq jumlah samaSudah dicatat dengan bukti$/u),
  ]);
  const asked = api.asked.find(({ path }) => path === '/api/admin/bank-lines');
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({ direction: 'out', limit: '50' });
});
