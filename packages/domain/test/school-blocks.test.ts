import { NEW_REFUND_RULE } from '../src/refund-rule.ts';
import { runs } from '../src/testing/runs.ts';
import fc from 'fast-check';
import { CONTRAST_MIN, contrastWithWhite, relativeLuminance } from '../src/colour-contrast.ts';
import { DEFAULT_LEVELS, JENJANG } from '../src/levels.ts';
import { ACCOUNT_PURPOSES, accountFor, accountsFor, reusedAccountKeys } from '../src/school-accounts.ts';
import { SCHOOL_BLOCKS, SCHOOL_WARNINGS, schoolBlocks, schoolWarnings } from '../src/school-blocks.ts';
import { schoolChecklist } from '../src/school-checklist.ts';
import { SCHOOL_PART_LABELS, SCHOOL_PARTS } from '../src/school-parts.ts';
import { BLANK_SETTINGS, offeredLevels, type SchoolSettings } from '../src/school-settings.ts';
import { anySettings } from './any-settings.ts';

const RUNS = { numRuns: runs(300, { plain: 100 }) };
const NOTHING = { active: null, registrations: [], accounts: [], daysOff: 1 };
const ACCOUNT = {
  key: 'utama',
  label: 'Utama',
  bank_name: 'BSI',
  branch: 'Kebon Jeruk',
  bank_code: '451',
  account_number: '700 9322 722',
  owner: 'Yayasan',
  levels: JENJANG,
  purposes: ACCOUNT_PURPOSES,
  closed: false,
};
/** A school that may be activated. */
const COMPLETE: SchoolSettings = {
  ...BLANK_SETTINGS,
  name: 'PPDB Cendekia',
  contact_whatsapp: '+6281200000001',
  levels: DEFAULT_LEVELS.map((level) => ({ ...level, npsn: '12345678' })),
  academic_years: ['2026/2027', '2027/2028'],
  accounts: [ACCOUNT],
  payment_periods: ['Gelombang 1'],
  default_payment_period: 'Gelombang 1',
};
const codes = (settings: SchoolSettings, use = {}) =>
  schoolBlocks(settings, { ...NOTHING, ...use }).map(({ code, path }) => `${code} ${path}`);
const withLevel = (jenjang: string, change: object): SchoolSettings => ({
  ...COMPLETE,
  levels: COMPLETE.levels.map((level) => (level.jenjang === jenjang ? { ...level, ...change } : level)),
});

