import { listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { listStaffStageHistory } from '@gerbang/contracts/registration-stages';
import { fileIdOf } from '@gerbang/contracts/files';
import { loadDemo } from '../src/demo/load-demo.ts';
import { madeUp, seededNumbers } from '../src/demo/made-up.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { upload } from './families.ts';
import { record } from './staff.ts';

describe('made-up registrations', () => {
  let door: Door;
  let staff: Caller;
  beforeAll(async () => {
    door = await openDoor();
    staff = await door.caller('admin');
  });
  afterAll(() => door.close());

  test('when the seed is the same, then the people are; numbers belong to no person and none repeats', () => {
    const people = (seed: number, length = 500) => {
      const random = seededNumbers(seed);
      return Array.from({ length }, (_all, serial) => madeUp(random, serial, 2026));
    };
    const once = people(7);
    expect(people(7)).toEqual(once);
    expect(people(8)).not.toEqual(once);
    const many = people(1, 30_000);
    expect(many.every(({ nik, kk, ktp }) => [nik, kk, ktp.father].every((n) => /^99\d{14}$/u.test(n)))).toBe(
      true,
    );
    expect(new Set(many.map(({ nik }) => nik)).size).toBe(many.length);
  });

  test('when registrations are loaded twice, then lists, counts, numbers and details fit them', async () => {
    const proofId = fileIdOf(await upload(door, staff)) ?? '';
    await loadDemo(door.context, { registrations: 300, seed: 1, proofId });
    await loadDemo(door.context, { registrations: 20, seed: 1, proofId });
    const answer = await door.call(listStaffRegistrations, staff, { query: 'limit=50&sort=child_name' });
    expect(answer.headers['x-total-count']).toBe('320');
    const [first] = answer.json();
    const shown = await record(door, staff, first.id);
    expect(shown.child.nik).toMatch(/^99/u);
    expect(shown.parent.father_ktp).toMatch(/^99/u);
    const found = await door.call(listStaffRegistrations, staff, {
      query: `search=${first.registration_number}`,
    });
    expect(found.json().map((row: { id: string }) => row.id)).toEqual([first.id]);
    const history = (await door.call(listStaffStageHistory, staff, { params: { id: first.id } })).json();
    expect(history.at(-1).stage).toBe(first.current_stage);
    const { rows } = await door.db.raw(`
      select academic_year, jenjang from registration_numbers group by 1, 2
      having max(sequence) <> count(*) or max(sequence) <> (select last from registration_counters c
        where c.academic_year = registration_numbers.academic_year and c.jenjang = registration_numbers.jenjang)`);
    expect(rows).toEqual([]);
  });
});
