import { minutesForAll, runs } from '@gerbang/domain/testing/runs';
import type { School } from '@gerbang/contracts/school';
import { copySchoolVersion, discardDraft } from '@gerbang/contracts/school-versions';
import { ACCOUNT_PURPOSES, accountsFor } from '@gerbang/domain/school-accounts';
import { offeredLevels } from '@gerbang/domain/school-settings';
import fc from 'fast-check';
import { startScheduled } from '../src/school/start-scheduled.ts';
import { activeVersion } from '../src/school/school-versions.repository.ts';
import { patient } from '@gerbang/service-kit/testing/patience';
import { type Door, openDoor } from './door.ts';
import { makeRegistration } from './families.ts';
import {
  activate,
  save,
  schoolNow,
  schoolStaff,
  type SchoolStaff,
  settingsOf,
  withFee,
} from './school-world.ts';

minutesForAll(5);

const PEOPLE = ['finance', 'it', 'admin', 'other', 'manager'] as const;
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('fee' as const), fee: fc.integer({ min: 1, max: 900_000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('city' as const), city: fc.constantFrom('Depok', 'Bogor', '') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('account' as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('activate' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('discard' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('copy' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
);
const walk = fc.array(fc.record({ who: fc.constantFrom(...PEOPLE), step }), { minLength: 3, maxLength: 8 });
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

describe('versions of the school that many people change', () => {
  let door: Door;
  let staff: SchoolStaff;
  beforeAll(async () => {
    door = patient(await openDoor());
    staff = await schoolStaff(door);
  });
  afterEach(async () => {
    await door.call(discardDraft, staff.admin);
  });
  afterAll(() => door.close());

  const active = () => door.db('school_versions').where({ status: 'active' });

  test('when forty activate at once, then one does, and exactly one version is in force at every moment', async () => {
    const { row_version } = (
      await save(door, staff.finance, withFee(settingsOf(door), 'SD', 600_000))
    ).json();
    let going = true;
    const counts: number[] = [];
    const watching = (async () => {
      while (going) counts.push((await active()).length);
    })();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_all, at) =>
        activate(door, at % 2 ? staff.admin : staff.other, row_version),
      ),
    );
    going = false;
    await watching;
    const codes = answers.map((answer) => (answer.statusCode === 200 ? 'done' : answer.json().code));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.filter((code) => code === 'no_draft')).toHaveLength(39);
    expect(new Set(counts)).toEqual(new Set([1]));
    expect(await active()).toMatchObject([{ version: 2 }]);
    expect(await door.db('audit_events').where({ action: 'school.activated' })).toHaveLength(1);
  });

  test('when the rows of old versions are written to, then the database refuses it', async () => {
    const rows = door.db('school_versions').where({ version: 1 });
    await expect(rows.clone().delete()).rejects.toThrow('only a draft');
    await expect(rows.clone().update({ settings: '{}' })).rejects.toThrow('settings of this version stay');
    await expect(rows.clone().update({ status: 'active' })).rejects.toThrow(
      'cannot go from retired to active',
    );
  });

  test('when people edit and activate in any order, then no editor activates money of its own, and running money stays', async () => {
    const family = await door.caller();
    for (const jenjang of ['SD', 'SMP'] as const)
      await makeRegistration(door, family, { jenjang, kelas: jenjang === 'SD' ? '1' : '7' });
    const amounts = () => door.db('registrations').orderBy('id').select('id', 'payment_amount');
    const agreed = await amounts();
    let accounts = 0;

    const edited = (settings: School, by: Step): School => {
      if (by.do === 'fee') return withFee(settings, 'SD', by.fee);
      if (by.do === 'city') return { ...settings, city: by.city };
      const first = settings.accounts.find(({ closed }) => !closed)!;
      accounts += 1;
      const open = { ...first, key: `r-${accounts}`, account_number: `9000${accounts}` };
      return { ...settings, accounts: [{ ...first, closed: true }, open] };
    };

    const take = async (who: (typeof PEOPLE)[number], by: Step): Promise<void> => {
      const caller = staff[who];
      const { draft } = await schoolNow(door, staff.it);
      if (by.do === 'discard') await door.call(discardDraft, caller);
      else if (by.do === 'copy') await door.call(copySchoolVersion, caller, { params: { version: '1' } });
      else if (by.do === 'wait') {
        door.setClock(new Date(door.context.now().getTime() + 25 * 3_600_000));
        await startScheduled(door.context);
      } else if (by.do !== 'activate') {
        const from = draft?.settings ?? (await activeVersion(door.db)).settings;
        await save(door, caller, edited(from, by), draft?.row_version);
      } else if (draft) {
        const money = draft.changes.some((change: { money: boolean }) => change.money);
        const own = draft.edited_by.some(
          (editor: { id: string; money: boolean }) => editor.money && editor.id === caller.id,
        );
        const { statusCode } = await activate(door, caller, draft.row_version);
        if (money && own) expect(statusCode).toBe(403);
      }
    };

    await fc.assert(
      fc.asyncProperty(walk, async (steps) => {
        for (const { who, step: by } of steps) {
          await take(who, by);
          const [inForce, ...more] = await active();
          expect(more).toEqual([]);
          const { settings } = await activeVersion(door.db);
          for (const { jenjang } of offeredLevels(settings)) {
            for (const purpose of ACCOUNT_PURPOSES)
              expect(accountsFor(settings.accounts, jenjang, purpose)).toHaveLength(1);
          }
          const money = inForce.edited_by.filter((editor: { money: boolean }) => editor.money);
          if (inForce.money_changed)
            expect(money.map(({ id }: { id: string }) => id)).not.toContain(inForce.activated_by_id);
        }
        expect(await amounts()).toEqual(agreed);
      }),
      { numRuns: runs(200, { plain: 6 }) },
    );
    door.setClock(null);
  });
});
