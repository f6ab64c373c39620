import { type Door, openDoor, PASSWORD, type TestAccount } from './door.ts';

describe("looking things up in auth's trail", () => {
  let door: Door;
  let admin: TestAccount;
  let target: TestAccount;
  beforeAll(async () => {
    door = await openDoor();
    admin = await door.account({ role: 'admin' });
    target = await door.account({ role: 'cs' });
    await door.call('A11', admin, { id: target.id, body: { role: 'finance' } });
    await door.call('A05', target, { body: { currentPassword: PASSWORD, newPassword: 'payung-biru-laut' } });
    await door.call('A12', admin, { id: target.id });
  });
  afterAll(() => door.close());
  const look = (query: string, who = admin) => door.call('A13', who, { query });
  const actions = async (query: string) =>
    (await look(query)).json().map((row: { action: string }) => row.action);

  test('when an account’s rows are asked for, then they say who did what to it, from where, newest first', async () => {
    const answer = await look(`limit=10&subject_id=${target.id}`);
    expect(answer.headers['x-total-count']).toBe('3');
    expect(answer.json()[2]).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      action: 'user.updated',
      actor: { id: admin.id, name: admin.name, role: 'admin' },
      subject_id: target.id,
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

  test('when person, kind of action and day are given, then only what fits all of them is there', async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta' }).format(new Date());
    expect(await actions(`actor_id=${admin.id}&action=user&from=${today}`)).toEqual([
      'user.deleted',
      'user.updated',
    ]);
    expect(await actions(`actor_id=${target.id}`)).toEqual(['password.changed']);
    expect(await actions(`actor_id=${admin.id}&to=2020-01-01`)).toEqual([]);
  });

  test.each(['actor_id=x', 'action=A', 'to=2026-02-30', 'x=1'])(
    'B when the query is %s, then 400',
    async (query) => {
      expect((await look(query)).statusCode).toBe(400);
    },
  );
});
