import fc from 'fast-check';
import { JENJANG } from '../src/levels.ts';
import { ACCOUNT_PURPOSES, type SchoolAccount } from '../src/school-accounts.ts';
import { BLANK_SETTINGS, type SchoolSettings } from '../src/school-settings.ts';

const TEXTS = Object.keys(BLANK_SETTINGS.texts);
const word = fc.stringMatching(/^[a-z]{1,8}$/u);
const amount = fc.integer({ min: 0, max: 5_000_000 });

const account = (key: string): fc.Arbitrary<SchoolAccount> =>
  fc.record({
    key: fc.constant(key),
    label: word,
    bank_name: word,
    branch: word,
    bank_code: fc.stringMatching(/^\d{3}$/u),
    account_number: fc.stringMatching(/^\d{5,12}$/u),
    owner: word,
    levels: fc.subarray([...JENJANG]),
    purposes: fc.subarray([...ACCOUNT_PURPOSES]),
    closed: fc.boolean(),
  });

/** Settings of any school, complete or not, right or wrong; no list is long. */
export const anySettings: fc.Arbitrary<SchoolSettings> = fc
  .record({
    open: fc.boolean(),
    name: word,
    city: word,
    levels: fc.tuple(
      ...BLANK_SETTINGS.levels.map((level) =>
        fc.record({
          jenjang: fc.constant(level.jenjang),
          offered: fc.boolean(),
          label: word,
          unit_name: word,
          npsn: fc.option(fc.stringMatching(/^\d{8}$/u)),
          classes: fc.subarray([...level.classes]),
          fee: amount,
          min_age_months: fc.option(fc.integer({ min: 0, max: 200 })),
          max_age_months: fc.constant(null),
        }),
      ),
    ),
    next_classes: fc.constantFrom([{ from: 'KB', to: 'SD/1' }], [{ from: 'SD/6', to: '' }], undefined),
    academic_years: fc.subarray(['2026/2027', '2027/2028', '2028/2029']),
    accounts: fc.tuple(account('satu'), account('dua')).chain((both) => fc.subarray(both)),
    cash_proof: fc.constantFrom('required' as const, 'optional' as const),
    cash_drawers: fc.constantFrom(true as const, undefined),
    refund_rule: fc.option(
      fc.record({
        version: fc.constant(1),
        registration_fee: fc.constant({ back: 'never' as const, percent: 0 }),
        education: fc.constant([]),
        deduct: fc.constant({ kind: 'none' as const, rupiah: 0 }),
        text: word,
        contact: word,
      }),
      { nil: undefined },
    ),
    guide: fc.option(
      fc.record({
        fees: fc.boolean(),
        accreditation: fc.constantFrom('', 'A'),
        help: fc.constantFrom('', 'Bu Sari'),
        photo_file_id: fc.option(fc.uuid()),
        questions: fc.array(fc.record({ question: word, answer: word }), { maxLength: 2 }),
      }),
      { nil: undefined },
    ),
    registration_days: fc.option(
      fc.uniqueArray(
        fc.record({
          day: fc.constantFrom('2026-12-05', '2026-12-06', '2027-01-09'),
          families: fc.integer({ min: 10, max: 1000 }),
        }),
        { selector: ({ day }) => day, minLength: 1 },
      ),
      { nil: undefined },
    ),
    payment_periods: fc.subarray(['Gelombang 1', 'Gelombang 2']),
    default_payment_period: fc.constantFrom('Gelombang 1', 'Gelombang 2'),
    fee_tables: fc.array(
      fc.record({
        title: word,
        columns: fc.constant(['Jenjang', 'Biaya']),
        rows: fc.array(fc.tuple(word, word), { maxLength: 3 }),
        image_url: fc.constant(null),
      }),
      { maxLength: 2 },
    ),
    texts: fc
      .dictionary(fc.constantFrom(...TEXTS), word)
      .map((some) => ({ ...BLANK_SETTINGS.texts, ...some })),
    brand: fc.record({
      logo_file_id: fc.option(fc.uuid()),
      colour: fc.option(fc.stringMatching(/^#[0-9a-f]{6}$/u)),
    }),
  })
  .map((parts) => ({ ...BLANK_SETTINGS, ...parts }));
