import { runs } from '@gerbang/domain/testing/runs';
import { register } from '@gerbang/contracts/accounts';
import { eventSchemas } from '@gerbang/contracts/events';
import { sendPhoneCode, verifyPhone } from '@gerbang/contracts/phones';
import { schoolSchema } from '@gerbang/contracts/school';
import { networkOf } from '@gerbang/service-kit/http/network';
import fc from 'fast-check';
import { giveBackPlace } from '../src/account-record/registration-places.repository.ts';
import { eventHandlers } from '../src/service.ts';
import { type Door, openDoor } from './door.ts';

const LIMIT = 3;
/** Ten times the limit, places given back counted. */
const CEILING = 30;
const CODE = 'phone_verification';

describe('places of a network', () => {
  let door: Door;
  let number = 0;
  beforeAll(async () => {
    door = await openDoor({ REGISTRATIONS_PER_ADDRESS: String(LIMIT) });
  });
  afterAll(() => door.close());
  afterEach(async () => {
    door.setClock(null);
    await door.db('school').delete();
  });

  const form = () => {
    number += 1;
    return {
      name: 'Siti Aminah',
      phone: door.phone(),
      email: `hari${number}@keluarga.id`,
      password: 'payung-biru-laut',
    };
  };
  const come = (ip: string, body = form()) => door.call(register, 'anon', { body, ip });
  const statuses = async (ip: string, times: number) => {
    const got: number[] = [];
    for (let time = 0; time < times; time += 1) got.push((await come(ip)).statusCode);
    return got;
  };
  /** Confirms the code of a registered family as its profile does. */
  const prove = async (response: Awaited<ReturnType<typeof come>>) => {
    const user = response.json() as { id: string; contact_phone: string; role: 'wali_murid' };
    const account = { ...user, email: '', name: null };
    expect((await door.call(sendPhoneCode, account)).statusCode).toBe(200);
    const body = { otp: door.codeFor(user.contact_phone, CODE) };
    expect((await door.call(verifyPhone, account, { body })).statusCode).toBe(200);
    return account;
  };
  /** The school's settings arrive as they do after an activation. */
  const school = (families: number, day: string) => {
    const settings = schoolSchema.parse({ registration_days: [{ day, families }] });
    const event = eventSchemas['school.changed'].parse({ version: 1, settings });
    return door.database.transaction(async (trx) =>
      eventHandlers(door.context)['school.changed']?.(trx as never, event, { requestId: undefined } as never),
    );
  };

  test('when a number is proved, then its place is free again, once, and a refused try takes none', async () => {
    const ip = door.address();
    const first = await come(ip);
    expect(await statuses(ip, LIMIT + 2)).toEqual([201, 201, 429, 429, 429]);
    const account = await prove(first);
    expect(await statuses(ip, 2)).toEqual([201, 429]);
    await door.database.transaction((trx) => giveBackPlace(trx, account.id));
    expect(await statuses(ip, 1)).toEqual([429]);
  });

  test('when families register and prove their numbers in any order, then those that wait never exceed the limit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 4, maxLength: 9 }), async (steps) => {
        const ip = door.address();
        const waiting: Awaited<ReturnType<typeof come>>[] = [];
        for (const proves of steps) {
          const [first] = waiting;
          if (proves && first) {
            waiting.shift();
            const { id } = first.json() as { id: string };
            // The same statement as after a code, without its hashes and limits.
            await door.database.transaction((trx) => giveBackPlace(trx, id));
            continue;
          }
          const response = await come(ip);
          expect(response.statusCode).toBe(waiting.length < LIMIT ? 201 : 429);
          if (response.statusCode === 201) waiting.push(response);
        }
      }),
      { numRuns: runs(10) },
    );
  });

  test('when numbers are proved without end, then ten times the limit of one network is the most in its hour', async () => {
    const ip = door.address();
    await come(ip);
    await door
      .db('throttles')
      .where({ kind: 'registration', key: networkOf(ip) })
      .update({ given_back: CEILING - 2 });
    expect(await statuses(ip, 2)).toEqual([201, 429]);
  });

  test('when the hour of the place is over, then its proof gives nothing back in the next one', async () => {
    const ip = door.address();
    const old = await come(ip);
    await door
      .db('throttles')
      .where({ kind: 'registration', key: networkOf(ip) })
      .update({ window_started_at: door.db.raw("now() - interval '61 minutes'") });
    expect(await statuses(ip, LIMIT)).toEqual([201, 201, 201]);
    await prove(old);
    expect(await statuses(ip, 1)).toEqual([429]);
  });

  test('when the school names a day of Jakarta, then its number counts on that day alone, at every network', async () => {
    await school(10, '2026-12-05');
    door.setClock(new Date('2026-12-04T16:59:59Z'));
    expect(await statuses(door.address(), LIMIT + 1)).toEqual([201, 201, 201, 429]);
    door.setClock(new Date('2026-12-04T17:00:00Z'));
    const ip = door.address();
    const together = await Promise.all(Array.from({ length: 11 }, () => come(ip)));
    const got = together.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
    expect(got).toEqual([...Array<number>(10).fill(201), 429]);
    door.setClock(new Date('2026-12-05T17:00:00Z'));
    expect(await statuses(ip, 1)).toEqual([429]);
  });

  test('when the limit is wider than a number of the database, as measurements set it, then every family gets in', async () => {
    const wide = await openDoor({ REGISTRATIONS_PER_ADDRESS: '1000000000000' });
    const ip = wide.address();
    for (let time = 0; time < 3; time += 1) {
      const body = { ...form(), phone: wide.phone() };
      expect((await wide.call(register, 'anon', { body, ip })).statusCode).toBe(201);
    }
    await wide.close();
  });

  test('when a network is used up, then the refusal says how long, what else helps, and is a figure', async () => {
    const ip = door.address();
    await statuses(ip, LIMIT);
    const refused = await come(ip);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    expect(refused.json().message).toBe(
      'Terlalu banyak pendaftaran akun dari jaringan ini, misalnya Wi-Fi yang dipakai bersama. Pakai paket data sendiri, atau minta bantuan petugas sekolah. Silakan coba lagi beberapa saat lagi.',
    );
    expect(await door.metrics.text()).toMatch(/^registrations_total\{.*outcome="network_full".*\} [1-9]/mu);
  });
});
