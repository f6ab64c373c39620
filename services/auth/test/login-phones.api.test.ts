import * as accountCalls from '@gerbang/contracts/accounts';
import * as resetCalls from '@gerbang/contracts/password-resets';
import * as userCalls from '@gerbang/contracts/users';
import { type Door, openDoor, PASSWORD } from './door.ts';
import { replayAccounts } from '../src/account-record/account-events.ts';

describe('login by the verified number of the profile', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const post = (path: string, body: unknown, authorization = `Bearer ${door.internalKey}`) =>
    door.app.inject({
      method: 'POST',
      url: `/internal/login-phones/${path}`,
      headers: { authorization, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
  const claim = (userId: string, phone: string, version = 1) => post('claim', { userId, phone, version });
  const release = (userId: string, version: number) => post('release', { userId, version });
  const logIn = async (identifier: string) =>
    (
      await door.call(accountCalls.login, 'anon', {
        body: { identifier, password: PASSWORD },
        ip: door.address(),
      })
    ).statusCode;
  const versionOf = async (id: string) => (await door.db('users').where({ id }).first()).version as number;
  const trail = (subject_id: string) => door.db('audit_events').where({ subject_id }).pluck('action');

  test('when a number is claimed, then it logs in beside the account’s own number, in any spelling; twice changes nothing', async () => {
    const phone = door.phone();
    const user = await door.account({ contact_phone: door.phone() });
    expect(await logIn(phone)).toBe(401);
    expect((await claim(user.id, phone)).statusCode).toBe(200);
    expect((await claim(user.id, phone)).statusCode).toBe(200);
    expect([await logIn(phone), await logIn(`0${phone.slice(3)}`)]).toEqual([200, 200]);
    expect([await logIn(user.contact_phone!), await logIn(user.email)]).toEqual([200, 200]);
    expect(await trail(user.id)).toEqual(['login_phone.claimed']);
    expect(await versionOf(user.id)).toBe(2);
    const publishedOf = door.published.filter((event) => event.payload.id === user.id);
    // Messages go to the account's number, not to the profile's.
    expect(publishedOf.map((event) => [event.type, event.payload.phone, event.payload.version])).toEqual([
      ['account.changed', user.contact_phone, 2],
    ]);
  });

  test('when another account has the number, then 409 phone_taken, be it the account’s or its profile’s number', async () => {
    const [own, second] = [door.phone(), door.phone()];
    const owner = await door.account({ contact_phone: own, phone_verified_at: new Date() });
    await claim(owner.id, second);
    const other = await door.account();
    for (const phone of [own, second]) {
      const response = await claim(other.id, phone);
      expect([response.statusCode, response.json().code, response.json().message]).toEqual([
        409,
        'phone_taken',
        'Nomor ini sudah digunakan akun lain',
      ]);
    }
    expect(await trail(other.id)).toEqual([]);
    expect((await claim(owner.id, own, 2)).statusCode).toBe(200);
  });

  test('when a claimed number is registered or given by an administrator, then 409', async () => {
    const phone = door.phone();
    await claim((await door.account()).id, phone);
    const admin = await door.account({ role: 'admin' });
    const person = { name: 'Baru', password: 'payung-biru-laut' };
    const responses = [
      await door.call(accountCalls.register, 'anon', {
        body: { ...person, email: 'baru1@contoh.id', phone },
      }),
      await door.call(userCalls.createUser, admin, {
        body: { ...person, email: 'baru2@contoh.id', role: 'cs', contact_phone: phone },
      }),
      await door.call(userCalls.updateUser, admin, {
        id: (await door.account()).id,
        body: { contact_phone: phone },
      }),
    ];
    expect(responses.map((response) => [response.statusCode, response.json().code])).toEqual(
      Array.from({ length: 3 }, () => [409, 'phone_taken']),
    );
  });

  test('when the profile has moved on, then the release counts in whatever order calls arrive', async () => {
    const user = await door.account();
    const [first, second] = [door.phone(), door.phone()];
    await claim(user.id, first, 3);
    expect((await release(user.id, 3)).statusCode).toBe(200);
    expect(await logIn(first)).toBe(200);
    expect((await release(user.id, 4)).statusCode).toBe(200);
    expect(await logIn(first)).toBe(401);
    const late = await claim(user.id, first, 3);
    expect([late.statusCode, late.json().code]).toEqual([409, 'stale']);
    expect((await claim(user.id, second, 5)).statusCode).toBe(200);
    await release(user.id, 4);
    expect(await logIn(second)).toBe(200);
    // Another number replaces the previous one.
    expect((await claim(user.id, first, 6)).statusCode).toBe(200);
    expect([await logIn(first), await logIn(second)]).toEqual([200, 401]);
    expect(await trail(user.id)).toEqual([
      'login_phone.claimed',
      'login_phone.released',
      'login_phone.claimed',
      'login_phone.claimed',
    ]);
  });

  test('when the account is deleted, then its numbers are free and it can claim none', async () => {
    const phone = door.phone();
    const user = await door.account({ contact_phone: door.phone() });
    await claim(user.id, phone);
    const admin = await door.account({ role: 'admin' });
    expect((await door.call(userCalls.deleteUser, admin, { id: user.id })).statusCode).toBe(204);
    expect(await logIn(phone)).toBe(401);
    expect((await claim(user.id, phone, 9)).statusCode).toBe(404);
    expect((await release(user.id, 9)).statusCode).toBe(200);
    const next = await door.account();
    expect((await claim(next.id, phone)).statusCode).toBe(200);
    expect(await logIn(phone)).toBe(200);
    const last = door.published.findLast((event) => event.payload.id === user.id);
    expect(last?.payload).toMatchObject({ active: false, phone: null });
  });

  test('when twenty accounts claim one number at once, then one has it', async () => {
    const phone = door.phone();
    const users = await Promise.all(Array.from({ length: 20 }, () => door.account()));
    const responses = await Promise.all(users.map((user) => claim(user.id, phone)));
    const codes = responses.map((response) => response.statusCode).toSorted((a, b) => a - b);
    expect(codes).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(await door.db('login_phones').where({ phone })).toHaveLength(1);
  });

  test('when a claim races with a registration of the same number, then the claim has it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const phone = door.phone();
      const user = await door.account();
      const body = { name: 'Baru', phone, email: `balap-${round}@contoh.id`, password: 'payung-biru-laut' };
      const [claimed, registered] = await Promise.all([
        claim(user.id, phone),
        door.call(accountCalls.register, 'anon', { body, ip: door.address() }),
      ]);
      // The claim is proved by a code: a registration that came first loses the number.
      expect(claimed.statusCode).toBe(200);
      expect([201, 409]).toContain(registered.statusCode);
      const { rows } = await door.db.raw(
        `select (select count(*) from users where contact_phone = ?) +
           (select count(*) from login_phones where phone = ?) as owners`,
        [phone, phone],
      );
      expect(rows[0].owners).toBe(1);
    }
  });

  test.each([
    ['none', undefined],
    ['empty', ''],
    ['a wrong one', 'Bearer x'],
    ['the key without its word', 'KEY'],
    ['another scheme', 'Basic KEY'],
  ])('when the credentials are %s, then 404 and nothing changes', async (_name, text) => {
    const user = await door.account();
    const phone = door.phone();
    for (const path of ['claim', 'release']) {
      const response = await door.app.inject({
        method: 'POST',
        url: `/internal/login-phones/${path}`,
        headers: {
          'content-type': 'application/json',
          ...door.headers(user as never),
          ...(text !== undefined && { authorization: text.replace('KEY', door.internalKey) }),
        },
        payload: JSON.stringify({ userId: user.id, phone, version: 1 }),
      });
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found']);
    }
    expect(await logIn(phone)).toBe(401);
  });

  test('when a body does not fit, then 400', async () => {
    const userId = (await door.account()).id;
    for (const body of [
      {},
      { userId, version: 1 },
      { userId, phone: '08123456789', version: 1 },
      { userId, phone: '+62215550123', version: 1 },
      { userId, phone: '+6281234567890', version: 0 },
      { userId: 'x', phone: '+6281234567890', version: 1 },
      { userId, phone: '+6281234567890', version: 1, more: 1 },
    ]) {
      expect((await post('claim', body)).statusCode).toBe(400);
    }
  });

  test('when passwords are guessed at the second number, then its failures are forgotten with a reset password', async () => {
    const phone = door.phone();
    const user = await door.account({ contact_phone: door.phone() });
    await claim(user.id, phone);
    await door.call(accountCalls.login, 'anon', { body: { identifier: phone, password: 'salah-sekali' } });
    expect(await door.db('throttles').where({ key: door.context.guard.key(phone) })).toHaveLength(1);
    await door.call(resetCalls.forgotPassword, 'anon', { body: { email: user.email } });
    const otp = door.codeFor(user.contact_phone);
    await door.call(resetCalls.resetPassword, 'anon', {
      body: { email: user.email, otp, newPassword: 'payung-biru-laut' },
    });
    expect(await door.db('throttles').where({ key: door.context.guard.key(phone) })).toEqual([]);
  });
});

