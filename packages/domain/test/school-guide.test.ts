import fc from 'fast-check';
import { schoolGuide } from '../src/school-guide.ts';
import { offeredLevels, type SchoolSettings } from '../src/school-settings.ts';
import { runs } from '../src/testing/runs.ts';
import { anySettings } from './any-settings.ts';

const RUNS = { numRuns: runs(300) };
const NONE = { accreditation: '', help: '', photo_file_id: null, questions: [] };

test('when a school shows no guide, then there is none, whatever it has set', () => {
  fc.assert(
    fc.property(anySettings, (settings) => {
      expect(schoolGuide({ ...settings, guide: undefined }, [])).toBeNull();
    }),
    RUNS,
  );
});

test('when fees are not shown, then no amount is in the guide, and an account never is', () => {
  fc.assert(
    fc.property(anySettings, (settings) => {
      // The address of a photo may by chance hold the digits of an account.
      const guide = { ...NONE, ...settings.guide, photo_file_id: null, fees: false };
      const hidden = JSON.stringify(schoolGuide({ ...settings, guide }, []));
      expect(hidden).not.toContain('Rp');
      const shown = schoolGuide({ ...settings, guide: { ...guide, fees: true } }, []);
      expect(shown?.levels.map(({ label }) => label)).toEqual(
        offeredLevels(settings).map(({ label }) => label),
      );
      for (const { account_number } of settings.accounts)
        expect(JSON.stringify(shown)).not.toContain(account_number);
    }),
    RUNS,
  );
});

const [level] = fc.sample(anySettings, { numRuns: 1, seed: 1 }).flatMap(({ levels }) => levels);
if (!level) throw new Error('A school has levels');

/** The line of a level whose fee is 350,000. */
const lineOf = (
  changes: Partial<typeof level>,
  settings: Pick<SchoolSettings, 'academic_years'>,
  waves: Parameters<typeof schoolGuide>[1] = [],
  places: Parameters<typeof schoolGuide>[2] = [],
) => {
  const [base] = fc.sample(anySettings, { numRuns: 1, seed: 1 });
  if (!base) throw new Error('No settings');
  const sd = { ...level, jenjang: 'SD' as const, offered: true, label: 'SD', fee: 350_000, ...changes };
  const school = { ...base, ...settings, levels: [sd], guide: { ...NONE, fees: true } };
  return schoolGuide(school, waves, places)?.levels[0]?.text;
};

test('when ages are suggested, then they stand before the fee, as years and months', () => {
  const years = { academic_years: ['2026/2027'] };
  const ages = (min_age_months: number | null, max_age_months: number | null) =>
    lineOf({ min_age_months, max_age_months }, years);
  expect(ages(null, null)).toBe('biaya pendaftaran Rp\u00A0350.000');
  expect(ages(72, null)).toBe('Usia 6 tahun atau lebih · biaya pendaftaran Rp\u00A0350.000');
  expect(ages(48, 71)).toBe('Usia 4 tahun sampai 5 tahun 11 bulan · biaya pendaftaran Rp\u00A0350.000');
  expect(ages(null, 60)).toBe('Usia paling tua 5 tahun · biaya pendaftaran Rp\u00A0350.000');
});

test('when a wave asks another fee, then its year is named with it, and one fee of all years stands alone', () => {
  const ages = { min_age_months: null, max_age_months: null };
  const wave = (academic_year: string, fee: number) => ({ jenjang: 'SD', academic_year, fee }) as const;
  const years = { academic_years: ['2026/2027', '2027/2028'] };
  expect(lineOf(ages, years, [wave('2026/2027', 300_000)])).toBe(
    'biaya pendaftaran Rp\u00A0300.000 (2026/2027), Rp\u00A0350.000 (2027/2028)',
  );
  expect(lineOf(ages, years, [wave('2026/2027', 350_000)])).toBe('biaya pendaftaran Rp\u00A0350.000');
  expect(lineOf(ages, years, [wave('2026/2027', 1), wave('2027/2028', 1)])).toBe(
    'biaya pendaftaran Rp\u00A01',
  );
  expect(lineOf(ages, { academic_years: [] })).toBe('biaya pendaftaran Rp\u00A0350.000');
});

test('when a level has places, then they are told, by year where they differ, and a year without any is not named', () => {
  const ages = { min_age_months: null, max_age_months: null, fee: 0 };
  const years = { academic_years: ['2026/2027', '2027/2028'] };
  const told = (...places: [string, number][]) =>
    lineOf(
      ages,
      years,
      [],
      places.map(([academic_year, count]) => ({ jenjang: 'SD', academic_year, places: count })),
    )?.replace('biaya pendaftaran Rp\u00A00 · ', '');
  expect(told(['2026/2027', 56], ['2027/2028', 56])).toBe('56 kursi');
  expect(told(['2026/2027', 56], ['2027/2028', 60])).toBe('56 kursi (2026/2027), 60 kursi (2027/2028)');
  expect(told(['2026/2027', 0], ['2027/2028', 60])).toBe('60 kursi');
  expect(told(['2025/2026', 56])).toBe('biaya pendaftaran Rp\u00A00');
});
