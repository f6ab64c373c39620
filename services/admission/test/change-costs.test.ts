import { leave } from '@gerbang/contracts/withdrawals';
import { countStatements } from '@gerbang/service-kit/testing/statements';
import { uuidv7 } from 'uuidv7';
import { correct, readable } from './corrections.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeRegistration } from './families.ts';

describe('the cost of a change', () => {
  let door: Door;
  let family: Caller;
  beforeAll(async () => {
    door = await openDoor();
    family = await door.caller();
  });
  afterAll(() => door.close());

  const costOf = async (work: () => Promise<{ readonly statusCode: number }>) => {
    const sent = await countStatements(async () => expect((await work()).statusCode).toBeLessThan(300));
    return {
      statements: sent.length,
      updates: sent.filter((text) => /update "?registrations/u.test(text)).length,
      outbox: sent.filter((text) => text.includes('insert into outbox_events')).length,
    };
  };

  test('when a name is corrected, then copies, message and trail cost one statement, and the registration is written once', async () => {
    const staff = await door.caller('cs');
    const { id } = await makeRegistration(door, family);
    const { version } = await readable(door, staff, id);
    const cost = await costOf(() =>
      correct(door, staff, id, { changes: { full_name: 'Muhammad Faruq' }, version }),
    );
    expect(cost).toEqual({ statements: 15, updates: 1, outbox: 1 });
  });

  test('when a family leaves, then stage, copies, message and trail take two statements', async () => {
    const { id } = await makeRegistration(door, family);
    const cost = await costOf(() =>
      door.call(leave, family, {
        params: { id },
        body: { reason_code: 'moving', confirm: true },
        headers: { 'idempotency-key': uuidv7() },
      }),
    );
    expect(cost).toEqual({ statements: 17, updates: 1, outbox: 1 });
  });
});
