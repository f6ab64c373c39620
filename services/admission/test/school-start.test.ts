import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getConfig, schoolSchema } from '@gerbang/contracts/school';
import { getSchool } from '@gerbang/contracts/school-versions';
import { createRegistration } from '@gerbang/contracts/registrations';
import { configSchema } from '../src/config.ts';
import { buildContext } from '../src/context.ts';
import { FEATURES } from '../src/features.ts';
import { startSchool } from '../src/school/first-version.ts';
import { replaySchool } from '../src/school/bring-into-force.ts';
import { type Door, openDoor } from './door.ts';
import { makeChild, publishedSince, registrationForm } from './families.ts';

const OWN = {
  name: 'PPDB Cahaya Ilmu',
  contact_whatsapp: '+6281277778888',
  account: {
    bank_name: 'Bank Contoh',
    branch: 'Depok',
    bank_code: '002',
    account_number: '123 4567 890',
    owner: 'Yayasan Cahaya Ilmu',
  },
};

describe('the first start of a school', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gerbang-school-'));
  const file = join(folder, 'school.json');
  const doors: Door[] = [];
  const open = async (more: Record<string, string>) => {
    const door = await openDoor(more);
    doors.push(door);
    return door;
  };
  afterAll(async () => {
    await Promise.all(doors.map((door) => door.close()));
    rmSync(folder, { recursive: true });
  });

  test('when a file gives the settings, then they are version 1 by the system, and the services are told', async () => {
    writeFileSync(file, JSON.stringify(OWN));
    const door = await open({ SCHOOL_CONFIG: file, SAMPLE_SCHOOL: '0' });
    const [row] = await door.db('school_versions');
    expect(row).toMatchObject({ version: 1, status: 'active', note: 'Dari berkas konfigurasi' });
    expect(await door.db('audit_events').where({ action: 'school.begun' })).toMatchObject([
      { actor_id: null, subject_id: row.id },
    ]);
    expect(publishedSince(door, 0, 'school.changed')).toMatchObject([
      { version: 1, settings: { name: OWN.name, open: true, accounts: [{ key: 'utama', closed: false }] } },
    ]);
    const config = (await door.call(getConfig, await door.caller())).json();
    // The sample school's fees are not this school's: a file without tables begins with none.
    expect(config).toMatchObject({ ...OWN, fee_tables: [], account_changed_at: null });
  });

  test('when the file says something else later, then that is ignored, and one line of the log says so', async () => {
    const door = doors[0]!;
    writeFileSync(file, JSON.stringify({ ...OWN, name: 'Nama Lain' }));
    const context = buildContext(
      configSchema.parse(door.variables),
      door.database,
      door.context.log,
      FEATURES,
    );
    await startSchool(context);
    await context.school.close();
    expect(context.school.settings.name).toBe(OWN.name);
    expect(door.logged().split('school_file_ignored').length - 1).toBe(1);
    expect(await door.db('school_versions')).toHaveLength(1);
  });

  test('when several processes start at once, then there is one first version and one event', async () => {
    const door = await open({});
    await door.db.raw('truncate school_versions');
    const before = door.published.length;
    const contexts = Array.from({ length: 8 }, () => ({
      ...buildContext(configSchema.parse(door.variables), door.database, door.context.log, FEATURES),
      outbox: door.context.outbox,
    }));
    await Promise.all(contexts.map(startSchool));
    await Promise.all(contexts.map(({ school }) => school.close()));
    expect(await door.db('school_versions')).toHaveLength(1);
    expect(publishedSince(door, before, 'school.changed')).toHaveLength(1);
  });

  test.each([
    ['nothing', {}],
    ['no account', { name: OWN.name, contact_whatsapp: OWN.contact_whatsapp }],
    ['no name', { contact_whatsapp: OWN.contact_whatsapp, account: OWN.account }],
    ['no contact', { name: OWN.name, account: OWN.account }],
  ])(
    'when production is given %s, then it starts closed and blank, and shows no invented value',
    async (_what, given) => {
      writeFileSync(file, JSON.stringify(given));
      const door = await open({ SCHOOL_CONFIG: file, SAMPLE_SCHOOL: '0' });
      const family = await door.caller();
      const sample = schoolSchema.parse({});
      const config = await door.call(getConfig, family);
      expect(config.statusCode).toBe(200);
      expect(config.json()).toMatchObject({ open: false, accounts: [], account: { account_number: '-' } });
      for (const invented of [sample.name, sample.contact_whatsapp, sample.account.account_number])
        expect(config.body).not.toContain(invented);
      const child = await makeChild(door, family);
      const answer = await door.call(createRegistration, family, { body: registrationForm(child.id) });
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'school_not_open']);
      const school = (await door.call(getSchool, await door.caller('admin'))).json();
      expect([school.active, school.draft, school.scheduled]).toEqual([null, null, null]);
    },
  );

  test('when events are told again, then the version in force is among them', async () => {
    const door = doors[0]!;
    const before = door.published.length;
    expect(await replaySchool(door.context)).toBe(1);
    expect(publishedSince(door, before, 'school.changed')).toMatchObject([{ version: 1 }]);
  });
});
