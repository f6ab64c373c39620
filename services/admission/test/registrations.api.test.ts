import { payRegistration } from '@gerbang/contracts/registration-payments';
import {
  createRegistration,
  deleteRegistration,
  getRegistration,
  listRegistrations,
  updateRegistration,
} from '@gerbang/contracts/registrations';
import { listStageHistory } from '@gerbang/contracts/registration-stages';
import { deleteChild } from '@gerbang/contracts/children';
import { uuidv7 } from 'uuidv7';
import { type Caller, type Door, openDoor } from './door.ts';
import {
  makeChild,
  makeRegistration,
  publishedSince,
  registrationForm,
  setState,
  someNik,
  YEAR,
  writeOldNames,
} from './families.ts';

describe('registering a child', () => {
  let door: Door;
  let caller: Caller;
  let other: Caller;
  beforeAll(async () => {
    door = await openDoor();
    caller = await door.caller('wali_murid', 'Rahma Aulia');
    other = await door.caller();
  });
  afterAll(() => door.close());
  const register = (childId: string, change: Record<string, unknown> = {}) =>
    door.call(createRegistration, caller, { body: registrationForm(childId, change) });

  test('when a child is registered, then number, fee, stage and status are the school’s', async () => {
    const nik = someNik();
    const child = await makeChild(door, caller, { nik, nick_name: 'Ica', gender: 'female' });
    const before = door.published.length;
    const answer = await register(child.id, {
      previous_school: 'TK Melati',
      nisn: '0012345678',
      how_know_school: 'BROSUR',
      uniform_size: 'M',
      information: 'Alergi kacang',
    });
    expect(answer.statusCode).toBe(201);
    const made = answer.json();
    expect(made).toMatchObject({
      child_id: child.id,
      registration_number: 'PSB-2026-SD-00001',
      jenjang: 'SD',
      kelas: '1',
      academic_year: YEAR,
      current_stage: 'registered',
      enrollment_status: 'pending',
      payment_status: 'pending',
      payment_amount: 550_000,
      payment_evidence_url: null,
      bank_account_number: null,
      verified_by_user: null,
      accepted_at: null,
      rejection_reason: null,
      nisn: '0012345678',
      locked: false,
      version: 1,
      child: { full_name: 'Aisyah Putri', nick_name: 'Ica', nik, birth_date: '2019-05-01' },
      parent: { father_name: null, contact_phone: null, father_income: null },
    });
    expect(publishedSince(door, before, 'message.requested')).toEqual([
      {
        kind: 'registration_received',
        dedupeKey: `registration_received:${made.id}`,
        to: expect.stringMatching(/^\+62811/),
        accountId: caller.id,
        priority: 'normal',
        params: {
          child: 'Aisyah Putri',
          level: 'SD kelas 1',
          number: 'PSB-2026-SD-00001',
          fee: 'Rp 550.000',
          link: `http://localhost:8080/registrations?bayar=${made.id}`,
        },
      },
    ]);
    expect(publishedSince(door, before, 'registration.changed')).toMatchObject([
      {
        id: made.id,
        version: 1,
        deleted: false,
        user_id: caller.id,
        child_id: child.id,
        child_name: 'Aisyah Putri',
        child_nick_name: 'Ica',
        registration_number: 'PSB-2026-SD-00001',
        current_stage: 'registered',
        payment_status: 'pending',
      },
    ]);
    expect(await door.db('audit_events').where({ subject_id: made.id })).toMatchObject([
      { action: 'registration.created', actor_id: caller.id, actor_name: 'Rahma Aulia' },
    ]);
    expect(await door.db('registration_numbers').where({ registration_id: made.id })).toMatchObject([
      { number: 'PSB-2026-SD-00001', sequence: 1, voided_at: null },
    ]);
    expect((await door.call(getRegistration, caller, { params: { id: made.id } })).json()).toEqual(made);
  });

  test.each([
    ['KB', null, 350_000, 'KB'],
    ['TK', 'TK A', 350_000, 'TK A'],
    ['SD', '6', 550_000, 'SD kelas 6'],
    ['SMP', '7', 550_000, 'SMP kelas 7'],
  ])(
    'when the level is %s with class %j, then the fee is %i and the message says %s',
    async (jenjang, kelas, fee, level) => {
      const before = door.published.length;
      const made = await makeRegistration(door, caller, { jenjang, kelas });
      expect([made.payment_amount, made.kelas]).toEqual([fee, kelas]);
      expect(made.registration_number).toMatch(new RegExp(`^PSB-2026-${jenjang}-\\d{5}$`));
      expect(publishedSince(door, before, 'message.requested')[0]).toMatchObject({ params: { level } });
    },
  );

  test.each([
    [{ child_id: 'x' }, 400, 'bad_request', 'child_id', 'Pilih anak yang akan didaftarkan'],
    [{ child_id: undefined }, 400, 'bad_request', 'child_id', 'Pilih anak yang akan didaftarkan'],
    [{ jenjang: 'sd' }, 400, 'bad_request', 'jenjang', 'Jenjang harus dipilih'],
    [{ jenjang: undefined }, 400, 'bad_request', 'jenjang', 'Jenjang harus dipilih'],
    [{ kelas: undefined }, 400, 'bad_request', 'kelas', 'Kelas harus dipilih'],
    [{ kelas: '' }, 400, 'bad_request', 'kelas', 'Kelas harus dipilih'],
    [{ jenjang: 'TK', kelas: null }, 400, 'bad_request', 'kelas', 'Kelas harus dipilih'],
    [{ kelas: '7' }, 422, 'kelas', 'kelas', 'Kelas tidak ada di jenjang ini'],
    [{ jenjang: 'KB', kelas: '1' }, 422, 'kelas', 'kelas', 'Jenjang KB tidak memiliki kelas'],
    [{ academic_year: '2026' }, 400, 'bad_request', 'academic_year', 'Tahun ajaran tidak valid'],
    [{ academic_year: '2031/2032' }, 422, 'academic_year', 'academic_year', 'Tahun ajaran ini tidak dibuka'],
    [{ academic_year: undefined }, 400, 'bad_request', 'academic_year', 'Tahun ajaran harus dipilih'],
    [{ nisn: '123456789' }, 400, 'bad_request', 'nisn', 'NISN harus 10 digit angka'],
    [{ nisn: '12345678901' }, 400, 'bad_request', 'nisn', 'NISN harus 10 digit angka'],
    [{ uniform_size: 'xl' }, 400, 'bad_request', 'uniform_size', 'Pilihan tidak dikenal'],
    [{ how_know_school: 'RADIO' }, 400, 'bad_request', 'how_know_school', 'Pilihan tidak dikenal'],
    [{ information: 'x'.repeat(2001) }, 400, 'bad_request', 'information', 'Paling banyak 2000 karakter'],
    [{ payment_amount: 1 }, 400, 'bad_request', 'payment_amount', 'Isian ini tidak dikenal'],
    [{ payment_status: 'verified' }, 400, 'bad_request', 'payment_status', 'Isian ini tidak dikenal'],
    [{ current_stage: 'passed' }, 400, 'bad_request', 'current_stage', 'Isian ini tidak dikenal'],
    [{ registration_number: 'X' }, 400, 'bad_request', 'registration_number', 'Isian ini tidak dikenal'],
  ])('when the form has %j, then it is %i %s at %s', async (change, status, code, path, message) => {
    const child = await makeChild(door, caller);
    const numbers = await door.db('registration_counters').orderBy('jenjang');
    const answer = await register(child.id, change);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.json().issues).toEqual([{ path, message }]);
    expect(await door.db('registration_counters').orderBy('jenjang')).toEqual(numbers);
  });

  test('when the child is another family’s, deleted or made up, then it is the same 404', async () => {
    const theirs = await makeChild(door, other);
    const gone = await makeChild(door, caller);
    await door.call(deleteChild, caller, { params: { id: gone.id } });
    const answers = await Promise.all([theirs.id, gone.id, uuidv7()].map((id) => register(id)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([404, 404, 404]);
    expect(new Set(answers.map((answer) => answer.json().message)).size).toBe(1);
  });

  test('when the child is registered for the year already, then it is 409 until that one failed or went', async () => {
    const child = await makeChild(door, caller);
    const first = await makeRegistration(door, caller, {}, child);
    const second = await register(child.id, { jenjang: 'KB', kelas: null });
    expect([second.statusCode, second.json().code]).toEqual([409, 'already_registered']);
    expect((await register(child.id, { academic_year: '2027/2028' })).statusCode).toBe(201);
    await setState(door, first.id, { current_stage: 'failed' });
    const again = await register(child.id);
    expect(again.statusCode).toBe(201);
    await door.call(deleteRegistration, caller, { params: { id: again.json().id } });
    expect((await register(child.id)).statusCode).toBe(201);
  });

  test.each(
    Object.entries({
      getRegistration,
      updateRegistration,
      deleteRegistration,
      listStageHistory,
      payRegistration,
    }),
  )(
    'when %s names another family’s, a deleted or a made-up registration, then it is the same 404',
    async (_name, call) => {
      const theirs = await makeRegistration(door, other);
      const deleted = await makeRegistration(door, caller);
      await door.call(deleteRegistration, caller, { params: { id: deleted.id } });
      const body = call.id === payRegistration.id ? { payment_status: 'pending' } : { nisn: null };
      const answers = await Promise.all(
        [theirs.id, deleted.id, uuidv7()].map((id) => door.call(call, caller, { params: { id }, body })),
      );
      expect(answers.map((answer) => answer.statusCode)).toEqual([404, 404, 404]);
      expect(new Set(answers.map((answer) => answer.json().message))).toEqual(
        new Set(['Data pendaftaran tidak ditemukan']),
      );
      expect((await door.call(getRegistration, other, { params: { id: theirs.id } })).json()).toEqual(theirs);
      const wrong = await door.call(call, caller, { params: { id: 'x' }, body });
      expect(wrong.statusCode).toBe(400);
    },
  );

  test('when the history is read, then it is oldest first, by name and role, without any id of a person', async () => {
    const registration = await makeRegistration(door, caller);
    const staff = await door.caller('cs', 'Dewi Lestari');
    await door.db('registration_stages').insert({
      id: uuidv7(),
      registration_id: registration.id,
      child_id: registration.child_id,
      stage: 'obs_scheduled',
      content: '2026-12-01',
      observation_time: '09:30',
      created_by_id: staff.id,
      created_by_name: 'Dewi Lestari',
      created_by_role: 'cs',
    });
    const answer = await door.call(listStageHistory, caller, { params: { id: registration.id } });
    expect(answer.json()).toMatchObject([
      { stage: 'registered', content: null, created_by: { name: 'Rahma Aulia', role: 'wali_murid' } },
      {
        stage: 'obs_scheduled',
        content: '2026-12-01',
        observation_time: '09:30',
        file_attachment_url: null,
        created_by: { name: 'Dewi Lestari', role: 'cs' },
      },
    ]);
    expect(Object.keys(answer.json()[0].created_by).sort()).toEqual(['name', 'role']);
    expect(answer.body).not.toContain(staff.id);
    expect(answer.body).not.toContain(caller.id);
  });

  test('when staff call, then it is 403; without a session 401', async () => {
    for (const role of ['cs', 'finance', 'admin', 'it'] as const) {
      const staff = await door.caller(role);
      for (const call of [
        listRegistrations,
        createRegistration,
        getRegistration,
        updateRegistration,
        deleteRegistration,
        listStageHistory,
        payRegistration,
      ]) {
        expect((await door.call(call, staff, { params: { id: 'x' }, body: {} })).statusCode).toBe(403);
      }
    }
    expect((await door.call(listRegistrations, 'anon')).statusCode).toBe(401);
  });
});

describe('the list of registrations', () => {
  let door: Door;
  let caller: Caller;
  beforeAll(async () => {
    door = await openDoor();
    caller = await door.caller();
    const first = await makeChild(door, caller, { nik: someNik() });
    await writeOldNames(door, first, { full_name: 'Budi 100%', nick_name: 'Bud_i' });
    const second = await makeChild(door, caller, { full_name: 'Cahya Dewi' });
    await makeRegistration(door, caller, { jenjang: 'TK', kelas: 'TK A' }, first);
    const failed = await makeRegistration(door, caller, {}, second);
    await setState(door, failed.id, { current_stage: 'failed', payment_status: 'rejected' });
    await makeRegistration(door, caller, { jenjang: 'KB', kelas: null }, second);
    await makeRegistration(door, await door.caller(), { jenjang: 'SMP', kelas: '7' });
  });
  afterAll(() => door.close());
  const levels = async (query: string) =>
    (await door.call(listRegistrations, caller, { query }))
      .json()
      .map((row: { jenjang: string }) => row.jenjang);

  test.each([
    ['', ['KB', 'SD', 'TK']],
    ['sort=created_at', ['TK', 'SD', 'KB']],
    ['payment_status=rejected', ['SD']],
    ['current_stage=registered', ['KB', 'TK']],
    ['jenjang=TK', ['TK']],
    ['jenjang=TK&payment_status=paid', []],
    ['search=budi', ['TK']],
    ['search=bud_', ['TK']],
    ['search=100%25', ['TK']],
    ['search=%25', ['TK']],
    ['search=sd', ['SD']],
    ['search=cahya&current_stage=failed', ['SD']],
    ["search='%20OR%201=1--", []],
    ['search=tetangga', []],
  ])('when the query is %j, then the levels are %j', async (query, found) => {
    expect(await levels(query)).toEqual(found);
  });

  test('when rows are read, then no personal number and no bank field is in them', async () => {
    const answer = await door.call(listRegistrations, caller);
    expect(Object.keys(answer.json()[0]).filter((key) => /nik|kk_|bank|income|nisn/u.test(key))).toEqual([]);
    expect(answer.json()[2].child).toEqual({ full_name: 'Budi 100%', nick_name: 'Bud_i' });
  });

  test('when pages are followed to the end and back, then every row is seen once', async () => {
    const seen: string[] = [];
    let query = 'limit=2';
    for (;;) {
      const page = await door.call(listRegistrations, caller, { query });
      seen.push(...page.json().map((row: { id: string }) => row.id));
      expect(page.headers['x-total-count']).toBe('3');
      const next = /\?([^>]+)>; rel="next"/u.exec(String(page.headers.link))?.[1];
      if (!next) break;
      query = next;
    }
    const all = (await door.call(listRegistrations, caller)).json().map((row: { id: string }) => row.id);
    expect(seen).toEqual(all);
  });

  test.each([
    'payment_status=PAID',
    'current_stage=done',
    'jenjang=sd',
    'sort=fee',
    'status=x',
    'jenjang=SD&jenjang=TK',
  ])('when the query is %s, then it is 400', async (query) => {
    expect((await door.call(listRegistrations, caller, { query })).statusCode).toBe(400);
  });
});
