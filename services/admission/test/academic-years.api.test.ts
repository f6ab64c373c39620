import { type AcademicYear, changeYear, listYears, planYear } from '@gerbang/contracts/academic-years';
import { createRegistration } from '@gerbang/contracts/registrations';
import { getConfig, type SchoolConfig } from '@gerbang/contracts/school';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration, registrationForm } from './families.ts';
import { activate, save, settingsOf } from './school-world.ts';

const NEW = '2029/2030';
const SET_UP = ['2028/2029 open', '2027/2028 open', '2026/2027 open'];

describe('school years', () => {
  let door: Door;
  let head: Caller;
  let admin: Caller;
  let family: Caller;
  beforeEach(async () => {
    door = await openDoor();
    head = await door.caller('manager_pendidikan', 'Hendra');
    admin = await door.caller('admin', 'Ani');
    family = await door.caller('wali_murid', 'Wati');
  });
  afterEach(() => door.close());

  const years = async (): Promise<AcademicYear[]> => (await door.call(listYears, head)).json();
  const states = async () => (await years()).map(({ label, state }) => `${label} ${state}`);
  const chosen = async () => ((await door.call(getConfig, family)).json() as SchoolConfig).academic_years;
  const plan = (label = NEW) => door.call(planYear, head, { body: { label } });
  const open = (label = NEW, version?: number) =>
    door.call(changeYear, head, {
      params: { label: label.replace('/', '-') },
      body: { state: 'open', ...(version !== undefined && { version }) },
    });
  const register = async (academic_year: string) =>
    door.call(createRegistration, family, {
      body: registrationForm((await makeChild(door, family)).id, { academic_year }),
    });

  test('when a school begins, then the years of its set-up are open rows', async () => {
    await makeRegistration(door, family);
    const [newest, , first] = await years();
    expect(await states()).toEqual(SET_UP);
    expect(newest).toMatchObject({ starts_on: '2028-07-01', opened: { by: null }, closed: null, version: 1 });
    expect([newest?.registrations, first?.registrations]).toEqual([0, 1]);
  });

  test('when a year is planned, then families cannot choose it until it is opened', async () => {
    expect((await plan()).json()).toMatchObject({ label: NEW, state: 'planned', opened: null, version: 1 });
    expect((await plan()).json()).toMatchObject({ statusCode: 409, code: 'year_exists' });
    expect((await register(NEW)).json()).toMatchObject({ statusCode: 422, code: 'academic_year' });
    expect(await chosen()).not.toContain(NEW);
    expect((await open(NEW, 7)).json()).toMatchObject({ statusCode: 409, code: 'stale' });
    expect((await open(NEW, 1)).json()).toMatchObject({
      state: 'open',
      opened: { by: { name: 'Hendra' } },
      version: 2,
    });
    expect(await chosen()).toEqual(['2026/2027', '2027/2028', '2028/2029', NEW]);
    expect((await register(NEW)).statusCode).toBe(201);
    expect((await open()).json()).toMatchObject({ version: 2 });
    expect((await open('2035/2036')).statusCode).toBe(404);
    const trail = await door.db('audit_events').where('action', 'like', 'year.%').orderBy(['at', 'id']);
    expect(trail.map(({ action, details }) => [action, details.academic_year])).toEqual([
      ['year.planned', NEW],
      ['year.opened', NEW],
    ]);
  });

  test('when the set-up names other years, then the rows follow', async () => {
    const settings = { ...settingsOf(door), academic_years: ['2026/2027', '2027/2028', NEW] };
    const { row_version } = (await save(door, admin, settings)).json();
    await plan('2030/2031');
    expect((await activate(door, admin, row_version)).statusCode).toBe(200);
    expect(await states()).toEqual([
      '2030/2031 planned',
      `${NEW} open`,
      '2028/2029 planned',
      '2027/2028 open',
      '2026/2027 open',
    ]);
    expect((await register('2028/2029')).json()).toMatchObject({ code: 'academic_year' });
    const all = ['2026/2027', '2027/2028', NEW, '2030/2031'];
    expect((await open('2030/2031')).statusCode).toBe(200);
    expect(await chosen()).toEqual(all);
    const [first] = await years();
    expect(first?.opened?.by).toEqual({ name: 'Hendra' });
  });

  test('when a closed year is chosen, then the family reads that it is over', async () => {
    await door
      .db('academic_years')
      .where({ label: '2026/2027' })
      .update({ state: 'closed', closed_at: new Date() });
    const answer = await register('2026/2027');
    expect(answer.json()).toMatchObject({
      statusCode: 422,
      code: 'academic_year',
      message: 'Pendaftaran tahun ajaran 2026/2027 sudah ditutup. Pilih tahun ajaran lain.',
    });
    expect((await open('2026/2027')).json()).toMatchObject({ statusCode: 409, code: 'year_state' });
    expect(await door.db('registrations')).toEqual([]);
  });

  test('when one year is opened by many at once, then once', async () => {
    await plan();
    const answers = await Promise.all(Array.from({ length: 12 }, () => open()));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(await door.db('audit_events').where({ action: 'year.opened' })).toHaveLength(1);
    const [active] = await door.db('school_versions').where({ status: 'active' });
    expect(active).toMatchObject({ version: 2, note: `Tahun ajaran ${NEW} dibuka` });
    const labels = await door.db('academic_years').where({ state: 'open' }).orderBy('label').pluck('label');
    expect(labels).toEqual(active.settings.academic_years);
  });

  test.each(['2026/2028', '2027/2026', '2026-2027', '1999/2000'])(
    'when %s is planned, then it is refused',
    async (label) => {
      const answer = await plan(label);
      expect([400, 422]).toContain(answer.statusCode);
      expect(answer.json().issues[0].path).toBe('label');
    },
  );
});
