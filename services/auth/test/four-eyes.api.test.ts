import * as factorCalls from '@gerbang/contracts/factors';
import { readEyes } from '@gerbang/contracts/internal-calls';
import * as passwordCalls from '@gerbang/contracts/passwords';
import { createUser, updateUser } from '@gerbang/contracts/users';
import { Authenticator } from './authenticator.ts';
import { PASSWORD, type TestAccount } from './door.ts';
import { type NumberDesk, openNumberDesk } from './number-desk.ts';

const NEW_PASSWORD = 'jerapah-tiga-puluh';

/** What makes an account no second person to what `first` did. */
const FAULTS = [
  ['was made a minute ago', 'eyes_young'],
  ['got its role a minute ago', 'eyes_young'],
  ['got another number a minute ago', 'eyes_young'],
  ['changed its password a minute ago', 'eyes_young'],
  ['was made by the first long ago', 'eyes_tied'],
  ['got its password from the first long ago', 'eyes_tied'],
  ['made the first a minute ago', 'eyes_tied'],
] as const;

describe('a second person', () => {
  let desk: NumberDesk;
  beforeAll(async () => {
    desk = await openNumberDesk();
  });
  afterAll(() => desk.door.close());

  const age = (user: TestAccount) =>
    desk.door
      .db('users')
      .where({ id: user.id })
      .update({ hands_at: new Date(Date.now() - 25 * 3_600_000) });
  const update = (actor: TestAccount, user: TestAccount, body: object) =>
    desk.door.call(updateUser, actor, { id: user.id, body });

  async function made(actor: TestAccount, role: TestAccount['role'] = 'admin'): Promise<TestAccount> {
    const email = `${desk.door.phone().slice(1)}@contoh.id`;
    const body = { email, name: 'Buatan', role, password: 'sementara-7', contact_phone: null };
    const response = await desk.door.call(createUser, actor, { body });
    return response.json();
  }

  /** An administrator with the fault towards the other one. */
  async function pair(fault: (typeof FAULTS)[number][0] | null) {
    const { door, admin } = desk;
    const first = await door.account({ role: 'admin' });
    let second = await door.account({ role: 'admin', contact_phone: door.phone() });
    if (fault === 'was made a minute ago') second = await made(admin);
    if (fault === 'got its role a minute ago') {
      second = await door.account({ role: 'cs' });
      second = (await update(admin, second, { role: 'admin' })).json();
    }
    if (fault === 'got another number a minute ago')
      await update(admin, second, { contact_phone: door.phone() });
    if (fault === 'changed its password a minute ago') {
      const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
      expect((await door.call(passwordCalls.changePassword, second, { body })).statusCode).toBe(200);
    }
    if (fault === 'was made by the first long ago') second = await made(first);
    if (fault === 'got its password from the first long ago') {
      expect((await update(admin, second, { password: 'sementara-8' })).statusCode).toBe(409);
      expect((await update(first, second, { password: 'sementara-7' })).statusCode).toBe(200);
    }
    if (fault?.endsWith('long ago')) await age(second);
    return { first: fault === 'made the first a minute ago' ? await made(second) : first, second };
  }

  async function withFactor() {
    const { door } = desk;
    const user = await door.account({ role: 'admin' });
    const options = (await door.call(factorCalls.passkeyOptions, user)).json();
    const credential = new Authenticator().create(options);
    await door.call(factorCalls.addPasskey, user, { body: { credential } });
    return user;
  }
  const clear = (actor: TestAccount, target: TestAccount) =>
    desk.door.call(factorCalls.clearFactors, actor, { id: target.id, body: { reason: 'Ponsel hilang' } });

  /** Every door of this service at which two people are needed, as what the second one gets: status and code. */
  const doors: Readonly<
    Record<string, (first: TestAccount, second: TestAccount) => Promise<[number, string | undefined]>>
  > = {
    async 'an administrator’s factors'(first, second) {
      const target = await withFactor();
      expect((await clear(first, target)).statusCode).toBe(202);
      const response = await clear(second, target);
      const left = await desk.door.db('factors').where({ user_id: target.id });
      expect(left).toHaveLength(response.statusCode === 204 ? 0 : 1);
      return response.statusCode === 204 ? [200, undefined] : [response.statusCode, response.json().code];
    },
    async 'a lost number'(first, second) {
      const { id } = (await desk.open(await desk.family(), {}, first)).json();
      const response = await desk.decide(id, second);
      expect((await desk.request(id)).status).toBe(response.statusCode === 200 ? 'approved' : 'open');
      return [response.statusCode, response.json().code];
    },
    async 'other services'(first, second) {
      const response = await desk.door.app.inject({
        method: 'POST',
        url: readEyes.path,
        headers: { authorization: `Bearer ${desk.door.internalKey}` },
        payload: { second: second.id, firsts: [first.id] },
      });
      const { refusal } = response.json();
      return refusal === null ? [200, undefined] : [403, refusal];
    },
  };
  const cells = Object.keys(doors).flatMap((at) => FAULTS.map(([fault, code]) => [at, fault, code] as const));

  test.each(cells)('when at %s the second account %s, then it is 403 %s', async (at, fault, code) => {
    const { first, second } = await pair(fault);
    expect(await doors[at]?.(first, second)).toEqual([403, code]);
  });

  test.each(Object.keys(doors))(
    'when at %s both accounts are old and unrelated, then it goes on',
    async (at) => {
      const { first, second } = await pair(null);
      expect(await doors[at]?.(first, second)).toEqual([200, undefined]);
    },
  );

  test('when an account is a day old and its owner has set the password since staff did, then it counts', async () => {
    const { first, second } = await pair(null);
    expect((await update(desk.admin, second, { password: 'sementara-8' })).statusCode).toBe(409);
    expect((await update(first, second, { password: 'sementara-7' })).statusCode).toBe(200);
    const body = { currentPassword: 'sementara-7', newPassword: NEW_PASSWORD };
    expect((await desk.door.call(passwordCalls.changePassword, second, { body })).statusCode).toBe(200);
    await age(second);
    expect(await doors['a lost number']?.(first, second)).toEqual([200, undefined]);
  });

  test('when many ask for the same at once, then one old account decides and no new one does', async () => {
    const { first, second } = await pair(null);
    const young = await made(desk.admin);
    const { id } = (await desk.open(await desk.family(), {}, first)).json();
    const answers = await Promise.all(
      [young, second, first, young, second].map((one) => desk.decide(id, one)),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    const decided = answers.flatMap(({ statusCode }, at) => (statusCode === 200 ? [at] : []));
    expect([[1], [4]]).toContainEqual(decided);
    // Later ones read that it is decided.
    expect(statuses.filter((status) => ![200, 403, 409].includes(status))).toEqual([]);
    expect(await desk.trail({ ...second, id: (await desk.request(id)).user_id })).toEqual([
      'number_request.opened',
      'number_request.approved',
    ]);
  });

  test('when an administrator’s role is lowered, then the factors still take two people for a day', async () => {
    const { admin, second, door } = desk;
    const target = await withFactor();
    expect((await update(admin, target, { role: 'cs' })).statusCode).toBe(200);
    expect((await clear(admin, target)).statusCode).toBe(202);
    expect(await door.db('factors').where({ user_id: target.id })).toHaveLength(1);
    expect((await clear(second, target)).statusCode).toBe(204);
    const later = await withFactor();
    await update(admin, later, { role: 'cs' });
    await door
      .db('users')
      .where({ id: later.id })
      .update({ was_admin_at: new Date(Date.now() - 25 * 3_600_000) });
    expect((await clear(admin, later)).statusCode).toBe(204);
  });
});
