import { runs, tryAll } from '@gerbang/domain/testing/runs';
import { updateChild } from '@gerbang/contracts/children';
import { updateParent } from '@gerbang/contracts/parents';
import type { DocumentFact } from '@gerbang/domain/child-documents';
import fc from 'fast-check';
import { documentRow, page, review, send, sentDocument, staffView } from './child-documents.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration } from './families.ts';

const FACTS_OF = {
  akta: ['child_name', 'birth_date', 'parent_names'],
  kk: ['nik', 'kk_number', 'parent_names', 'address'],
} as const satisfies Record<string, readonly DocumentFact[]>;
type Key = keyof typeof FACTS_OF;

/** What was typed, as this test knows it from what it sent. */
type Typed = Record<string, string | null>;
const ADDRESS = ['address', 'kelurahan', 'kecamatan', 'kab_kota', 'provinsi'];
const VALUES: Readonly<Record<DocumentFact, (child: Typed, parent: Typed) => unknown>> = {
  child_name: (child) => child.full_name,
  birth_date: (child) => child.birth_date,
  birth_place: (child) => child.birth_city,
  nik: (child) => child.nik,
  kk_number: (child) => child.kk_number,
  parent_names: (_child, parent) => [parent.father_name, parent.mother_name],
  address: (child, parent) => ADDRESS.map((field) => (child.address ? child : parent)[field] ?? null),
};

const oneOf = (field: string, values: readonly (string | null)[]) =>
  fc.constantFrom(...values).map((value) => ({ [field]: value }));
const childEdit = fc.oneof(
  oneOf('full_name', ['Aisyah Putri', 'Aisya Putri']),
  oneOf('birth_date', ['2019-05-01', '2019-05-02']),
  oneOf('birth_city', ['Jakarta', 'Bogor']),
  oneOf('nik', ['3174054105190001', '3174054105190002', null]),
  oneOf('kk_number', ['3174054105190011', '3174054105190012', null]),
  oneOf('address', ['Jalan Melati 1', 'Jalan Mawar 2', null]),
  oneOf('nick_name', ['Ais', 'Putri', null]),
);
const parentEdit = fc.oneof(
  oneOf('father_name', ['Budi Santoso', 'Budi', null]),
  oneOf('mother_name', ['Sari Melati', null]),
  oneOf('address', ['Jalan Kenanga 3', null]),
  oneOf('father_job', ['Guru', null]),
);
const which = fc.constantFrom(0, 1);
const key = fc.constantFrom<Key>('akta', 'kk');
const step = fc.oneof(
  fc.record({ kind: fc.constant('child' as const), which, edit: childEdit }),
  fc.record({ kind: fc.constant('parent' as const), edit: parentEdit }),
  fc.record({ kind: fc.constant('send' as const), which, key }),
  fc.record({ kind: fc.constant('approve' as const), which, key }),
  fc.record({ kind: fc.constant('recheck' as const), which, key }),
  fc.record({ kind: fc.constant('return' as const), which, key }),
);

