import { listStaffRegistrations, summarizeStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { listRegistrations } from '@gerbang/contracts/registrations';
import { payRegistration } from '@gerbang/contracts/registration-payments';
import { deleteChild } from '@gerbang/contracts/children';
import { uuidv7 } from 'uuidv7';
import { eventBatches } from '../src/events/handlers.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration, proofForm, setState, someNik, upload } from './families.ts';
import { inState } from './staff.ts';

describe('admission’s part of the dashboard', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());
  const read = (caller: Caller) =>
    door.app.inject({ method: 'GET', url: '/api/dashboard/admission', headers: door.headers(caller) });

  test('when a family is new, then its tasks are the profile and a first child', async () => {
    const answer = await read(await door.caller());
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      parent: {
        registrations: [],
        children_count: 0,
        tasks: ['profile_incomplete', 'child_missing'].map((kind) => ({
          kind,
          registration_id: null,
          child_id: null,
          child_name: null,
        })),
        profile: {
          father_name: null,
          mother_name: null,
          filled: 0,
          total: 20,
          missing: { father: 7, mother: 7, contact: 1, address: 5 },
        },
        observations: [],
        opened_results: [],
      },
      staff: null,
    });
  });

  test('when a family is under way, then registrations are the list’s rows and tasks name what they are about', async () => {
    const caller = await door.caller();
    const first = await makeChild(door, caller, {
      full_name: 'Aisyah',
      nik: someNik(),
      kk_number: '9912341234567890',
    });
    const second = await makeChild(door, caller, { full_name: 'Fatih' });
    const third = await makeChild(door, caller, { full_name: 'Zaki' });
    const gone = await makeChild(door, caller, { full_name: 'Pergi' });
    await door.call(deleteChild, caller, { params: { id: gone.id } });
    const unpaid = await makeRegistration(door, caller, {}, first);
    const rejected = await makeRegistration(door, caller, { jenjang: 'KB', kelas: null }, second);
    await setState(door, rejected.id, { payment_status: 'rejected', rejection_reason: 'Buram' });
    await door.db('parents').where({ user_id: caller.id }).update({ contact_phone: '+6281200000009' });
    await makeRegistration(door, await door.caller());

    const answer = await read(caller);
    const { parent } = answer.json();
    expect(parent.registrations).toEqual((await door.call(listRegistrations, caller)).json());
    expect(parent.registrations.map((row: { id: string }) => row.id)).toEqual([rejected.id, unpaid.id]);
    expect(parent.children_count).toBe(3);
    expect(
      parent.tasks.map((task: { kind: string; child_name: string | null }) => [task.kind, task.child_name]),
    ).toEqual([
      ['fee_rejected', 'Fatih'],
      ['fee_unpaid', 'Aisyah'],
      ['profile_incomplete', null],
      ['contact_unverified', null],
      ['registration_missing', 'Zaki'],
      ['document_missing', 'Fatih'],
      ['document_missing', 'Aisyah'],
    ]);
    expect(parent.tasks[0].registration_id).toBe(rejected.id);
    expect(parent.tasks[4].child_id).toBe(third.id);
    expect(answer.body).not.toMatch(/nik"|kk_number|bank_account|income/u);
  });

  test('when the login number is not proved, then that comes first, also before the first write', async () => {
    const fresh: Caller = { id: uuidv7(), role: 'wali_murid' };
    const older = await door.caller();
    const event = (id: string, version: number, phone_verified?: boolean) => ({
      id,
      name: 'Siti',
      role: 'wali_murid' as const,
      phone: null,
      active: true,
      version,
      ...(phone_verified !== undefined && { phone_verified }),
    });
    const take = (payload: ReturnType<typeof event>) =>
      door.context.database.transaction(async (trx) =>
        eventBatches(door.context)['account.changed']?.(trx, [
          { payload, meta: { id: uuidv7(), version: payload.version, requestId: undefined } },
        ]),
      );
    const first = async (caller: Caller) => (await read(caller)).json().parent.tasks[0].kind;
    // The first look after registering comes before the copy of the account.
    expect(await first(fresh)).toBe('phone_unverified');
    await take(event(fresh.id, 8, false));
    expect(await first(fresh)).toBe('phone_unverified');
    await take(event(fresh.id, 9, true));
    await take(event(fresh.id, 8, false));
    expect(await first(fresh)).toBe('profile_incomplete');
    await take(event(older.id, 8));
    expect(await first(older)).toBe('profile_incomplete');
    // A replay says what the copy did not know.
    await take(event(older.id, 8, false));
    expect(await first(older)).toBe('phone_unverified');
  });

  test('when all is done, then nothing is left to do', async () => {
    const caller = await door.caller();
    const made = await makeRegistration(door, caller);
    await door.call(payRegistration, caller, {
      params: { id: made.id },
      body: proofForm(await upload(door, caller)),
    });
    const person = (who: string) => ({
      [`${who}_name`]: 'Ada',
      [`${who}_alive_status`]: 'HIDUP',
      [`${who}_ktp`]: 'v1.sealed',
      [`${who}_education`]: 'S1',
      [`${who}_job`]: 'Guru',
      [`${who}_phone`]: '+6281200000009',
      [`${who}_income`]: 'v1.sealed',
    });
    await door
      .db('parents')
      .where({ user_id: caller.id })
      .update({
        ...person('father'),
        ...person('mother'),
        contact_phone: '+6281200000009',
        contact_phone_verified_at: new Date(),
        address: 'Jl. Melati',
        kelurahan: 'a',
        kecamatan: 'b',
        kab_kota: 'c',
        provinsi: 'd',
      });
    const kinds = async () =>
      (await read(caller)).json().parent.tasks.map(({ kind }: { kind: string }) => kind);
    expect(await kinds()).toEqual(['document_missing']);
    await door.db('document_types').update({ retired_at: new Date() });
    expect(await kinds()).toEqual([]);
    await door.db('document_types').update({ retired_at: null });
  });

  test.each([
    ['cs', ['fees_unpaid', 'fees_rejected', 'to_schedule', 'observations_due', 'to_send_on', 'absent']],
    ['finance', ['fees_to_verify', 'fees_rejected']],
    ['staff_pendidikan', ['to_schedule', 'observations_due', 'to_send_on', 'absent']],
    ['staff_tu', []],
    ['manager_pendidikan', []],
    ['it', ['fees_to_verify', 'fees_rejected', 'to_schedule', 'observations_due', 'to_send_on', 'absent']],
    [
      'admin',
      [
        'fees_unpaid',
        'fees_to_verify',
        'fees_rejected',
        'to_schedule',
        'observations_due',
        'to_send_on',
        'absent',
      ],
    ],
  ] as const)(
    'when %s asks, then what waits for that role is there, and no family part',
    async (role, kinds) => {
      const { parent, staff } = (await read(await door.caller(role))).json();
      expect(parent).toBeNull();
      expect(staff.waiting.map((task: { kind: string }) => task.kind)).toEqual([
        ...kinds,
        'waiting_announcement',
      ]);
    },
  );

  test('when staff ask, then every count is that of the list that it leads to', async () => {
    const admin = await door.caller('admin');
    door.setClock(new Date('2026-12-01T18:00:00Z'));
    await inState(door, 'paid');
    await inState(door, 'rejected');
    await inState(door, 'verified');
    for (const day of ['2026-12-01', '2026-12-02', '2026-12-03']) {
      await inState(door, 'verified', 'obs_scheduled', { observation_date: day });
    }
    await inState(door, 'verified', 'obs_attended');
    await inState(door, 'verified', 'obs_not_attended');
    await inState(door, 'verified', 'waiting_announcement');
    const { waiting } = (await read(admin)).json().staff;
    door.setClock(null);
    for (const { kind, count, filter } of waiting) {
      const query = new URLSearchParams({ limit: '1', ...filter }).toString();
      const answer = await door.call(listStaffRegistrations, admin, { query });
      expect([kind, Number(answer.headers['x-total-count'])]).toEqual([kind, count]);
      expect(count).toBeGreaterThan(0);
    }
    // The menu counts this; what waits is no less in the list of a year without it.
    const countOf = (one: string) => waiting.find(({ kind }: { kind: string }) => kind === one).count;
    const query = 'academic_year=2031/2032';
    expect((await door.call(summarizeStaffRegistrations, admin, { query })).json().views).toMatchObject({
      to_verify: countOf('fees_to_verify'),
      to_schedule: countOf('to_schedule'),
      all: 0,
    });
    expect(waiting.find((task: { kind: string }) => task.kind === 'observations_due')).toMatchObject({
      kind: 'observations_due',
      count: 2,
      filter: { current_stage: 'obs_scheduled', observation_until: '2026-12-02' },
    });
  });

  test('when there is no session or a foreign identity, then it is 401', async () => {
    const anon = await door.app.inject({ url: '/api/dashboard/admission', headers: door.headers('anon') });
    const other = await door.app.inject({
      url: '/api/dashboard/admission',
      headers: door.identityFor('auth'),
    });
    expect([anon.statusCode, other.statusCode]).toEqual([401, 401]);
    expect((await read({ id: uuidv7(), role: 'wali_murid' })).json().parent.children_count).toBe(0);
  });

  test('when it is read, then the database is asked twice', async () => {
    const caller = await door.caller();
    await makeRegistration(door, caller);
    const asked: string[] = [];
    const note = ({ sql }: { sql: string }) => asked.push(sql);
    const prepared = jest.spyOn(door.database, 'prepared');
    door.db.on('query', note);
    const answer = await read(caller);
    door.db.off('query', note);
    expect(answer.json().parent.registrations).toHaveLength(1);
    expect(prepared.mock.calls.length + asked.length).toBe(2);
    prepared.mockRestore();
  });
});
