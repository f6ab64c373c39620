import * as accountCalls from '@gerbang/contracts/accounts';
import * as passwordCalls from '@gerbang/contracts/passwords';
import * as resetCalls from '@gerbang/contracts/password-resets';
import { hasDemoAccount } from '../src/account-record/users.repository.ts';
import { createAdministrator } from '../src/users/create-administrator.ts';
import { brokenLink, sealAudit } from '@gerbang/service-kit/audit/audit-chain';
import { localLimit } from '../src/account-record/throttle.repository.ts';
import { configSchema, factorPolicies } from '../src/config.ts';
import { refuseDemoAccounts, seedDemo } from '../src/demo/seed-demo.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../src/demo/demo-people.ts';
import { sweep } from '../src/housekeeping/housekeeping.repository.ts';
import { type Door, openDoor, PASSWORD } from './door.ts';

const key = Buffer.alloc(32, 7).toString('base64');
const env = {
  PORT: '4001',
  DATABASE_URL: 'postgres://x@localhost/x',
  BUS_KEYS: `k1:${key}`,
  CODE_KEY: key,
  AUDIT_KEY: key,
  COLUMN_KEYS: `c1:${key}`,
  PUBLIC_ORIGIN: 'https://ppdb.example',
  INTERNAL_KEY: key,
  PASSWORD_PEPPER: key,
  IDENTITY_KEYS: `k1:${key}`,
};

