import { decideErasure, requestErasure } from '@gerbang/contracts/erasure-requests';
import { objectCorrection } from '@gerbang/contracts/corrections';
import { payRegistration } from '@gerbang/contracts/registration-payments';
import { words } from '@gerbang/service-kit/data/data-classes';
import { leftMarks, plantMarks } from '@gerbang/service-kit/testing/erasure-sweep';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { DATA_CLASSES } from '../src/data-classes.ts';
import { type Door, openDoor } from './door.ts';
import { page, registeredFamily, send } from './child-documents.ts';
import { correct, own } from './corrections.ts';
import { proofForm, upload } from './families.ts';

/** What outlives a family here, and why. */
const STAYS = [
  // Names of the staff, and who of them edited the set-up.
  'school_versions.edited_by',
  ...Object.entries(DATA_CLASSES).flatMap(([table, { personal = [] }]) =>
    personal.filter((name) => /by_name$|^actor_name$/u.test(name)).map((name) => `${table}.${name}`),
  ),
  // Auth empties the copy of an account by its own event.
  ...words('accounts.name accounts.phone'),
  // The trail ends after five years (retention).
  ...words('audit_events.details audit_events.address'),
  // An announcement speaks to all of its children.
  ...words('published_announcements.title published_announcements.content'),
  // The headings and the name of a list of many families; it ends a month after the last work on it (retention).
  ...words('imports.head imports.file_name'),
  ...words('registration_payment_events.from_status registration_payment_events.to_status'),
];

describe('every text that people wrote about a family, after its erasure', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
    door.plants();
  });
  afterAll(() => door.close());

  /** A family with a row of each kind that holds a text. */
  async function corrected() {
    const { caller, child, registration } = await registeredFamily(door);
    const params = { id: registration.id };
    const link = await upload(door, caller);
    const paid = await door.call(payRegistration, caller, { params, body: proofForm(link) });
    expect(paid.statusCode).toBe(200);
    await send(door, caller, [child.id, 'akta'], { files: [await page(door, caller)] });
    const staff = await door.caller('cs');
    expect(
      (await correct(door, staff, registration.id, { changes: { nick_name: 'Faruq' } })).statusCode,
    ).toBe(200);
    const correctionId = (await own(door, caller, registration.id)).corrections[0]?.id ?? '';
    const objection = { params: { ...params, correctionId }, body: { text: 'Namanya Faruk' } };
    expect((await door.call(objectCorrection, caller, objection)).statusCode).toBe(201);
    const pool = {
      id: uuidv7(),
      academic_year: '2026/2027',
      jenjang: 'SD',
      kelas: '1',
      seats: 5,
      offer_limit: 5,
    };
    await door.db('seat_pools').insert({ ...pool, criteria: ['registered_at'] });
    const entry = { id: uuidv7(), registration_id: registration.id, pool_id: pool.id };
    await door
      .db('waitlist_entries')
      .insert({ ...entry, sort_key: `1|${registration.id}`, criteria_values: '[]' });
    const event = {
      pool_id: pool.id,
      cause: 'joined_above',
      entry_id: entry.id,
      count: 1,
      note: 'Adik kelas',
    };
    await door.db('waitlist_events').insert({ ...event, actor_id: staff.id, actor_role: 'cs' });
    const letter = {
      id: uuidv7(),
      title: 'Hasil',
      content: 'Terima kasih',
      observation_period: 'November 2026',
    };
    await door.db('published_announcements').insert({ ...letter, jenjang: 'SD', published_at: new Date() });
    const result = { id: uuidv7(), announcement_id: letter.id, registration_id: registration.id };
    await door.db('published_results').insert({ ...result, result: 'failed' });
    await door.db('children').where({ id: child.id }).update({ nik: 'tersegel', nik_index: 'indeks' });
    const code = { id: uuidv7(), user_id: caller.id, phone: '+6281200001111', salt: Buffer.alloc(16) };
    const hashed = { code_hash: Buffer.alloc(32), address_key: 'jaringan', expires_at: new Date() };
    await door.db('contact_phone_codes').insert({ ...code, ...hashed });
    const note = { id: uuidv7(), user_id: caller.id, text: 'Ibunya minta ditelepon sore' };
    await door.db('family_notes').insert({ ...note, by_id: staff.id, by_role: 'cs' });
    await door.db('entered_sections').insert({
      user_id: caller.id,
      key: 'profile',
      entered_by_id: staff.id,
      entered_by_role: 'cs',
    });
    const list = uuidv7();
    const by = { created_by_id: staff.id, created_by_role: 'staff_tu' };
    await door.db('imports').insert({ id: list, file_name: 'daftar.csv', head: 'x', other_sheets: 0, ...by });
    const sealed = { cells: 'x', edits: 'x', shown: 'x', outcome_text: 'x' };
    const row = { id: uuidv7(), import_id: list, n: 2, hidden: false, family_id: caller.id };
    await door.db('import_rows').insert({ ...row, ...sealed });
    return caller;
  }

  test('when each of its text columns holds a mark, then no mark is left but in the trail', async () => {
    const admin = await door.caller('admin', 'Dewi Lestari');
    const caller = await corrected();
    const asked = await door.call(requestErasure, caller, { body: {} });
    expect(await plantMarks(door.db as Knex, DATA_CLASSES, STAYS)).toEqual([]);
    const params = { id: asked.json().id };
    const done = await door.call(decideErasure, admin, { params, body: { status: 'approved' } });
    expect(done.statusCode).toBe(200);
    expect(await leftMarks(door.db as Knex)).toEqual([]);
  });
});
