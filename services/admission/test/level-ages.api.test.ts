import { createRegistration, getRegistration } from '@gerbang/contracts/registrations';
import { getStaffRegistration, listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { monthsOld } from '@gerbang/domain/level-ages';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration } from './families.ts';
import { settingsOf, writeVersion } from './school-world.ts';

const NOTE = 'Usia pada 1 Juli 2026: 5 tahun; sekolah menyarankan paling muda 6 tahun';

/** The notes of all rows, and that of each whole record, which must be the same. */
async function notes(door: Door, staff: Caller): Promise<Record<string, string | undefined>> {
  const rows = (await door.call(listStaffRegistrations, staff, { query: 'limit=50' })).json() as {
    id: string;
    age_note?: string;
  }[];
  for (const { id, age_note } of rows) {
    const whole = (await door.call(getStaffRegistration, staff, { params: { id } })).json();
    expect(whole.age_note).toBe(age_note);
    expect(whole.warnings).toEqual(
      age_note === undefined
        ? undefined
        : [{ text: age_note.replace('Usia', `Usia ${whole.child.full_name}`).replace('paling muda ', '') }],
    );
  }
  return Object.fromEntries(rows.map(({ id, age_note }) => [id, age_note]));
}

describe('the ages that a school suggests for its levels', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  async function suggest(youngest: number | null): Promise<void> {
    const school = settingsOf(door);
    const levels = school.levels.map((level) => ({
      ...level,
      min_age_months: level.jenjang === 'SD' ? youngest : null,
    }));
    await writeVersion(door, 'active', { ...school, levels });
    await door.context.school.look();
  }

  test('when a child is younger than the school suggests, then it is registered, and staff read by how much', async () => {
    const family = await door.caller();
    const staff = await door.caller('staff_tu');
    const child = await makeChild(door, family, { birth_date: '2021-07-01' });
    expect(monthsOld('2021-07-01', '2026-07-01')).toBe(60);
    await suggest(null);
    const young = await makeRegistration(door, family, { jenjang: 'SD', kelas: '1' }, child);
    expect(await notes(door, staff)).toEqual({ [young.id]: undefined });
    await suggest(72);
    const second = await makeChild(door, family, { full_name: 'Umar Faruq', birth_date: '2021-07-01' });
    const answer = await door.call(createRegistration, family, {
      body: { child_id: second.id, jenjang: 'SD', kelas: '1', academic_year: '2026/2027' },
    });
    expect(answer.statusCode).toBe(201);
    const warned = [
      {
        text: 'Usia Umar Faruq pada 1 Juli 2026: 5 tahun; sekolah menyarankan 6 tahun',
      },
    ];
    expect(answer.json().warnings).toEqual(warned);
    const own = await door.call(getRegistration, family, { params: { id: answer.json().id } });
    expect(own.json().warnings).toEqual(warned);
    expect(await notes(door, staff)).toEqual({ [young.id]: NOTE, [answer.json().id]: NOTE });
    await suggest(60);
    expect(Object.values(await notes(door, staff))).toEqual([undefined, undefined]);
  });
});
