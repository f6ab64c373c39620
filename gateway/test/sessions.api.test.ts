import { until } from '@gerbang/service-kit/testing/until';
import { randomUUID } from 'node:crypto';
import { cell, type Endpoint } from '@gerbang/contracts/endpoint';
import { endpoints } from '@gerbang/contracts/all';
import { ROLES } from '@gerbang/domain/roles';
import { tryAll } from '@gerbang/domain/testing/runs';
import { openDoor, USER, type Door } from './door.ts';

describe('sessions at the door', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());
  beforeEach(() => door.setCommand(undefined));

  const status = async (sid?: string) => (await door.call('GET', '/api/user', sid ? { sid } : {})).statusCode;

  test('when the caller is anonymous, then a session call is 401 and never reaches the service', async () => {
    const before = door.seen.length;
    expect(await status()).toBe(401);
    expect(door.seen.length).toBe(before);
  });

  test('when a session starts in the local run, then the cookie is exactly sid, HttpOnly, Lax, whole path', async () => {
    door.setCommand({ do: 'start', userId: USER, role: 'cs', epoch: 1, mustChangePassword: false });
    const answer = await door.call('POST', '/api/login', { payload: { identifier: 'a', password: 'b' } });
    expect(answer.headers['set-cookie']).toMatch(/^sid=[\w.%+/=-]+; Path=\/; HttpOnly; SameSite=Lax$/u);
  });

  test('when an id was made up or known before login, then it is not valid after it', async () => {
    const first = await door.login();
    expect(await status(first)).toBe(200);
    const second = await door.login({}, first);
    expect(second).not.toBe(first);
    expect(await status(first)).toBe(401);
    expect(await status(second)).toBe(200);
    const made = await door.login({}, 'sid=made-up.signature');
    expect(made).not.toContain('made-up');
    expect(await status('sid=made-up.signature')).toBe(401);
  });

  test('when the database is copied, then what it holds is no cookie', async () => {
    const sid = await door.login();
    const [row] = await door.knex('sessions').limit(1);
    expect(sid).not.toContain(row.hash);
    expect(await status(`sid=${row.hash}`)).toBe(401);
  });

  test('when a user logs out, then the old cookie is worthless and the browser is told to clear its data', async () => {
    const sid = await door.login();
    door.setCommand({ do: 'end' });
    const answer = await door.call('POST', '/api/logout', { sid });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');
    door.setCommand(undefined);
    expect(await status(sid)).toBe(401);
  });

  test('when the password is changed, then the other session ends and this one goes on under a new id', async () => {
    const userId = randomUUID();
    const here = await door.login({ userId });
    const there = await door.login({ userId });
    door.setCommand({ do: 'start', userId, role: 'cs', epoch: 2, mustChangePassword: false, revoke: true });
    const answer = await door.call('POST', '/api/change-password', {
      sid: here,
      payload: { currentPassword: 'a', newPassword: 'b' },
    });
    const renewed = String(answer.headers['set-cookie']).split(';', 1)[0];
    door.setCommand(undefined);
    expect([await status(here), await status(there), await status(renewed)]).toEqual([401, 401, 200]);
  });

  test('when sessions are revoked while requests run, then none that starts after the answer succeeds', async () => {
    const userId = randomUUID();
    const sid = await door.login({ userId });
    const admin = await door.login({ userId: randomUUID(), role: 'admin' });
    let revoked = false;
    let reads = 0;
    const late: number[] = [];
    const reader = async () => {
      for (let index = 0; index < 60; index += 1) {
        const after = revoked;
        const code = await status(sid);
        reads += 1;
        if (after) late.push(code);
      }
    };
    const revoke = async () => {
      await until(() => reads >= 8);
      door.respondWith((request) => {
        if (request.url.includes('revoke')) door.setCommand({ do: 'revoke', userId, epoch: 5 });
        return { ok: true };
      });
      await door.call('POST', `/api/admin/users/${userId}/revoke-sessions`, { sid: admin });
      revoked = true;
      door.setCommand(undefined);
    };
    await Promise.all([reader(), reader(), reader(), reader(), revoke()]);
    door.respondWith(() => ({ ok: true }));
    expect(await status(sid)).toBe(401);
    expect(new Set([...late, 401])).toEqual(new Set([401]));
  });

  test('when staff are idle for half an hour, then the session is over; a request in between keeps it', async () => {
    const sid = await door.login({ userId: randomUUID(), role: 'cs' });
    door.forward(29 * 60_000);
    expect(await status(sid)).toBe(200);
    door.forward(29 * 60_000);
    expect(await status(sid)).toBe(200);
    door.forward(30 * 60_000);
    expect(await status(sid)).toBe(401);
  });

  test('when only timers of a page read, then the session is over all the same, and no answer says that it lasts longer', async () => {
    const sid = await door.login({ userId: randomUUID(), role: 'cs' });
    const headers = { 'x-unattended': '1' };
    for (const _read of Array.from({ length: 14 })) {
      door.forward(2 * 60_000);
      const answer = await door.call('GET', '/api/user', { sid, headers });
      expect([answer.statusCode, answer.headers['x-session-idle']]).toEqual([200, undefined]);
    }
    door.forward(2 * 60_000);
    expect(await status(sid)).toBe(401);
  });

  test('when a person writes, then no header makes it a read of a timer', async () => {
    const sid = await door.login({ userId: randomUUID(), role: 'cs' });
    door.forward(20 * 60_000);
    await door.call('POST', '/api/change-password', { sid, headers: { 'x-unattended': '1' }, payload: {} });
    door.forward(20 * 60_000);
    expect(await status(sid)).toBe(200);
  });

  test('when a call has a session, then the browser learns after how many seconds without a call it ends', async () => {
    const idle = async (method: 'GET' | 'POST', path: string, sid?: string) =>
      (await door.call(method, path, { sid })).headers['x-session-idle'];
    const family = await door.login();
    expect(await idle('GET', '/api/user', family)).toBe('43200');
    expect(await idle('GET', '/api/sessions', family)).toBe('43200');
    expect(await idle('GET', '/api/user', await door.login({ userId: randomUUID(), role: 'cs' }))).toBe(
      '1800',
    );
    expect(await idle('GET', '/api/user')).toBeUndefined();
    door.setCommand({ do: 'end' });
    expect(await idle('POST', '/api/logout', family)).toBeUndefined();
    door.setCommand(undefined);
  });

  test('when two gateways share a store, then a login at one counts at the other', async () => {
    const second = await door.build();
    const sid = await door.login();
    const answer = await door.call('GET', '/api/user', { sid }, second);
    expect(answer.statusCode).toBe(200);
    await second.close();
  });

  test('when the store is away, then session calls are 503 with Retry-After, never 401; public calls work', async () => {
    const sid = await door.login();
    const broken = await door.build({ read: () => Promise.reject(new Error('away')) });
    const read = await door.call('GET', '/api/user', { sid }, broken);
    expect([read.statusCode, read.headers['retry-after']]).toEqual([503, '5']);
    const forgot = await door.call(
      'POST',
      '/api/auth/forgot-password',
      { sid, payload: { email: 'a@b.id' } },
      broken,
    );
    expect(forgot.statusCode).toBe(200);
    await broken.close();
  });

  test('when a session cannot be stored, then login is 503 without a cookie and says what to do', async () => {
    const broken = await door.build({ create: () => Promise.reject(new Error('away')) });
    door.setCommand({ do: 'start', userId: USER, role: 'cs', epoch: 1, mustChangePassword: false });
    const answer = await door.call(
      'POST',
      '/api/login',
      { payload: { identifier: 'a', password: 'b' } },
      broken,
    );
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([503, undefined]);
    expect(answer.json()).toMatchObject({
      statusCode: 503,
      code: 'unavailable',
      message: expect.stringMatching(/sudah diproses, .* Silakan masuk di halaman masuk/u),
    });
    // Repeating a registration fails because the account exists by now.
    expect(answer.headers['retry-after']).toBeUndefined();
    await broken.close();
  });

  test('when the password must be changed, then only the current user, the change and logout are allowed', async () => {
    const sid = await door.login({ userId: randomUUID(), role: 'admin', mustChangePassword: true });
    expect(await status(sid)).toBe(200);
    const list = await door.call('GET', '/api/admin/users', { sid });
    expect([list.statusCode, list.json().code]).toEqual([403, 'must_change_password']);
    expect((await door.call('POST', '/api/logout', { sid })).statusCode).toBe(200);
  });

  const proxied = endpoints.filter(({ service }) => service !== 'gateway');
  /** What the gateway decides about a call: the status of a refusal, or that the service is asked. */
  async function decision({ method, path, body }: Endpoint, sid?: string): Promise<'allowed' | number> {
    const before = door.seen.length;
    const answer = await door.call(method, path.replace(/\{\w+\}/gu, randomUUID()), {
      ...(sid && { sid }),
      ...(body && { payload: {} }),
    });
    return door.seen.length === before ? answer.statusCode : 'allowed';
  }

  test('when any call comes without a session, then the gateway decides as the table says', async () => {
    const wrong = [];
    for (const endpoint of proxied) {
      const decided = await decision(endpoint);
      if (decided !== cell(endpoint, 'anon')) wrong.push([endpoint.id, decided]);
    }
    expect(wrong).toEqual([]);
  });

  // The services try each call with each role; here one call of each rule stands for the others.
  const ofEachRule = [...new Map(proxied.map((one) => [JSON.stringify(one.access), one])).values()];
  test.each(ROLES)(
    'when %s makes a call of each rule of access, then the gateway decides as the table says',
    async (role) => {
      const sid = await door.login({ userId: randomUUID(), role });
      const wrong = [];
      for (const endpoint of tryAll() ? proxied : ofEachRule) {
        const decided = await decision(endpoint, sid);
        if (decided !== cell(endpoint, role)) wrong.push([endpoint.id, decided]);
      }
      expect(wrong).toEqual([]);
    },
  );
});
