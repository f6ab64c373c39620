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
  afterEach(() => door.answers(() => ({ ok: true })));

  const call = (cookie = sid) => door.call('GET', '/api/parent/data-export', { sid: cookie });
  const asked = () =>
    door.seen
      .filter(({ url }) => url.startsWith('/api/parent/data-export/'))
      .map(({ url }) => url.split('/').at(-1));

  test('when it is asked for, then each owner gives its part under the caller’s identity, and the sessions are the gateway’s', async () => {
    door.answers((request) => ({ part: request.url.split('/').at(-1) }));
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
    expect(asked()[0]).toBe('admission');
    expect(asked()).toHaveLength(5);
  });

  test('when one owner fails, then there is no export with a hole but 503', async () => {
    door.answers((request) => {
      if (request.url.endsWith('/billing')) throw new Error('broken');
      return { ok: true };
    });
    const answer = await call();
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
  });

  test('when admission says that it was too often, then that is the answer and nobody else is asked', async () => {
    door.seen.length = 0;
    door.answers(() => {
      throw Object.assign(new Error('often'), { statusCode: 429 });
    });
    expect((await call()).statusCode).toBe(429);
    expect(asked()).toEqual(['admission']);
  });

  test('when staff or nobody asks, or for the part of an owner, then nobody is asked', async () => {
    door.seen.length = 0;
    expect((await door.call('GET', '/api/parent/data-export')).statusCode).toBe(401);
    const staff = await door.login({ role: 'admin', userId: USER });
    expect((await call(staff)).statusCode).toBe(403);
    expect((await door.call('GET', '/api/parent/data-export/auth', { sid })).statusCode).toBe(404);
    expect(asked()).toEqual([]);
    expect(endpoints.filter(({ path }) => path.startsWith('/api/parent/data-export/'))).toEqual([]);
  });
});
