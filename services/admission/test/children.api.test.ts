import {
  createChild,
  deleteChild,
  getChild,
  listChildren,
  replaceChild,
  updateChild,
} from '@gerbang/contracts/children';
import { createRegistration, deleteRegistration } from '@gerbang/contracts/registrations';
import { uuidv7 } from 'uuidv7';
import { type Caller, type Door, openDoor } from './door.ts';
import {
  childForm,
  makeChild,
  makeRegistration,
  registrationForm,
  setState,
  someNik,
  statuses,
  writeOldNames,
} from './families.ts';

describe('children of a family', () => {
  let door: Door;
  let mother: Caller;
  let other: Caller;
  beforeAll(async () => {
    door = await openDoor();
    mother = await door.caller();
    other = await door.caller();
  });
  afterAll(() => door.close());

  test('when a child is added, then the family, the consent and the trail are made with it', async () => {
    const caller = await door.caller('wali_murid', 'Rahma Aulia');
    const nik = someNik();
    const answer = await door.call(createChild, caller, {
      body: childForm({
        nik,
        kk_number: '0012345678901234',
        nick_name: '  Ica ',
        gender: 'female',
        sibling_count: 0,
      }),
    });
    expect(answer.statusCode).toBe(201);
    const child = answer.json();
    expect(child).toMatchObject({
      full_name: 'Aisyah Putri',
      nick_name: 'Ica',
      gender: 'female',
      birth_date: '2019-05-01',
      nik,
      kk_number: '0012345678901234',
      sibling_count: 0,
      blood_type: null,
      address: null,
      locked: false,
      version: 1,
    });
    expect(await door.db('parents').where({ user_id: caller.id }).first()).toMatchObject({
      id: child.parent_id,
    });
    expect(await door.db('consents').where({ child_id: child.id })).toMatchObject([
      { user_id: caller.id, version: '2026-11', address: '203.0.113.7' },
    ]);
    expect(await door.db('audit_events').where({ subject_id: child.id })).toMatchObject([
      { action: 'child.created', actor_id: caller.id, actor_name: 'Rahma Aulia', actor_role: 'wali_murid' },
    ]);
    expect((await door.call(getChild, caller, { params: { id: child.id } })).json()).toEqual(child);
  });

  test('when the sentence of consent named documents, then those of the school are kept with its version', async () => {
    const add = async (consent_documents: string[]) => {
      const answer = await door.call(createChild, mother, { body: childForm({ consent_documents }) });
      expect(answer.statusCode).toBe(201);
      const { id } = answer.json();
      const trail = await door.db('audit_events').where({ subject_id: id }).first();
      const [consent] = await door.db('consents').where({ child_id: id });
      expect(trail.details.consent).toBe(consent.version);
      return consent.version as string;
    };
    expect(await add(['Kartu keluarga', 'Akta kelahiran', 'Surat buatan sendiri'])).toBe(
      '2026-11 (Akta kelahiran, Kartu keluarga)',
    );
    expect(await add(['Surat buatan sendiri'])).toBe('2026-11');
    expect(await add([])).toBe('2026-11');
  });

  test('when children are added by several calls, then every one has its consent row', async () => {
    await Promise.all([1, 2, 3].map(() => makeChild(door, mother)));
    const without = await door
      .db('children')
      .leftJoin('consents', 'consents.child_id', 'children.id')
      .whereNull('consents.id');
    expect(without).toEqual([]);
    await expect(door.db('consents').del()).rejects.toThrow('append-only');
  });

  test('when the family is new and five children are added at once, then one family holds them all', async () => {
    const caller = await door.caller();
    const children = await Promise.all([1, 2, 3, 4, 5].map(() => makeChild(door, caller)));
    expect(new Set(children.map((child) => child.parent_id)).size).toBe(1);
    expect(await door.db('parents').where({ user_id: caller.id })).toHaveLength(1);
  });

  test('when the parent or an id is in the body, then it is refused: they are the server’s', async () => {
    for (const extra of [{ parent_id: uuidv7() }, { id: uuidv7() }, { version: 9 }, { locked: false }]) {
      const answer = await door.call(createChild, mother, { body: childForm(extra) });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().issues).toEqual([
        { path: Object.keys(extra)[0], message: 'Isian ini tidak dikenal' },
      ]);
    }
  });

  test.each(Object.entries({ getChild, updateChild, replaceChild, deleteChild }))(
    'when %s names another family’s, a deleted or a made-up child, then the responses are the same 404',
    async (_name, call) => {
      const theirs = await makeChild(door, other);
      const deleted = await makeChild(door, mother);
      expect((await door.call(deleteChild, mother, { params: { id: deleted.id } })).statusCode).toBe(204);
      const answers = await Promise.all(
        [theirs.id, deleted.id, uuidv7()].map((child) =>
          door.call(call, mother, { params: { id: child }, body: { nick_name: 'Ubah' } }),
        ),
      );
      const bodies = answers.map((answer) => ({ ...answer.json(), requestId: '' }));
      expect(answers.map((answer) => answer.statusCode)).toEqual([404, 404, 404]);
      expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
      expect(bodies[0].message).toBe('Data anak tidak ditemukan');
      expect((await door.call(getChild, other, { params: { id: theirs.id } })).json()).toEqual(theirs);
    },
  );

  test('when staff call, then it is 403, and 401 without a session', async () => {
    for (const role of ['cs', 'admin', 'it', 'finance'] as const) {
      const staff = await door.caller(role);
      expect((await door.call(listChildren, staff)).statusCode).toBe(403);
      expect((await door.call(createChild, staff, { body: childForm() })).statusCode).toBe(403);
    }
    expect((await door.call(listChildren, 'anon')).statusCode).toBe(401);
  });

  test('when a NIK is on another child of the foundation, then the family is told nothing, at creation and change', async () => {
    const nik = someNik();
    await makeChild(door, other, { nik });
    const free = await door.call(createChild, mother, { body: childForm({ nik: someNik() }) });
    const shared = await door.call(createChild, mother, { body: childForm({ nik }) });
    expect([free.statusCode, shared.statusCode]).toEqual([201, 201]);
    expect(Object.keys(shared.json())).toEqual(Object.keys(free.json()));
    const mine = await makeChild(door, mother);
    const change = await door.call(updateChild, mother, { params: { id: mine.id }, body: { nik } });
    expect([change.statusCode, change.json().nik]).toEqual([200, nik]);
    expect(JSON.stringify([shared.headers, change.headers])).not.toMatch(/nik/iu);
  });

  test('when one key is sent fifty times at once, then there is one child and one response', async () => {
    const caller = await door.caller();
    const send = (body: unknown) =>
      door.call(createChild, caller, { body, headers: { 'idempotency-key': 'anak-pertama-1' } });
    const body = childForm({ nik: someNik() });
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(body)));
    const made = answers.filter((answer) => answer.statusCode === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map((answer) => answer.body)).size).toBe(1);
    expect(
      answers.filter((one) => one.statusCode !== 201).every((one) => one.json().code === 'in_flight'),
    ).toBe(true);
    expect((await door.call(listChildren, caller)).json()).toHaveLength(1);
    expect((await send(body)).json()).toEqual(made[0]?.json());
    expect((await send(childForm())).json()).toMatchObject({ statusCode: 422, code: 'idempotency_key' });
  });
});

