import { exportStaffRegistrations, getStaffRegistration } from '@gerbang/contracts/staff-registrations';
import { payRegistration } from '@gerbang/contracts/registration-payments';
import { parseReadsQuery, readsReport } from '@gerbang/service-kit/audit/reads';
import { readsOf } from '../src/audit/reads.repository.ts';
import { type Door, openDoor } from './door.ts';
import { makeRegistration, proofForm } from './families.ts';
import { photo } from './file-samples.ts';
import { read, uploaded } from './upload-calls.ts';

describe('whose data an account saw', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('when an account and a time are given, then each of its readings is listed with the family, and no other', async () => {
    const [one, two, three] = [
      await door.caller('wali_murid', 'Siti'),
      await door.caller(),
      await door.caller(),
    ];
    const [seen, proof, other] = [
      await makeRegistration(door, one),
      await makeRegistration(door, two),
      await makeRegistration(door, three),
    ];
    const link = await uploaded(door, two, await photo('jpeg'));
    await door.call(payRegistration, two, { params: { id: proof.id }, body: proofForm(link) });
    const [suspect, colleague] = [await door.caller('cs', 'Dewi'), await door.caller('cs', 'Rina')];
    const from = new Date(Date.now() - 1000);
    await door.call(getStaffRegistration, suspect, { params: { id: seen.id } });
    await read(door, suspect, link);
    await door.call(exportStaffRegistrations, suspect);
    await door.call(getStaffRegistration, colleague, { params: { id: other.id } });
    await door.db('audit_events').insert({
      id: '019a0000-0000-7000-8000-00000000aaaa',
      at: new Date(Date.now() - 86_400_000),
      action: 'registration.read',
      actor_id: suspect.id,
      actor_role: 'cs',
      subject_id: other.id,
    });

    const reads = await readsOf(door.db, { user: suspect.id, from, to: new Date(Date.now() + 1000) });
    expect(reads.map(({ action, family }) => [action, family?.user_id ?? null])).toEqual([
      ['registration.read', one.id],
      ['file.read', two.id],
      ['registration.exported', null],
    ]);
    expect(reads[0]).toMatchObject({ family: { name: 'Siti' }, what: expect.stringContaining('NIK') });
    expect(reads[2]?.what).toBe('a list of 3 registrations, without personal numbers');
    const report = readsReport('admission', reads);
    expect(report.split('\n')[0]).toBe('admission: 3 readings, 2 families');
    expect(report).toContain(`family\t${one.id}\tSiti\t+62811`);
  });

  test('when the question is not whole, or no moment, then it is said how to ask', () => {
    const user = '019a0000-0000-7000-8000-000000000001';
    expect(parseReadsQuery(['--user', user, '--from', '2026-11-20', '--to', '2026-11-20'])).toEqual({
      user,
      from: new Date('2026-11-19T17:00:00.000Z'),
      to: new Date('2026-11-20T16:59:59.999Z'),
    });
    expect(() => parseReadsQuery(['--user', 'x', '--from', '2026-11-20', '--to', '2026-11-21'])).toThrow(
      'Needs --user',
    );
    expect(() => parseReadsQuery(['--user', user, '--from', 'kemarin', '--to', '2026-11-21'])).toThrow(
      'is no moment',
    );
  });
});
