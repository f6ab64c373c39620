import { getArrearsReport } from '@gerbang/contracts/reports';
import { AGEING_BUCKETS, AGEING_LABELS } from '@gerbang/domain/invoices';
import { openDoor, type Door } from './door.ts';
import { sheetOf } from './sheet.ts';

const sums = (amount: number) => ({ amount, invoices: amount + 1, families: amount + 2 });
const ages = (from: number) =>
  Object.fromEntries(AGEING_BUCKETS.map((bucket, at) => [bucket, sums(from + at)]));
const late = (number: string) => ({
  invoice_id: '018f6a1e-0000-7000-8000-000000000000',
  invoice_number: number,
  installment_name: 'Tahap 1',
  child_name: 'Aisyah',
  parent_name: null,
  phone: null,
  jenjang: 'SD',
  kelas: null,
  due_date: '2026-10-01',
  days_late: 57,
  remaining: 1000,
  last_reminder_at: null,
  next_step: 'remind',
});
const REPORT = {
  as_of: '2026-11-27',
  from: null,
  to: null,
  total: sums(100),
  buckets: ages(200),
  levels: [{ jenjang: 'SD', total: sums(300), buckets: ages(400) }],
  months: [],
};

/** Every row of a sheet as the texts of its cells, empty ones left out. */
const rowsOf = (sheet: string) =>
  [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gsu)].map(([, row = '']) =>
    [...row.matchAll(/<(?:v|t)(?: [^>]*)?>([^<]*)</gu)].map(([, value]) => value),
  );

describe('the workbook of arrears', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
    door.respondWith(({ url }) => {
      if (!url.startsWith(getArrearsReport.path)) return {};
      return url.includes('cursor=')
        ? { ...REPORT, list: [late('INV-2')], next_cursor: null }
        : { ...REPORT, list: [late('INV-1')], next_cursor: 'next' };
    });
  });
  afterAll(() => door.close());

  test('when its list has two pages, then the sums by level and age stand above it once', async () => {
    const sid = await door.login({ role: 'finance' });
    const answer = await door.call('GET', `${getArrearsReport.path}.xlsx`, { sid });
    expect(answer.statusCode).toBe(200);
    const [, ...rows] = rowsOf(sheetOf(answer.rawPayload));
    const block = (level: string, all: number, first: number) => [
      ['Total', level, ...[all, all + 1, all + 2].map(String)],
      ...AGEING_BUCKETS.map((bucket, at) => [
        AGEING_LABELS[bucket],
        level,
        ...[first + at, first + at + 1, first + at + 2].map(String),
      ]),
    ];
    expect(rows.slice(0, 12)).toEqual([...block('Semua', 100, 200), ...block('SD', 300, 400)]);
    expect(rows.slice(12).map(([number]) => number)).toEqual(['INV-1', 'INV-2']);
  });
});
