import * as accountCalls from '@gerbang/contracts/accounts';
import { noteEndedSessions } from '@gerbang/contracts/sessions';
import { HASH_PARAMETERS, PasswordHasher } from '../src/account-record/password-hasher.ts';
import { buildContext } from '../src/context.ts';
import { CHEAP, type Door, openDoor, PASSWORD } from './door.ts';
import { logInByLine } from './in-line.ts';
import { expectSameWork } from './timing.ts';

const WRONG = { code: 'login_failed', message: 'Email/nomor telepon atau password salah' };

describe('login', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const login = (identifier: string, password = PASSWORD, ip?: string) =>
    door.call(accountCalls.login, 'anon', { body: { identifier, password }, ip: ip ?? door.address() });

  test('when an account logs in by e-mail or by its phone in any spelling, then it gets its user and a session', async () => {
    const user = await door.account({ contact_phone: '+6281234567801' });
    for (const typed of [
      user.email,
      user.email.toUpperCase(),
      ` ${user.email} `,
      '081234567801',
      '+62 812-3456-7801',
      '6281234567801',
      '0812 3456 7801',
    ]) {
      const response = await login(typed);
      expect([typed, response.statusCode]).toEqual([typed, 200]);
      expect(response.json()).toEqual({
        id: user.id,
        name: user.name,
        email: user.email,
        role: 'wali_murid',
        contact_phone: '+6281234567801',
        phone_verified: false,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        must_change_password: false,
      });
      expect(door.command(response)).toEqual({
        do: 'start',
        userId: user.id,
        role: 'wali_murid',
        epoch: 0,
        mustChangePassword: false,
        device: expect.stringMatching(/^[\w-]+$/u),
      });
    }
  });

  test('when the account is unknown, deleted or the password wrong, then the responses are the same to the byte and none starts a session', async () => {
    const user = await door.account();
    const gone = await door.account();
    await door.db('users').where({ id: gone.id }).update({ deleted_at: new Date() });
    const responses = [
      await login('niemand@contoh.id'),
      await login('081299990000'),
      await login('bukan apa-apa'),
      await login(gone.email),
      await login(user.email, 'bukan-password-ini'),
    ];
    for (const response of responses) {
      expect(response.statusCode).toBe(401);
      expect(response.json()).toMatchObject(WRONG);
      expect(response.headers['x-gerbang-session']).toBeUndefined();
    }
    const bodies = responses.map((response) => ({ ...response.json(), requestId: '' }));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  test('when known and unknown e-mails are tried, then both cost the same hashes and statements', async () => {
    const user = await door.account();
    await expectSameWork(
      () => login(user.email, 'bukan-password-ini'),
      () => login('tidak-ada@contoh.id', 'bukan-password-ini'),
    );
  });

  test('when five passwords were wrong, then the sixth try waits, the right password too, and the wait grows to 15 minutes', async () => {
    const user = await door.account();
    for (let tries = 0; tries < 5; tries += 1)
      expect((await login(user.email, 'salah-sekali')).statusCode).toBe(401);
    for (const password of ['salah-sekali', PASSWORD]) {
      const response = await login(user.email, password);
      expect(response.statusCode).toBe(429);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    const key = door.context.guard.key(user.email);
    const lasts = door.db.raw(`extract(epoch from blocked_until - last_at)::int as seconds`);
    expect(await door.db('throttles').where({ kind: 'identifier', key }).first(lasts)).toEqual({
      seconds: 60,
    });
    const waits: number[] = [];
    for (const minutes of [1, 2, 4, 8, 15]) {
      await door.db.raw(`update throttles set blocked_until = blocked_until - make_interval(mins => ?)`, [
        minutes,
      ]);
      expect((await login(user.email, 'salah-sekali')).statusCode).toBe(401);
      waits.push(Number((await login(user.email, PASSWORD)).headers['retry-after']));
    }
    expect(waits.map((seconds) => Math.round(seconds / 60))).toEqual([2, 4, 8, 15, 15]);
    await door.db.raw(`update throttles set blocked_until = now() - interval '1 second'`);
    expect((await login(user.email)).statusCode).toBe(200);
    expect((await login(user.email, 'salah-sekali')).statusCode).toBe(401);
    expect((await login(user.email)).statusCode).toBe(200);
  });

  test('when the identifier does not exist, then it is slowed down like one that does', async () => {
    for (let tries = 0; tries < 5; tries += 1) await login('hantu@contoh.id', 'salah-sekali');
    expect((await login('HANTU@contoh.id', 'salah-sekali')).statusCode).toBe(429);
  });

  test('when 40 guesses come at once, then five are compared', async () => {
    const user = await door.account();
    const guess = { identifier: user.email, password: 'salah-sekali' };
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => logInByLine([door], guess, door.address())),
    );
    const count = (status: number) => responses.filter((response) => response.statusCode === status).length;
    expect([count(401), count(429)]).toEqual([5, 35]);
  });

  test('when one address tries many accounts, then it waits after 30 failures, and successes do not count', async () => {
    const ip = door.address();
    const user = await door.account();
    for (let tries = 0; tries < 40; tries += 1)
      expect((await login(user.email, PASSWORD, ip)).statusCode).toBe(200);
    const statuses: number[] = [];
    for (let tries = 0; tries < 40; tries += 1) {
      statuses.push((await login(`orang${tries}@contoh.id`, 'salah-sekali', ip)).statusCode);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect((await login(user.email, PASSWORD, ip)).statusCode).toBe(429);
    expect((await login(user.email, PASSWORD)).statusCode).toBe(200);
    await door.db.raw(
      `update throttles set window_started_at = window_started_at - interval '11 minutes', blocked_until = blocked_until - interval '11 minutes'`,
    );
    expect((await login(user.email, PASSWORD, ip)).statusCode).toBe(200);
    expect((await login('orang-lain@contoh.id', 'salah-sekali', ip)).statusCode).toBe(401);
  });

  test('when all tries of one address come at once, then about 30 are compared', async () => {
    const ip = door.address();
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        logInByLine([door], { identifier: `ramai${index}@contoh.id`, password: 'salah-sekali' }, ip),
      ),
    );
    const statuses = responses.map((response) => response.statusCode);
    // A very busy machine tells some to come again later instead, before their password was compared.
    expect(statuses.filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(32);
  });

  test.each([
    [{ identifier: '', password: 'x' }, 'identifier', 'Email atau nomor telepon harus diisi'],
    [{ identifier: 'a@b.id', password: '' }, 'password', 'Password harus diisi'],
    [{ identifier: 'a@b\u0007.id', password: 'x' }, 'identifier', 'Berisi karakter yang tidak didukung'],
    [{ identifier: 5, password: 'x' }, 'identifier', 'Email atau nomor telepon harus diisi'],
  ])('when the login form is filled in as %j, then the field is named', async (body, path, message) => {
    const response = await door.call(accountCalls.login, 'anon', { body });
    expect(response.statusCode).toBe(400);
    expect(response.json().issues).toContainEqual({ path, message });
  });

  test('when a user reads their user object or logs out, then the user comes from the database and the logout ends the session', async () => {
    const user = await door.account();
    expect((await door.call(accountCalls.getUser, user)).json()).toMatchObject({
      id: user.id,
      must_change_password: false,
    });
    expect((await door.call(accountCalls.getUser, 'anon')).statusCode).toBe(401);
    const out = await door.call(accountCalls.logout, user);
    expect([out.statusCode, out.json(), door.command(out)]).toEqual([200, {}, { do: 'end' }]);
    expect((await door.call(accountCalls.logout, 'anon')).statusCode).toBe(200);
    await door.db('users').where({ id: user.id }).update({ deleted_at: new Date() });
    expect((await door.call(accountCalls.getUser, user)).statusCode).toBe(401);
  });

  test('when staff log in, fail and log out, then the trail has each with its address; of a family it keeps nothing', async () => {
    const [staff, family] = [await door.account({ role: 'cs' }), await door.account()];
    for (const user of [staff, family]) {
      expect((await login(user.email, 'salah-sekali-9', '198.51.100.7')).statusCode).toBe(401);
      expect((await login(user.email)).statusCode).toBe(200);
      expect((await door.call(accountCalls.logout, user)).statusCode).toBe(200);
      expect((await door.call(noteEndedSessions, user)).statusCode).toBe(204);
    }
    expect((await door.call(noteEndedSessions, 'anon')).statusCode).toBe(401);
    expect((await door.call(accountCalls.logout, 'anon')).statusCode).toBe(200);
    const trail = () =>
      door
        .db('audit_events')
        .where('action', 'like', 'session.%')
        .orderBy('id')
        .select('action', 'actor_id', 'address');
    const rows = await trail();
    expect(rows.map((row) => String(row.action)).toSorted()).toEqual([
      'session.ended',
      'session.ended',
      'session.failed',
      'session.started',
    ]);
    expect(rows.every((row) => row.actor_id === staff.id && row.address !== null)).toBe(true);
    expect(rows.find((row) => row.action === 'session.failed')?.address).toBe('198.51.100.7');
  });
});

