import { endpoints } from '@gerbang/contracts/all';
import Fastify, { type FastifyInstance } from 'fastify';
import { openDoor, type Door } from './door.ts';

/** Areas that are not installed. */
const ABSENT = { ANNOUNCEMENT_URL: '', BILLING_URL: '' };

describe('dashboard', () => {
  let door: Door;
  let sid: string;
  beforeAll(async () => {
    door = await openDoor(ABSENT);
    sid = await door.login();
  });
  afterAll(() => door.close());
  beforeEach(() => door.respondWith(() => ({ parent: null })));

  test('when the dashboard is read, then each area is called once with the caller’s identity and has its key', async () => {
    const before = door.seen.length;
    const answer = await door.call('GET', '/api/dashboard', { sid });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { admission: { parent: null }, announcement: null, billing: null, unavailable: [] },
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
    const calls = door.seen.slice(before);
    expect(calls.map(({ url }) => url).toSorted()).toEqual([
      '/api/dashboard/admission',
      '/api/notifications/unread',
    ]);
    expect(calls[0]!.headers.cookie).toBeUndefined();
    expect(calls[0]!.headers['x-gerbang-identity']).toEqual(expect.any(String));
  });

  test('when an area fails, then its key is null and it is listed as unavailable', async () => {
    door.respondWith(() => {
      throw new Error('broken');
    });
    const answer = await door.call('GET', '/api/dashboard', { sid });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { admission: null, announcement: null, billing: null, unavailable: ['admission'] },
    ]);
    // The next read may find it: an incomplete answer is not kept.
    expect([answer.headers.etag, answer.headers['cache-control']]).toEqual([undefined, 'no-store']);
  });

  test('when an area hangs, then the response comes without it', async () => {
    const silent: FastifyInstance = Fastify();
    silent.get('/*', () => new Promise(() => undefined));
    await silent.listen({ host: '127.0.0.1', port: 0 });
    const port = (silent.server.address() as { port: number }).port;
    const waiting = await openDoor({ ...ABSENT, ADMISSION_URL: `http://127.0.0.1:${port}` });
    const cookie = await waiting.login();
    const answer = await waiting.call('GET', '/api/dashboard', { sid: cookie });
    expect(answer.json()).toEqual({
      admission: null,
      announcement: null,
      billing: null,
      unavailable: ['admission'],
    });
    await waiting.close();
    silent.server.closeAllConnections();
    await silent.close();
  });

  test('when the caller is anonymous or must change the password, then it is 401 or 403 and no area is called', async () => {
    const before = door.seen.length;
    expect((await door.call('GET', '/api/dashboard')).statusCode).toBe(401);
    const temporary = await door.login({ mustChangePassword: true });
    const refused = await door.call('GET', '/api/dashboard', { sid: temporary });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'must_change_password']);
    expect(door.seen.slice(before).filter(({ url }) => url.includes('dashboard'))).toEqual([]);
  });

  test('when the part of an area is requested directly, then it is 404', async () => {
    expect((await door.call('GET', '/api/dashboard/admission', { sid })).statusCode).toBe(404);
    expect(endpoints.some(({ path }) => path === '/api/dashboard/admission')).toBe(false);
  });
});
