import type { Endpoint } from '@gerbang/contracts/endpoint';
import { createRegistration, getRegistration } from '@gerbang/contracts/registrations';
import { deleteChild, getChild, replaceChild, updateChild } from '@gerbang/contracts/children';
import { type Caller, type Door, useDoor } from './door.ts';
import {
  makeChild,
  makeRegistration,
  publishedSince,
  setState,
  someNik,
  statuses,
  upload,
} from './families.ts';
import { fileIdOf } from '@gerbang/contracts/files';

describe('changing and deleting a child', () => {
  let door: Door;
  let caller: Caller;
  useDoor(async (opened) => {
    door = opened;
    caller = await door.caller('wali_murid', 'Rahma Aulia');
  });
  const change = (
    id: string,
    body: unknown,
    headers: Record<string, string> = {},
    call: Endpoint = updateChild,
  ) => door.call(call, caller, { params: { id }, body, headers });

  test.each(Object.entries({ updateChild, replaceChild }))(
    'when %s sends some fields, then only those change and null empties',
    async (_name, call) => {
      const nik = someNik();
      const child = await makeChild(door, caller, {
        nik,
        kk_number: '1234567890123456',
        nick_name: 'Ica',
        blood_type: 'O',
      });
      const answer = await change(
        child.id,
        { nick_name: null, blood_type: 'AB', sibling_count: 2 },
        {},
        call,
      );
      expect(answer.statusCode).toBe(200);
      const { updated_at, ...rest } = answer.json();
      expect(rest).toEqual({
        ...Object.fromEntries(Object.entries(child).filter(([field]) => field !== 'updated_at')),
        nick_name: null,
        blood_type: 'AB',
        sibling_count: 2,
        version: 2,
      });
      expect(updated_at > child.updated_at).toBe(true);
      const emptied = (await change(child.id, { nik: null, kk_number: null }, {}, call)).json();
      expect([emptied.nik, emptied.kk_number]).toEqual([null, null]);
      expect(await door.db('children').where({ id: child.id }).first()).toMatchObject({ nik_index: null });
      const trail = await door
        .db('audit_events')
        .where({ subject_id: child.id, action: 'child.updated' })
        .orderBy('id');
      expect(trail.map((row) => row.details)).toEqual([
        {
          fields: ['nick_name', 'sibling_count', 'blood_type'],
          nick_name: { from: child.nick_name, to: null },
          sibling_count: { from: child.sibling_count, to: 2 },
          blood_type: { from: child.blood_type, to: 'AB' },
        },
        { fields: ['nik', 'kk_number'] },
      ]);
      expect(JSON.stringify(trail)).not.toContain(nik);
      for (const field of ['full_name', 'birth_city', 'birth_date']) {
        expect((await change(child.id, { [field]: null }, {}, call)).statusCode).toBe(400);
      }
      expect((await change(child.id, { parent_id: child.parent_id }, {}, call)).statusCode).toBe(400);
    },
  );

  test('when nothing new is sent, then version, trail and others stay as they were', async () => {
    const child = await makeChild(door, caller, { nik: someNik() });
    const before = door.published.length;
    for (const body of [{}, { full_name: child.full_name, nik: child.nik, gender: null }]) {
      expect((await change(child.id, body)).json()).toEqual(child);
    }
    expect(await door.db('audit_events').where({ subject_id: child.id })).toHaveLength(1);
    expect(door.published).toHaveLength(before);
  });

  test('when a name changes, then each of its registrations is published again with a higher version', async () => {
    const child = await makeChild(door, caller);
    const registration = await makeRegistration(door, caller, {}, child);
    const before = door.published.length;
    await change(child.id, { sibling_count: 3 });
    expect(publishedSince(door, before, 'registration.changed')).toEqual([]);
    await change(child.id, { full_name: 'Aisyah Nur' });
    expect(publishedSince(door, before, 'registration.changed')).toMatchObject([
      { id: registration.id, version: 2, child_name: 'Aisyah Nur', deleted: false, user_id: caller.id },
    ]);
  });

  test('when an older version is on the screen, then it is 409 stale with who, when and the present state', async () => {
    const child = await makeChild(door, caller);
    expect((await change(child.id, { nick_name: 'A' }, { 'if-match': '"1"' })).statusCode).toBe(200);
    const stale = await change(child.id, { nick_name: 'B' }, { 'if-match': '"1"' });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale']);
    expect(stale.body).toContain('Rahma Aulia');
    expect(stale.body).toContain('"nick_name":"A"');
    const gone = await door.call(deleteChild, caller, {
      params: { id: child.id },
      headers: { 'if-match': '"1"' },
    });
    expect(gone.statusCode).toBe(409);
    expect((await change(child.id, { nick_name: 'B' }, { 'if-match': 'x' })).statusCode).toBe(400);
    expect((await change(child.id, { nick_name: 'B' }, { 'if-match': '"2"' })).statusCode).toBe(200);
  });

  test('when ten changes with the same version come at once, then one wins', async () => {
    const child = await makeChild(door, caller);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_all, index) =>
        change(child.id, { nick_name: `Nama ${'abcdefghij'[index]}` }, { 'if-match': '"1"' }),
      ),
    );
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect((await door.call(getChild, caller, { params: { id: child.id } })).json().version).toBe(2);
  });

  test('when a confirmation holds a registration of the child, then child and deletion are locked', async () => {
    const child = await makeChild(door, caller);
    const { id } = await makeRegistration(door, caller, {}, child);
    await setState(door, id, { locked: true });
    expect((await door.call(getChild, caller, { params: { id: child.id } })).json().locked).toBe(true);
    for (const call of [updateChild, replaceChild, deleteChild]) {
      const answer = await change(child.id, { nick_name: 'X' }, {}, call);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'locked']);
    }
    await setState(door, id, { locked: false });
    expect((await change(child.id, { nick_name: 'X' })).statusCode).toBe(200);
  });

  test('when nothing is paid, then the child goes with its registrations, whose history and numbers stay', async () => {
    const child = await makeChild(door, caller, { nik: someNik() });
    const open = await makeRegistration(door, caller, {}, child);
    const failed = await makeRegistration(door, caller, { academic_year: '2027/2028' }, child);
    await setState(door, failed.id, { current_stage: 'failed' });
    const before = door.published.length;
    expect((await door.call(deleteChild, caller, { params: { id: child.id } })).statusCode).toBe(204);
    for (const { id, registration_number } of [open, failed]) {
      expect((await door.call(getRegistration, caller, { params: { id } })).statusCode).toBe(404);
      expect((await door.db('registrations').where({ id }).first()).deleted_at).not.toBeNull();
      expect(await door.db('registration_stages').where({ registration_id: id })).toHaveLength(1);
      const number = await door.db('registration_numbers').where({ number: registration_number }).first();
      expect(number.voided_at).not.toBeNull();
      const trail = await door.db('audit_events').where({ subject_id: id, action: 'registration.deleted' });
      expect(trail.map((row) => row.details)).toEqual([
        {
          number: registration_number,
          child_id: child.id,
          current_stage: id === failed.id ? 'failed' : 'registered',
          payment_status: 'pending',
        },
      ]);
    }
    expect(publishedSince(door, before, 'registration.changed').map((payload) => payload.deleted)).toEqual([
      true,
      true,
    ]);
    expect(await door.db('consents').where({ child_id: child.id })).toHaveLength(1);
  });

  test.each([
    { payment_status: 'paid' },
    { payment_status: 'verified' },
    { current_stage: 'obs_scheduled' },
    { current_stage: 'waiting_announcement' },
    { current_stage: 'passed' },
  ])('when a live registration is %j, then the child stays, with the reason', async (state) => {
    const child = await makeChild(door, caller);
    const { id } = await makeRegistration(door, caller, {}, child);
    const proof = fileIdOf(await upload(door, caller));
    await setState(door, id, { payment_evidence_file_id: proof, ...state });
    const answer = await door.call(deleteChild, caller, { params: { id: child.id } });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'child_registered']);
    expect(answer.json().message).toContain('pendaftarannya');
    expect((await door.call(getChild, caller, { params: { id: child.id } })).statusCode).toBe(200);
  });

  test('when a child is deleted and registered at once, then it never has a live registration without a child', async () => {
    for (let round = 0; round < 8; round += 1) {
      const child = await makeChild(door, caller);
      const body = { child_id: child.id, jenjang: 'KB', academic_year: '2026/2027' };
      const [gone, made] = await Promise.all([
        door.call(deleteChild, caller, { params: { id: child.id } }),
        door.call(createRegistration, caller, { body }),
      ]);
      expect(gone.statusCode).toBe(204);
      expect([201, 404]).toContain(made.statusCode);
    }
    const orphans = await door
      .db('registrations')
      .join('children', 'children.id', 'registrations.child_id')
      .whereNull('registrations.deleted_at')
      .whereNotNull('children.deleted_at');
    expect(orphans).toEqual([]);
  });
});