describe('hashes with the parameters of production', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor({}, { hashParameters: HASH_PARAMETERS });
  });
  afterAll(() => door.close());

  const login = (identifier: string) =>
    door.call(accountCalls.login, 'anon', { body: { identifier, password: PASSWORD }, ip: door.address() });

  test('when nothing is said of the parameters, then a context has them', async () => {
    const { config, database, common, log } = door.context;
    const context = await buildContext(config, database, common, log);
    expect(await context.hasher.hash(PASSWORD)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
    await context.line.close();
  });

  test('when a password is stored, then it is argon2id with 19 MiB, two passes and one lane', async () => {
    const user = await door.account();
    const row = await door.db('users').where({ id: user.id }).first();
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$/);
  });

  test('when 60 people log in at once, then all of them get in and memory stays bounded', async () => {
    const users = await Promise.all(Array.from({ length: 60 }, () => door.account()));
    const before = process.memoryUsage.rss();
    const responses = await Promise.all(
      users.map(({ email }) =>
        logInByLine([door], { identifier: email, password: PASSWORD }, door.address()),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(users.map(() => 200));
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
  });

  test('when a hash was made with other parameters, then a login makes it again', async () => {
    const user = await door.account();
    const weaker = await PasswordHasher.create(door.pepper, 1, CHEAP);
    const old = await weaker.hash(PASSWORD);
    expect(old).toContain('m=1024,t=1,p=1');
    await door.db('users').where({ id: user.id }).update({ password_hash: old });
    expect((await login(user.email)).statusCode).toBe(200);
    const row = await door.db('users').where({ id: user.id }).first();
    expect(row.password_hash).toContain('m=19456,t=2,p=1');
    expect((await login(user.email)).statusCode).toBe(200);
  });
});