describe('the list of children', () => {
  let door: Door;
  let caller: Caller;
  beforeAll(async () => {
    door = await openDoor();
    caller = await door.caller();
    for (const [full_name, nick_name = null] of [
      ['Budi 100%', 'Bud_i'],
      ['cahya Dewi'],
      ['Ani Rahma', 'Nini'],
      ["O'Neil \\ Putra"],
    ]) {
      const child = await makeChild(door, caller, { nik: someNik(), kk_number: '0012345678901234' });
      await writeOldNames(door, child, { full_name, nick_name });
    }
    await makeChild(door, await door.caller(), { full_name: 'Budi Tetangga' });
  });
  afterAll(() => door.close());
  const names = async (query: string) =>
    (await door.call(listChildren, caller, { query }))
      .json()
      .map((row: { full_name: string }) => row.full_name);

  test('when it is read, then only own children are in it, newest first, without any personal number', async () => {
    const answer = await door.call(listChildren, caller);
    expect(answer.json().map((row: { full_name: string }) => row.full_name)).toEqual([
      "O'Neil \\ Putra",
      'Ani Rahma',
      'cahya Dewi',
      'Budi 100%',
    ]);
    expect(Object.keys(answer.json()[0]).sort()).toEqual(
      [
        'birth_city',
        'birth_date',
        'created_at',
        'full_name',
        'gender',
        'id',
        'nick_name',
        'updated_at',
        'version',
      ].sort(),
    );
    expect(answer.body).not.toContain('0012345678901234');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each([
    ['budi', ['Budi 100%']],
    ['NINI', ['Ani Rahma']],
    ['0%', ['Budi 100%']],
    ['%', ['Budi 100%']],
    ['_', ['Budi 100%']],
    ['\\', ["O'Neil \\ Putra"]],
    ["' OR 1=1--", []],
    ["o'n", ["O'Neil \\ Putra"]],
    ['$1', []],
    [';', []],
    ['   ', ["O'Neil \\ Putra", 'Ani Rahma', 'cahya Dewi', 'Budi 100%']],
  ])('when %j is searched, then the rows are %j', async (search, found) => {
    expect(await names(new URLSearchParams({ search }).toString())).toEqual(found);
  });

  test('when it is sorted by name, then case does not count, and pages join without gap or repeat', async () => {
    const sorted = ['Ani Rahma', 'Budi 100%', 'cahya Dewi', "O'Neil \\ Putra"];
    expect(await names('sort=full_name')).toEqual(sorted);
    expect(await names('sort=-full_name')).toEqual(sorted.toReversed());
    const first = await door.call(listChildren, caller, { query: 'sort=full_name&limit=3' });
    expect(first.headers['x-total-count']).toBe('4');
    const next = /<\/api\/children\?([^>]+)>; rel="next"/u.exec(String(first.headers.link))?.[1] ?? '';
    const second = await door.call(listChildren, caller, { query: next });
    const both = [...first.json(), ...second.json()].map((row: { full_name: string }) => row.full_name);
    expect(both).toEqual(sorted);
    expect(String(second.headers.link)).toContain('rel="prev"');
    expect(String(second.headers.link)).not.toContain('rel="next"');
  });

  test.each([
    'limit=0',
    'limit=201',
    'limit=1e1',
    'sort=nik',
    'sort=id;drop',
    'cursor=!!',
    'cursor=abcd',
    'jenjang=SD',
    'limit=1&limit=2',
    'search=a&search=b',
    `search=${'a'.repeat(101)}`,
    'search=%00',
  ])('when the query is %s, then it is refused in Indonesian', async (query) => {
    const answer = await door.call(listChildren, caller, { query });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).not.toMatch(/invalid|expected|error/i);
  });

  test('when a child goes, then it is not in the list any more', async () => {
    const child = await makeChild(door, caller, { full_name: 'Zaki' });
    const registration = await makeRegistration(door, caller, {}, child);
    expect(await names('search=zaki')).toEqual(['Zaki']);
    await setState(door, registration.id, { payment_status: 'rejected' });
    expect((await door.call(deleteChild, caller, { params: { id: child.id } })).statusCode).toBe(204);
    expect(await names('search=zaki')).toEqual([]);
  });
});

describe('what an account may enter in a day', () => {
  let limited: Door;
  beforeAll(async () => {
    limited = await openDoor({
      CHILDREN_PER_DAY: '10',
      NIK_ENTRIES_PER_DAY: '10',
      REGISTRATIONS_PER_DAY: '10',
    });
  });
  afterAll(() => limited.close());

  test('when a child’s NIK is changed again and again, then the sixth time of a day is 429, and what was is kept', async () => {
    const family = await limited.caller();
    const { id } = await makeChild(limited, family);
    const change = (nik: string | null) =>
      limited.call(updateChild, family, { params: { id }, body: { nik } });
    for (let time = 0; time < 5; time += 1) expect((await change(someNik())).statusCode).toBe(200);
    const refused = await change(someNik());
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
    expect(
      (await limited.call(updateChild, family, { params: { id }, body: { nick_name: 'Ai' } })).statusCode,
    ).toBe(200);
    expect((await change(null)).statusCode).toBe(200);
    await limited
      .db('nik_entries')
      .where({ child_id: id })
      .update({ at: limited.db.raw(`at - interval '24 hours'`) });
    expect((await change(someNik())).statusCode).toBe(200);
  });

  test('when an account enters NIKs of many children at once, then ten of a day pass', async () => {
    const family = await limited.caller();
    const children = await Promise.all(Array.from({ length: 4 }, () => makeChild(limited, family)));
    const answers = await Promise.all(
      children.flatMap(({ id }) =>
        Array.from({ length: 4 }, () =>
          limited.call(updateChild, family, { params: { id }, body: { nik: someNik() } }),
        ),
      ),
    );
    const passed = answers.filter((one) => one.statusCode === 200);
    expect([passed.length, answers.length - passed.length]).toEqual([10, 6]);
    expect(new Set(answers.map((one) => one.statusCode))).toEqual(new Set([200, 429]));
  });

  test('when the portal runs locally, then a hundred times as many children a day are added', async () => {
    const local = await openDoor({ CHILDREN_PER_DAY: '1', LOCAL_RUN: '1' });
    try {
      const family = await local.caller();
      const answers = [1, 2].map(() => local.call(createChild, family, { body: childForm({ nik: null }) }));
      expect(statuses(await Promise.all(answers))).toEqual([201, 201]);
    } finally {
      await local.close();
    }
  });

  test('when an account adds twelve children at once, then ten are made, and deleting one makes no room', async () => {
    const family = await limited.caller();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => limited.call(createChild, family, { body: childForm({ nik: null }) })),
    );
    expect(statuses(answers)).toEqual([...Array.from({ length: 10 }, () => 201), 429, 429]);
    const made = answers.find((one) => one.statusCode === 201)!.json();
    await limited.call(deleteChild, family, { params: { id: made.id } });
    expect((await limited.call(createChild, family, { body: childForm({ nik: null }) })).statusCode).toBe(
      429,
    );
    expect(
      (await limited.call(createChild, await limited.caller(), { body: childForm({ nik: null }) }))
        .statusCode,
    ).toBe(201);
  });

  test('when an account makes twelve registrations at once, then ten are made', async () => {
    const family = await limited.caller();
    const children = await Promise.all(Array.from({ length: 4 }, () => makeChild(limited, family)));
    const register = async ({ id }: { id: string }) => {
      const made = await limited.call(createRegistration, family, { body: registrationForm(id) });
      if (made.statusCode === 201) {
        await limited.call(deleteRegistration, family, { params: { id: made.json().id } });
      }
      return made.statusCode;
    };
    const codes: number[] = [];
    for (let round = 0; round < 3; round += 1) codes.push(...(await Promise.all(children.map(register))));
    expect(codes.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 10 }, () => 201), 429, 429]);
  });
});
