import { getConfig } from '@gerbang/contracts/school';
import { activateDraft } from '@gerbang/contracts/school-versions';
import { createRegistration, updateRegistration } from '@gerbang/contracts/registrations';
import { payRegistration } from '@gerbang/contracts/registration-payments';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { PATIENCE } from '@gerbang/service-kit/testing/databases';
import { createOwnSchool } from '../src/school-record/current-school.ts';
import { type Door, openDoor } from './door.ts';
import {
  makeChild,
  makeRegistration,
  proofForm,
  publishedSince,
  registrationForm,
  upload,
} from './families.ts';
import { activate, bring, save, type SchoolStaff, settingsOf, withFee, useSchool } from './school-world.ts';
import { until } from '@gerbang/service-kit/testing/until';

describe('activating the school’s settings', () => {
  let door: Door;
  let staff: SchoolStaff;
  useSchool((desk) => ({ door, staff } = desk));

  test('when finance raises a fee and it renames a unit, then a second person brings both into force', async () => {
    const family = await door.caller();
    const begun = await makeRegistration(door, family);
    const late = await makeChild(door, family);
    const dearer = withFee(settingsOf(door), 'SD', 600_000);
    const { row_version } = (await save(door, staff.finance, dearer)).json();
    const levels = dearer.levels.map((level) =>
      level.jenjang === 'SMP' ? { ...level, unit_name: 'SMP Cahaya' } : level,
    );
    const draft = (await save(door, staff.it, { ...dearer, levels }, row_version)).json();
    expect(draft.changes.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'levels.SD.fee',
      'levels.SMP.unit_name',
    ]);
    const own = await activate(door, staff.finance, draft.row_version);
    expect([own.statusCode, own.json().code]).toEqual([403, 'own_change']);
    expect((await activate(door, staff.it, draft.row_version)).statusCode).toBe(403);
    expect((await activate(door, staff.manager, draft.row_version)).json().code).toBe('forbidden');
    const before = door.published.length;
    const answer = await activate(door, staff.admin, draft.row_version);
    expect(answer.json()).toMatchObject({ version: draft.version, status: 'active' });
    expect(publishedSince(door, before, 'school.changed')).toMatchObject([{ version: draft.version }]);

    const config = (await door.call(getConfig, family)).json();
    expect(config.levels.find((level: { jenjang: string }) => level.jenjang === 'SD').fee).toBe(600_000);
    expect(config.account_changed_at).toBeNull();
    const proof = proofForm(await upload(door, family));
    const stale = { ...proof, payment_amount: 600_000 };
    const params = { id: begun.id };
    expect((await door.call(payRegistration, family, { params, body: stale })).statusCode).toBe(422);
    const paid = await door.call(payRegistration, family, {
      params,
      body: { ...proof, payment_amount: 550_000 },
    });
    expect(paid.json().payment_amount).toBe(550_000);
    expect((await makeRegistration(door, family, {}, late)).payment_amount).toBe(600_000);
  });

  test('when the draft has no money in it, then the head of the school may, and finance may not', async () => {
    const { row_version } = (await save(door, staff.it, { ...settingsOf(door), city: 'Depok' })).json();
    expect((await activate(door, staff.finance, row_version)).statusCode).toBe(403);
    expect((await activate(door, staff.manager, row_version)).statusCode).toBe(200);
  });

  test('when it names a day of registration at the school, then another person activates it, and trail and copies hear of it', async () => {
    const days = [{ day: '2026-12-05', families: 250 }];
    const before = settingsOf(door);
    expect(before.registration_days).toBeUndefined();
    const draft = (await save(door, staff.it, { ...before, registration_days: days })).json();
    expect(draft.changes).toEqual([
      {
        path: 'registration_days',
        label: 'Hari pendaftaran di sekolah',
        before: '(kosong)',
        after: '5 Desember 2026: 250 keluarga',
        money: false,
      },
    ]);
    const told = door.published.length;
    expect((await activate(door, staff.manager, draft.row_version)).statusCode).toBe(200);
    expect(publishedSince(door, told, 'school.changed')).toMatchObject([
      { settings: { registration_days: days } },
    ]);
    expect(
      await door.db('audit_events').where({ action: 'school.activated' }).orderBy('id', 'desc').first(),
    ).toMatchObject({
      details: { settings: ['Hari pendaftaran di sekolah'] },
    });
    const { row_version } = (
      await save(door, staff.it, { ...settingsOf(door), registration_days: [] })
    ).json();
    expect((await activate(door, staff.manager, row_version)).statusCode).toBe(200);
    expect(JSON.stringify(settingsOf(door))).toBe(JSON.stringify(before));
  });

  test('when four eyes are off, then one person may do both', async () => {
    const alone = await openDoor({ FOUR_EYES: 'off' });
    const admin = await alone.caller('admin');
    await bring(alone, admin, admin, withFee(settingsOf(alone), 'SD', 600_000));
    expect(alone.context.school.held.version).toBe(2);
    await alone.close();
  });

  test('when the draft is not what was read, changes nothing or is not there, then it is said', async () => {
    const settings = settingsOf(door);
    expect((await activate(door, staff.admin, 1)).json().code).toBe('no_draft');
    const { row_version } = (await save(door, staff.admin, settings)).json();
    expect((await activate(door, staff.other, row_version)).json().code).toBe('no_change');
    expect((await activate(door, staff.other, row_version + 1)).json().code).toBe('stale');
    const body = { row_version, note: 'Tanpa kunci' };
    const keyless = await door.call(activateDraft, staff.other, { body });
    expect([keyless.statusCode, keyless.json().code]).toEqual([400, 'idempotency_key_required']);
  });

  test('when the same key comes again, then the same answer; with another body 422', async () => {
    const fee = { ...withFee(settingsOf(door), 'KB', 375_000) };
    const { row_version } = (await save(door, staff.finance, fee)).json();
    const key = 'aktifkan-sekali-saja';
    const first = await activate(door, staff.admin, row_version, key);
    const again = await activate(door, staff.admin, row_version, key);
    expect(first.statusCode).toBe(200);
    expect(again.json()).toEqual(first.json());
    const other = await activate(door, staff.admin, row_version + 1, key);
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key']);
  });

  test('when a class, level or year is in use, then it cannot go, and the block says how many', async () => {
    const family = await door.caller();
    await makeRegistration(door, family, { jenjang: 'TK', kelas: 'TK B' });
    const settings = settingsOf(door);
    const levels = settings.levels.map((level) =>
      level.jenjang === 'TK' ? { ...level, classes: ['TK A'] } : level,
    );
    const draft = (await save(door, staff.it, { ...settings, levels })).json();
    expect(draft.blocks).toMatchObject([{ code: 'setting_in_use', path: 'levels.TK.classes', count: 1 }]);
    const answer = await activate(door, staff.admin, draft.row_version);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'blocked']);
    expect(answer.json().details.blocks).toEqual(draft.blocks);
  });

  test('when the portal is closed or a level is not offered, then families cannot register for it', async () => {
    const family = await door.caller();
    const child = await makeChild(door, family);
    const registered = await makeRegistration(door, family);
    const settings = settingsOf(door);
    const levels = settings.levels.map((level) =>
      level.jenjang === 'KB' ? { ...level, offered: false } : level,
    );
    await bring(door, staff.it, staff.admin, { ...settings, levels });
    const body = registrationForm(child.id, { jenjang: 'KB', kelas: null });
    const refused = await door.call(createRegistration, family, { body });
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'jenjang']);
    const params = { id: registered.id };
    const moved = await door.call(updateRegistration, family, {
      params,
      body: { jenjang: 'KB', kelas: null },
    });
    expect(moved.statusCode).toBe(422);
    await bring(door, staff.it, staff.admin, { ...settings, open: false });
    const closed = await door.call(createRegistration, family, { body: registrationForm(child.id) });
    expect([closed.statusCode, closed.json().code, closed.json().message]).toEqual([
      409,
      'school_not_open',
      'Pendaftaran belum dibuka.',
    ]);
    await bring(door, staff.it, staff.admin, settings);
  });

  test('when a version comes into force, then every other process comes to hold it', async () => {
    const database = createDatabase(door.url, { name: 'other', max: 2, ...PATIENCE });
    const others = Array.from({ length: 3 }, () =>
      createOwnSchool(door.context.config, database, door.context.log),
    );
    for (const school of others) {
      await school.look();
      school.listen(door.url);
    }
    const { version } = await bring(door, staff.it, staff.admin, { ...settingsOf(door), city: 'Bogor' });
    await until(() => others.every(({ held }) => held.version === version));
    expect(others.map(({ held }) => [held.version, held.settings.city])).toEqual(
      others.map(() => [version, 'Bogor']),
    );
    await Promise.all(others.map((school) => school.close()));
    await database.close();
  });
});
