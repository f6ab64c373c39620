import { login, register } from '@gerbang/contracts/accounts';
import { forgotPassword } from '@gerbang/contracts/password-resets';
import { changePhone } from '@gerbang/contracts/phones';
import { configSchema } from '../src/config.ts';
import { tryFactor } from '../src/factors/factor-tries.ts';
import { type Door, openDoor, PASSWORD } from './door.ts';

/** Addresses of one /64, as one household has, in several spellings. */
const HOUSEHOLD = [
  '2001:db8:5:7::1',
  '2001:db8:5:7:ffff:0:0:2',
  '2001:0DB8:0005:0007::3',
  '2001:db8:5:7:1::',
];
const NEXT_DOOR = '2001:db8:5:8::1';
const LIMIT = 3;

describe('limits by network of auth', () => {
  let door: Door;
  let tries = 0;
  beforeEach(async () => {
    const limits = Object.keys(LIMITS).map((name) => [name, String(LIMIT)]);
    door = await openDoor(Object.fromEntries(limits));
  });
  afterEach(() => door.close());

  const wrongLogin = async (ip: string) => {
    tries += 1;
    const body = { identifier: `orang-${tries}@contoh.id`, password: 'salah-sekali' };
    return (await door.call(login, 'anon', { body, ip })).statusCode;
  };
  const wrongFactor = async (ip: string) => {
    const account = await door.account();
    const origin = { address: ip, requestId: 'r' };
    const tried = await door.database.transaction((trx) =>
      tryFactor(door.context, trx, account as never, origin, { device: undefined }, async () => false),
    );
    return 'wait' in tried ? 429 : 401;
  };
  const resetRequest = async (ip: string) => {
    tries += 1;
    return (await door.call(forgotPassword, 'anon', { body: { email: `orang-${tries}@contoh.id` }, ip }))
      .statusCode;
  };
  const registration = async (ip: string) => {
    tries += 1;
    const body = {
      name: 'Wali Penguji',
      email: `baru-${tries}@contoh.id`,
      phone: door.phone(),
      password: 'mangga-manis-sekali',
    };
    return (await door.call(register, 'anon', { body, ip })).statusCode;
  };
  const numberChange = async (ip: string) => {
    const account = await door.account({ contact_phone: door.phone() });
    const body = { phone: door.phone(), password: PASSWORD };
    return (await door.call(changePhone, account, { body, ip })).statusCode;
  };
  const LIMITS = {
    LOGIN_FAILURES_PER_ADDRESS: [wrongLogin, wrongFactor],
    RESET_REQUESTS_PER_ADDRESS: [resetRequest],
    REGISTRATIONS_PER_ADDRESS: [registration],
    PHONE_CHANGES_PER_ADDRESS: [numberChange],
  } as const;

  test('when the configuration has a limit by network, then it is among those that are tried here', () => {
    const names = Object.keys(configSchema.shape).filter((name) => /_PER_(?:ADDRESS|NETWORK)$/u.test(name));
    expect(names.toSorted()).toEqual(Object.keys(LIMITS).toSorted());
  });

  test.each(
    Object.entries(LIMITS).flatMap(([name, ways]) => ways.map((way) => [name, way.name, way] as const)),
  )(
    'when one household uses up %s by %s from several addresses, then each of its addresses waits, and the next network does not',
    async (_name, _way, attempt) => {
      const statuses: number[] = [];
      for (let time = 0; time < LIMIT; time += 1) statuses.push(await attempt(HOUSEHOLD[time % 4] ?? ''));
      expect(statuses).not.toContain(429);
      for (const ip of HOUSEHOLD) expect([ip, await attempt(ip)]).toEqual([ip, 429]);
      expect(await attempt(NEXT_DOOR)).not.toBe(429);
    },
  );
});