describe('what keeps a draft from being activated', () => {
  test('when a school is complete, then nothing does, and every part but its opening is ticked', () => {
    expect(codes(COMPLETE)).toEqual([]);
    const items = schoolChecklist({ active: COMPLETE, blocks: [], daysOff: 3 });
    expect(items.map(({ key }) => key)).toEqual([...SCHOOL_PARTS]);
    expect(items.filter(({ done }) => !done)).toEqual([
      { key: 'activate', done: false, text: 'Pendaftaran belum dibuka' },
    ]);
    expect(Object.keys(SCHOOL_PART_LABELS)).toEqual([...SCHOOL_PARTS]);
  });

  test('when waves are planned or seats limited, then the part of the years counts them', () => {
    const yearsOf = (more: object) =>
      schoolChecklist({ active: COMPLETE, blocks: [], daysOff: 3, ...more }).find(
        ({ key }) => key === 'years',
      )?.text;
    expect(yearsOf({})).toBe('Lengkap');
    expect(yearsOf({ limitedSeats: 3 })).toBe('Lengkap, 3 batas kursi');
    const waves = { planned: 2, unconfirmed: 0 };
    expect(yearsOf({ waves, limitedSeats: 3 })).toBe('Lengkap, 2 gelombang, 3 batas kursi');
  });

  test('when a school is new, then each part says what it lacks', () => {
    const blocks = schoolBlocks(BLANK_SETTINGS, NOTHING);
    const items = schoolChecklist({ active: null, blocks, daysOff: 0 });
    expect(items.filter(({ done }) => done).map(({ key }) => key)).toEqual(['documents', 'texts']);
    expect(items.every(({ text }) => text.length > 0)).toBe(true);
  });

  test('when any settings have no block, then each level and purpose has exactly one account', () => {
    const mended = fc
      .tuple(anySettings, fc.boolean())
      .map(([one, whole]) => (whole ? { ...one, accounts: [ACCOUNT] } : one));
    fc.assert(
      fc.property(mended, (settings) => {
        const blocks = schoolBlocks(settings, NOTHING);
        expect(blocks.every(({ code, text }) => SCHOOL_BLOCKS.includes(code) && text.length > 0)).toBe(true);
        for (const { jenjang } of offeredLevels(settings)) {
          for (const purpose of ACCOUNT_PURPOSES) {
            const found = accountsFor(settings.accounts, jenjang, purpose);
            if (!blocks.some(({ code }) => code === 'account_missing')) expect(found).toHaveLength(1);
            expect(accountFor(settings, jenjang, purpose)).toBe(found[0]);
          }
        }
      }),
      RUNS,
    );
  });

  test.each([
    ['no fee', withLevel('SD', { fee: 0 }), ['fee_zero levels.SD.fee']],
    [
      'a default period that is not listed',
      { ...COMPLETE, default_payment_period: 'X' },
      ['period_missing default_payment_period'],
    ],
    [
      'years in disorder',
      { ...COMPLETE, academic_years: ['2027/2028', '2026/2027'] },
      ['years_order academic_years'],
    ],
    ['a year over two years', { ...COMPLETE, academic_years: ['2026/2028'] }, ['years_order academic_years']],
    [
      'a pale colour',
      { ...COMPLETE, brand: { logo_file_id: null, colour: '#ffd700' } },
      ['contrast brand.colour'],
    ],
    [
      'two accounts for one thing',
      {
        ...COMPLETE,
        accounts: [
          ACCOUNT,
          { ...ACCOUNT, key: 'dua', levels: ['SD'] as const, purposes: ['invoice'] as const },
        ],
      },
      ['account_missing accounts'],
    ],
    [
      'no account at all',
      { ...COMPLETE, accounts: [{ ...ACCOUNT, closed: true }] },
      Array.from({ length: 8 }, () => 'account_missing accounts'),
    ],
  ])('when there is %s, then that blocks', (_name, settings, expected) => {
    expect(codes(settings)).toEqual(expected);
  });

  test('when a level, class or year with live registrations goes, then that blocks; what was not there does not', () => {
    const registrations = [{ academic_year: '2026/2027', jenjang: 'SD', kelas: '1', count: 3 }] as const;
    const use = { active: COMPLETE, registrations };
    expect(codes(COMPLETE, use)).toEqual([]);
    expect(codes(withLevel('SD', { classes: ['2'] }), use)).toEqual(['setting_in_use levels.SD.classes']);
    expect(codes(withLevel('SD', { offered: false }), use)).toEqual(['setting_in_use levels.SD.offered']);
    expect(codes({ ...COMPLETE, academic_years: ['2027/2028'] }, use)).toEqual([
      'setting_in_use academic_years',
    ]);
    const [block] = schoolBlocks(withLevel('SD', { classes: ['2'] }), { ...NOTHING, ...use });
    expect(block).toMatchObject({
      text: 'SD kelas 1 masih dipakai 3 pendaftaran tahun 2026/2027.',
      count: 3,
    });
    const gone = withLevel('SD', { classes: ['2'] });
    expect(codes(gone, { ...use, active: gone })).toEqual([]);
  });

  test('when an account in use is removed, then that blocks; closing it does not', () => {
    const use = { active: COMPLETE, accounts: ['utama'] };
    const other = { ...ACCOUNT, key: 'baru' };
    expect(codes({ ...COMPLETE, accounts: [other] }, use)).toEqual(['account_in_use accounts']);
    expect(codes({ ...COMPLETE, accounts: [{ ...ACCOUNT, closed: true }, other] }, use)).toEqual([]);
  });

  test('when a key names another number, then it is found, blanks aside', () => {
    expect(reusedAccountKeys([ACCOUNT], [{ ...ACCOUNT, account_number: '7009322722' }])).toEqual([]);
    expect(reusedAccountKeys([ACCOUNT], [{ ...ACCOUNT, account_number: '7009322723' }])).toEqual(['utama']);
  });
});

test('when a fee jumps, a number or all holidays are missing, then that is warned of', () => {
  const active = withLevel('SD', { fee: 550_000 });
  const refund_rule = { ...NEW_REFUND_RULE, text: 'Kembali 60 persen.' };
  const found = schoolWarnings(
    { ...withLevel('SD', { fee: 800_000, npsn: null }), refund_rule },
    { ...NOTHING, active, daysOff: 0 },
  );
  expect(found.map(({ code }) => code)).toEqual(['no_npsn', 'fee_jump', 'refund_rule', 'no_days_off']);
  expect(new Set(found.map(({ code }) => code))).toEqual(new Set(SCHOOL_WARNINGS));
  expect(found[1]?.text).toBe('Biaya pendaftaran SD naik 45 persen.');
});

describe('the contrast of a colour', () => {
  test.each([
    ['#000000', 21],
    ['#ffffff', 1],
    ['#767676', 4.54],
    ['#777777', 4.48],
  ])('when white text stands on %s, then the contrast is %d', (colour, contrast) => {
    expect(contrastWithWhite(colour)).toBeCloseTo(contrast, 2);
    expect(contrastWithWhite(colour) >= CONTRAST_MIN).toBe(contrast >= 4.5);
  });

  test('when any colour is given, then its luminance lies between black and white', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^#[0-9a-f]{6}$/u), (colour) => {
        expect(relativeLuminance(colour)).toBeGreaterThanOrEqual(0);
        expect(relativeLuminance(colour)).toBeLessThanOrEqual(1 + 1e-9);
      }),
      RUNS,
    );
  });
});
