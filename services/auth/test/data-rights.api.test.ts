import * as accountCalls from '@gerbang/contracts/accounts';
import * as factorCalls from '@gerbang/contracts/factors';
import * as resetCalls from '@gerbang/contracts/password-resets';
import * as userCalls from '@gerbang/contracts/users';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/service.ts';
import { Authenticator } from './authenticator.ts';
import { type Door, openDoor, PASSWORD } from './door.ts';

describe('export and erasure of a family’s account', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const erase = (user_id: string, request_id: string | null = uuidv7(), more: { archived?: true } = {}) =>
    door.database.transaction(async (trx) => {
      const meta = { id: uuidv7(), version: 1, requestId: undefined };
      await eventHandlers(door.context)['data.erased']?.(
        trx,
        { request_id, user_id, registrations: [], ...more },
        meta,
      );
    });

  test('when a family exports, then it gets its account and what staff did with it, and no other account’s data', async () => {
    const mine = await door.account({ name: 'KENARI Wali', contact_phone: door.phone() });
    const other = await door.account({ name: 'LAIN Wali' });
    const admin = await door.account({ role: 'admin', name: 'Dewi' });
    for (const { id } of [mine, other]) {
      await door.call(userCalls.updateUser, admin, {
        id,
        body: { name: `${id === mine.id ? 'KENARI' : 'LAIN'} Baru` },
      });
    }
    const response = await door.app.inject({
      url: '/api/parent/data-export/auth',
      headers: door.headers(mine),
    });
    expect([response.statusCode, response.json().account]).toEqual([
      200,
      expect.objectContaining({
        id: mine.id,
        name: 'KENARI Baru',
        email: mine.email,
        profile_login_phone: null,
        former_phones: [],
      }),
    ]);
    expect(response.json().trail).toEqual([
      expect.objectContaining({
        action: 'user.updated',
        by: { name: 'Dewi', role: 'admin' },
        subject_id: mine.id,
      }),
    ]);
    expect(response.body).not.toMatch(/LAIN|argon2|password_hash/u);
    const staff = await door.app.inject({
      url: '/api/parent/data-export/auth',
      headers: door.headers(admin),
    });
    expect(staff.statusCode).toBe(403);
  });

  test('when a family’s data are erased, then its account is closed and without a name, its sessions end, and the erasure is reported', async () => {
    const phone = door.phone();
    const mine = await door.account({ name: 'KENARI Wali', contact_phone: phone, email: 'kenari@contoh.id' });
    await door.call(resetCalls.forgotPassword, 'anon', { body: { email: 'kenari@contoh.id' } });
    const since = door.published.length;
    const request = uuidv7();
    await erase(mine.id, request);
    const row = await door.db('users').where({ id: mine.id }).first();
    expect(row).toMatchObject({ name: 'Data dihapus', contact_phone: null, deleted_at: expect.any(Date) });
    expect(JSON.stringify(row)).not.toMatch(/KENARI|kenari/u);
    expect(await door.db('password_reset_codes').where({ user_id: mine.id })).toEqual([]);
    expect(door.published.slice(since)).toEqual([
      {
        type: 'account.changed',
        payload: expect.objectContaining({ id: mine.id, active: false, phone: null, name: 'Data dihapus' }),
      },
      { type: 'sessions.revoked', payload: { userId: mine.id, epoch: 1 } },
      { type: 'erasure.reported', payload: { request_id: request, service: 'auth' } },
    ]);
    const login = await door.call(accountCalls.login, 'anon', {
      body: { identifier: 'kenari@contoh.id', password: PASSWORD },
    });
    expect(login.statusCode).toBe(401);
    // E-mail and phone are free again.
    const body = { name: 'Baru', phone, email: 'kenari@contoh.id', password: 'gajah-lima-belas' };
    expect((await door.call(accountCalls.register, 'anon', { body })).statusCode).toBe(201);
  });

  test('when an account ends because it never proved its number, then a proof that came meanwhile keeps it', async () => {
    const [proved, unproved] = [
      await door.account({ contact_phone: door.phone(), phone_verified_at: new Date() }),
      await door.account({ contact_phone: door.phone() }),
    ];
    for (const { id } of [proved, unproved]) await erase(id, null);
    const left = await door.db('users').whereIn('id', [proved.id, unproved.id]).whereNull('deleted_at');
    expect(left.map(({ id }) => id)).toEqual([proved.id]);
  });

  test('when a family leaves with an archived year, then its account ends although its number was proved', async () => {
    const proved = await door.account({ contact_phone: door.phone(), phone_verified_at: new Date() });
    await erase(proved.id, null, { archived: true });
    expect((await door.db('users').where({ id: proved.id }).first())?.deleted_at).not.toBeNull();
  });

  test('when the erased account is unknown here, then only the report is published', async () => {
    const since = door.published.length;
    await erase(uuidv7());
    expect(door.published.slice(since).map(({ type }) => type)).toEqual(['erasure.reported']);
  });

  test('when a family with a second factor exports, then it stands there without its key; erased, nothing is left', async () => {
    const mine = await door.account();
    const options = (await door.call(factorCalls.passkeyOptions, mine)).json();
    const body = { name: 'HP Ibu', credential: new Authenticator().create(options) };
    await door.call(factorCalls.addPasskey, mine, { body });
    await door.call(factorCalls.passkeyOptions, mine);
    const headers = door.headers(mine);
    const exported = await door.app.inject({ url: '/api/parent/data-export/auth', headers });
    expect(exported.json().account).toMatchObject({
      factors: [{ kind: 'passkey', name: 'HP Ibu' }],
      recovery_codes_left: 10,
    });
    expect(exported.body).not.toMatch(/public_key|credential/u);
    await erase(mine.id);
    for (const table of ['factors', 'recovery_codes', 'factor_steps']) {
      expect([table, await door.db(table).where({ user_id: mine.id })]).toEqual([table, []]);
    }
  });
});
