import { createRegistration } from '@gerbang/contracts/registrations';
import { countStatements } from '@gerbang/service-kit/testing/statements';
import { type Door, openDoor } from './door.ts';
import { makeChild, registrationForm, statuses } from './families.ts';

const PER_DAY = 12;

describe('the cost and the limit of a submission', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor({ REGISTRATIONS_PER_DAY: String(PER_DAY) });
  });
  afterAll(() => door.close());

  test('when a child is registered, then that takes two statements and one commit, and with a key three more', async () => {
    const caller = await door.caller();
    const [first, second] = await Promise.all([makeChild(door, caller), makeChild(door, caller)]);
    const submit = async (id: string, headers = {}) => {
      const answer = await door.call(createRegistration, caller, { body: registrationForm(id), headers });
      expect(answer.statusCode).toBe(201);
    };
    expect(await countStatements(() => submit(first.id))).toEqual([
      'begin',
      'registration_admit',
      'registration_write',
      'commit',
    ]);
    const keyed = await countStatements(() => submit(second.id, { 'idempotency-key': 'daftar-anak-2' }));
    expect(keyed).toHaveLength(7);
  });

  test('when a family sends more registrations at once than a day may have, then just so many are made, without a gap', async () => {
    const caller = await door.caller();
    const children = await Promise.all(Array.from({ length: PER_DAY + 8 }, () => makeChild(door, caller)));
    const answers = await Promise.all(
      children.map(({ id }) =>
        door.call(createRegistration, caller, { body: registrationForm(id, { jenjang: 'SMP', kelas: '7' }) }),
      ),
    );
    expect(statuses(answers)).toEqual([
      ...Array.from({ length: PER_DAY }, () => 201),
      ...Array.from({ length: 8 }, () => 429),
    ]);
    const refused = answers.find((answer) => answer.statusCode === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(86_000);
    const numbers = await door.db('registration_numbers').where({ jenjang: 'SMP' }).orderBy('sequence');
    expect(numbers.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: PER_DAY }, (_all, at) => at + 1),
    );
  });
});
