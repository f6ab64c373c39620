import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { Paper } from './papers.api.ts';
import { PapersPage } from './papers-page.tsx';

const LIST = 'GET /api/admin/papers';
const id = (number: number) => `0190f2f0-0000-7000-8000-00000000000${number}`;
const aPaper = (number: number, changes: Partial<Paper> = {}): Paper => ({
  id: id(number),
  version: 1,
  kind: 'acceptance_letter',
  number: `SK-2026-00000${number}`,
  child_name: 'Aisyah Putri',
  issued_on: '2026-11-20',
  amount: null,
  revoked_at: null,
  reason: null,
  looks: 3,
  registration_id: id(8),
  payment_id: null,
  confirmation_id: id(9),
  ...changes,
});
const RECEIPT = aPaper(2, { kind: 'fee_receipt', number: 'KP-2026-000002', amount: 350_000 });

function open(answers: Parameters<typeof fakeApi>[0], role: 'manager_pendidikan' | 'finance') {
  const api = fakeApi(answers);
  return { api, ...renderPage(<PapersPage />, { path: '/admin/papers', user: aUser({ role }) }) };
}

test('when the head of the school revokes a letter with a reason, then the call carries it; a receipt has no button', async () => {
  const revoke = `POST /api/admin/papers/${id(1)}/revoke`;
  const { api, type } = open(
    { [LIST]: { body: [aPaper(1), RECEIPT] }, [revoke]: { body: aPaper(1) } },
    'manager_pendidikan',
  );
  await type.click(await screen.findByRole('button', { name: 'Cabut SK-2026-000001' }));
  expect(screen.queryByRole('button', { name: 'Cabut KP-2026-000002' })).toBeNull();
  const dialog = screen.getByRole('dialog', { name: 'Cabut surat ini' });
  await type.click(within(dialog).getByRole('button', { name: 'Cabut' }));
  expect(await within(dialog).findByText('Alasan harus diisi, paling sedikit 5 karakter')).toBeTruthy();
  await type.type(within(dialog).getByRole('textbox'), 'Keluarga mengundurkan diri');
  await type.click(within(dialog).getByRole('button', { name: 'Cabut' }));
  await findToast('Surat dicabut');
  expect(api.bodies(revoke)).toEqual([{ reason: 'Keluarga mengundurkan diri', version: 1 }]);
});

test('when finance looks, then it may revoke nothing, and a revoked letter says since when and why', async () => {
  const gone = aPaper(3, { revoked_at: '2026-11-21T03:00:00.000Z', reason: 'Salah nama' });
  open({ [LIST]: { body: [gone, RECEIPT] } }, 'finance');
  const row = await screen.findByRole('row', { name: /SK-2026-000003/u });
  expect(row.textContent).toContain('Dicabut 21 Nov 2026');
  expect(row.textContent).toContain('Salah nama');
  expect(screen.getByRole('row', { name: /KP-2026-000002/u }).textContent).toMatch(/Rp\s350\.000/u);
  expect(screen.queryByRole('button', { name: /^Cabut/u })).toBeNull();
});

test('when there are no papers, or they cannot be read, then the page says so', async () => {
  const { api, type } = open({ [LIST]: refused(503, 'Sibuk') }, 'finance');
  const again = await screen.findByRole('button', { name: 'Coba lagi' });
  api.answer(LIST, { body: [] });
  await type.click(again);
  expect(await screen.findByText('Belum ada dokumen terbit.')).toBeTruthy();
});

test('when papers are given out meanwhile, then their number is offered by a count that is no reading; a search is not counted', async () => {
  jest.useFakeTimers();
  try {
    const { api } = open({ [LIST]: { body: [RECEIPT], headers: { 'x-total-count': '1' } } }, 'finance');
    await act(() => jest.advanceTimersByTimeAsync(1000));
    api.answer(LIST, { body: [], headers: { 'x-total-count': '3' } });
    await act(() => jest.advanceTimersByTimeAsync(125_000));
    expect(screen.getByRole('button', { name: '2 baru, tampilkan' })).toBeTruthy();
    const looks = () => api.asked.filter(({ query }) => query.has('count'));
    expect(looks().map(({ query }) => query.toString())).toEqual(['count=only']);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'aisyah' } });
    await act(() => jest.advanceTimersByTimeAsync(1000));
    await act(() => jest.advanceTimersByTimeAsync(125_000));
    expect(api.asked.some(({ query }) => query.get('search') === 'aisyah')).toBe(true);
    expect(looks()).toHaveLength(1);
  } finally {
    jest.useRealTimers();
  }
});
