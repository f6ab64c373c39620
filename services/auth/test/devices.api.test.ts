import * as accountCalls from '@gerbang/contracts/accounts';
import * as passwordCalls from '@gerbang/contracts/passwords';
import { DeviceTokens } from '../src/account-record/device-tokens.ts';
import { type Door, openDoor, PASSWORD, type TestAccount } from './door.ts';
import { expectSameWork } from './timing.ts';

const WRONG = 'salah-sekali';

describe('known devices at the login', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const login = (user: TestAccount, options: { password?: string; device?: string; ip?: string } = {}) =>
    door.call(accountCalls.login, 'anon', {
      body: { identifier: user.email, password: options.password ?? PASSWORD },
      ip: options.ip ?? door.address(),
      ...(options.device !== undefined && { browser: { device: options.device } }),
    });
  const statusOf = async (...given: Parameters<typeof login>) => (await login(...given)).statusCode;
  /** Logs in once; returns the token that the browser keeps. */
  const deviceOf = async (user: TestAccount, device?: string) =>
    door.deviceIn(await login(user, { ...(device !== undefined && { device }) }));
  /** Wrong passwords from browsers without a token, until the account is blocked for them. */
  async function block(user: TestAccount): Promise<void> {
    for (let tries = 0; tries < 5; tries += 1) await login(user, { password: WRONG });
    expect(await statusOf(user, { password: WRONG })).toBe(429);
  }

  test('when a stranger has blocked an account, then its owner logs in from the known device, and the stranger still waits', async () => {
    const user = await door.account();
    const device = await deviceOf(user);
    await block(user);
    expect(await statusOf(user)).toBe(429);
    expect(await statusOf(user, { device })).toBe(200);
    expect(await statusOf(user)).toBe(429);
  });

  test('when the address has used up its failures, then the known device behind it still gets in', async () => {
    const user = await door.account();
    const device = await deviceOf(user);
    const ip = door.address();
    for (let tries = 0; tries < 30; tries += 1) {
      await door.call(accountCalls.login, 'anon', {
        body: { identifier: `tetangga${tries}@contoh.id`, password: WRONG },
        ip,
      });
    }
    expect(await statusOf(user, { ip })).toBe(429);
    expect(await statusOf(user, { ip, device })).toBe(200);
  });

  test('when a known device guesses, then it alone waits: not strangers, another device, or its address', async () => {
    const user = await door.account();
    const [one, other] = [await deviceOf(user), await deviceOf(user)];
    const ip = door.address();
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await statusOf(user, { password: WRONG, device: one, ip })).toBe(401);
    }
    const refused = await login(user, { device: one, ip });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await statusOf(user, { device: other })).toBe(200);
    expect(await statusOf(user)).toBe(200);
    expect(await door.db('throttles').where({ kind: 'address', key: ip })).toEqual([]);
  });

  test('when a known device logs in after four wrong tries, then it has five again', async () => {
    const user = await door.account();
    const device = await deviceOf(user);
    for (let round = 0; round < 2; round += 1) {
      for (let tries = 0; tries < 4; tries += 1) await login(user, { password: WRONG, device });
      expect(await statusOf(user, { device })).toBe(200);
    }
  });

  test('when the token is another account’s, then it gives nothing', async () => {
    const [user, thief] = [await door.account(), await door.account()];
    const device = await deviceOf(thief);
    await block(user);
    expect(await statusOf(user, { device })).toBe(429);
    expect(await statusOf(user, { password: WRONG, device })).toBe(429);
  });

  test('when the token is forged, cut, doubled, mixed or of another key, then it gives nothing and is no error', async () => {
    const [user, other] = [await door.account(), await door.account()];
    const device = await deviceOf(user);
    const bytes = Buffer.from(device, 'base64url');
    const flipped = Buffer.from(bytes);
    flipped[0] = (flipped[0] ?? 0) ^ 1;
    const elsewhere = await openDoor();
    const foreign = elsewhere.context.devices.afterLogin(undefined, user.id);
    await elsewhere.close();
    const theirs = Buffer.from(await deviceOf(other), 'base64url');
    const bad = [
      '',
      'x',
      flipped.toString('base64url'),
      bytes.subarray(0, -1).toString('base64url'),
      bytes.subarray(1).toString('base64url'),
      bytes.subarray(-32).toString('base64url'),
      device + device,
      Buffer.concat([bytes, bytes]).toString('base64url'),
      Buffer.concat([bytes.subarray(0, -32), theirs]).toString('base64url'),
      foreign,
      'A'.repeat(512),
    ];
    await block(user);
    for (const token of bad) expect([token, await statusOf(user, { device: token })]).toEqual([token, 429]);
    expect(await statusOf(user, { device })).toBe(200);
  });

  test('when a token is 180 days old, then the device is unknown, and a login makes it known again', async () => {
    const user = await door.account();
    const past = new Date(Date.now() - 180 * 24 * 3600 * 1000 - 1);
    const old = new DeviceTokens(door.context.config.CODE_KEY, () => past).afterLogin(undefined, user.id);
    expect(door.context.devices.deviceOf(old, user.id)).toBeUndefined();
    await block(user);
    expect(await statusOf(user, { device: old })).toBe(429);
  });

  test('when a browser with a token tries others’ e-mails, known and unknown, then both cost the same', async () => {
    const device = await deviceOf(await door.account());
    const user = await door.account();
    await expectSameWork(
      () => login(user, { password: WRONG, device }),
      () => login({ ...user, email: 'tidak-ada@contoh.id' }, { password: WRONG, device }),
    );
  });

  test('when six accounts share a phone, then the five that came last are known, and each counts for itself', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => door.account()));
    let device: string | undefined;
    for (const user of users) device = await deviceOf(user, device);
    const { devices } = door.context;
    const ids = users.map((user) => devices.deviceOf(device, user.id));
    expect(ids.map((id) => id !== undefined)).toEqual([false, true, true, true, true, true]);
    expect(new Set(ids).size).toBe(6);
    const [, second, third] = users as [TestAccount, TestAccount, TestAccount];
    for (let tries = 0; tries < 5; tries += 1) await login(second, { password: WRONG, device: device ?? '' });
    expect(await statusOf(second, { device: device ?? '' })).toBe(429);
    expect(await statusOf(third, { device: device ?? '' })).toBe(200);
    // A repeat keeps the id, under which its failures count.
    expect(devices.deviceOf(await deviceOf(third, device), third.id)).toBe(
      devices.deviceOf(device, third.id),
    );
  });

  test('when 40 guesses of strangers and the owner’s logins come at once, then five are compared and every login succeeds', async () => {
    const user = await door.account();
    const device = await deviceOf(user);
    const strangers = Promise.all(Array.from({ length: 40 }, () => statusOf(user, { password: WRONG })));
    const logins: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) logins.push(await statusOf(user, { device }));
    expect(logins).toEqual([200, 200, 200, 200, 200]);
    expect((await strangers).filter((status) => status === 401).length).toBeLessThanOrEqual(5);
  });

  test('when 40 guesses of a known device come at once, then five are compared', async () => {
    const user = await door.account();
    const device = await deviceOf(user);
    const guesses = await Promise.all(
      Array.from({ length: 40 }, () => statusOf(user, { password: WRONG, device })),
    );
    // A busy machine refuses some of them with 503 instead of making them wait.
    expect(guesses.filter((status) => status === 401).length).toBeLessThanOrEqual(5);
    expect(guesses.filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
    expect(await statusOf(user)).toBe(200);
  });

  test('when the known devices of an account have guessed 100 times, then they count as strangers', async () => {
    const user = await door.account();
    const devices = await Promise.all(
      Array.from({ length: 26 }, async () => door.context.devices.afterLogin(undefined, user.id)),
    );
    let compared = 0;
    for (const device of devices) {
      for (let tries = 0; tries < 4; tries += 1) {
        if ((await statusOf(user, { password: WRONG, device })) === 401) compared += 1;
      }
    }
    // 100 as devices, four as strangers.
    expect(compared).toBe(104);
    expect(await statusOf(user, { password: WRONG, device: devices.at(-1) ?? '' })).toBe(401);
    expect(await statusOf(user, { device: devices.at(-1) ?? '' })).toBe(429);
  });

  test('when people log in, guess and wait, then the figures tell known devices, new ones, wrong passwords and waits', async () => {
    const figures = async () => {
      const lines = (await door.metrics.text())
        .split('\n')
        .filter((line) => line.startsWith('logins_total{'));
      return Object.fromEntries(
        lines.map((line) => [/outcome="(\w+)"/u.exec(line)?.[1], Number(line.split(' ').at(-1))]),
      ) as Record<string, number>;
    };
    const before = await figures();
    const user = await door.account();
    const device = await deviceOf(user);
    await login(user, { device });
    await block(user);
    const after = await figures();
    const rise = Object.entries(after).map(([outcome, count]) => [outcome, count - (before[outcome] ?? 0)]);
    expect(Object.fromEntries(rise)).toEqual({ known_device: 1, new_device: 1, wrong: 5, blocked: 1 });
  });

  test('when an account is registered or changes its password, then its browser is known', async () => {
    const phone = door.phone();
    const body = { name: 'Ibu Baru', email: 'ibu.baru@contoh.id', phone, password: PASSWORD };
    const registered = await door.call(accountCalls.register, 'anon', { body, ip: door.address() });
    const user = registered.json<TestAccount>();
    const device = door.deviceIn(registered);
    const changed = await door.call(passwordCalls.changePassword, user, {
      body: { currentPassword: PASSWORD, newPassword: 'mangga-manis-sekali' },
      browser: { device },
    });
    const { devices } = door.context;
    expect(devices.deviceOf(door.deviceIn(changed), user.id)).toBe(devices.deviceOf(device, user.id));
  });
});
