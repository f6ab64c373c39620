import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aLine, aMatch, counts } from '../../test/bank-samples.ts';
import { id } from '../../test/samples.ts';
import { aStaffInvoice } from '../../test/staff-samples.ts';
import { BankPage } from '../bank-statements/bank-page.tsx';

const BOOK = 'POST /api/admin/bank-matches/book';
const MATCH = `POST /api/admin/bank-lines/${id(92)}/match`;
const LINES = [
  aLine({
    id: id(90),
    amount: 350_000,
    matches: [
      aMatch({ id: id(81), child_name: 'Umar Faruq', surplus: 0, confidence: 'strong' }),
      aMatch({ id: id(82), child_name: 'Naura Salsabila', surplus: 0, confidence: 'strong' }),
    ],
  }),
  aLine({
    id: id(91),
    amount: 352_637,
    description: 'BI-FAST CR BUDI S',
    matches: [
      aMatch({
        id: id(83),
        child_name: 'Hafsah Nabila',
        kind: 'invoice',
        registration_id: null,
        invoice_id: id(50),
        rest: 2500,
        waiting_amount: 340_000,
      }),
    ],
  }),
  aLine({ id: id(92), amount: 500_000, description: 'SETORAN TUNAI', status: 'new', matches: [] }),
];
const MANUAL = [`POST /api/admin/bank-lines/${id(91)}/match`, MATCH];

const bookedAll = ({ body }: { body: unknown }) => {
  const { match_ids: ids } = body as { match_ids: string[] };
  return {
    body: {
      booked: ids.map((match_id) => ({ match_id, line_id: id(90), receipt_number: 'KW-2026-000001' })),
      refused: [],
    },
  };
};

function show(answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    'GET /api/admin/bank-lines': { body: LINES, headers: { 'x-total-count': '3' } },
    'GET /api/admin/bank-lines/summary': {
      body: counts({ confidence: { exact: { lines: 1, amount: 350_000 } } }),
    },
    'GET /api/config': { body: { accounts: [{ key: 'utama', label: 'Utama', closed: false }] } },
    [BOOK]: bookedAll,
    ...Object.fromEntries(MANUAL.map((call) => [call, { body: { ...LINES[2], status: 'booked' } }])),
    'GET /api/admin/invoices': {
      body: [aStaffInvoice({ remaining: 500_000 })],
      headers: { 'x-total-count': '1' },
    },
    'GET /api/admin/registrations': { body: [], headers: { 'x-total-count': '0' } },
    ...answers,
  });
  return { api, ...renderPage(<BankPage />, { path: '/admin/bank', user: aUser({ role: 'finance' }) }) };
}

const panelOf = async (amount: RegExp) =>
  within(await screen.findByRole('region', { name: new RegExp(`^Baris mutasi Rp.${amount.source}`, 'u') }));
const leave = () => act(() => void window.dispatchEvent(new Event('pagehide')));

test('when a line pays several fees together, then they are one choice, and one proposal books them all', async () => {
  const together = { id: id(70), amount: 900_000 };
  const line = aLine({
    id: id(90),
    amount: 900_137,
    matches: [
      aMatch({ id: id(81), child_name: 'Umar Faruq', amount: 350_000, surplus: 137, together }),
      aMatch({ id: id(82), child_name: 'Naura Salsabila', amount: 550_000, surplus: 137, together }),
    ],
  });
  const { api, type } = show({
    'GET /api/admin/bank-lines': { body: [line], headers: { 'x-total-count': '1' } },
  });
  await screen.findByText(/900\.137/u);
  await type.keyboard('{ArrowDown}');
  const panel = await panelOf(/900\.137/u);
  expect(panel.getAllByRole('radio')).toHaveLength(1);
  for (const child of ['Umar Faruq', 'Naura Salsabila']) expect(panel.getByText(child)).toBeTruthy();
  expect(panel.getByText('2 biaya sekaligus: semuanya dibukukan, atau tidak sama sekali.')).toBeTruthy();
  expect(panel.getByRole('region', { name: 'Pembagian uang' }).textContent).toMatch(/900\.000/u);
  await type.keyboard('{Enter}');
  leave();
  await waitFor(() => expect(api.bodies(BOOK)).toEqual([{ match_ids: [id(81)] }]));
});

