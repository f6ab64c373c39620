import type { EventPayload } from '@gerbang/contracts/events';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/events/handlers.ts';
import { type Door, openDoor } from './door.ts';
import { confirmationForm } from './enrollments.ts';

type Copy = EventPayload<'registration.changed'>;

describe('the copy of registrations', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const copy = (change: Partial<Copy> = {}): Copy => ({
    id: uuidv7(),
    version: 1,
    deleted: false,
    user_id: uuidv7(),
    parent_id: uuidv7(),
    child_id: uuidv7(),
    child_name: 'Aisyah',
    child_nick_name: null,
    child_gender: null,
    father_name: null,
    mother_name: null,
    father_phone: null,
    mother_phone: null,
    contact_phone: null,
    login_phone: null,
    registration_number: 'PSB-2026-SD-00001',
    jenjang: 'SD',
    kelas: '1',
    academic_year: '2026/2027',
    current_stage: 'waiting_announcement',
    payment_status: 'verified',
    ...change,
  });
  const tell = (payload: Copy) =>
    door.database.transaction((trx) =>
      eventHandlers(door.context)['registration.changed']!(trx, payload, {
        id: uuidv7(),
        version: payload.version,
        requestId: undefined,
      }),
    );
  const kept = async (id: string) => {
    const { search_text: _made, ...row } = await door.db('registrations').where({ id }).first();
    return row;
  };

  test('when events come late, twice or in any order, then the highest version stays', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 10 }),
        async (versions) => {
          const one = copy();
          for (const version of versions) await tell({ ...one, version, child_name: `Nama ${version}` });
          const highest = Math.max(...versions);
          expect(await kept(one.id)).toEqual({ ...one, version: highest, child_name: `Nama ${highest}` });
        },
      ),
      { numRuns: 25 },
    );
  });

  test('when the stage becomes passed, then the family may confirm; when it is deleted, then it is gone for it', async () => {
    const family = await door.caller();
    const one = copy({ user_id: family.id });
    await tell(one);
    const confirm = () => door.call('E03', family, { body: confirmationForm(one) });
    expect((await confirm()).json().code).toBe('not_passed');
    await tell({ ...one, version: 2, current_stage: 'passed' });
    expect((await confirm()).statusCode).toBe(201);
    await tell({ ...one, version: 3, current_stage: 'passed', deleted: true });
    expect((await door.call('E01', family)).json()).toEqual([]);
    expect((await confirm()).statusCode).toBe(404);
  });
});