describe('what is published about accounts', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const publishedOf = (id: string) =>
    door.published.filter((event) => event.type === 'account.changed' && event.payload.id === id);

  test('when an account is registered, made, changed and deleted, then each is published under a higher version', async () => {
    const phone = door.phone();
    const registered = await door.call(accountCalls.register, 'anon', {
      body: { name: 'Baru', phone, email: 'daftar@contoh.id', password: 'payung-biru-laut' },
    });
    expect(publishedOf(registered.json().id).map((event) => event.payload)).toEqual([
      {
        id: registered.json().id,
        name: 'Baru',
        role: 'wali_murid',
        phone,
        phone_verified: false,
        active: true,
        email: null,
        version: 1,
      },
    ]);
    const admin = await door.account({ role: 'admin' });
    const made = await door.call(userCalls.createUser, admin, {
      body: { email: 'staf@contoh.id', name: 'Staf', role: 'cs', password: 'abc123' },
    });
    const { id } = made.json();
    await door.call(userCalls.updateUser, admin, { id, body: { name: 'Staf Baru' } });
    await door.call(userCalls.updateUser, admin, { id, body: { name: 'Staf Baru' } });
    await door.call(userCalls.updateUser, admin, { id, body: { role: 'finance' } });
    await door.call(userCalls.deleteUser, admin, { id });
    const events = publishedOf(id).map((event) => event.payload);
    expect(events.map(({ name, role, active }) => [name, role, active])).toEqual([
      ['Staf', 'cs', true],
      ['Staf Baru', 'cs', true],
      ['Staf Baru', 'finance', true],
      ['Staf Baru', 'finance', false],
    ]);
    const versions = events.map((event) => Number(event.version));
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect(new Set(versions).size).toBe(versions.length);
  });

  test('when events are replayed, then every account is published under its current version, closed ones too', async () => {
    const admin = await door.account({ role: 'admin' });
    const closed = await door.account({ contact_phone: door.phone() });
    await door.call(userCalls.deleteUser, admin, { id: closed.id });
    door.published.length = 0;
    const count = Number((await door.db('users').count('* as n').first())?.n);
    expect(await replayAccounts(door.context)).toBe(count);
    expect(await replayAccounts(door.context)).toBe(count);
    expect(door.published).toHaveLength(2 * count);
    for (const { payload } of publishedOf(closed.id)) {
      expect(payload).toMatchObject({ active: false, phone: null, version: 2 });
    }
    const ids = await door.db('outbox_events').where({ type: 'account.changed' }).pluck('id');
    expect(new Set(ids).size).toBe(ids.length);
  });
});
