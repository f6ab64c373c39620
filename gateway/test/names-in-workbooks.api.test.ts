import { runs } from '@gerbang/domain/testing/runs';
import { ALPHABET_NAMES, storedName } from '@gerbang/billing-service/test/name-alphabet';
import {
  getAdmissionReport,
  getArrearsReport,
  type AdmissionReport,
  type ArrearsReport,
} from '@gerbang/contracts/reports';
import { AGEING_BUCKETS } from '@gerbang/domain/invoices';
import { FUNNEL_STEPS } from '@gerbang/domain/reports';
import { waveTitle } from '@gerbang/domain/waves';
import fc from 'fast-check';
import { openDoor, type Door } from './door.ts';
import { sheetOf } from './sheet.ts';

/** The format of a cell that stays a text when it is edited or copied. */
const QUOTED = '5';

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
/** The text of a cell as a spreadsheet reads it (ECMA-376, 22.9.2.19). */
const read = (xml: string) =>
  xml.replace(/&(lt|gt|quot|amp);/gu, (_all, name: string) => SIGNS[name] ?? '').replace(/_x005F_/gu, '_');

/** The texts of a sheet with their formats; none of its cells may be a formula. */
function textsOf(sheet: string): { readonly style: string | undefined; readonly text: string }[] {
  expect(sheet).not.toMatch(/<f[ >]/u);
  return [
    ...sheet.matchAll(/<c(?: s="(\d)")? t="inlineStr"><is><t xml:space="preserve">([^<]*)<\/t><\/is><\/c>/gu),
  ].map(([, style, text = '']) => ({ style, text: read(text) }));
}

const NONE = { amount: 0, invoices: 0, families: 0 };
const buckets = Object.fromEntries(
  AGEING_BUCKETS.map((bucket) => [bucket, NONE]),
) as ArrearsReport['buckets'];

const arrearsOf = (texts: readonly string[]): ArrearsReport => ({
  as_of: '2026-11-27',
  from: null,
  to: null,
  total: NONE,
  buckets,
  levels: [],
  months: [],
  list: texts.map((text) => ({
    invoice_id: '018f6a1e-0000-7000-8000-000000000000',
    invoice_number: text,
    installment_name: text,
    child_name: text,
    parent_name: text,
    phone: null,
    jenjang: 'SD',
    kelas: text,
    due_date: '2026-10-01',
    days_late: 57,
    remaining: 1000,
    last_reminder_at: null,
    next_step: 'remind',
  })),
  next_cursor: null,
});

const steps = FUNNEL_STEPS.map((key) => ({ key, count: 0, share: null, median_days: null }));
const admissionOf = (texts: readonly string[]): AdmissionReport => ({
  from: '2026-11-01',
  to: '2026-11-27',
  total: { steps },
  levels: [],
  days: [],
  waves: texts.map((name) => ({
    academic_year: '2027/2028',
    jenjang: 'SD',
    name,
    state: 'open',
    opens_at: '2026-11-01T00:00:00.000Z',
    closes_at: '2026-12-01T00:00:00.000Z',
    applicants: 1,
    applicants_max: null,
  })),
});

describe('the words of people in the workbooks of reports', () => {
  let door: Door;
  let sid: string;
  let texts: readonly string[] = [];
  beforeAll(async () => {
    door = await openDoor();
    sid = await door.login({ role: 'admin' });
    door.respondWith(({ url }) => {
      if (url.startsWith(getArrearsReport.path)) return arrearsOf(texts);
      return url.startsWith(getAdmissionReport.path) ? admissionOf(texts) : {};
    });
  });
  afterAll(() => door.close());

  async function sheetWith(path: string, names: readonly string[]) {
    texts = names;
    const answer = await door.call('GET', `${path}.xlsx`, { sid });
    expect(answer.statusCode).toBe(200);
    return textsOf(sheetOf(answer.rawPayload));
  }

  test('when the whole alphabet of names is exported, then every letter is in the cells of children, parents and waves', async () => {
    const arrears = await sheetWith(getArrearsReport.path, ALPHABET_NAMES);
    for (const name of ALPHABET_NAMES)
      expect(arrears.filter(({ text }) => text.includes(name)).map(({ text }) => text)).toEqual(
        Array(5).fill(name),
      );
    const admission = await sheetWith(getAdmissionReport.path, ALPHABET_NAMES);
    for (const name of ALPHABET_NAMES)
      expect(admission.map(({ text }) => text)).toContain(`${waveTitle(name)} 2027/2028`);
  });

  test('when a text begins as a formula does, then its cell is a text with the mark that keeps it one, to the letter', async () => {
    const first = fc.constantFrom('=', '+', '-', '@', ' =', '', '_x0041_', '<');
    const rest = fc.string({ unit: fc.constantFrom(...'Aé1 ()"\';&<>!_x0041'), minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        fc
          .array(fc.tuple(first, rest), { minLength: 1, maxLength: 5 })
          .map((all) => all.map((one) => one.join(''))),
        async (all) => {
          const cells = await sheetWith(getArrearsReport.path, all);
          for (const text of all) {
            const own = cells.filter((one) => one.text === text);
            expect([text, own.length >= 5]).toEqual([text, true]);
            const quoted = /^\s*[=+\-@]/u.test(text);
            expect([text, own.every(({ style }) => (style === QUOTED) === quoted)]).toEqual([text, true]);
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });

  test('when a name that the rule takes begins with a hyphen, then its cell stays a text', async () => {
    const name = storedName('-Aisyah') ?? '';
    const cells = await sheetWith(getArrearsReport.path, [name]);
    expect(cells.filter(({ text }) => text === '-Aisyah').map(({ style }) => style)).toEqual(
      Array(5).fill(QUOTED),
    );
  });
});
