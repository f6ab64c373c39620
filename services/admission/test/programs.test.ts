import { sendContactCode, updateParent } from '@gerbang/contracts/parents';
import { createChild } from '@gerbang/contracts/children';
import { randomBytes } from 'node:crypto';
import { brokenLink, sealAudit } from '@gerbang/service-kit/audit/audit-chain';
import { rotateColumns } from '@gerbang/service-kit/data/column-rotation';
import { createColumns } from '@gerbang/service-kit/data/columns';
import { sealedTables } from '@gerbang/service-kit/data/data-classes';
import { sweep } from '../src/service.ts';
import { DATA_CLASSES } from '../src/data-classes.ts';
import { page, send } from './child-documents.ts';
import { type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration } from './families.ts';

describe('programs of admission', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
    door.plants();
  });
  afterAll(() => door.close());

  test('when a new key comes first, then all rows are sealed with it, and the old key is needed no more', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => door.caller()));
    for (const [index, caller] of people.entries()) {
      await door.call(updateParent, caller, {
        body: { father_ktp: `000000000000000${index}`, mother_income: '<10.000.000' },
      });
      const child = await door.call(createChild, caller, {
        body: {
          full_name: 'Anak',
          birth_city: 'Jakarta',
          birth_date: '2019-05-04',
          nik: `990000000000000${index}`,
        },
      });
      expect(child.statusCode).toBe(201);
    }
    const [family] = people;
    if (!family) throw new Error('no family');
    const child = await makeChild(door, family);
    await makeRegistration(door, family, {}, child);
    const files = [await page(door, family)];
    await send(door, family, [child.id, 'akta'], { files, note: 'Salinan kantor' });
    const versions = await door.db('parents').orderBy('id').pluck('version');
    const { COLUMN_KEYS, BLIND_INDEX_KEY } = door.context.config;
    const fresh = { id: 'c2', key: randomBytes(32) };
    const both = createColumns([fresh, ...COLUMN_KEYS], BLIND_INDEX_KEY);
    expect(await rotateColumns(door.database, both, sealedTables(DATA_CLASSES))).toBe(7);
    expect(await rotateColumns(door.database, both, sealedTables(DATA_CLASSES))).toBe(0);
    const alone = createColumns([fresh], BLIND_INDEX_KEY);
    const version = await door.db('document_versions').first();
    expect(alone.open('document_versions', 'note', version.id, version.note)).toBe('Salinan kantor');
    for (const [index, caller] of people.entries()) {
      const row = await door.db('parents').where({ user_id: caller.id }).first();
      expect(row.father_ktp).toMatch(/^v1\.c2\./u);
      expect(alone.open('parents', 'father_ktp', row.id, row.father_ktp)).toBe(`000000000000000${index}`);
      const child = await door.db('children').where({ parent_id: row.id }).whereNotNull('nik').first();
      expect(alone.open('children', 'nik', child.id, child.nik)).toBe(`990000000000000${index}`);
      expect(child.nik_index).toBe(alone.blindIndex('children.nik', `990000000000000${index}`));
    }
    expect(await door.db('parents').orderBy('id').pluck('version')).toEqual(versions);
  });

  test('when the sweep runs, then what no rule looks at any more goes and the rest stays', async () => {
    const caller = await door.caller();
    const { phone } = await door.db('accounts').where({ id: caller.id }).first();
    await door.call(updateParent, caller, { body: { contact_phone: phone } });
    await door.call(sendContactCode, caller, { body: {} });
    const left = async () => [
      (await door.db('contact_phone_codes')).length,
      (await door.db('outbox_events').whereNotNull('relayed_at')).length,
    ];
    await door.db('outbox_events').update({ relayed_at: new Date() });
    const before = await left();
    await sweep(door.database);
    expect(await left()).toEqual(before);
    await door.db.raw(`update contact_phone_codes set created_at = now() - interval '49 hours'`);
    await door.db.raw(`update outbox_events set relayed_at = now() - interval '25 hours'`);
    await sweep(door.database);
    expect(await left()).toEqual([0, 0]);
  });

  test('when the trail is sealed, then no row can be changed, and a forced change is found', async () => {
    expect(await sealAudit(door.database, door.context.config.AUDIT_KEY)).toBeGreaterThan(0);
    expect(await brokenLink(door.db, door.context.config.AUDIT_KEY)).toBeNull();
    for (const table of ['audit_events', 'audit_chain', 'consents']) {
      await expect(door.db(table).delete()).rejects.toThrow('append-only');
    }
    await door.db.raw('alter table audit_events disable trigger all');
    const second = await door.db('audit_chain').orderBy('position').offset(1).first();
    await door.db('audit_events').where({ id: second.event_id }).update({ actor_name: 'lain' });
    expect(await brokenLink(door.db, door.context.config.AUDIT_KEY)).toBe(Number(second.position));
  });
});
