import { deleteRegistration, updateRegistration } from '@gerbang/contracts/registrations';
import { listStageHistory } from '@gerbang/contracts/registration-stages';
import { payRegistration } from '@gerbang/contracts/registration-payments';
import { fileIdOf } from '@gerbang/contracts/files';
import { type Caller, type Door, useDoor } from './door.ts';
import {
  makeChild,
  makeRegistration,
  proofForm,
  publishedSince,
  setState,
  statuses,
  upload,
} from './families.ts';

describe('changing a registration', () => {
  let door: Door;
  let caller: Caller;
  useDoor(async (opened) => {
    door = opened;
    caller = await door.caller('wali_murid', 'Rahma Aulia');
  });
  const change = (id: string, body: unknown, headers: Record<string, string> = {}) =>
    door.call(updateRegistration, caller, { params: { id }, body, headers });

  test('when some fields are sent, then only those change, and null empties them', async () => {
    const made = await makeRegistration(door, caller, { nisn: '0012345678', previous_school: 'TK Melati' });
    const before = door.published.length;
    const answer = await change(made.id, { nisn: null, uniform_size: 'XL', information: 'a\r\nb' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      ...made,
      nisn: null,
      uniform_size: 'XL',
      information: 'a\nb',
      version: 2,
      updated_at: expect.any(String),
    });
    expect(door.published).toHaveLength(before);
    expect((await change(made.id, { uniform_size: 'XL' })).json().version).toBe(2);
    expect((await change(made.id, {})).json().version).toBe(2);
    for (const field of ['child_id', 'jenjang', 'academic_year']) {
      expect((await change(made.id, { [field]: null })).statusCode).toBe(400);
    }
    expect((await change(made.id, { payment_status: 'paid' })).statusCode).toBe(400);
    expect((await change(made.id, { version: 2 })).statusCode).toBe(400);
  });

  test('when the level changes unpaid, then fee and number are new and the old number is void for ever', async () => {
    const made = await makeRegistration(door, caller);
    const before = door.published.length;
    const answer = (await change(made.id, { jenjang: 'TK', kelas: 'TK B' })).json();
    expect(answer).toMatchObject({ jenjang: 'TK', kelas: 'TK B', payment_amount: 350_000 });
    expect(answer.registration_number).toMatch(/^PSB-2026-TK-\d{5}$/);
    expect(publishedSince(door, before, 'registration.changed')).toMatchObject([
      { version: 2, jenjang: 'TK', kelas: 'TK B', registration_number: answer.registration_number },
    ]);
    const back = (await change(made.id, { jenjang: 'SD', kelas: '2' })).json();
    expect(back.payment_amount).toBe(550_000);
    expect(back.registration_number).not.toBe(made.registration_number);
    const numbers = await door
      .db('registration_numbers')
      .where({ registration_id: made.id })
      .orderBy('issued_at');
    expect(numbers.map((row) => [row.number, row.voided_at === null])).toEqual([
      [made.registration_number, false],
      [answer.registration_number, false],
      [back.registration_number, true],
    ]);
    const trail = await door
      .db('audit_events')
      .where({ subject_id: made.id, action: 'registration.updated' });
    expect(trail[0]?.details).toMatchObject({
      jenjang: { from: 'SD', to: 'TK' },
      fee: { from: 550_000, to: 350_000 },
    });
  });

  test('when the year changes, then the number is that year’s; a class alone keeps the number', async () => {
    const made = await makeRegistration(door, caller);
    const year = (await change(made.id, { academic_year: '2028/2029' })).json();
    expect(year.registration_number).toMatch(/^PSB-2028-SD-/);
    const kelas = (await change(made.id, { kelas: '3' })).json();
    expect([kelas.kelas, kelas.registration_number]).toEqual(['3', year.registration_number]);
  });

  test.each([
    [{ jenjang: 'KB' }, 200, null],
    [{ jenjang: 'TK' }, 400, 'kelas'],
    [{ jenjang: 'SMP', kelas: '1' }, 422, 'kelas'],
    [{ jenjang: 'KB', kelas: '1' }, 422, 'kelas'],
    [{ kelas: null }, 400, 'kelas'],
    [{ kelas: '9' }, 422, 'kelas'],
    [{ academic_year: '2031/2032' }, 422, 'academic_year'],
  ])('when SD class 1 is changed to %j, then it is %i', async (body, status, path) => {
    const made = await makeRegistration(door, caller);
    const answer = await change(made.id, body);
    expect(answer.statusCode).toBe(status);
    if (path) expect(answer.json().issues[0].path).toBe(path);
    else expect(answer.json()).toMatchObject({ jenjang: 'KB', kelas: null, payment_amount: 350_000 });
  });

  test('when the child changes, then it must be own and free, and the history goes with it', async () => {
    const made = await makeRegistration(door, caller);
    const sister = await makeChild(door, caller, { full_name: 'Zahra' });
    const answer = await change(made.id, { child_id: sister.id });
    expect(answer.json()).toMatchObject({
      child_id: sister.id,
      child: { full_name: 'Zahra' },
      registration_number: made.registration_number,
    });
    const history = (await door.call(listStageHistory, caller, { params: { id: made.id } })).json();
    expect(history.map((row: { child_id: string }) => row.child_id)).toEqual([sister.id]);
    const theirs = await makeChild(door, await door.caller());
    expect((await change(made.id, { child_id: theirs.id })).statusCode).toBe(404);
    const busy = await makeRegistration(door, caller);
    const taken = await change(busy.id, { child_id: sister.id });
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'already_registered']);
  });

  test.each([{ payment_status: 'paid' }, { payment_status: 'rejected' }, { payment_status: 'verified' }])(
    'when the payment is %j, then child, level, class and year are frozen; the same value may be sent',
    async (state) => {
      const made = await makeRegistration(door, caller);
      const sister = await makeChild(door, caller);
      await setState(door, made.id, {
        payment_evidence_file_id: fileIdOf(await upload(door, caller)),
        ...state,
      });
      const frozen = [
        { child_id: sister.id },
        { jenjang: 'TK', kelas: 'TK A' },
        { kelas: '2' },
        { academic_year: '2027/2028' },
      ];
      for (const body of frozen) {
        const answer = await change(made.id, body);
        expect([answer.statusCode, answer.json().code]).toEqual([409, 'frozen']);
      }
      const { child_id, jenjang, kelas, academic_year } = made;
      const same = await change(made.id, { child_id, jenjang, kelas, academic_year, previous_grade: 'TK B' });
      expect([same.statusCode, same.json().previous_grade]).toEqual([200, 'TK B']);
    },
  );

  test('when the fee was taken back after a stage and its proof cleared, then the fields stay frozen', async () => {
    const made = await makeRegistration(door, caller);
    await setState(door, made.id, { current_stage: 'obs_scheduled' });
    expect((await change(made.id, { kelas: '2' })).json().code).toBe('frozen');
  });

  test('when a confirmation holds it, then change, deletion and proof are locked', async () => {
    const made = await makeRegistration(door, caller);
    await setState(door, made.id, { locked: true });
    const proof = { params: { id: made.id }, body: proofForm(await upload(door, caller)) };
    for (const answer of [
      await change(made.id, { nisn: '0000000001' }),
      await door.call(deleteRegistration, caller, { params: { id: made.id } }),
      await door.call(payRegistration, caller, proof),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'locked']);
    }
  });

  test('when an older version is on the screen, then change, deletion and proof are 409 stale', async () => {
    const made = await makeRegistration(door, caller);
    await change(made.id, { nisn: '0000000001' });
    const headers = { 'if-match': '"1"' };
    const body = proofForm(await upload(door, caller));
    for (const answer of [
      await change(made.id, { nisn: '0000000002' }, headers),
      await door.call(deleteRegistration, caller, { params: { id: made.id }, headers }),
      await door.call(payRegistration, caller, { params: { id: made.id }, headers, body }),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'stale']);
      expect(answer.body).toContain('Rahma Aulia');
      expect(answer.body).toContain('"nisn":"0000000001"');
    }
  });

  test('when ten levels are chosen at once with one version, then one wins and no number is lost', async () => {
    const made = await makeRegistration(door, caller);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_all, index) =>
        change(made.id, { jenjang: 'SMP', kelas: String(7 + (index % 3)) }, { 'if-match': '"1"' }),
      ),
    );
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const counter = await door
      .db('registration_counters')
      .where({ jenjang: 'SMP', academic_year: '2026/2027' });
    const numbers = await door
      .db('registration_numbers')
      .where({ jenjang: 'SMP', academic_year: '2026/2027' });
    expect(numbers).toHaveLength(counter[0].last);
  });

  test.each([
    ['registered', 'pending', 204],
    ['registered', 'rejected', 204],
    ['registered', 'paid', 409],
    ['registered', 'verified', 409],
    ['obs_scheduled', 'pending', 409],
    ['obs_scheduled', 'verified', 409],
    ['passed', 'verified', 409],
    ['failed', 'rejected', 409],
  ])(
    'when stage %s and payment %s are deleted, then it is %i',
    async (current_stage, payment_status, status) => {
      const made = await makeRegistration(door, caller);
      const payment_evidence_file_id = fileIdOf(await upload(door, caller));
      await setState(door, made.id, { payment_evidence_file_id, current_stage, payment_status });
      const before = door.published.length;
      const answer = await door.call(deleteRegistration, caller, { params: { id: made.id } });
      expect(answer.statusCode).toBe(status);
      const row = await door.db('registrations').where({ id: made.id }).first();
      if (status === 409) {
        expect(answer.json().code).toBe('registration_in_progress');
        expect(row.deleted_at).toBeNull();
        return;
      }
      expect(row).toMatchObject({ payment_evidence_file_id });
      expect(row.deleted_at).not.toBeNull();
      const number = await door
        .db('registration_numbers')
        .where({ number: made.registration_number })
        .first();
      expect(number.voided_at).not.toBeNull();
      expect(publishedSince(door, before, 'registration.changed')).toMatchObject([
        { deleted: true, version: 2 },
      ]);
      expect((await door.call(deleteRegistration, caller, { params: { id: made.id } })).statusCode).toBe(404);
      const next = await makeRegistration(door, caller);
      expect(next.registration_number).not.toBe(made.registration_number);
    },
  );
});
