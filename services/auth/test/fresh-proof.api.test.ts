import * as factorCalls from '@gerbang/contracts/factors';
import { createUser, deleteUser, updateUser } from '@gerbang/contracts/users';
import { generateSync } from 'otplib';
import { Authenticator } from './authenticator.ts';
import { type Door, openDoor, PASSWORD, type TestAccount } from './door.ts';

const MIDDLE = new Date((Math.floor(Date.now() / 30_000) + 0.5) * 30_000);
const STALE = Math.floor(Date.now() / 1000) - 15 * 60 - 1;

describe('proving oneself again', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());
  // In the middle of a time step, so that none ends within a test.
  beforeEach(() => door.setClock(MIDDLE));

  const prove = (user: TestAccount, body: object) => door.call(factorCalls.proveFresh, user, { body });
  const seconds = () => Math.floor(door.context.now().getTime() / 1000);

  async function withFactors(user: TestAccount) {
    const authenticator = new Authenticator();
    const options = (await door.call(factorCalls.passkeyOptions, user)).json();
    await door.call(factorCalls.addPasskey, user, { body: { credential: authenticator.create(options) } });
    const { secret } = (await door.call(factorCalls.beginTotp, user, { body: {} })).json();
    const otp = (shift = 0) => generateSync({ secret, epoch: seconds() + shift * 30 });
    await door.call(factorCalls.confirmTotp, user, { body: { otp: otp(-1) } });
    return { authenticator, otp };
  }

  test('when an account without a factor proves its password, then this session is proved for 15 minutes', async () => {
    const user = await door.account();
    const ways = await prove(user, {});
    expect([ways.statusCode, ways.json()]).toEqual([202, { kinds: ['password'] }]);
    expect(door.command(ways)).toBeNull();
    const wrong = await prove(user, { password: 'bukan-password-ini' });
    expect([wrong.statusCode, wrong.json().code, door.command(wrong)]).toEqual([422, 'wrong_password', null]);
    const right = await prove(user, { password: PASSWORD });
    expect([right.statusCode, door.command(right)]).toEqual([200, { do: 'prove' }]);
    expect(Date.parse(right.json().fresh_until) - MIDDLE.getTime()).toBe(15 * 60_000);
  });

  test('when an account has factors, then a code or a passkey proves it, each once', async () => {
    const user = await door.account();
    const { authenticator, otp } = await withFactors(user);
    const { kinds, passkey } = (await prove(user, {})).json();
    expect(kinds).toEqual(['password', 'passkey', 'otp']);
    const code = otp();
    const codes = await Promise.all([prove(user, { otp: code }), prove(user, { otp: code })]);
    expect(codes.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const answer = authenticator.get(passkey);
    const keys = await Promise.all([prove(user, { passkey: answer }), prove(user, { passkey: answer })]);
    expect(keys.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(door.command(keys.find(({ statusCode }) => statusCode === 200)!)).toEqual({ do: 'prove' });
  });

  test('when the challenge is another account’s, then it is 422', async () => {
    const [user, other] = [await door.account(), await door.account()];
    const { authenticator } = await withFactors(user);
    await withFactors(other);
    const { passkey } = (await prove(other, {})).json();
    expect((await prove(user, { passkey: authenticator.get(passkey) })).statusCode).toBe(422);
  });

  test('when five codes were wrong, then the sixth is 429; so it is with passwords, by session', async () => {
    const user = await door.account();
    await withFactors(user);
    for (const body of [{ otp: '000000' }, { password: 'bukan-password-ini' }]) {
      const statuses: number[] = [];
      for (let tries = 0; tries < 6; tries += 1) statuses.push((await prove(user, body)).statusCode);
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    }
  });

  test.each([[{ password: 'x', otp: '123456' }], [{ recovery_code: 'AAAAA-AAAAA' }], [{ otp: 123456 }]])(
    'when the body is %j, then it is 400',
    async (body) => {
      expect((await prove(await door.account(), body)).statusCode).toBe(400);
    },
  );

  test('when a limited session proves a factor that was added elsewhere, then it is a full one', async () => {
    const user = await door.account({ role: 'cs' });
    const { otp } = await withFactors(user);
    const limited = { ...user, maf: true };
    expect(door.command(await prove(limited, { password: PASSWORD }))).toEqual({ do: 'prove' });
    const full = door.command(await prove(limited, { otp: otp() }));
    expect(full).toMatchObject({ do: 'start', userId: user.id });
    expect(full).not.toHaveProperty('mustAddFactor');
  });

  test('when an administrator’s proof is old, then all but the name of others stays, none is made and none deleted', async () => {
    const admin = await door.account({ role: 'admin' });
    const user = await door.account({ role: 'cs', contact_phone: door.phone() });
    const headers = door.headers({ ...admin, fresh: STALE });
    const update = (body: object, more = {}) => door.call(updateUser, admin, { id: user.id, body, ...more });
    const before = await door.db('users').where({ id: user.id }).first();
    for (const body of [
      { role: 'finance' },
      { contact_phone: door.phone() },
      { contact_phone: null },
      { email: 'lain.sekali@contoh.id' },
      { password: 'sementara-7' },
      { name: 'Nama Baru', password: 'sementara-7' },
    ]) {
      const refused = await update(body, { headers });
      expect([body, refused.statusCode, refused.json().code]).toEqual([body, 403, 'fresh_proof_required']);
    }
    const create = { email: 'baru.sekali@contoh.id', name: 'Baru', role: 'cs', password: 'sementara-7' };
    for (const refused of [
      await door.call(createUser, admin, { body: create, headers }),
      await door.call(deleteUser, admin, { id: user.id, headers }),
    ])
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'fresh_proof_required']);
    expect(await door.db('users').where({ email: create.email })).toEqual([]);
    expect(await door.db('users').where({ id: user.id }).first()).toEqual(before);
    const same = { name: 'Nama Baru', role: 'cs', contact_phone: user.contact_phone };
    expect((await update(same, { headers })).statusCode).toBe(200);
    expect((await update({ role: 'staff_tu' })).statusCode).toBe(200);
    expect((await update({ password: 'sementara-7' })).json()).toMatchObject({ must_change_password: true });
  });
});
