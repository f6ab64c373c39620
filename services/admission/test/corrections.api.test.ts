import {
  answerCorrectionRequest,
  exportCorrectionRequests,
  listCorrectionRequests,
  requestCorrection,
} from '@gerbang/contracts/correction-requests';
import { correctRegistration, objectCorrection } from '@gerbang/contracts/corrections';
import { getChild } from '@gerbang/contracts/children';
import { admissionExport } from '@gerbang/contracts/admission-export';
import { listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { CORRECTION_REQUEST_LABELS } from '@gerbang/domain/corrections';
import { runs } from '@gerbang/domain/testing/runs';
import { readCsv } from '@gerbang/service-kit/testing/read-csv';
import { patient } from '@gerbang/service-kit/testing/patience';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { correct, own, readable, REASON } from './corrections.ts';
import {
  decide,
  documentRow,
  page,
  registeredFamily,
  review,
  send,
  sentDocument,
  staffView,
} from './child-documents.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { publishedSince, someNik, statuses } from './families.ts';
import { inState, record } from './staff.ts';

/** Names hold no digits. */
const letter = (turn: number): string => String.fromCodePoint(97 + (turn % 26), 97 + Math.floor(turn / 26));

describe('corrections of what a family gave', () => {
  let door: Door;
  let staff: Record<'cs' | 'staff_tu' | 'staff_pendidikan' | 'admin', Caller>;
  beforeAll(async () => {
    door = patient(await openDoor());
    staff = {
      cs: await door.caller('cs'),
      staff_tu: await door.caller('staff_tu'),
      staff_pendidikan: await door.caller('staff_pendidikan'),
      admin: await door.caller('admin'),
    };
  });
  afterAll(() => door.close());

  const done = () => inState(door, 'verified', 'passed', { locked: true, enrollment_status: 'confirmed' });

  test('when a name is corrected after re-enrolment, then the record, copies, search and history say so, and the family is told once', async () => {
    const { family, made } = await done();
    const from = door.published.length;
    const answer = await correct(door, staff.cs, made.id, { changes: { full_name: 'Muhammad Faruq' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().follows.map((one: { kind: string }) => one.kind)).toEqual([
      'papers',
      'copies',
      'message',
    ]);
    expect((await record(door, staff.admin, made.id)).child.full_name).toBe('Muhammad Faruq');
    const [copy] = publishedSince(door, from, 'registration.changed');
    expect(copy).toMatchObject({ id: made.id, child_name: 'Muhammad Faruq' });
    const messages = publishedSince(door, from, 'message.requested');
    expect(messages).toMatchObject([
      { kind: 'data_corrected', params: { child: 'Muhammad Faruq', link: expect.stringContaining(made.id) } },
    ]);
    const found = await door.call(listStaffRegistrations, staff.admin, {
      query: 'search=muhammad+faruq&limit=10',
    });
    expect(found.json().map((one: { id: string }) => one.id)).toContain(made.id);
    expect((await own(door, family, made.id)).corrections).toMatchObject([
      {
        target: 'child',
        changes: [{ field: 'full_name', before: 'Aisyah Putri', after: 'Muhammad Faruq' }],
        reason: REASON,
        objected_at: null,
      },
    ]);
  });

  test('when a correction is only previewed, then nothing is written', async () => {
    const { made } = await done();
    const look = async () => ({
      ...(await door.db('children').where({ id: made.child_id }).first()),
      corrections: (await door.db('corrections').select('id')).length,
      audits: (await door.db('audit_events').where({ action: 'child.corrected' }).select('id')).length,
      events: door.published.length,
    });
    const { version } = await readable(door, staff.cs, made.id);
    const before = await look();
    const answer = await door.call(correctRegistration, staff.cs, {
      params: { id: made.id },
      body: {
        target: 'child',
        changes: { full_name: 'Lain' },
        reason: REASON,
        basis: 'typing',
        version,
        preview: true,
      },
    });
    expect([answer.statusCode, answer.json().correction]).toEqual([200, null]);
    expect(answer.json().follows.length).toBeGreaterThan(1);
    expect(await look()).toEqual(before);
  });

  test('when a call repeats with its key, then the correction is written once; without a key it is refused', async () => {
    const { made } = await done();
    const { version } = await readable(door, staff.cs, made.id);
    const key = uuidv7();
    const body = { changes: { nick_name: 'Umar' }, version };
    const answers = [await correct(door, staff.cs, made.id, body, key)];
    answers.push(await correct(door, staff.cs, made.id, body, key));
    expect(answers.map((one) => one.json())).toEqual([answers[0]?.json(), answers[0]?.json()]);
    expect(await door.db('corrections').where({ registration_id: made.id })).toHaveLength(1);
    const bare = await door.call(correctRegistration, staff.cs, {
      params: { id: made.id },
      body: { target: 'child', changes: { nick_name: 'U' }, reason: REASON, basis: 'typing', version },
    });
    expect([bare.statusCode, bare.json().code]).toEqual([400, 'idempotency_key_required']);
  });

  test.each([
    ['cs', 'child', { nik: '9912340105190001' }, 403],
    ['cs', 'parents', { father_ktp: '9912340105190001' }, 403],
    ['cs', 'registration', { nisn: '0123456789' }, 403],
    ['staff_tu', 'registration', { nisn: '0123456789' }, 403],
    ['staff_pendidikan', 'child', { nick_name: 'Umar' }, 403],
    ['cs', 'parents', { father_name: 'Ahmad' }, 200],
    ['staff_tu', 'parents', { father_ktp: '9912340105190001' }, 200],
    ['admin', 'registration', { nisn: '0123456789' }, 200],
    ['cs', 'child', { full_name: '' }, 400],
    ['cs', 'child', { nik_index: 'x' }, 400],
    ['cs', 'child', { birth_date: '2030-01-01' }, 400],
    ['cs', 'child', { provinsi: 'JAWA', kab_kota: 'BANDUNG' }, 422],
    ['cs', 'child', { birth_city: 'Jakarta' }, 422],
  ] as const)('when %s corrects %s with %j, then it is %i', async (role, target, changes, status) => {
    const { made } = await done();
    const answer = await correct(door, staff[role], made.id, { target, changes });
    expect([answer.statusCode, answer.json().code]).toEqual([
      status,
      status === 200 ? undefined : expect.any(String),
    ]);
  });

  test('when it says what the caller may, then each other field names the roles that may', async () => {
    const { made } = await done();
    const seen = await readable(door, staff.cs, made.id);
    expect(seen.may.child).toContain('full_name');
    expect(seen.may.child).not.toContain('nik');
    expect(seen.may.registration).toEqual([]);
    expect(seen.why_not.nik).toBe('Dikoreksi oleh Staf TU atau Administrator.');
    expect(seen.present.child.full_name).toBe('Aisyah Putri');
  });

  test('when a number is corrected, then it rests on an accepted document, is sealed, and its family reads the end alone', async () => {
    const { caller, child, registration } = await registeredFamily(door);
    const changes = { nik: someNik() };
    const nothing = await correct(door, staff.staff_tu, registration.id, { changes, basis: 'document' });
    expect([nothing.statusCode, nothing.json().code]).toEqual([422, 'document_missing']);
    await send(door, caller, [child.id, 'akta'], { files: [await page(door, caller)] });
    const { id: document_id } = await documentRow(door, child.id, 'akta');
    const waits = await correct(door, staff.staff_tu, registration.id, {
      changes,
      basis: 'document',
      document_id,
    });
    expect(waits.json().code).toBe('document_missing');
    await decide(door, document_id, 'approved');
    const answer = await correct(door, staff.staff_tu, registration.id, {
      changes,
      basis: 'document',
      document_id,
    });
    expect(answer.statusCode).toBe(200);
    const [row] = await door.db('corrections').where({ registration_id: registration.id });
    expect(JSON.stringify(row)).not.toContain(changes.nik);
    const { corrections } = await own(door, caller, registration.id);
    expect(corrections[0]?.changes).toEqual([
      { field: 'nik', before: null, after: `••••••••••••${changes.nik.slice(-4)}` },
    ]);
    expect((await door.call(getChild, caller, { params: { id: child.id } })).json().nik).toBe(changes.nik);
  });

  test('when a value that was compared with a document is corrected, then its tick ends, and what follows says so', async () => {
    const { child, registration, id } = await sentDocument(door, await door.caller());
    const { facts_print } = await staffView(door, staff.cs, registration.id);
    const facts = ['child_name', 'birth_date'];
    const seen = await review(door, staff.cs, id, { number: 1, decision: 'approved', facts, facts_print });
    expect(seen.statusCode).toBe(200);
    const answer = await correct(door, staff.cs, registration.id, {
      changes: { full_name: 'Muhammad Faruq' },
    });
    expect(answer.json().follows.map((one: { kind: string }) => one.kind)).toContain('facts');
    expect(await door.db('facts_checked').where({ child_id: child.id }).pluck('fact')).toEqual([
      'birth_date',
    ]);
  });

  test('when a NIK was corrected five times in a year, then the sixth is too much', async () => {
    const { made } = await done();
    const answers = [];
    for (let turn = 0; turn < 6; turn += 1) {
      answers.push(await correct(door, staff.staff_tu, made.id, { changes: { nik: someNik() } }));
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('when the record changed since, then it is stale; when it was erased, then closed comes first', async () => {
    const { made } = await done();
    const { version } = await readable(door, staff.cs, made.id);
    await correct(door, staff.cs, made.id, { changes: { nick_name: 'Umar' } });
    const late = await correct(door, staff.cs, made.id, { changes: { nick_name: 'Omar' }, version });
    expect([late.statusCode, late.json().code]).toEqual([409, 'stale']);
    await door.db.raw('select end_registrations(?)', [[made.id]]);
    await door.db('erased_registrations').insert({ id: made.id });
    const gone = await correct(door, staff.cs, made.id, { changes: { nick_name: 'Omar' }, version });
    expect([gone.statusCode, gone.json().code]).toEqual([409, 'closed']);
    expect(await door.db('corrections').where({ registration_id: made.id })).toEqual([]);
  });

  test('when the family has left, then nothing is corrected any more, and the reading says why', async () => {
    const { made } = await inState(door, 'verified', 'withdrawn');
    const seen = await readable(door, staff.admin, made.id);
    expect([seen.may.child, seen.may.parents, seen.may.registration]).toEqual([[], [], []]);
    expect(seen.why_not.full_name).toMatch(/sudah dibatalkan/u);
    const late = await correct(door, staff.admin, made.id, { changes: { nick_name: 'Omar' } });
    expect([late.statusCode, late.json().code]).toEqual([409, 'closed']);
  });

  test('when forty people correct one child at once, then one does, and what was said stands as it was', async () => {
    const { made } = await done();
    const { version } = await readable(door, staff.cs, made.id);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_all, turn) =>
        correct(door, staff.cs, made.id, { changes: { nick_name: `Umar ${letter(turn)}` }, version }),
      ),
    );
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 39 }, () => 409)]);
    expect(await door.db('corrections').where({ registration_id: made.id })).toHaveLength(1);
    await expect(
      door.db('corrections').where({ registration_id: made.id }).update({ reason: 'Anders geschrieben' }),
    ).rejects.toThrow('not allowed');
    await expect(door.db('corrections').where({ registration_id: made.id }).delete()).rejects.toThrow(
      'corrections',
    );
  });

  test('when families and staff change one family at once, then each change is whole and none is lost', async () => {
    const { made } = await done();
    const work = Array.from({ length: 40 }, (_all, turn) =>
      correct(
        door,
        staff.admin,
        made.id,
        turn % 2
          ? { target: 'parents', changes: { father_name: `Ayah ${letter(turn)}` } }
          : { changes: { full_name: `Anak ${letter(turn)}` } },
      ),
    );
    const answers = await Promise.all(work);
    const kept = await door.db('corrections').where({ registration_id: made.id });
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(kept.length);
    expect(answers.every(({ statusCode }) => [200, 409].includes(statusCode))).toBe(true);
  });

  test('when a family objects, then once, and staff answer it; forty at once are one', async () => {
    const { family, made } = await done();
    await correct(door, staff.cs, made.id, { changes: { full_name: 'Umar' } });
    const [one] = (await own(door, family, made.id)).corrections;
    const params = { id: made.id, correctionId: one!.id };
    const other = await door.call(objectCorrection, await door.caller(), { params, body: { text: 'Bukan' } });
    expect(other.statusCode).toBe(404);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        door.call(objectCorrection, family, { params, body: { text: 'Namanya Faruq' } }),
      ),
    );
    expect(statuses(answers)).toEqual([201, ...Array.from({ length: 39 }, () => 409)]);
    const listed = await door.call(listCorrectionRequests, staff.cs, { query: 'status=open' });
    const [task] = listed
      .json()
      .filter(({ registration_id }: { registration_id: string }) => registration_id === made.id);
    expect(task).toMatchObject({ correction_id: one!.id, text: 'Namanya Faruq', child_name: 'Umar' });
    const { academic_year } = await door.db('registrations').where({ id: made.id }).first('academic_year');
    const ofYear = async (year: string): Promise<boolean> =>
      (await door.call(listCorrectionRequests, staff.cs, { query: `academic_year=${year}` }))
        .json()
        .some(({ id }: { id: string }) => id === task.id);
    expect([await ofYear(academic_year), await ofYear('2098/2099')]).toEqual([true, false]);
    const file = await door.call(exportCorrectionRequests, staff.cs, { query: 'format=csv&status=open' });
    const row = readCsv(file.body).find(([number]) => number === task.registration_number);
    expect(row?.slice(1, 5)).toEqual(['Umar', 'Keberatan', 'Namanya Faruq', CORRECTION_REQUEST_LABELS.open]);
    const body = { status: 'refused', answer: 'Sesuai akta kelahiran', version: task.version };
    const replies = await Promise.all(
      Array.from({ length: 40 }, () =>
        door.call(answerCorrectionRequest, staff.cs, { params: { id: task.id }, body }),
      ),
    );
    expect(statuses(replies)).toEqual([200, ...Array.from({ length: 39 }, () => 409)]);
    const read = await own(door, family, made.id);
    expect(read.corrections[0]?.objection).toBe('Namanya Faruq');
    expect(read.requests).toMatchObject([{ status: 'refused', answer: 'Sesuai akta kelahiran' }]);
  });

  test('when a family has a way of its own, then it takes that; later one request is open at a time', async () => {
    const open = await inState(door, 'pending');
    const ask = ({ family: by, made: of }: typeof open) =>
      door.call(requestCorrection, by, { params: { id: of.id }, body: { text: 'Kelasnya salah' } });
    expect((await ask(open)).json().code).toBe('own_way');
    const { family, made } = await done();
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask({ family, made })));
    expect(statuses(answers)).toEqual([201, ...Array.from({ length: 39 }, () => 409)]);
    expect((await own(door, family, made.id)).may_request).toBe(true);
    const exported = await door.call(admissionExport, family, {});
    expect(exported.body).toContain('Kelasnya salah');
  });

  test('when corrections of any order are undone by their opposites, then each differs and the record is as before', async () => {
    const field = fc.oneof(
      fc.record({ full_name: fc.constantFrom('Umar', 'Aisyah Putri', 'Faruq') }),
      fc.record({ nick_name: fc.constantFrom('U', null) }),
      fc.record({ sibling_count: fc.constantFrom(1, 2, null) }),
      fc.record({ kk_number: fc.constantFrom('9912340105190001', null) }),
    );
    // A number is corrected five times in a year at most, and each time is undone.
    const order = fc
      .array(field, { minLength: 1, maxLength: 4 })
      .filter((steps) => steps.filter((one) => 'kk_number' in one).length <= 2);
    await fc.assert(
      fc.asyncProperty(order, async (steps) => {
        const { made } = await done();
        const first = (await readable(door, staff.admin, made.id)).present;
        for (const changes of steps) {
          const answer = await correct(door, staff.admin, made.id, { changes });
          expect([200, 422]).toContain(answer.statusCode);
        }
        const { corrections } = await readable(door, staff.admin, made.id);
        for (const one of corrections.toReversed()) {
          expect(one.changes.every(({ before, after }) => before !== after)).toBe(true);
          const changes = Object.fromEntries(one.changes.map(({ field: name, before }) => [name, before]));
          expect((await correct(door, staff.admin, made.id, { changes })).statusCode).toBe(200);
        }
        expect((await readable(door, staff.admin, made.id)).present).toEqual(first);
      }),
      { numRuns: runs(200, { plain: 6 }) },
    );
  });
});
