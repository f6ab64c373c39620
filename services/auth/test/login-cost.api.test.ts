import * as accountCalls from '@gerbang/contracts/accounts';
import * as factorCalls from '@gerbang/contracts/factors';
import { countStatements } from '@gerbang/service-kit/testing/statements';
import { generateSync } from 'otplib';
import { type Door, openDoor, PASSWORD, type TestAccount } from './door.ts';
import { holdSlot } from './line-doors.ts';
import { until } from '@gerbang/service-kit/testing/until';

const STEP = 30;
const MIDDLE = new Date((Math.floor(Date.now() / 30_000) + 0.5) * 30_000);

describe('what a login asks of the database', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor({}, { hashesAtOnce: 1 });
  });
  afterAll(() => door.close());
  beforeEach(() => door.setClock(MIDDLE));

  const login = (user: TestAccount, device?: string) =>
    door.call(accountCalls.login, 'anon', {
      body: { identifier: user.email, password: PASSWORD },
      ip: door.address(),
      ...(device !== undefined && { browser: { device } }),
    });

  test('when a family logs in, from a new device or a known one, then that is one statement and no event', async () => {
    const user = await door.account();
    const before = door.published.length;
    let device = '';
    const first = async () => {
      device = door.deviceIn(await login(user));
    };
    expect(await countStatements(first)).toEqual(['auth_look_by_email']);
    expect(await countStatements(() => login(user, device))).toEqual(['auth_look_by_email']);
    expect(door.published.length).toBe(before);
  });

  test('when it has to wait for its turn, then it looks at the tries and the second factor once more', async () => {
    const users = await Promise.all(Array.from({ length: 3 }, () => door.account()));
    const free = await holdSlot(door);
    const sent = await countStatements(async () => {
      const logins = users.map((user) => login(user));
      await until(() => door.context.hasher.waiting === users.length);
      await free();
      await Promise.all(logins);
    });
    const count = (name: string) => sent.filter((one) => one === name).length;
    expect([count('auth_look_by_email'), count('auth_look_again'), sent.length]).toEqual([3, 3, 6]);
  });

  test('when the account has an app of codes, then the first step is two statements and the second four in one transaction', async () => {
    const user = await door.account();
    const { secret } = (await door.call(factorCalls.beginTotp, user, { body: {} })).json();
    const epoch = Math.floor(MIDDLE.getTime() / 1000);
    const otp = generateSync({ secret, epoch: epoch - STEP });
    await door.call(factorCalls.confirmTotp, user, { body: { otp } });
    let token = '';
    const first = async () => {
      ({ token } = (await login(user)).json());
    };
    expect(await countStatements(first)).toEqual(['auth_look_by_email', 'auth_begin_login_step']);
    const second = async () => {
      const body = { token, otp: generateSync({ secret, epoch }) };
      const answer = await door.call(factorCalls.loginFactor, 'anon', { body, ip: door.address() });
      expect(answer.statusCode).toBe(200);
    };
    expect(await countStatements(second)).toEqual([
      'BEGIN;',
      'auth_claim_login_try',
      'auth_failing',
      'auth_take_step',
      'auth_end_login_step',
      'COMMIT;',
    ]);
  });

  test('when a second factor is confirmed while the login waits for its turn, then it is asked for', async () => {
    const [user, other] = [await door.account(), await door.account()];
    const hash = await door.context.hasher.hash(PASSWORD);
    let free: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      free = resolve;
    });
    const held = door.context.hasher.verify(hash, PASSWORD, { whenBegun: () => released });
    const answer = login(user);
    await until(() => door.context.hasher.waiting === 1);
    const factor = { id: other.id, user_id: user.id, kind: 'totp', name: 'Aplikasi', secret: 'tersegel' };
    await door.db('factors').insert({ ...factor, confirmed_at: new Date() });
    free();
    await held;
    expect([(await answer).statusCode, (await answer).json().kinds]).toEqual([202, ['otp', 'recovery_code']]);
  });
});
