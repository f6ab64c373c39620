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
  beforeEach(() => door.answers(() => ({ parent: null })));

  test('P2 when the dashboard is asked for, then each owner is asked once with the caller’s identity, and gets its key', async () => {
    const before = door.seen.length;
    const answer = await door.call('GET', '/api/dashboard', { sid });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { admission: { parent: null }, announcement: null, billing: null, unavailable: [] },
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
    const calls = door.seen.slice(before);
    expect(calls.map(({ url }) => url)).toEqual(['/api/dashboard/admission']);
    expect(calls[0]!.headers.cookie).toBeUndefined();
    expect(calls[0]!.headers['x-gerbang-identity']).toEqual(expect.any(String));
  });

  test('F4 when an owner fails, then its key is null with a mark', async () => {
    door.answers(() => {
      throw new Error('broken');
    });
    const answer = await door.call('GET', '/api/dashboard', { sid });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { admission: null, announcement: null, billing: null, unavailable: ['admission'] },
    ]);
  });

  test('F10 when an owner is silent, then the others are answered after 2 s', async () => {
    const silent: FastifyInstance = Fastify();
    silent.get('/*', () => new Promise(() => undefined));
    await silent.listen({ host: '127.0.0.1', port: 0 });
    const port = (silent.server.address() as { port: number }).port;
    const waiting = await openDoor({ ...ABSENT, ADMISSION_URL: `http://127.0.0.1:${port}` });
    const cookie = await waiting.login();
    const begun = performance.now();
    const answer = await waiting.call('GET', '/api/dashboard', { sid: cookie });
    expect(answer.json()).toEqual({
      admission: null,
      announcement: null,
      billing: null,
      unavailable: ['admission'],
    });
    expect(performance.now() - begun).toBeLessThan(9000);
    await waiting.close();
    silent.server.closeAllConnections();
    await silent.close();
  });

  test('when nobody is logged in or the password must be changed, then it is 401 or 403 and no owner is asked', async () => {
    const before = door.seen.length;
    expect((await door.call('GET', '/api/dashboard')).statusCode).toBe(401);
    const temporary = await door.login({ mustChangePassword: true });
    const refused = await door.call('GET', '/api/dashboard', { sid: temporary });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'must_change_password']);
    expect(door.seen.slice(before).filter(({ url }) => url.includes('dashboard'))).toEqual([]);
  });

  test('when the part of an owner is asked for directly, then it does not exist', async () => {
    expect((await door.call('GET', '/api/dashboard/admission', { sid })).statusCode).toBe(404);
    expect(endpoints.some(({ path }) => path === '/api/dashboard/admission')).toBe(false);
  });
});
