import { newSeed, runs } from '@gerbang/domain/testing/runs';
import { exportSchool, importSchool } from '@gerbang/contracts/school-versions';
import { listDaysOff } from '@gerbang/contracts/school-days';
import { settingsSchema } from '@gerbang/contracts/school';
import { JENJANG } from '@gerbang/domain/levels';
import { schoolChanges } from '@gerbang/domain/school-changes';
import { randomOf, type Random } from '@gerbang/service-kit/testing/random';
import { uuidv7 } from 'uuidv7';
import { activeVersion } from '../src/school/school-versions.repository.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { writeVersion } from './school-world.ts';

type Settings = ReturnType<typeof settingsSchema.parse>;

const text = (random: Random) =>
  `${random.pick(['Sekolah', 'Melati', 'Ar-Rahmah', 'Nur’aini'])} ${random.between(1, 999)}`;
const clock = (hour: number, minute = 0) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

/** Settings of a made-up school; an account's number follows from its key, which must never stand for another one. */
function someSettings(random: Random, base: Settings): Settings {
  const key = (index: number) => `rekening-${index}`;
  const accounts = Array.from({ length: random.between(1, 6) }, (_, index) => ({
    key: key(index),
    label: text(random),
    bank_name: text(random),
    branch: text(random),
    bank_code: '451',
    account_number: `70000${index}`,
    owner: text(random),
    levels: JENJANG.filter(() => random.next() < 0.5),
    purposes: (['registration_fee', 'invoice'] as const).filter(() => random.next() < 0.5),
    closed: random.next() < 0.2,
  }));
  return settingsSchema.parse({
    ...base,
    open: random.next() < 0.5,
    name: text(random),
    short_name: text(random),
    address: random.next() < 0.5 ? '' : text(random),
    levels: base.levels.map((level) => ({
      ...level,
      offered: random.next() < 0.7,
      label: random.pick(['RA', 'MI', 'SD', 'TK']),
      npsn: random.next() < 0.5 ? null : String(random.between(10_000_000, 99_999_999)),
      fee: random.between(0, 5_000_000),
      min_age_months: random.next() < 0.5 ? null : random.between(24, 80),
    })),
    accounts,
    cash_proof: random.pick(['required', 'optional']),
    unique_code: { on: random.next() < 0.5, max: random.pick([0, 99, 999]) },
    fee_tables: Array.from({ length: random.between(0, 3) }, () => ({
      title: text(random),
      columns: [text(random), text(random)],
      rows: Array.from({ length: random.between(0, 5) }, () => [text(random), text(random)]),
      image_url: null,
    })),
    texts: {
      ...base.texts,
      payment_note: random.next() < 0.5 ? '' : `${text(random)}\n${text(random)}`,
      invoice_wait: random.next() < 0.5 ? '' : text(random),
      first_day: random.next() < 0.5 ? '' : text(random),
    },
    registration_days: ['2026-12-05', '2027-01-09'].flatMap((day) =>
      random.next() < 0.5 ? [] : [{ day, families: random.between(10, 1000) }],
    ),
    brand: { logo_file_id: null, colour: random.pick([null, '#0B5FA5', '#7A1F2B']) },
    hours: {
      ...base.hours,
      day_start: clock(random.between(6, 8)),
      ramadan: random.next() < 0.5 ? [] : [{ from: '2027-02-08', to: '2027-03-09', day_end: clock(13, 30) }],
    },
  });
}

