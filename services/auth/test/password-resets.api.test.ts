import { runs } from '@gerbang/domain/testing/runs';
import * as accountCalls from '@gerbang/contracts/accounts';
import * as resetCalls from '@gerbang/contracts/password-resets';
import { alone } from '@gerbang/service-kit/testing/alone';
import { type Door, openDoor, PASSWORD } from './door.ts';
import { expectSameWork } from './timing.ts';

const { forgotPassword, verifyResetToken, resetPassword } = resetCalls;
const CALLS = { forgotPassword, verifyResetToken, resetPassword };
const NEW = 'mangga-manis-sekali';
const INVALID = 'Kode OTP tidak valid atau sudah kadaluarsa';
const SENT = { success: true, message: 'Jika email terdaftar, kode reset telah dikirim via WhatsApp' };

describe('forgotten password', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const forgot = (email: string, ip?: string) =>
    door.call(resetCalls.forgotPassword, 'anon', { body: { email }, ip: ip ?? door.address() });
  const verify = (email: string, otp: string) =>
    door.call(resetCalls.verifyResetToken, 'anon', { body: { email, otp }, ip: door.address() });
  const reset = (email: string, otp: string, newPassword = NEW) =>
    door.call(resetCalls.resetPassword, 'anon', { body: { email, otp, newPassword }, ip: door.address() });
  const login = (identifier: string, password: string) =>
    door.call(accountCalls.login, 'anon', { body: { identifier, password }, ip: door.address() });
  /** Makes earlier requests older. */
  const age = (interval: string) =>
    door.db.raw(`update password_reset_codes set created_at = created_at - ?::interval`, [interval]);
  const other = (code: string) => (code === '000000' ? '000001' : '000000');

  async function withCode() {
    const user = await door.account({ contact_phone: door.phone() });
    expect((await forgot(user.email)).json()).toEqual(SENT);
    return { user, code: door.codeFor(user.contact_phone) };
  }

  test('when a code is requested, then it goes to the account’s phone, expires in ten minutes, and resets once', async () => {
    const { user, code } = await withCode();
    expect(code).toMatch(/^\d{6}$/);
    expect((await verify(user.email, code)).json()).toMatchObject({ isValid: true });
    const [row] = await door.db('outbox_events').orderBy('id', 'desc').limit(1);
    expect(row).toMatchObject({ type: 'message.requested', topic: 'message.requested/code' });
    expect(row.request_id).toMatch(/^[\w-]{8,64}$/);
    const response = await reset(user.email, code);
    expect(response.json()).toMatchObject({ success: true });
    expect(door.command(response)).toEqual({ do: 'revoke', userId: user.id, epoch: 1 });
    expect((await login(user.email, PASSWORD)).statusCode).toBe(401);
    expect((await login(user.email, NEW)).statusCode).toBe(200);
    const again = await reset(user.email, code, 'durian-runtuh-dua');
    expect(again.json()).toEqual({ success: false, message: INVALID });
    expect(again.headers['x-gerbang-session']).toBeUndefined();
  });

  test('when the e-mail is unknown, then response, rows and outbox are as for a known one, without a recipient', async () => {
    const before = door.published.length;
    expect((await forgot('tidak-ada@contoh.id')).json()).toEqual(SENT);
    const [event] = door.published.slice(before);
    expect(event).toMatchObject({
      type: 'message.requested',
      payload: { kind: 'reset_code', to: null, priority: 'code' },
    });
    const code = (event as { payload: { params: { code: string } } } | undefined)?.payload.params.code ?? '';
    expect((await verify('tidak-ada@contoh.id', code)).json()).toEqual({ isValid: false, message: INVALID });
    expect((await reset('tidak-ada@contoh.id', code)).json()).toEqual({ success: false, message: INVALID });
  });

  test('when codes for known and unknown e-mails are requested, then both cost the same statements', async () => {
    const user = await door.account({ contact_phone: door.phone() });
    await expectSameWork(
      () => forgot(user.email),
      () => forgot('belum-ada@contoh.id'),
    );
  });

  test('when five codes were wrong, then the right one is refused too', async () => {
    const { user, code } = await withCode();
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await verify(user.email, other(code))).json()).toEqual({ isValid: false, message: INVALID });
    }
    expect((await verify(user.email, code)).json().isValid).toBe(false);
    expect((await reset(user.email, code)).json().success).toBe(false);
    expect((await login(user.email, PASSWORD)).statusCode).toBe(200);
  });

  test('when four codes were wrong and the fifth is right, then it can be verified and then used', async () => {
    const { user, code } = await withCode();
    for (let tries = 0; tries < 4; tries += 1) await verify(user.email, other(code));
    expect((await verify(user.email, code)).json().isValid).toBe(true);
    expect((await reset(user.email, code)).json().success).toBe(true);
  });

  test.each([
    ['9 minutes 55 seconds', true],
    ['10 minutes 1 second', false],
  ])('when the code is %s old, then it counts: %s', async (interval, counts) => {
    const { user, code } = await withCode();
    await door.db.raw(
      `update password_reset_codes set created_at = created_at - ?::interval, expires_at = expires_at - ?::interval where user_id = ?`,
      [interval, interval, user.id],
    );
    expect((await reset(user.email, code)).json().success).toBe(counts);
  });

  test('when wrong guesses come all at once, then five are compared', async () => {
    const { user, code } = await withCode();
    const guesses = Array.from({ length: runs(1000, { plain: 200 }) }, () => verify(user.email, other(code)));
    const responses = await Promise.all(guesses);
    expect(responses.filter((response) => response.statusCode >= 500 && response.statusCode !== 503)).toEqual(
      [],
    );
    const row = await door.db('password_reset_codes').where({ user_id: user.id }).first();
    const guard = await door.db('password_reset_guards').where({ account_key: user.id }).first();
    expect([row.attempts, guard.wrong]).toEqual([5, 5]);
  });

  test('when 50 resets with the right code come at once, then one wins and its password counts', async () => {
    const { user, code } = await withCode();
    const passwords = Array.from({ length: 50 }, (_, index) => `kata-sandi-nomor-${index}`);
    const responses = await Promise.all(passwords.map((password) => reset(user.email, code, password)));
    const winners = passwords.filter((_, index) => responses[index]?.json().success === true);
    expect(winners).toHaveLength(1);
    expect((await login(user.email, winners[0] ?? '')).statusCode).toBe(200);
    expect(
      await door.db('audit_events').where({ subject_id: user.id, action: 'password.reset' }),
    ).toHaveLength(1);
  });

  test('when the new password is weak, then the right code stays valid and a wrong one reveals nothing', async () => {
    const { user, code } = await withCode();
    for (const [weak, status] of [
      ['pendek', 400],
      ['password1', 422],
      [user.email, 422],
      [user.contact_phone ?? '', 422],
      [user.name ?? '', 422],
    ] as const) {
      expect([weak, (await reset(user.email, code, weak)).statusCode]).toEqual([weak, status]);
    }
    const guess = await reset(user.email, other(code), user.contact_phone ?? '');
    expect([guess.statusCode, guess.json()]).toEqual([200, { success: false, message: INVALID }]);
    expect((await reset(user.email, code)).json().success).toBe(true);
  });

  test('when a second code is requested, then the first is void', async () => {
    const { user, code } = await withCode();
    await age('61 seconds');
    await forgot(user.email);
    const second = door.codeFor(user.contact_phone);
    if (second !== code) expect((await verify(user.email, code)).json().isValid).toBe(false);
    expect((await verify(user.email, second)).json().isValid).toBe(true);
  });

  test('when codes are requested again and again, then 1 a minute, 3 an hour and 5 a day are sent, with the same response', async () => {
    const user = await door.account({ contact_phone: door.phone() });
    const sent = () => door.published.filter((event) => event.payload.to === user.contact_phone).length;
    const responses = await Promise.all(Array.from({ length: 6 }, () => forgot(user.email)));
    expect(new Set(responses.map((response) => response.body)).size).toBe(1);
    expect(await door.db('password_reset_codes').where({ user_id: user.id })).toHaveLength(1);
    const first = door.codeFor(user.contact_phone);
    expect((await verify(user.email, first)).json().isValid).toBe(true);
    for (let times = 0; times < 4; times += 1) {
      await age('61 seconds');
      expect((await forgot(user.email)).json()).toEqual(SENT);
    }
    expect(sent()).toBe(3);
    for (let times = 0; times < 4; times += 1) {
      await age('61 minutes');
      expect((await forgot(user.email)).json()).toEqual(SENT);
    }
    expect(sent()).toBe(5);
    await age('1 day');
    await forgot(user.email);
    expect(sent()).toBe(6);
  });

  test('when one address requests 21 codes in an hour, then it must wait, whether or not the e-mails exist', async () => {
    const ip = door.address();
    const user = await door.account();
    for (let times = 0; times < 20; times += 1)
      expect((await forgot(`a${times}@contoh.id`, ip)).statusCode).toBe(200);
    for (const email of [user.email, 'tidak-ada-2@contoh.id']) {
      const response = await forgot(email, ip);
      expect(response.statusCode).toBe(429);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(3000);
    }
    expect(await door.db('password_reset_codes').where({ user_id: user.id })).toEqual([]);
  });

  test('when 50 codes over any number of requests were wrong, then resetting is closed for a day, then open again', async () => {
    const user = await door.account({ contact_phone: door.phone() });
    for (let codes = 0; codes < 10; codes += 1) {
      await age('6 hours');
      await forgot(user.email);
      const code = door.codeFor(user.contact_phone);
      for (let tries = 0; tries < 5; tries += 1) await verify(user.email, other(code));
    }
    const sent = door.published.length;
    await age('6 hours');
    expect((await forgot(user.email)).json()).toEqual(SENT);
    expect(door.published.length).toBe(sent);
    expect((await login(user.email, PASSWORD)).statusCode).toBe(200);
    await door.db.raw(`update password_reset_guards set closed_until = now() - interval '1 second'`);
    await forgot(user.email);
    const code = door.codeFor(user.contact_phone);
    expect((await verify(user.email, other(code))).json().isValid).toBe(false);
    expect((await reset(user.email, code)).json().success).toBe(true);
    expect(await door.db('password_reset_guards').where({ account_key: user.id })).toEqual([]);
  });

  test('when a password is reset, then every session ends by command and by event, with a notice without a code', async () => {
    const { user, code } = await withCode();
    const before = door.published.length;
    await reset(user.email, code);
    const events = door.published.slice(before);
    expect(events).toContainEqual({ type: 'sessions.revoked', payload: { userId: user.id, epoch: 1 } });
    const notice = events.find((event) => event.type === 'message.requested');
    expect(notice?.payload).toMatchObject({ kind: 'password_changed', to: user.contact_phone });
    expect(JSON.stringify(notice)).not.toMatch(alone(code));
    expect((await door.call(accountCalls.getUser, { ...user })).json().must_change_password).toBe(false);
  });

  test('when an account is slowed down, then its owner gets back in by a reset', async () => {
    const { user, code } = await withCode();
    for (let tries = 0; tries < 6; tries += 1) await login(user.email, 'salah-sekali');
    expect((await login(user.email, PASSWORD)).statusCode).toBe(429);
    await reset(user.email, code);
    expect((await login(user.email, NEW)).statusCode).toBe(200);
  });

  test('when a code is made and used, then it is readable neither in the database nor in the logs', async () => {
    const { user, code } = await withCode();
    await verify(user.email, other(code));
    await reset(user.email, code);
    const tables = await door
      .db('information_schema.tables')
      .where({ table_schema: 'public', table_type: 'BASE TABLE' })
      .pluck('table_name');
    expect(tables.length).toBeGreaterThan(6);
    for (const table of tables) {
      const rows = await door.db.raw('select t::text as text from ?? t', [table]);
      for (const { text } of rows.rows as Array<{ text: string }>) {
        expect(text).not.toMatch(alone(code));
      }
    }
    expect(door.logged()).not.toMatch(alone(code));
    expect(door.logged()).not.toContain(NEW);
    expect(door.logged()).not.toContain(PASSWORD);
    expect(door.logged()).not.toContain(user.email);
  });

  test.each<[keyof typeof CALLS, object, string, string | undefined]>([
    ['forgotPassword', { email: 'x' }, 'email', 'Email tidak valid'],
    ['verifyResetToken', { email: 'a@b.id', otp: '12345' }, 'otp', 'Kode OTP harus berupa 6 digit angka'],
    [
      'verifyResetToken',
      { email: 'a@b.id', otp: '１２３４５６' },
      'otp',
      'Kode OTP harus berupa 6 digit angka',
    ],
    ['verifyResetToken', { email: 'a@b.id', otp: 123456 }, 'otp', 'Kode OTP harus berupa 6 digit angka'],
    [
      'resetPassword',
      { email: 'a@b.id', otp: '123456', newPassword: 'pendek' },
      'newPassword',
      'Kata sandi minimal 8 karakter',
    ],
    [
      'resetPassword',
      { email: 'a@b.id', otp: '123456', newPassword: NEW, confirmPassword: NEW },
      'confirmPassword',
      undefined,
    ],
  ])('when %s gets %j, then the refusal names %s', async (name, body, path, message) => {
    const response = await door.call(CALLS[name], 'anon', { body });
    expect(response.statusCode).toBe(400);
    if (message) expect(response.json().issues).toContainEqual({ path, message });
  });
});
