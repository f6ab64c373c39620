import type { Role } from '@gerbang/domain/roles';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, within } from '@testing-library/react';
import { id } from '../../test/samples.ts';
import { PayRequestsPage } from '../pay-requests/pay-requests-page.tsx';
import type { Settlement } from './pay-settlements.api.ts';

const LIST = 'GET /api/admin/pay-settlements';
const LINES = 'GET /api/admin/bank-lines';
const MATCH = `PUT /api/admin/pay-settlements/${id(70)}/match`;
const aSettlement = (changes: Partial<Settlement> = {}): Settlement => ({
  id: id(70),
  settled_on: '2026-11-21',
  paid_on: '2026-11-20',
  channel: 'va',
  gross: 5_250_000,
  fee: 8800,
  net: 5_241_200,
  requests: 2,
  paid: 5_250_000,
  source: 'typed',
  status: 'open',
  bank_line_id: null,
  line: null,
  difference: null,
  note: null,
  ...changes,
});
const matched = aSettlement({
  status: 'matched',
  bank_line_id: id(80),
  line: { id: id(80), booked_on: '2026-11-21', amount: 5_241_200 },
  difference: 0,
});
const summary = (unsettled: object[] = []) => ({ body: { status: {}, paid_today: 0, unsettled } });

function open(rows: readonly Settlement[], role: Role = 'finance', more: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    [LIST]: { body: rows },
    'GET /api/admin/pay-requests/summary': summary(),
    'GET /api/admin/pay-requests': { body: [] },
    ...more,
  });
  const path = '/admin/payments-online?bagian=settlements&bulan=2026-11';
  return { api, ...renderPage(<PayRequestsPage />, { path, user: aUser({ role }) }) };
}
const plain = (element: Element | null) => element?.textContent?.replaceAll('\u00A0', ' ');

test('when a settlement is matched, then its sums, its line and a difference of Rp 0 are there', async () => {
  open([matched]);
  const row = await screen.findByRole('row', { name: /21 Nov 2026/u });
  expect(plain(row)).toMatch(
    /Virtual Account, dibayar 20 Nov 2026.*2 permintaan.*Rp 5\.250\.000.*Rp 8\.800.*Rp 5\.241\.200.*Mutasi Rp 5\.241\.200.*Cocok.*Selisih Rp 0/u,
  );
  expect(within(row).queryByRole('button')).toBeNull();
});

test('when finance matches a settlement, then the line with its amount is chosen, and a difference is told', async () => {
  const line = { id: id(80), booked_on: '2026-11-21', amount: 5_241_200 };
  const { api, type } = open([aSettlement()], 'finance', {
    [LINES]: { body: [{ ...line, id: id(81), amount: 5_000_000 }, line] },
    [MATCH]: refused(409, 'Baris mutasi kurang Rp241.200 dari jumlah bersih pencairan.', { code: 'differs' }),
  });
  await type.click(
    await screen.findByRole('button', { name: 'Cocokkan pencairan Virtual Account 20 November 2026' }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  const fitting = await dialog.findByRole<HTMLInputElement>('radio', { name: /5\.241\.200/u });
  expect(fitting.checked).toBe(true);
  await type.click(dialog.getByRole('radio', { name: /5\.000\.000/u }));
  await type.click(dialog.getByRole('button', { name: 'Cocokkan' }));
  expect(await dialog.findByRole('alert')).toHaveProperty(
    'textContent',
    expect.stringContaining('kurang Rp241.200'),
  );
  api.answer(MATCH, { body: matched });
  await type.click(dialog.getByRole('radio', { name: /5\.241\.200/u }));
  await type.click(dialog.getByRole('button', { name: 'Cocokkan' }));
  await findToast('Pencairan cocok dengan mutasi. Selisih Rp 0');
  const sent = api.asked.filter(({ path }) => path.endsWith('/match')).map(({ body }) => body);
  expect(sent).toEqual([{ bank_line_id: id(81) }, { bank_line_id: id(80) }]);
});

test('when a day was paid but not noted, then the net amount follows from the fee', async () => {
  const { api, type } = open([], 'finance', {
    'GET /api/admin/pay-requests/summary': summary([
      { channel: 'qris', paid_on: '2026-11-20', gross: 1_000_000, requests: 1 },
    ]),
    'POST /api/admin/pay-settlements': { status: 201, body: aSettlement() },
  });
  await screen.findByText('Belum ada pencairan pada bulan ini.');
  await type.click(await screen.findByRole('button', { name: 'Catat pencairan QRIS 20 November 2026' }));
  const dialog = within(await screen.findByRole('dialog'));
  await type.click(dialog.getByRole('button', { name: 'Catat pencairan' }));
  expect(dialog.getByText('Biaya harus diisi; 0 bila tidak ada')).toBeTruthy();
  await type.type(dialog.getByLabelText('Biaya penyedia'), '6000');
  expect(dialog.getByLabelText<HTMLInputElement>(/^Jumlah bersih/u).value).toContain('994.000');
  expect(plain(dialog.getByRole('status'))).toContain('Rp 1.000.000');
  await type.click(dialog.getByRole('button', { name: 'Catat pencairan' }));
  await findToast('Pencairan dicatat');
  const sent = api.asked.find(({ method }) => method === 'POST');
  expect(sent?.body).toMatchObject({ channel: 'qris', paid_on: '2026-11-20', fee: 6000, net: 994_000 });
});

test('when the head looks, then nothing is noted', async () => {
  open([aSettlement({ status: 'differs' })], 'manager_pendidikan');
  await screen.findByRole('row', { name: /21 Nov 2026/u });
  expect(screen.queryByRole('button', { name: /^(?:Cocokkan|Perbaiki|Catat)/u })).toBeNull();
});

test('when IT looks, then there are requests alone', async () => {
  open([], 'it');
  await screen.findByText('Belum ada pembayaran otomatis.');
  expect(screen.queryByRole('tab')).toBeNull();
});
