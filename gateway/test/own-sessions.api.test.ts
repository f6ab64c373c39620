import { randomUUID } from 'node:crypto';
import { type Endpoint, cell } from '@gerbang/contracts/endpoint';
import { endOtherSessions, endSession, listSessions } from '@gerbang/contracts/sessions';
import { ROLES } from '@gerbang/domain/roles';
import { type Door, openDoor } from './door.ts';

const CHROME =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';

describe('one’s own sessions', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());
  beforeEach(() => door.setCommand(undefined));

  const call = (endpoint: Endpoint, sid?: string, id = '') =>
    door.call(endpoint.method, endpoint.path.replace('{id}', id), sid ? { sid } : {});
  const list = async (sid: string) => (await call(listSessions, sid)).json() as Record<string, unknown>[];
  const idOf = async (sid: string) => String((await list(sid)).find(({ current }) => current)?.id);
  const status = async (sid: string) => (await door.call('GET', '/api/user', { sid })).statusCode;

  const cells = [listSessions, endSession, endOtherSessions].flatMap((endpoint) =>
    (['anon', ...ROLES] as const).map((caller) => [endpoint.id, caller, endpoint as Endpoint] as const),
  );
  test.each(cells)('when %s is called by %s, then the cell holds', async (_id, caller, endpoint) => {
    const sid = caller === 'anon' ? undefined : await door.login({ userId: randomUUID(), role: caller });
    const answer = await call(endpoint, sid, randomUUID());
    const allowed = endpoint.method === 'DELETE' ? 404 : 200;
    expect(answer.statusCode).toBe(cell(endpoint, caller) === 'allowed' ? allowed : 401);
  });

  test('when a user has two sessions, then both are listed with device and network, and this one is marked', async () => {
    const userId = randomUUID();
    const here = await door.login({ userId }, undefined, { 'user-agent': CHROME });
    door.forward(1000);
    const there = await door.login({ userId });
    const seen = await list(here);
    expect(seen).toEqual([
      expect.objectContaining({ current: false, device: null }),
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
        device: 'Chrome, Android',
        network: '127.0.0.0/24',
        started_at: expect.any(String),
        last_seen_at: expect.any(String),
        current: true,
      },
    ]);
    expect((await list(there)).map(({ current }) => current)).toEqual([true, false]);
    const [row] = await door.knex('sessions').where({ user_id: userId }).select('hash');
    expect(JSON.stringify(seen)).not.toContain(row.hash);
  });

  test('when a session is ended by its id, in capitals too, then its very next call is 401 and this one goes on', async () => {
    const userId = randomUUID();
    const [here, there] = [await door.login({ userId }), await door.login({ userId })];
    const id = await idOf(there);
    expect((await call(endSession, here, id.toUpperCase())).statusCode).toBe(204);
    expect([await status(there), await status(here)]).toEqual([401, 200]);
    expect((await call(endSession, here, id)).statusCode).toBe(404);
  });

  test('when the session is another user’s or its id is none, then it is 404 or 400, and it goes on', async () => {
    const [here, foreign] = [
      await door.login({ userId: randomUUID() }),
      await door.login({ userId: randomUUID() }),
    ];
    const answer = await call(endSession, here, await idOf(foreign));
    expect([answer.statusCode, await status(foreign)]).toEqual([404, 200]);
    for (const wrong of ['x', '1', `%7B${randomUUID()}%7D`]) {
      expect((await call(endSession, here, wrong)).statusCode).toBe(400);
    }
  });

  test('when sessions end, then auth notes it for the trail; without auth they end all the same', async () => {
    const userId = randomUUID();
    const here = await door.login({ userId });
    const noted = () => door.seen.filter(({ url }) => url === '/api/sessions/ended').length;
    const ends = [
      [endSession, await idOf(await door.login({ userId })), 1],
      [endOtherSessions, '', 0],
      [endSession, randomUUID(), 0],
    ] as const;
    for (const [endpoint, id, expected] of ends) {
      const before = noted();
      await call(endpoint, here, id);
      expect([endpoint.id, noted() - before]).toEqual([endpoint.id, expected]);
    }
    await door.login({ userId });
    door.respondWith(() => {
      throw new Error('away');
    });
    expect((await call(endOtherSessions, here)).json()).toEqual({ ended: 1 });
    door.respondWith(() => ({ ok: true }));
    expect((await door.call('POST', '/api/sessions/ended', { sid: here })).statusCode).toBe(405);
  });

  test('when the user ends this very session, then the browser drops its cookie as after a logout', async () => {
    const sid = await door.login({ userId: randomUUID() });
    const answer = await call(endSession, sid, await idOf(sid));
    expect(answer.statusCode).toBe(204);
    expect(String(answer.headers['set-cookie'])).toContain('sid=;');
    expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');
    expect(await status(sid)).toBe(401);
  });

  test('when all others are ended, then every other one is 401 at once, also while calls run', async () => {
    const userId = randomUUID();
    const here = await door.login({ userId });
    const others = [await door.login({ userId }), await door.login({ userId })];
    const foreign = await door.login({ userId: randomUUID() });
    const running = Promise.all(Array.from({ length: 20 }, () => status(others[0]!)));
    const answer = await call(endOtherSessions, here);
    const after = await Promise.all(others.map(status));
    await running;
    expect([answer.statusCode, answer.json()]).toEqual([200, { ended: 2 }]);
    expect(after).toEqual([401, 401]);
    expect([await status(here), await status(foreign)]).toEqual([200, 200]);
  });

  test('when ending sessions is called with a body or a query, then it is 400', async () => {
    const sid = await door.login({ userId: randomUUID() });
    const withBody = await door.call('POST', endOtherSessions.path, { sid, payload: { all: true } });
    const withQuery = await door.call('GET', `${listSessions.path}?user=1`, { sid });
    expect([withBody.statusCode, withQuery.statusCode]).toEqual([400, 400]);
  });

  const written = (sid: string, payload: string) =>
    door.call('POST', endOtherSessions.path, {
      sid,
      payload,
      headers: { 'content-type': 'application/json' },
    });

  test.each(['{}', ' {\n} ', '\n'])(
    'when ending sessions is called with an empty object or blanks (%j), then it counts as no body',
    async (payload) => {
      const answer = await written(await door.login({ userId: randomUUID() }), payload);
      expect([answer.statusCode, answer.json()]).toEqual([200, { ended: 0 }]);
    },
  );

  // With a pattern that tries every way to share the blanks this takes minutes, and the watchdog ends the gateway.
  test('when a body is almost all blanks, then it is refused like any other', async () => {
    const answer = await written(await door.login({ userId: randomUUID() }), `${' '.repeat(262_000)}x`);
    expect(answer.statusCode).toBe(400);
  });

  test('when a second factor must be added, then only the account and its security are open', async () => {
    const sid = await door.login({ userId: randomUUID(), role: 'admin', mustAddFactor: true });
    const closed = await door.call('GET', '/api/admin/users', { sid });
    expect([closed.statusCode, closed.json().code]).toEqual([403, 'must_add_factor']);
    expect([await status(sid), (await call(listSessions, sid)).statusCode]).toEqual([200, 200]);
    expect((await door.call('POST', '/api/logout', { sid })).statusCode).toBe(200);
  });

  test('when the session is proved again, then services see the new time in the identity from the next call on', async () => {
    const sid = await door.login({ userId: randomUUID() });
    /** Seconds between the proof and the moment at which the identity was signed. */
    const age = async () => {
      await status(sid);
      const token = String(door.seen.at(-1)?.headers['x-gerbang-identity']);
      const { iat, fresh } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
      return (iat as number) - (fresh as number);
    };
    door.forward(10 * 60_000);
    expect(Math.round((await age()) / 10)).toBe(60);
    door.setCommand({ do: 'prove' });
    await door.call('POST', '/api/change-password', { sid, payload: {} });
    door.setCommand(undefined);
    expect(await age()).toBeLessThan(300);
  });
});
