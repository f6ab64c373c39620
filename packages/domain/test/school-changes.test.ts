import { runs } from '../src/testing/runs.ts';
import fc from 'fast-check';
import { JENJANG } from '../src/levels.ts';
import { changesAccounts, foreignChanges, partOf, schoolChanges } from '../src/school-changes.ts';
import { SCHOOL_PARTS } from '../src/school-parts.ts';
import { BLANK_SETTINGS, type SchoolSettings } from '../src/school-settings.ts';
import { anySettings } from './any-settings.ts';

const RUNS = { numRuns: runs(300) };
const MONEY =
  /^(?:levels\.[A-Z]+\.fee|(?:accounts|discounts|fee_tables|refund_rule)\..+|unique_code|cash_proof|payment_periods|default_payment_period)$/u;

const withFee = (settings: SchoolSettings, fee: number): SchoolSettings => ({
  ...settings,
  levels: settings.levels.map((level) => (level.jenjang === 'SD' ? { ...level, fee } : level)),
});

describe('changes of the settings', () => {
  test('when settings are compared with themselves, then nothing differs', () => {
    fc.assert(
      fc.property(anySettings, (one) => {
        expect(schoolChanges(one, structuredClone(one))).toEqual([]);
      }),
      RUNS,
    );
  });

  test('when any two settings are compared, then each path stands once, and the way back names the same paths', () => {
    fc.assert(
      fc.property(anySettings, anySettings, (one, other) => {
        const there = schoolChanges(one, other);
        const back = schoolChanges(other, one);
        const paths = there.map(({ path }) => path);
        expect(new Set(paths).size).toBe(paths.length);
        expect(new Set(back.map(({ path }) => path))).toEqual(new Set(paths));
        for (const { path, before, after } of there) {
          const reverse = back.find((change) => change.path === path);
          expect([reverse?.after, reverse?.before]).toEqual([before, after]);
          expect(SCHOOL_PARTS).toContain(partOf(path));
        }
      }),
      RUNS,
    );
  });

  test('when any two settings are compared, then exactly the money paths are money, and each role is refused the rest', () => {
    fc.assert(
      fc.property(anySettings, anySettings, (one, other) => {
        const changes = schoolChanges(one, other);
        for (const { path, money } of changes) expect([path, money]).toEqual([path, MONEY.test(path)]);
        expect(foreignChanges('admin', changes)).toEqual([]);
        expect(foreignChanges('finance', changes)).toEqual(changes.filter(({ money }) => !money));
        expect(foreignChanges('it', changes)).toEqual(changes.filter(({ money }) => money));
        expect(changesAccounts(changes)).toBe(changes.some(({ path }) => path.startsWith('accounts.')));
      }),
      RUNS,
    );
  });

  test('when finance raises a fee and it renames a unit, then both stand with what was and what is', () => {
    const before = withFee(BLANK_SETTINGS, 550_000);
    const raised = withFee(before, 600_000);
    const after = {
      ...raised,
      levels: raised.levels.map((level) =>
        level.jenjang === 'SMP' ? { ...level, unit_name: 'SMP Contoh' } : level,
      ),
    };
    expect(schoolChanges(before, after)).toEqual([
      {
        path: 'levels.SD.fee',
        label: 'Biaya pendaftaran SD',
        before: 'Rp550.000',
        after: 'Rp600.000',
        money: true,
      },
      {
        path: 'levels.SMP.unit_name',
        label: 'Nama unit SMP',
        before: 'Sekolah Menengah Pertama',
        after: 'SMP Contoh',
        money: false,
      },
    ]);
  });

  test('when an account is added, closed or loses a level, then accounts have changed', () => {
    const account = {
      key: 'utama',
      label: 'Utama',
      bank_name: 'BSI',
      branch: 'Kebon Jeruk',
      bank_code: '451',
      account_number: '700 9322 722',
      owner: 'Yayasan',
      levels: JENJANG,
      purposes: ['registration_fee', 'invoice'] as const,
      closed: false,
    };
    const before = { ...BLANK_SETTINGS, accounts: [account] };
    const added = schoolChanges(BLANK_SETTINGS, before);
    expect(added).toMatchObject([{ path: 'accounts.utama', before: null, money: true }]);
    expect(added[0]?.after).toContain('BSI 700 9322 722 a.n. Yayasan');
    for (const accounts of [
      [{ ...account, closed: true }],
      [{ ...account, levels: ['KB'] as const }],
      [{ ...account, purposes: ['invoice'] as const }],
      [],
    ]) {
      expect(changesAccounts(schoolChanges(before, { ...before, accounts }))).toBe(true);
    }
  });
});
