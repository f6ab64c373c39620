import * as accountCalls from '@gerbang/contracts/accounts';
import { readLoginHealth } from '@gerbang/contracts/operations';
import { type Door, openDoor, PASSWORD } from './door.ts';
import { until } from '@gerbang/service-kit/testing/until';

describe('the logins of staff by day', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('when staff and a family log in, rightly and wrongly, then staff alone are counted, today last', async () => {
    const it = await door.account({ role: 'it' });
    const family = await door.account();
    const read = async () => (await door.call(readLoginHealth, it)).json();
    const before = await read();
    const logIn = (identifier: string, password: string) =>
      door.call(accountCalls.login, 'anon', { body: { identifier, password } });
    await logIn(it.email, PASSWORD);
    await logIn(it.email, 'salah-sekali');
    await logIn(family.email, PASSWORD);
    await logIn(family.email, 'salah-sekali');
    // A wrong password is noted after its response.
    let after = await read();
    await until(async () => {
      after = await read();
      return after.failed[6] !== before.failed[6];
    });
    expect(after).toEqual({
      since: before.since,
      started: [...before.started.slice(0, 6), before.started[6] + 1],
      failed: [...before.failed.slice(0, 6), before.failed[6] + 1],
    });
    expect(after.started).toHaveLength(7);
  });
});
