import * as accountCalls from '@gerbang/contracts/accounts';
import * as factorCalls from '@gerbang/contracts/factors';
import { generateSync } from 'otplib';
import { type Door, openDoor, PASSWORD } from './door.ts';

const STEP = 30;
const MIDDLE = new Date((Math.floor(Date.now() / 30_000) + 0.5) * 30_000);

describe('known devices at the second step of a login', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());
  // In the middle of a time step, so that none ends within a test.
  beforeEach(() => door.setClock(MIDDLE));

  /** Staff with an app of codes, and the token of a browser in which they logged in. */
  async function staff() {
    const user = await door.account({ role: 'cs' });
    const { secret } = (await door.call(factorCalls.beginTotp, user, { body: {} })).json();
    const seconds = () => Math.floor(door.context.now().getTime() / 1000);
    const otp = (shift = 0) => generateSync({ secret, epoch: seconds() + shift * STEP });
    await door.call(factorCalls.confirmTotp, user, { body: { otp: otp(-1) } });
    const device = door.context.devices.afterLogin(undefined, user.id);
    /** Both steps with the right password; the last answer. */
    async function logIn(code: string, token?: string, ip = door.address()) {
      const browser = { browser: token === undefined ? {} : { device: token }, ip };
      const body = { identifier: user.email, password: PASSWORD };
      const begun = await door.call(accountCalls.login, 'anon', { body, ...browser });
      if (begun.statusCode !== 202) return begun;
      const step = { token: begun.json().token as string, otp: code };
      return door.call(factorCalls.loginFactor, 'anon', { body: step, ...browser });
    }
    return { user, otp, device, logIn };
  }
  const wrong = (code: string) => String((Number(code) + 7) % 1_000_000).padStart(6, '0');

  test('when a stranger with the password has blocked the second step, then the owner passes it from the known device', async () => {
    const { otp, device, logIn } = await staff();
    for (let tries = 0; tries < 5; tries += 1) expect((await logIn(wrong(otp()))).statusCode).toBe(401);
    expect((await logIn(otp())).statusCode).toBe(429);
    const own = await logIn(otp(), device);
    expect([own.statusCode, door.command(own)]).toMatchObject([200, { do: 'start' }]);
    expect((await logIn(otp(1))).statusCode).toBe(429);
  });

  test('when the owner enrolled or proved again meanwhile, then neither a stranger’s wrong codes nor the device’s count for the session', async () => {
    const { user, otp, device, logIn } = await staff();
    for (let tries = 0; tries < 5; tries += 1) await logIn(wrong(otp()));
    for (let tries = 0; tries < 5; tries += 1) await logIn(wrong(otp()), device);
    const proved = await door.call(factorCalls.proveFresh, user, { body: { otp: otp() } });
    expect([proved.statusCode, door.command(proved)]).toEqual([200, { do: 'prove' }]);
  });

  test('when a known device guesses at codes, then right passwords between them give it no more tries', async () => {
    const { otp, device, logIn } = await staff();
    const ip = door.address();
    const statuses: number[] = [];
    for (let tries = 0; tries < 8; tries += 1)
      statuses.push((await logIn(wrong(otp()), device, ip)).statusCode);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect(await door.db('throttles').where({ kind: 'address', key: ip })).toEqual([]);
    // Elsewhere the right code still counts.
    expect((await logIn(otp())).statusCode).toBe(200);
  });
});