describe('programs of auth', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor({ LOCAL_RUN: '1' });
  });
  afterAll(() => door.close());

  test('when the demo is seeded twice, then one account a role exists and logs in; outside the local run the service does not start', async () => {
    await expect(refuseDemoAccounts(door.db, false)).resolves.toBeUndefined();
    expect(await seedDemo(door.database, door.context.outbox, door.context.hasher)).toBe(
      DEMO_ACCOUNTS.length,
    );
    expect(await seedDemo(door.database, door.context.outbox, door.context.hasher)).toBe(0);
    const changes = door.published.filter((event) => event.type === 'account.changed');
    expect(
      changes.map(({ payload }) => [payload.name, payload.role, payload.phone, payload.version]),
    ).toEqual(DEMO_ACCOUNTS.map(({ name, role, phone }) => [name, role, phone, 1]));
    for (const { email, role } of DEMO_ACCOUNTS) {
      const response = await door.call(accountCalls.login, 'anon', {
        body: { identifier: email, password: DEMO_PASSWORD },
      });
      expect([response.statusCode, response.json().role]).toEqual([200, role]);
    }
    await expect(refuseDemoAccounts(door.db, true)).resolves.toBeUndefined();
    await expect(refuseDemoAccounts(door.db, false)).rejects.toThrow('demo accounts');
    await door.db('users').where({ demo: true }).update({ deleted_at: new Date() });
    expect(await hasDemoAccount(door.db)).toBe(false);
  });

  test('when an administrator is made from the command line, then the password must be changed and the rules hold', async () => {
    const { database, context } = door;
    const { outbox } = context;
    const wanted = {
      email: 'Kepala@Sekolah.ID',
      name: 'Kepala',
      phone: '081277776666',
      password: 'awal-12345',
    };
    const account = await createAdministrator(database, outbox, context.hasher, wanted);
    expect(account).toMatchObject({ role: 'admin', email: 'kepala@sekolah.id', must_change_password: true });
    expect(door.published.at(-1)).toMatchObject({
      type: 'account.changed',
      payload: { id: account.id, role: 'admin', phone: '+6281277776666', active: true },
    });
    await expect(createAdministrator(database, outbox, context.hasher, wanted)).rejects.toMatchObject({
      statusCode: 409,
    });
    for (const change of [
      { password: 'kurus' },
      { email: 'x' },
      { name: '' },
      { phone: '1' },
      { password: 'Kepala' },
    ]) {
      await expect(
        createAdministrator(database, outbox, context.hasher, { ...wanted, ...change }),
      ).rejects.toBeInstanceOf(Error);
    }
  });

  test('when a program tries to change or delete the trail, then the database refuses', async () => {
    const user = await door.account();
    await door.call(passwordCalls.changePassword, user, {
      body: { currentPassword: PASSWORD, newPassword: 'mangga-manis' },
    });
    for (const table of ['audit_events', 'audit_chain']) {
      await expect(door.db(table).delete()).rejects.toThrow('append-only');
      await expect(door.db.raw(`truncate ${table} cascade`)).rejects.toThrow('append-only');
    }
    await expect(door.db('audit_events').update({ actor_name: 'lain' })).rejects.toThrow('append-only');
  });

  test('when the trail is sealed, then a row that was changed past the trigger is found', async () => {
    await Promise.all([
      sealAudit(door.database, door.context.config.AUDIT_KEY),
      sealAudit(door.database, door.context.config.AUDIT_KEY),
    ]);
    await sealAudit(door.database, door.context.config.AUDIT_KEY);
    expect(await sealAudit(door.database, door.context.config.AUDIT_KEY)).toBe(0);
    expect(await brokenLink(door.db, door.context.config.AUDIT_KEY)).toBeNull();
    const count = async (table: string) => Number((await door.db(table).count('* as count').first())?.count);
    expect(await count('audit_chain')).toBe(await count('audit_events'));
    await door.db.raw('alter table audit_events disable trigger all');
    const second = await door.db('audit_chain').orderBy('position').offset(1).first();
    await door.db('audit_events').where({ id: second.event_id }).update({ actor_name: 'lain' });
    await door.db.raw('alter table audit_events enable trigger all');
    expect(await brokenLink(door.db, door.context.config.AUDIT_KEY)).toBe(Number(second.position));
  });

  test('when the sweep runs, then old counters and codes are deleted and fresh ones stay', async () => {
    const user = await door.account({ contact_phone: door.phone() });
    await door.call(resetCalls.forgotPassword, 'anon', { body: { email: user.email } });
    await door.call(accountCalls.login, 'anon', {
      body: { identifier: user.email, password: 'salah-sekali' },
    });
    await sweep(door.database);
    expect(await door.db('password_reset_codes').where({ user_id: user.id })).toHaveLength(1);
    await door.db.raw(
      `update password_reset_codes set created_at = now() - interval '3 days', expires_at = now() - interval '3 days'`,
    );
    await door.db.raw(`update throttles set last_at = now() - interval '2 days'`);
    await sweep(door.database);
    expect(await door.db('password_reset_codes')).toEqual([]);
    expect(await door.db('throttles')).toEqual([]);
  });

  test('when the configuration is read, then limits by address are a hundred times wider in the local run', () => {
    expect(localLimit(configSchema.parse(env), 20)).toBe(20);
    expect(localLimit(configSchema.parse({ ...env, LOCAL_RUN: '1' }), 20)).toBe(2000);
    expect(configSchema.safeParse({ ...env, CODE_KEY: 'short' }).success).toBe(false);
    for (const wrong of ['wajib', 'admin:wajib', 'wali_murid:required', 'admin:off,admin:off', ''])
      expect([wrong, configSchema.safeParse({ ...env, STAFF_SECOND_FACTOR: wrong }).success]).toEqual([
        wrong,
        false,
      ]);
  });

  test.each([
    [{ NODE_ENV: 'production' }, ['required', 'required', 'required', 'offered', 'offered']],
    [{ NODE_ENV: 'production', LOCAL_RUN: '1' }, ['off', 'off', 'off', 'off', 'off']],
    [{ NODE_ENV: 'test' }, ['off', 'off', 'off', 'off', 'off']],
    [{ STAFF_SECOND_FACTOR: 'required' }, ['required', 'required', 'required', 'required', 'offered']],
    [{ STAFF_SECOND_FACTOR: 'cs:required, *:off' }, ['off', 'off', 'off', 'required', 'off']],
    [{ STAFF_SECOND_FACTOR: 'admin:off' }, ['off', 'offered', 'offered', 'offered', 'offered']],
  ])('when the configuration is %j, then each role has its policy of the second factor', (more, expected) => {
    const config = configSchema.parse({ ...env, ...more });
    const policies = factorPolicies(config);
    expect((['admin', 'it', 'finance', 'cs', 'wali_murid'] as const).map((role) => policies[role])).toEqual(
      expected,
    );
  });
});
