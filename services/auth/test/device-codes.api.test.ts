import * as accountCalls from '@gerbang/contracts/accounts';
import * as resetCalls from '@gerbang/contracts/password-resets';
import { uuidv7 } from 'uuidv7';
import { type Door, openDoor, PASSWORD, type TestAccount } from './door.ts';

const NEW = 'mangga-manis-sekali';

describe('reset codes on known devices', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  /** A caller at the reset's calls: with a device token, or a stranger. */
  const at = (device?: string, ip?: string) => {
    const call = (
      endpoint: (typeof resetCalls)[keyof typeof resetCalls] | typeof accountCalls.login,
      body: unknown,
    ) =>
      door.call(endpoint, 'anon', {
        body,
        ip: ip ?? door.address(),
        ...(device !== undefined && { browser: { device } }),
      });
    return {
      forgot: (email: string) => call(resetCalls.forgotPassword, { email }),
      verify: async (email: string, otp: string) =>
        (await call(resetCalls.verifyResetToken, { email, otp })).json<{ isValid: boolean }>().isValid,
      reset: async (email: string, otp: string) =>
        (await call(resetCalls.resetPassword, { email, otp, newPassword: NEW })).json<{ success: boolean }>()
          .success,
      login: async (email: string, password: string) =>
        (await call(accountCalls.login, { identifier: email, password })).statusCode,
    };
  };
  const stranger = at();
  /** An account and the token of a browser in which it logged in. */
  async function known() {
    const user = await door.account({ contact_phone: door.phone() });
    return { user, device: door.context.devices.afterLogin(undefined, user.id) };
  }
  const sentTo = (user: TestAccount) =>
    door.published.filter(
      ({ payload }) => payload.to === user.contact_phone && payload.kind === 'reset_code',
    );
  const other = (code: string) => (code === '000000' ? '000001' : '000000');
  const age = (user: TestAccount, interval: string) =>
    door.db.raw('update password_reset_codes set created_at = created_at - ?::interval where user_id = ?', [
      interval,
      user.id,
    ]);

  test('when strangers have used up requests and tries of an account, then its known device gets a code and resets', async () => {
    const { user, device } = await known();
    for (let day = 0; day < 5; day += 1) {
      await stranger.forgot(user.email);
      const code = door.codeFor(user.contact_phone);
      for (let tries = 0; tries < 5; tries += 1) await stranger.verify(user.email, other(code));
      await age(user, '61 minutes');
    }
    const before = sentTo(user).length;
    await stranger.forgot(user.email);
    expect(sentTo(user)).toHaveLength(before);
    const owner = at(device);
    await owner.forgot(user.email);
    expect(sentTo(user)).toHaveLength(before + 1);
    const code = door.codeFor(user.contact_phone);
    expect(await owner.verify(user.email, code)).toBe(true);
    expect(await owner.reset(user.email, code)).toBe(true);
    expect(await owner.login(user.email, NEW)).toBe(200);
  });

  test('when wrong codes of strangers have closed the reset for a day, then the known device still resets', async () => {
    const { user, device } = await known();
    await door.db('password_reset_guards').insert({
      account_key: user.id,
      wrong: 50,
      closed_until: new Date(Date.now() + 3_600_000),
    });
    await at(device).forgot(user.email);
    expect(await at(device).reset(user.email, door.codeFor(user.contact_phone))).toBe(true);
  });

  test('when a stranger asks for a code after the owner, or guesses at the owner’s, then the owner’s stays good', async () => {
    const { user, device } = await known();
    await at(device).forgot(user.email);
    const code = door.codeFor(user.contact_phone);
    await stranger.forgot(user.email);
    for (let tries = 0; tries < 6; tries += 1) await stranger.verify(user.email, other(code));
    // Seen over a shoulder, it is worth nothing elsewhere.
    expect(await stranger.verify(user.email, code)).toBe(false);
    expect(await at(device).reset(user.email, code)).toBe(true);
  });

  test('when the address has used up its requests, then the known device behind it gets a code', async () => {
    const { user, device } = await known();
    const ip = door.address();
    for (let asked = 0; asked < 20; asked += 1) await at(undefined, ip).forgot(`tetangga${asked}@contoh.id`);
    expect((await at(undefined, ip).forgot(user.email)).statusCode).toBe(429);
    expect((await at(device, ip).forgot(user.email)).statusCode).toBe(200);
    expect(sentTo(user)).toHaveLength(1);
  });

  test('when a known device asks too often, then it gets one code a minute, three an hour and five a day, and strangers theirs', async () => {
    const { user, device } = await known();
    const sent = [];
    for (const wait of [
      '0',
      '61 seconds',
      '61 seconds',
      '61 seconds',
      '1 hour',
      '61 seconds',
      '1 hour',
      '1 day',
    ]) {
      await age(user, wait);
      await at(device).forgot(user.email);
      await at(device).forgot(user.email);
      sent.push(sentTo(user).length);
    }
    expect(sent).toEqual([1, 2, 3, 3, 4, 5, 5, 6]);
    await stranger.forgot(user.email);
    expect(sentTo(user)).toHaveLength(7);
  });

  test('when someone made many devices of an account, then together they get 15 codes a day, and 50 wrong codes make them strangers', async () => {
    const { user, device } = await known();
    const devices = Array.from({ length: 16 }, () => door.context.devices.afterLogin(undefined, user.id));
    for (const one of devices) await at(one).forgot(user.email);
    expect(sentTo(user)).toHaveLength(15);
    for (const one of devices)
      for (let tries = 0; tries < 5; tries += 1) await at(one).verify(user.email, '000000');
    const guard = await door
      .db('password_reset_guards')
      .where({ account_key: `${user.id}:devices` })
      .first();
    expect(guard).toMatchObject({ wrong: 50, closed_until: expect.any(Date) });
    expect(await door.db('password_reset_guards').where({ account_key: user.id })).toEqual([]);
    // The stranger's budget is still there, and now theirs too.
    await at(device).forgot(user.email);
    expect(await at(device).reset(user.email, door.codeFor(user.contact_phone))).toBe(true);
  });

  test('when a reset succeeds, then no other code of the account is good, of strangers or devices', async () => {
    const { user, device } = await known();
    const second = door.context.devices.afterLogin(undefined, user.id);
    const codes: Array<[ReturnType<typeof at>, string]> = [];
    for (const caller of [stranger, at(second), at(device)]) {
      await caller.forgot(user.email);
      codes.push([caller, door.codeFor(user.contact_phone)]);
    }
    const [last] = codes.splice(2);
    expect(await last?.[0].reset(user.email, last[1])).toBe(true);
    for (const [caller, code] of codes) expect(await caller.reset(user.email, code)).toBe(false);
  });

  test('when the token is of another account, then the codes are the stranger’s', async () => {
    const [{ user }, { device: foreign }] = [await known(), await known()];
    await stranger.forgot(user.email);
    await at(foreign).forgot(user.email);
    expect(sentTo(user)).toHaveLength(1);
    expect(await at(foreign).verify(user.email, door.codeFor(user.contact_phone))).toBe(true);
  });

  test('when 200 requests of strangers and tries of the owner come at once, then none of the owner’s fails', async () => {
    const { user, device } = await known();
    const owner = at(device);
    await owner.forgot(user.email);
    const code = door.codeFor(user.contact_phone);
    const flood = Array.from({ length: 200 }, (_, index) =>
      index % 2 === 0 ? stranger.forgot(user.email) : stranger.verify(user.email, other(code)),
    );
    const tries: boolean[] = [];
    for (let turn = 0; turn < 5; turn += 1) tries.push(await owner.verify(user.email, code));
    await Promise.all(flood);
    // On a busy machine all of the flood may have been refused; one more, within the minute of a code that was sent, is not.
    await stranger.forgot(user.email);
    expect(tries).toEqual([true, true, true, true, true]);
    expect(await owner.reset(user.email, code)).toBe(true);
    expect(sentTo(user)).toHaveLength(2);
  });

  test('when the device waits after wrong passwords and resets, then it can log in at once', async () => {
    const { user, device } = await known();
    const owner = at(device);
    for (let tries = 0; tries < 5; tries += 1) await owner.login(user.email, 'salah-sekali');
    expect(await owner.login(user.email, PASSWORD)).toBe(429);
    await owner.forgot(user.email);
    expect(await owner.reset(user.email, door.codeFor(user.contact_phone))).toBe(true);
    expect(await owner.login(user.email, NEW)).toBe(200);
  });

  test('when an unknown account is asked for with a token, then it is as without one', async () => {
    const { device } = await known();
    const email = `${uuidv7()}@contoh.id`;
    expect((await at(device).forgot(email)).json()).toEqual((await stranger.forgot(email)).json());
    expect(await at(device).verify(email, '123456')).toBe(false);
  });
});
