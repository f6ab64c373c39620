import { getCashReport } from '@gerbang/contracts/reports';
import { openDoor, type Door } from './door.ts';
import { sheetOf } from './sheet.ts';

const sums = { amount: 350_000, count: 1 };
const none = { amount: 0, count: 0 };
const report = (methods: readonly object[]) => ({
  from: '2026-11-01',
  to: '2026-11-01',
  by: 'verified',
  grain: 'day',
  total: { ...sums, average: 350_000 },
  sources: [
    { source: 'registration_fee', ...sums },
    { source: 'invoice', ...none },
  ],
  methods,
  columns: [
    {
      start: '2026-11-01',
      ...sums,
      sources: { registration_fee: 350_000, invoice: 0 },
      methods: { transfer: 350_000, cash: 0, bank_line: 0 },
    },
  ],
  months: [],
});
const USUAL = [
  { method: 'transfer', ...sums },
  { method: 'cash', ...none },
];

describe('the workbook of the till', () => {
  let door: Door;
  let sid: string;
  beforeAll(async () => {
    door = await openDoor();
    sid = await door.login({ role: 'finance' });
  });
  afterAll(() => door.close());

  test.each([
    ['has none without statements of the bank', USUAL, 7],
    ['has one with them', [...USUAL, { method: 'bank_line', ...none }], 8],
  ])('when it is written, then each method is a column: it %s', async (_what, methods, width) => {
    door.respondWith(() => report(methods));
    const answer = await door.call('GET', `${getCashReport.path}.xlsx`, { sid });
    expect(answer.statusCode).toBe(200);
    const sheet = sheetOf(answer.rawPayload);
    const rows = sheet.split(/<row\b/u).slice(1);
    expect(rows.map((row) => row.split(/<c\b/u).length - 1)).toEqual([width, width, width]);
    expect(sheet.includes('Mutasi bank')).toBe(width === 8);
  });

  test('when money went back, then it stands under the total by cause, with what is left', async () => {
    const refunds = {
      amount: 210_000,
      count: 1,
      causes: [{ cause: 'withdrawal', amount: 210_000, count: 1 }],
      unapplied: none,
    };
    door.respondWith(() => ({ ...report(USUAL), refunds, net: 140_000 }));
    const answer = await door.call('GET', `${getCashReport.path}.xlsx?from=2026-11-01`, { sid });
    const rows = sheetOf(answer.rawPayload)
      .split(/<row\b/u)
      .slice(4);
    expect(rows.map((row) => row.split(/<c\b/u).length - 1)).toEqual([7, 7, 7, 7]);
    expect(rows.join('')).toMatch(
      /Pengembalian.*210000.*Mengundurkan diri.*Bersih setelah pengembalian.*140000/su,
    );
  });
});