describe('a school as a file', () => {
  let door: Door;
  let admin: Caller;
  beforeAll(async () => {
    door = await openDoor();
    admin = await door.caller('admin', 'Wati');
  });
  afterAll(() => door.close());
  beforeEach(() => door.db('school_versions').where({ status: 'draft' }).delete());

  const take = async (caller = admin) => (await door.call(exportSchool, caller)).json();
  const bring = (body: unknown, caller = admin) => door.call(importSchool, caller, { body });
  const inForce = (settings: Settings) => writeVersion(door, 'active', settings);

  test('when a school is exported and imported again, then the draft is equal, whatever the school', async () => {
    const random = randomOf(newSeed());
    const { settings: base } = await activeVersion(door.db);
    for (let run = 0; run < runs(200); run += 1) {
      const settings = someSettings(random, settingsSchema.parse(base));
      await inForce(settings);
      const file = await take();
      expect(file.settings).toEqual(settings);
      const draft = await bring(JSON.parse(JSON.stringify(file)));
      expect(draft.statusCode).toBe(200);
      expect(draft.json().settings).toEqual(settings);
      expect(draft.json().changes).toEqual([]);
      await door.db('school_versions').where({ status: 'draft' }).delete();
    }
  });

  test('when a school is exported, then no person is in the file and the trail has a row', async () => {
    await door.db('school_days_off').insert({
      id: uuidv7(),
      day: '2027-04-04',
      name: 'Milad yayasan',
      kind: 'school',
      source: 'typed',
      created_by_id: admin.id,
      created_by_name: 'Wati',
    });
    const file = await take();
    expect(file).toMatchObject({
      format: 'gerbang-school/1',
      days_off: [{ day: '2027-04-04', name: 'Milad yayasan', kind: 'school' }],
      document_types: [],
      rubrics: [],
    });
    expect(JSON.stringify(file)).not.toContain('Wati');
    const { id } = await activeVersion(door.db);
    const rows = await door.db('audit_events').where({ action: 'school.exported', subject_id: id });
    expect(rows[0]).toMatchObject({ actor_id: admin.id });
  });

  test('when a file of another portal is imported, then its days off are suggestions and its logo stays behind', async () => {
    const file = await take();
    const days_off = [
      { day: '2027-04-04', name: 'Milad yayasan', kind: 'school' },
      { day: '2027-04-05', name: 'Outing', kind: 'school' },
    ];
    const brand = { logo_file_id: uuidv7(), colour: '#0B5FA5' };
    const answer = await bring({ ...file, days_off, settings: { ...file.settings, brand } });
    expect(answer.json().settings.brand).toEqual({ logo_file_id: null, colour: '#0B5FA5' });
    const listed = (await door.call(listDaysOff, admin, { query: 'year=2027' })).json();
    // The first one is a day off here already.
    expect(listed.suggestions).toContainEqual(days_off[1]);
    expect(listed.suggestions).not.toContainEqual(days_off[0]);
    expect(listed.days).toHaveLength(1);
  });

  test('when money differs from the version in force, then who imported is its editor', async () => {
    const file = await take();
    const levels = file.settings.levels.map((level: { fee: number }) => ({
      ...level,
      fee: level.fee + 1000,
    }));
    const answer = await bring({ ...file, settings: { ...file.settings, levels } });
    expect(answer.json().edited_by).toMatchObject([{ id: admin.id, money: true }]);
    expect(schoolChanges(file.settings, answer.json().settings).every(({ money }) => money)).toBe(true);
  });

  test('when there is a draft, then an import replaces it with its row version only', async () => {
    const file = await take();
    const first = (await bring(file)).json();
    const stale = await bring(file);
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale']);
    expect((await bring({ ...file, row_version: first.row_version })).statusCode).toBe(200);
  });

  test('when forty people import at once, then there is one draft', async () => {
    const file = await take();
    const answers = await Promise.all(Array.from({ length: 40 }, () => bring(file)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(39);
    expect(await door.db('school_versions').where({ status: 'draft' })).toHaveLength(1);
  });

  test.each([
    ['another format', (file: object) => ({ ...file, format: 'gerbang-school/2' }), 400],
    ['an unknown field', (file: object) => ({ ...file, people: [] }), 400],
    ['rubrics', (file: object) => ({ ...file, rubrics: [{}] }), 400],
    ['no settings', (file: object) => ({ ...file, settings: {} }), 400],
    [
      'too many days',
      (file: object) => ({ ...file, days_off: Array.from({ length: 1001 }, () => ({})) }),
      400,
    ],
  ])('when the file has %s, then it is refused', async (_case, changed, status) => {
    expect((await bring(changed(await take()))).statusCode).toBe(status);
  });

  test('when the file is deeper or larger than allowed, then 400 and 413', async () => {
    const file = await take();
    let deep: unknown = 'x';
    for (let level = 0; level < 12; level += 1) deep = { deep };
    expect((await bring({ ...file, settings: deep })).statusCode).toBe(400);
    expect((await bring({ ...file, name: 'x'.repeat(768 * 1024) })).statusCode).toBe(413);
  });
});
