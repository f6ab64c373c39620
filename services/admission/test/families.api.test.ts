import { requestCorrection } from '@gerbang/contracts/correction-requests';
import { createRegistration } from '@gerbang/contracts/registrations';
import { addFamilyNote, type Family, getFamily } from '@gerbang/contracts/families';
import { decideErasure, requestErasure } from '@gerbang/contracts/erasure-requests';
import type { AdmissionExport } from '@gerbang/contracts/admission-export';
import { runs } from '@gerbang/domain/testing/runs';
import { runRetention } from '@gerbang/service-kit/data/retention';
import { UNKNOWN_ID } from '@gerbang/service-kit/testing/authorization-suite';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { retentionRules } from '../src/retention/retention.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration, statuses } from './families.ts';
import { inState } from './staff.ts';

describe('the page of a family', () => {
  let door: Door;
  let cs: Caller;
  let finance: Caller;
  let admin: Caller;
  beforeAll(async () => {
    door = await openDoor();
    cs = await door.caller('cs', 'Dewi CS');
    finance = await door.caller('finance', 'Fina Keuangan');
    admin = await door.caller('admin', 'Adi Admin');
  });
  afterEach(() => door.setClock(null));
  afterAll(() => door.close());

  const read = async (id: string, who = cs): Promise<Family> => {
    const answer = await door.call(getFamily, who, { params: { id } });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  const add = (id: string, text: string, { who = cs, key = uuidv7() }: { who?: Caller; key?: string } = {}) =>
    door.call(addFamilyNote, who, {
      params: { id },
      body: { text },
      headers: { 'idempotency-key': key },
    });
  const kept = async (family: Caller): Promise<string[]> =>
    (await read(family.id)).notes.map(({ text }) => text);

  test('when it is read by the account or by a registration, then both show the same, without numbers, and the trail has both', async () => {
    const { family, made } = await inState(door, 'verified', 'passed', { re_enrolled_on: '2026-11-28' });
    await makeChild(door, family, { full_name: 'Adik Baru' });
    const seen = await read(family.id);
    expect(await read(made.id)).toEqual(seen);
    expect(seen).toMatchObject({
      id: family.id,
      parent: { name_from_account: 'Penguji' },
      registrations: [{ id: made.id, re_enrolled: true, current_stage: 'passed' }],
      unregistered: [{ full_name: 'Adik Baru' }],
      notes: [],
    });
    expect(JSON.stringify(seen)).not.toMatch(/nik"|ktp|kk_number|income|bank_account/u);
    const trail = await door.db('audit_events').where({ action: 'family.read', subject_id: family.id });
    expect(trail.map(({ actor_name }) => actor_name)).toEqual(['Dewi CS', 'Dewi CS']);
  });

  test('when the family asks for something, then the page has it until the school decides', async () => {
    const { family, made } = await inState(door, 'verified');
    expect((await read(family.id)).requests).toEqual([]);
    const asked = [
      await door.call(requestCorrection, family, {
        params: { id: made.id },
        body: { text: 'Nama salah ketik' },
      }),
      await door.call(requestErasure, family, { body: {} }),
    ];
    expect(statuses(asked)).toEqual([201, 201]);
    const correction = { kind: 'correction', child_name: expect.any(String) };
    expect((await read(family.id, admin)).requests).toEqual([
      correction,
      { kind: 'erasure', child_name: null },
    ]);
    // What a role may not list stands on no page of it either.
    expect((await read(family.id, cs)).requests).toEqual([correction]);
    expect((await read(family.id, finance)).requests).toEqual([]);
  });

  test('when a role reads no documents, then their count is missing', async () => {
    const { family, made } = await inState(door, 'verified');
    await door.db('document_types').update({ required: true });
    expect((await read(family.id)).registrations[0]?.documents?.of).toBeGreaterThan(0);
    expect((await read(made.id, finance)).registrations[0]).not.toHaveProperty('documents');
  });

  test('when the id is of staff, of nothing, or of a deleted registration, then it is 404, and nothing is noted', async () => {
    const { made } = await inState(door, 'pending');
    await door.db('registrations').where({ id: made.id }).update({ deleted_at: new Date() });
    for (const id of [finance.id, UNKNOWN_ID, made.id]) {
      expect((await door.call(getFamily, cs, { params: { id } })).statusCode).toBe(404);
      expect((await add(id, 'Menanyakan jadwal')).statusCode).toBe(404);
    }
  });

  test('when calls are noted, then the newest is first, with who and when; a repeat with its key adds none', async () => {
    const { family, made } = await inState(door, 'pending');
    const key = uuidv7();
    const first = await add(family.id, 'Menanyakan jadwal', { key });
    expect(first.statusCode).toBe(201);
    expect((await add(family.id, 'Menanyakan jadwal', { key })).json()).toEqual(first.json());
    expect((await add(family.id, 'Lain', { key })).json().code).toBe('idempotency_key');
    expect((await add(made.id, 'Bayar besok\nlewat bank', { who: finance })).statusCode).toBe(201);
    const { notes } = await read(family.id);
    expect(notes.map(({ text, by }) => [text, by])).toEqual([
      ['Bayar besok\nlewat bank', { name: 'Fina Keuangan', role: 'finance' }],
      ['Menanyakan jadwal', { name: 'Dewi CS', role: 'cs' }],
    ]);
    const trail = await door.db('audit_events').where({ action: 'family.noted', subject_id: family.id });
    expect(trail.map(({ details }) => details)).toEqual(
      notes.map(({ id }) => ({ note_id: id })).toReversed(),
    );
    const bare = await door.call(addFamilyNote, cs, { params: { id: family.id }, body: { text: 'Halo' } });
    expect([bare.statusCode, bare.json().code]).toEqual([400, 'idempotency_key_required']);
  });

  test('when the database itself is asked, then a note cannot be changed or removed', async () => {
    const { family } = await inState(door, 'pending');
    await add(family.id, 'Menanyakan jadwal');
    const rows = () => door.db('family_notes').where({ user_id: family.id });
    await expect(rows().update({ text: 'Tidak' })).rejects.toThrow(/append-only|permission denied/u);
    await expect(rows().delete()).rejects.toThrow(/append-only|permission denied/u);
    expect(await kept(family)).toEqual(['Menanyakan jadwal']);
  });

  test('when texts are sent, then the page holds those that the contract takes, the newest first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.string(), fc.string({ unit: 'grapheme', minLength: 2, maxLength: 520 })), {
          maxLength: 5,
        }),
        async (texts) => {
          const family = await door.caller();
          const expected: string[] = [];
          for (const text of texts) {
            const parsed = addFamilyNote.body.safeParse({ text });
            expect((await add(family.id, text)).statusCode).toBe(parsed.success ? 201 : 400);
            if (parsed.success) expected.unshift(parsed.data.text);
          }
          expect(await kept(family)).toEqual(expected);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test('when forty send one note at once, then it is there once; forty notes are all there', async () => {
    const one = await door.caller();
    const key = uuidv7();
    const same = await Promise.all(Array.from({ length: 40 }, () => add(one.id, 'Sekali saja', { key })));
    expect(new Set(statuses(same)).has(201)).toBe(true);
    expect(statuses(same).every((status) => status === 201 || status === 409)).toBe(true);
    expect(await kept(one)).toEqual(['Sekali saja']);
    const texts = Array.from({ length: 40 }, (_none, at) => `Catatan ${at}`);
    const answers = await Promise.all(texts.map((text) => add(one.id, text)));
    expect(new Set(statuses(answers))).toEqual(new Set([201]));
    expect((await kept(one)).toSorted()).toEqual([...texts, 'Sekali saja'].toSorted());
    const trail = await door.db('audit_events').where({ action: 'family.noted', subject_id: one.id });
    expect(trail).toHaveLength(41);
  });

  test('when forty notes meet an erasure, then none is left, and the family is gone', async () => {
    const family = await door.caller();
    await makeRegistration(door, family);
    await add(family.id, 'Sebelum dihapus');
    const { id } = (await door.call(requestErasure, family, { body: {} })).json();
    const [decided, ...answers] = await Promise.all([
      door.call(decideErasure, admin, { params: { id }, body: { status: 'approved' } }),
      ...Array.from({ length: 40 }, (_none, at) => add(family.id, `Saat dihapus ${at}`)),
    ]);
    expect(decided?.statusCode).toBe(200);
    expect(statuses(answers).filter((status) => ![201, 404, 409].includes(status))).toEqual([]);
    expect(await door.db('family_notes').where({ user_id: family.id })).toEqual([]);
    expect((await door.call(getFamily, cs, { params: { id: family.id } })).statusCode).toBe(404);
    expect((await add(family.id, 'Sesudahnya')).statusCode).toBe(404);
  });

  test('when the family exports its data, then the notes and their readers are in it; without notes there is no such part', async () => {
    const { family } = await inState(door, 'pending');
    const exported = async (): Promise<AdmissionExport> =>
      (
        await door.app.inject({ url: '/api/parent/data-export/admission', headers: door.headers(family) })
      ).json();
    expect(await exported()).not.toHaveProperty('notes');
    await add(family.id, 'Menanyakan jadwal');
    await read(family.id, finance);
    const data = await exported();
    expect(data.notes).toMatchObject([{ text: 'Menanyakan jadwal', by: { name: 'Dewi CS', role: 'cs' } }]);
    const actions = data.trail.map(({ action, by }) => [action, by?.name]);
    expect(actions).toContainEqual(['family.noted', 'Dewi CS']);
    expect(actions).toContainEqual(['family.read', 'Fina Keuangan']);
  });

  test('when a note is two years old, then retention ends it, and younger ones stay', async () => {
    const family = await door.caller();
    door.setClock(new Date('2026-01-10T03:00:00Z'));
    await add(family.id, 'Lama sekali');
    door.setClock(new Date('2026-03-10T03:00:00Z'));
    await add(family.id, 'Lebih muda');
    door.setClock(new Date('2028-02-01T03:00:00Z'));
    expect(await runRetention(door.context, retentionRules(door.context))).toMatchObject({ family_notes: 1 });
    expect(await kept(family)).toEqual(['Lebih muda']);
  });

  test('when a child is registered, then it moves from the waiting ones to the registrations', async () => {
    const family = await door.caller();
    const child = await makeChild(door, family);
    expect((await read(family.id)).unregistered).toEqual([{ id: child.id, full_name: child.full_name }]);
    await door.call(createRegistration, family, {
      body: { child_id: child.id, jenjang: 'SD', kelas: '1', academic_year: '2026/2027' },
    });
    const seen = await read(family.id);
    expect([seen.unregistered, seen.registrations.length]).toEqual([[], 1]);
  });
});