describe('ticks of facts', () => {
  let door: Door;
  let parent: Caller;
  let cs: Caller;
  beforeAll(async () => {
    door = await openDoor({ NIK_ENTRIES_PER_DAY: '100000', NIK_CHANGES_PER_CHILD: '100000' });
    parent = await door.caller('wali_murid', 'Rahma Aulia');
    cs = await door.caller('cs', 'Citra Dewi');
  });
  afterAll(() => door.close());

  test('when families edit and staff review in any order, then a tick never outlives its value, only such ticks end, and each of these is to be compared again', async () => {
    const families = await Promise.all(
      [0, 1].map(async () => {
        const child = await makeChild(door, parent);
        return { id: child.id, registration: await makeRegistration(door, parent, {}, child) };
      }),
    );
    const typed: Typed[] = families.map(() => ({
      full_name: 'Aisyah Putri',
      birth_date: '2019-05-01',
      birth_city: 'Jakarta',
    }));
    const profile: Typed = {};
    const valueOf = (at: number, fact: DocumentFact) =>
      JSON.stringify(VALUES[fact](typed[at] ?? {}, profile));
    const isTyped = (at: number, fact: DocumentFact) =>
      [VALUES[fact](typed[at] ?? {}, profile)].flat().some(Boolean);
    /** The value of each tick as it was when it was made, with the document that it rests on. */
    const ticks = new Map<string, { at: number; fact: DocumentFact; value: string; key: Key }>();

    /** What is to be compared again, with the document that it had been compared with. */
    const changed = new Map<string, { at: number; key: Key }>();
    const endChanges = (at: number, type: Key) => {
      for (const [name, one] of changed) if (one.at === at && one.key === type) changed.delete(name);
    };

    const edit = async (one: { which?: number; edit: Typed }) => {
      const { which: at, edit: body } = one;
      const params = { id: families[at ?? 0]?.id ?? '' };
      const answer =
        at === undefined
          ? await door.call(updateParent, parent, { body })
          : // Two of them may come to have one name and birth date.
            await door.call(updateChild, parent, { params, body: { ...body, same_child_known: true } });
      expect(answer.statusCode).toBe(200);
      Object.assign((at === undefined ? profile : typed[at]) ?? {}, body);
      for (const [name, tick] of ticks) {
        if (valueOf(tick.at, tick.fact) === tick.value) continue;
        ticks.delete(name);
        changed.set(name, tick);
      }
    };
    let [most, mostChanged] = [0, 0];
    const statusOf = async (at: number, type: Key) =>
      (await documentRow(door, families[at]?.id ?? '', type))?.status;
    const sendOne = async (at: number, type: Key) => {
      const files = [await page(door, parent)];
      expect((await send(door, parent, [families[at]?.id ?? '', type], { files })).statusCode).toBe(201);
    };
    const approve = async (at: number, type: Key) => {
      const row = await documentRow(door, families[at]?.id ?? '', type);
      if (row?.status !== 'uploaded' && row?.status !== 'approved') return;
      const facts = FACTS_OF[type].filter((fact) => isTyped(at, fact));
      const { facts_print } = await staffView(door, cs, families[at]?.registration.id ?? '');
      const body = { number: row.current_version, decision: 'approved', facts, facts_print };
      const again = row.status === 'approved';
      const answer = await review(door, cs, row.id, body);
      expect(answer.statusCode).toBe(again && facts.length === 0 ? 409 : 200);
      if (!again) endChanges(at, type);
      for (const fact of facts) {
        changed.delete(`${at}:${fact}`);
        ticks.set(`${at}:${fact}`, { at, fact, value: valueOf(at, fact), key: type });
      }
    };
    const giveBack = async (at: number, type: Key) => {
      const row = await documentRow(door, families[at]?.id ?? '', type);
      if (row?.status !== 'uploaded' && row?.status !== 'approved') return;
      const back = { number: row.current_version, decision: 'returned', reason_code: 'buram' };
      expect((await review(door, cs, row.id, back)).statusCode).toBe(200);
      endChanges(at, type);
      for (const [name, tick] of ticks) {
        if (tick.at === at && tick.key === type) ticks.delete(name);
      }
    };

    await fc.assert(
      // The runs go on where the one before has ended, so that there are ticks to end.
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async (steps) => {
        for (const one of steps) {
          if (one.kind === 'child' || one.kind === 'parent') await edit(one);
          else if (one.kind === 'send') await sendOne(one.which, one.key);
          else if (one.kind === 'recheck') {
            if ((await statusOf(one.which, one.key)) === 'approved') await approve(one.which, one.key);
          } else if (one.kind === 'approve') {
            if ((await statusOf(one.which, one.key)) !== 'uploaded') await sendOne(one.which, one.key);
            await approve(one.which, one.key);
          } else await giveBack(one.which, one.key);
        }
        const left = await door.db('facts_checked').select('child_id', 'fact');
        const wanted = [...ticks.values()].map(({ at, fact }) => `${families[at]?.id}:${fact}`);
        expect(left.map(({ child_id, fact }) => `${child_id}:${fact}`).toSorted()).toEqual(wanted.toSorted());
        const open = await door.db('facts_changed').select('child_id', 'fact');
        const again = [...changed.keys()].map((name) => `${families[Number(name[0])]?.id}:${name.slice(2)}`);
        expect(open.map(({ child_id, fact }) => `${child_id}:${fact}`).toSorted()).toEqual(again.toSorted());
        most = Math.max(most, left.length);
        mostChanged = Math.max(mostChanged, open.length);
      }),
      { numRuns: runs(200), endOnFailure: true },
    );
    if (!tryAll()) return;
    expect(most).toBeGreaterThan(4);
    expect(mostChanged).toBeGreaterThan(2);
  });

  test('when a value changes between reading and ticking, or at the same moment, then it is not ticked', async () => {
    const read = await sentDocument(door, parent);
    const { facts_print } = await staffView(door, cs, read.registration.id);
    const rename = (id: string, full_name: string) =>
      door.call(updateChild, parent, { params: { id }, body: { full_name, same_child_known: true } });
    await rename(read.child.id, 'Aisya Putri');
    const late = await review(door, cs, read.id, {
      number: 1,
      decision: 'approved',
      facts: ['child_name'],
      facts_print,
    });
    expect([late.statusCode, late.json().code]).toEqual([409, 'stale']);
    const pairs = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const sent = await sentDocument(door, parent);
        return { ...sent, print: (await staffView(door, cs, sent.registration.id)).facts_print };
      }),
    );
    const outcomes = await Promise.all(
      pairs.map(async ({ id, child, print }) => {
        const body = { number: 1, decision: 'approved', facts: ['child_name'], facts_print: print };
        const [reviewed, edited] = await Promise.all([
          review(door, cs, id, body),
          rename(child.id, 'Aisya Putri'),
        ]);
        return [reviewed.statusCode, edited.statusCode];
      }),
    );
    for (const [reviewed, edited] of outcomes) {
      expect([200, 409]).toContain(reviewed);
      expect(edited).toBe(200);
    }
    const left = await door.db('facts_checked').whereIn(
      'child_id',
      pairs.map(({ child }) => child.id),
    );
    expect(left).toEqual([]);
  });

  test('when facts are shown, then in the order of the paper, numbers in fours, days in words, and an odd NIK is said', async () => {
    const own = await door.caller('wali_murid', 'Sari Melati');
    await door.call(updateParent, own, {
      body: { father_name: 'Budi Santoso', mother_name: 'Sari Melati', address: 'Jalan Kenanga 3' },
    });
    const { registration } = await sentDocument(door, own, 'kk', {
      gender: 'female',
      birth_date: '2020-05-03',
      nik: '3174050305200001',
      kk_number: '3174054105190011',
    });
    const { facts, documents } = await staffView(door, cs, registration.id);
    const values = Object.fromEntries(facts.map(({ fact, values: shown }) => [fact, shown]));
    expect(values).toEqual({
      child_name: ['Aisyah Putri'],
      birth_date: ['3 Mei 2020'],
      parent_names: ['Budi Santoso', 'Sari Melati'],
      kk_number: ['3174 0541 0519 0011'],
      address: ['Jalan Kenanga 3'],
      nik: ['3174 0503 0520 0001'],
    });
    expect(facts.find(({ fact }) => fact === 'nik')?.hint).toBe(
      'Tanggal pada NIK berbeda dari tanggal lahir',
    );
    expect(documents.find(({ type }) => type.key === 'kk')?.type.facts).toEqual([
      'kk_number',
      'parent_names',
      'address',
      'nik',
    ]);
    await door.call(updateChild, own, {
      params: { id: registration.child_id },
      body: { nik: '3174054305200001' },
    });
    const after = await staffView(door, cs, registration.id);
    expect(after.facts.find(({ fact }) => fact === 'nik')?.hint).toBeNull();
  });
});
