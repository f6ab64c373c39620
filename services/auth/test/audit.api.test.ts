import * as passwordCalls from '@gerbang/contracts/passwords';
import * as userCalls from '@gerbang/contracts/users';
import { listAccountAudit } from '@gerbang/contracts/audit';
import { type Door, openDoor, PASSWORD, type TestAccount } from './door.ts';

describe("looking up auth's audit trail", () => {
  let door: Door;
  let admin: TestAccount;
  let target: TestAccount;
  beforeAll(async () => {
    door = await openDoor();
    admin = await door.account({ role: 'admin' });
    target = await door.account({ role: 'cs' });
    await door.call(userCalls.updateUser, admin, { id: target.id, body: { role: 'finance' } });
    await door.call(passwordCalls.changePassword, target, {
      body: { currentPassword: PASSWORD, newPassword: 'payung-biru-laut' },
    });
    await door.call(userCalls.deleteUser, admin, { id: target.id });
  });
  afterAll(() => door.close());
  const lookUp = (query: string, who = admin) => door.call(listAccountAudit, who, { query });
  const actions = async (query: string) =>
    (await lookUp(query)).json().map((row: { action: string }) => row.action);

  test('when an account’s rows are asked for, then each names actor, action and address, newest first', async () => {
    const response = await lookUp(`limit=10&subject_id=${target.id}`);
    expect(response.headers['x-total-count']).toBe('3');
    expect(response.json()[2]).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      action: 'user.updated',
      actor: { id: admin.id, name: admin.name, role: 'admin' },
      subject_id: target.id,
      subject: { name: target.name, number: null, family_id: null },
      details: { fields: ['role'], role: { from: 'cs', to: 'finance' } },
      request_id: expect.any(String),
      address: '203.0.113.7',
    });
    expect(await actions(`subject_id=${target.id}`)).toEqual([
      'user.deleted',
      'password.changed',
      'user.updated',
    ]);
  });

  test('when person, kind of action and day are given, then only rows that match all of them are listed', async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta' }).format(new Date());
    expect(await actions(`actor_id=${admin.id}&action=user&from=${today}`)).toEqual([
      'user.deleted',
      'user.updated',
    ]);
    expect(await actions(`actor_id=${target.id}`)).toEqual(['password.changed']);
    expect(await actions(`actor_id=${admin.id}&to=2020-01-01`)).toEqual([]);
  });

  test.each(['actor_id=x', 'action=A', 'to=2026-02-30', 'x=1'])(
    'when the query is %s, then 400',
    async (query) => {
      expect((await lookUp(query)).statusCode).toBe(400);
    },
  );
});