test('when finance works by keys, then Enter books the chosen proposal and the next line opens by itself', async () => {
  const { api, type } = show();
  await screen.findByText('SETORAN TUNAI');
  await type.keyboard('{ArrowDown}');
  const first = await panelOf(/350\.000/u);
  expect(first.getByRole('button', { name: /^Bukukan & lanjut/u })).toBeTruthy();
  await type.keyboard('2');
  expect(first.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([false, true]);
  await type.keyboard('{Enter}');
  await panelOf(/352\.637/u);
  expect(api.bodies(BOOK)).toEqual([]);
  leave();
  await waitFor(() => expect(api.bodies(BOOK)).toEqual([{ match_ids: [id(82)] }]));
  await findToast('Berhasil', 'Uang untuk Naura Salsabila sudah dibukukan, kuitansi KW-2026-000001');
  expect(api.asked.find(({ path }) => path.endsWith('/book'))?.headers['idempotency-key']).toMatch(
    /^[\da-f-]{36}$/u,
  );
});

test('when finance presses /, then the search has the focus, and what is typed there books nothing', async () => {
  const { api, type } = show();
  await screen.findByText('Umar Faruq');
  await type.keyboard('/');
  const search = screen.getByRole('searchbox');
  await waitFor(() => expect(document.activeElement).toBe(search));
  await type.keyboard('bz350{Enter}');
  expect((search as HTMLInputElement).value).toBe('bz350');
  expect(api.bodies(BOOK)).toEqual([]);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('when a decision is taken back in time, then nothing is sent and its line is open again', async () => {
  const { api, type } = show();
  await screen.findByText('SETORAN TUNAI');
  await type.keyboard('{ArrowDown}');
  await panelOf(/350\.000/u);
  await type.keyboard('{Enter}');
  await panelOf(/352\.637/u);
  expect(screen.getByTitle(/350\.000 untuk Umar Faruq dibukukan/u)).toBeTruthy();
  await type.keyboard('z');
  await panelOf(/350\.000/u);
  leave();
  expect(api.bodies(BOOK)).toEqual([]);
});

test('when a proof of another amount waits, then both figures are shown and the person books the target', async () => {
  const { api, type } = show();
  await type.click(await screen.findByText('BI-FAST CR BUDI S'));
  const panel = await panelOf(/352\.637/u);
  const words = (await panel.findByText(/^Bukti Rp/u)).textContent?.replaceAll('\u00A0', ' ');
  expect(words).toBe('Bukti Rp 340.000 · mutasi Rp 352.637');
  expect(panel.getByText('Dana belum dibukukan').parentElement?.textContent).toContain('2.500');
  await type.keyboard('{Enter}');
  leave();
  await waitFor(() =>
    expect(api.bodies(MANUAL[0] ?? '')).toEqual([
      { targets: [{ kind: 'invoice', id: id(50), amount: 350_000 }] },
    ]),
  );
  expect(api.bodies(BOOK)).toEqual([]);
});

test('when there is no proposal, then a bill is searched, the amount fits, and a reason is wanted', async () => {
  const { api, type } = show();
  const searched = () =>
    api.asked
      .filter(({ path, query }) => path === '/api/admin/registrations' && query.get('search') === 'INV-2026')
      .map(({ query }) => query.get('payment_status'));
  await type.click(await screen.findByText('SETORAN TUNAI'));
  const panel = await panelOf(/500\.000/u);
  expect(panel.queryByRole('button', { name: /^Bukukan & lanjut/u })).toBeNull();
  await type.keyboard('c');
  await type.type(panel.getByRole('searchbox'), 'INV-2026');
  await panel.findByText('1 hasil');
  // Paid fees of the same name would fill the result.
  expect(searched()).toEqual(['pending', 'rejected', 'paid']);
  await type.keyboard('{Enter}');
  expect(await panel.findByText('Seluruh uang terbagi.')).toBeTruthy();
  await type.keyboard('{Enter}');
  expect(await panel.findByText('Alasan harus diisi, paling sedikit 5 karakter')).toBeTruthy();
  await type.keyboard('kata ibu lewat telepon{Enter}');
  leave();
  await waitFor(() =>
    expect(api.bodies(MATCH)).toEqual([
      {
        targets: [{ kind: 'invoice', id: aStaffInvoice().id, amount: 500_000 }],
        reason: 'kata ibu lewat telepon',
      },
    ]),
  );
});

test('when a family paid ten bills at once, then one search finds them all, and after the tenth no other can be added', async () => {
  const bills = Array.from({ length: 10 }, (_, at) =>
    aStaffInvoice({ id: id(100 + at), invoice_number: `INV-${at}`, remaining: 50_000 }),
  );
  const { api, type } = show({
    'GET /api/admin/invoices': { body: bills, headers: { 'x-total-count': '10' } },
  });
  await type.click(await screen.findByText('SETORAN TUNAI'));
  const panel = await panelOf(/500\.000/u);
  await type.keyboard('c');
  for (const [at] of bills.entries()) {
    await type.type(panel.getByRole('searchbox'), 'Rahma');
    await panel.findByText(`${10 - at} hasil`);
    await type.keyboard('{Enter}');
  }
  expect(panel.getByText('Paling banyak 10 tagihan atau biaya.')).toBeTruthy();
  expect(panel.queryByRole('searchbox')).toBeNull();
  await type.type(panel.getByLabelText(/^Alasan/u), 'kata ibu lewat telepon{Enter}');
  leave();
  await waitFor(() => expect(api.bodies(MATCH)).toHaveLength(1));
  expect(api.bodies(MATCH)).toMatchObject([
    { targets: bills.map((bill) => ({ kind: 'invoice', id: bill.id, amount: 50_000 })) },
  ]);
});

test('when a booking is refused, then it is said why; the next try after a lost answer has the same key', async () => {
  const { api, type } = show({ [BOOK]: { offline: true } });
  await screen.findByText('SETORAN TUNAI');
  await type.keyboard('{ArrowDown}');
  await panelOf(/350\.000/u);
  await type.keyboard('{Enter}');
  leave();
  await findToast('Rp 350.000 belum dibukukan');
  api.answer(BOOK, { body: { booked: [], refused: [{ match_id: id(81), code: 'nothing_owed' }] } });
  await type.keyboard('{ArrowUp}');
  await panelOf(/350\.000/u);
  await type.keyboard('{Enter}');
  leave();
  await findToast('Rp 350.000 belum dibukukan', 'Tidak ada lagi yang harus dibayar.');
  const keys = api.asked
    .filter(({ path }) => path.endsWith('/book'))
    .map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('when all exact matches are booked, then their sum is confirmed, and what was refused is reachable', async () => {
  const many = Array.from({ length: 201 }, (_, at) =>
    aLine({
      id: `${id(90).slice(0, -4)}${String(at).padStart(4, '0')}`,
      // Two bills a family, but one.
      matches: [
        aMatch({
          id: `${id(80).slice(0, -4)}${String(at).padStart(4, '0')}`,
          family: `${id(70).slice(0, -4)}${String(Math.floor(at / 2)).padStart(4, '0')}`,
        }),
      ],
    }),
  );
  const { api, type } = show({
    'GET /api/admin/bank-lines': ({ query }) => ({
      body: query.get('confidence') === 'exact' ? many : LINES,
      headers: { 'x-total-count': '201' },
    }),
    [BOOK]: ({ body }) => {
      const { match_ids: ids } = body as { match_ids: string[] };
      const [first, ...others] = ids;
      return {
        body: {
          booked: others.map((match_id) => ({ match_id, line_id: id(90), receipt_number: null })),
          refused: [{ match_id: first, code: 'line_taken' }],
        },
      };
    },
  });
  await screen.findByText('SETORAN TUNAI');
  await screen.findByRole('button', { name: /^Bukukan 1 yang cocok pasti/u });
  await type.keyboard('b');
  const asked = await screen.findByRole('alertdialog');
  expect(asked.textContent?.replaceAll('\u00A0', ' ')).toContain(
    'Rp 70.377.537 untuk 101 keluarga. Kuitansi langsung terbit. Lanjut?',
  );
  await type.click(within(asked).getByRole('button', { name: 'Bukukan' }));
  expect(await screen.findByText('199 baris dibukukan.')).toBeTruthy();
  expect(api.bodies(BOOK).map((body) => (body as { match_ids: string[] }).match_ids.length)).toEqual([
    200, 1,
  ]);
  expect(screen.getAllByText(/sudah dibukukan atau disisihkan/u)).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: /^Lihat baris Rp/u }).length).toBeGreaterThanOrEqual(2);
});

test('when a line is money of a bill that is paid, then it says so and can stand unapplied with cause and reason', async () => {
  const bill = { cause: 'duplicate', number: 'PSB-2026-SD-00042', child_name: 'Umar Faruq' } as const;
  const line = aLine({
    id: id(92),
    amount: 500_000,
    description: 'SETORAN TUNAI',
    status: 'attention',
    matches: [],
    settled_bill: bill,
  });
  const { api, type } = show({
    'GET /api/admin/bank-lines': { body: [line], headers: { 'x-total-count': '1' } },
  });
  await type.click(await screen.findByText('SETORAN TUNAI'));
  const panel = await panelOf(/500\.000/u);
  expect(
    panel.getByText('Nominal ini milik Umar Faruq (PSB-2026-SD-00042) dan sudah pernah dibayar.'),
  ).toBeTruthy();
  expect(panel.getByText('Perlu diperiksa dahulu')).toBeTruthy();
  await type.keyboard('d');
  const dialog = within(await screen.findByRole('dialog', { name: 'Jadikan dana belum dibukukan' }));
  expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Sebab' }).value).toBe('duplicate');
  await type.type(dialog.getByLabelText('Alasan'), 'apa');
  await type.click(dialog.getByRole('button', { name: 'Jadikan dana' }));
  expect(await dialog.findByText('Alasan harus diisi, paling sedikit 5 karakter')).toBeTruthy();
  await type.type(dialog.getByLabelText('Alasan'), ' adanya');
  await type.click(dialog.getByRole('button', { name: 'Jadikan dana' }));
  await findToast('Berhasil', 'Uang ini menjadi dana belum dibukukan');
  expect(api.bodies(MATCH)).toEqual([{ targets: [], unapplied: 'duplicate', reason: 'apa adanya' }]);
  const sent = api.asked.find(({ path }) => path.endsWith('/match'));
  expect(sent?.headers).toMatchObject({ 'if-match': '"1"', 'idempotency-key': expect.any(String) });
});
