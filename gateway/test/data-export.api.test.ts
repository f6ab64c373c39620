import { endpoints } from '@gerbang/contracts/all';
import { type Door, openDoor, USER } from './door.ts';

describe('the export of a family’s data', () => {
  let door: Door;
  let sid: string;
  beforeAll(async () => {
    door = await openDoor();
    sid = await door.login();
  });
  afterAll(() => door.close());
  afterEach(() => door.respondWith(() => ({ ok: true })));

  const call = (cookie = sid) => door.call('GET', '/api/parent/data-export', { sid: cookie });
  const called = () =>
    door.seen
      .filter(({ url }) => url.startsWith('/api/parent/data-export/'))
      .map(({ url }) => url.split('/').at(-1));

  test('when a parent exports, then each service is called with the caller’s identity and the gateway adds the sessions', async () => {
    door.respondWith((request) => ({ part: request.url.split('/').at(-1) }));
    door.seen.length = 0;
    const answer = await call();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="data-keluarga-\d{4}-\d\d-\d\d\.json"$/u,
    );
    const { exported_at, sessions, ...parts } = answer.json();
    expect(parts).toEqual({
      admission: { part: 'admission' },
      auth: { part: 'auth' },
      announcement: { part: 'announcement' },
      billing: { part: 'billing' },
      notification: { part: 'notification' },
    });
    expect(Date.parse(exported_at)).not.toBeNaN();
    expect(sessions.length).toBeGreaterThan(0);
    expect(answer.body).not.toContain('hash');
    for (const { headers } of door.seen) expect(headers.cookie).toBeUndefined();
    expect(called()[0]).toBe('admission');
    expect(called()).toHaveLength(5);
  });

  test('when one service fails, then the export is 503, not incomplete', async () => {
    door.respondWith((request) => {
      if (request.url.endsWith('/billing')) throw new Error('broken');
      return { ok: true };
    });
    const answer = await call();
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
  });

  test('when admission refuses with 429, then the gateway responds 429 and calls no other service', async () => {
    door.seen.length = 0;
    door.respondWith(() => {
      throw Object.assign(new Error('often'), { statusCode: 429 });
    });
    expect((await call()).statusCode).toBe(429);
    expect(called()).toEqual(['admission']);
  });

  test('when the caller is staff or anonymous, or requests one part, then no service is called', async () => {
    door.seen.length = 0;
    expect((await door.call('GET', '/api/parent/data-export')).statusCode).toBe(401);
    const staff = await door.login({ role: 'admin', userId: USER });
    expect((await call(staff)).statusCode).toBe(403);
    expect((await door.call('GET', '/api/parent/data-export/auth', { sid })).statusCode).toBe(404);
    expect(called()).toEqual([]);
    expect(endpoints.filter(({ path }) => path.startsWith('/api/parent/data-export/'))).toEqual([]);
  });
});
