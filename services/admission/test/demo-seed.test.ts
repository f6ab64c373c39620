import type { ProgramParts } from '@gerbang/service-kit/program/programs';
import type { Config } from '../src/config.ts';
import { seed } from '../src/demo/seed-demo.ts';
import { workImports } from '../src/imports/work-imports.ts';
import { startSchool } from '../src/school/first-version.ts';
import { type Door, openDoor } from './door.ts';

describe('demo family', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('when the accounts are there, then one run makes the family with its observed children, slots and a sheet, a second nothing', async () => {
    // The program may be faster than the service that writes the first settings.
    await door.db.raw('truncate school_versions, academic_years cascade');
    const parent = await door.caller('wali_murid');
    await door.db('accounts').where({ id: parent.id }).update({ phone: '+6281110000001' });
    for (const role of [
      'staff_tu',
      'finance',
      'staff_pendidikan',
      'manager_pendidikan',
      'it',
      'admin',
      'it',
    ] as const) {
      await door.caller(role);
    }
    const said: string[] = [];
    const { config, database, log } = door.context;
    const parts: ProgramParts<Config> = {
      service: 'admission',
      config,
      database,
      log,
      args: [],
      say: (line) => said.push(line),
    };
    const seeded = seed(parts);
    await startSchool(door.context);
    await seeded;
    await seed(parts);
    expect(said).toEqual(['demo family made', 'the demo family is there']);
    const states = await door
      .db('registrations')
      .orderBy(['created_at', 'id'])
      .select(door.db.raw(`payment_status || ' ' || current_stage as state`));
    expect(states.map(({ state }) => state)).toEqual([
      'pending registered',
      'paid registered',
      ...Array.from({ length: 5 }, () => 'verified waiting_announcement'),
      'verified obs_scheduled',
    ]);
    const slots = await door
      .db('observation_slots')
      .orderBy('starts_at')
      .select('jenjang', 'booked', 'published');
    expect(slots).toEqual(
      Array.from({ length: 8 }, (_, n) => ({ jenjang: 'KB', booked: n === 0 ? 1 : 0, published: true })),
    );
    const years = await door.db('academic_years').orderBy('label').select('label', 'state');
    expect(years[0]).toEqual({ label: '2025/2026', state: 'closed' });
    await workImports(door.context);
    const rows = await door.db('import_rows').orderBy('n').pluck('status');
    expect(rows).toEqual(['new', 'new', 'new', 'registered', 'look', 'impossible', 'impossible']);
    expect(await door.db('observation_summaries').select('sheets', 'average')).toMatchObject([
      { sheets: 1, average: '3.000' },
    ]);
  });
});
