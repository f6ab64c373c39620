import {
  createConfirmation,
  listConfirmations,
  listStaffConfirmations,
} from '@gerbang/contracts/enrollment-confirmations';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { eventBatches } from '../src/events/handlers.ts';
import { type Door, openDoor } from './door.ts';
import { confirmationForm } from './enrollments.ts';
import { type Copy, copyOfRegistration as copy } from './registration-copies.ts';

describe('the copy of registrations', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const tell = (payload: Copy) =>
    door.database.transaction((trx) =>
      eventBatches()['registration.changed']!(trx, [
        { payload, meta: { id: uuidv7(), version: payload.version, requestId: undefined } },
      ]),
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
    const confirm = () => door.call(createConfirmation, family, { body: confirmationForm(one) });
    expect((await confirm()).json().code).toBe('not_passed');
    await tell({ ...one, version: 2, current_stage: 'passed' });
    expect((await confirm()).statusCode).toBe(201);
    await tell({ ...one, version: 3, current_stage: 'passed', deleted: true });
    expect((await door.call(listConfirmations, family)).json()).toEqual([]);
    expect((await confirm()).statusCode).toBe(404);
  });

  test('when a registration has a confirmation, then staff find it by the names that it has now; without one it is not kept for the search', async () => {
    const family = await door.caller();
    const staff = await door.caller('finance');
    const one = copy({ user_id: family.id, current_stage: 'passed', child_name: 'Wulandari Lama' });
    await tell(one);
    const searched = () => door.db('registration_search').where({ registration_id: one.id });
    expect(await searched()).toEqual([]);
    await door.call(createConfirmation, family, { body: confirmationForm(one) });
    const find = async (name: string) =>
      (await door.call(listStaffConfirmations, staff, { query: `search=${name}` })).json().length;
    expect([await find('wulandari'), await find('lama')]).toEqual([1, 1]);
    await tell({ ...one, version: 2, child_name: 'Wulandari Baru' });
    expect([await find('wulandari'), await find('lama'), await find('baru')]).toEqual([1, 0, 1]);
    expect(await searched()).toHaveLength(1);
  });
});
