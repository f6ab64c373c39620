import { endpoint } from '@gerbang/contracts/endpoint';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { mount } from '../src/http/mount.ts';
import { createServer } from '../src/http/server.ts';
import { testIdentity } from '../src/testing/identity.ts';

const thing = endpoint({
  id: 'T1',
  method: 'POST',
  path: '/api/things/{id}',
  service: 'auth',
  access: { kind: 'roles', roles: ['admin'] },
  summary: 'A thing',
  tags: [],
  params: z.strictObject({ id: z.uuid('Id tidak valid') }),
  body: z.strictObject({
    name: z.string('Nama harus diisi').max(10, 'Terlalu panjang'),
    nested: z.unknown().optional(),
  }),
  response: { 201: z.object({ name: z.string() }) },
});
const optional = endpoint({
  ...thing,
  path: '/api/optional',
  params: undefined,
  body: z.strictObject({ name: z.string().optional() }),
  response: { 200: z.object({ name: z.string() }) },
});
const withoutFields = endpoint({ ...optional, path: '/api/no-fields', body: undefined });
const id = '019a0000-0000-7000-8000-000000000001';

describe('a mounted call', () => {
  let app: FastifyInstance;
  const identity = testIdentity('auth');
  let admin: ReturnType<typeof identity.headers>;

  beforeAll(async () => {
    admin = identity.headers({ sub: id, role: 'admin' });
    app = createServer({ name: 'test', identity: identity.verifier });
    mount(app, identity.verifier, thing, async ({ body }) => {
      if (body.name === 'boom') throw new Error('select secret from users');
      if (body.name === 'odd') return { name: 5 } as unknown as { name: string };
      return { name: body.name, hidden: 'x' } as { name: string };
    });
  });
  beforeAll(() => {
    mount(app, identity.verifier, optional, async ({ body }) => ({ name: body.name ?? 'none' }));
    mount(app, identity.verifier, withoutFields, async () => ({ name: 'none' }));
  });
  afterAll(() => app.close());

  const call = (headers: Record<string, string>, payload: unknown, path = `/api/things/${id}`) =>
    app.inject({ method: 'POST', url: path, headers, payload: payload as object });

  test('when the order of checks is walked, then identity, role, must-change, id and body answer in that order', async () => {
    const bad = { wrong: 1 };
    expect((await call({}, bad, '/api/things/x')).statusCode).toBe(401);
    expect((await call(identity.headers({ sub: id, role: 'admin' }, 'billing'), bad)).statusCode).toBe(401);
    expect((await call(identity.headers(), bad, '/api/things/x')).statusCode).toBe(401);
    expect((await call(identity.headers({ sub: id, role: 'cs' }), bad, '/api/things/x')).statusCode).toBe(
      403,
    );
    const mustChange = await call(
      identity.headers({ sub: id, role: 'admin', mcp: true }),
      bad,
      '/api/things/x',
    );
    expect([mustChange.statusCode, mustChange.json().code]).toEqual([403, 'must_change_password']);
    expect((await call(admin, { name: 'a' }, '/api/things/x')).statusCode).toBe(400);
    expect((await call(admin, bad)).statusCode).toBe(400);
    expect((await call(admin, { name: 'a' })).statusCode).toBe(201);
  });

  test('when a body has unknown or wrong fields, then 400 names each in Indonesian', async () => {
    const answer = await call(admin, { name: 5, role: 'admin' });
    expect(answer.json()).toMatchObject({
      statusCode: 400,
      code: 'bad_request',
      issues: expect.arrayContaining([
        { path: 'name', message: 'Nama harus diisi' },
        { path: 'role', message: 'Isian ini tidak dikenal' },
      ]),
    });
  });

  test('when an answer has fields that the contract does not name, then they do not leave', async () => {
    expect((await call(admin, { name: 'a' })).json()).toEqual({ name: 'a' });
  });

  test('when something unforeseen fails, then the answer says nothing about it', async () => {
    const answer = await call(admin, { name: 'boom' });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('secret');
  });

  test.each([
    ['text/plain', '{"name":"a"}'],
    ['application/x-www-form-urlencoded', 'name=a'],
    ['application/jsonx', '{"name":"a"}'],
  ])('when the content type is %s, then it is 415', async (type, payload) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/things/${id}`,
      headers: { ...admin, 'content-type': type },
      payload,
    });
    expect(answer.statusCode).toBe(415);
  });

  test.each([
    ['B4 pollutes the prototype', '{"name":"a","__proto__":{"x":1}}'],
    ['B4 pollutes the constructor', '{"name":"a","constructor":{"prototype":{"x":1}}}'],
    ['B5 is too deep', `{"name":"a","nested":${'['.repeat(100)}${']'.repeat(100)}}`],
    ['B5 is very deep', '['.repeat(100_000)],
    ['B5 has too many nodes', JSON.stringify({ name: 'a', nested: Array.from({ length: 6000 }, () => 1) })],
    ['B5 names a field twice', '{"name":"a","name":"b"}'],
    ['B5 names a field twice in disguise', '{"name":"a","n\\u0061me":"b"}'],
    ['B6 has a NUL', '{"name":"a\\u0000"}'],
    ['B6 has a lone surrogate deep inside', '{"name":"a","nested":[{"x":"\\ud800"}]}'],
    ['B7 has a number for a text', '{"name":1e400}'],
    ['B5 has a number of 200 kB', `{"name":${'9'.repeat(200_000)}}`],
    ['is nothing', ' '],
    ['is cut off', '{"name":'],
    ['is cut off in a text', '{"name":"a'],
    ['is a text', '"name"'],
    ['is null', 'null'],
  ])('when a body %s, then it is 400', async (_what, payload) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/things/${id}`,
      headers: { ...admin, 'content-type': 'application/json' },
      payload,
    });
    expect(answer.statusCode).toBe(400);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  const json = { 'content-type': 'application/json' };
  describe.each([optional, withoutFields])('that needs no field ($path)', ({ method, path: url }) => {
    test.each([
      ['no body', undefined, {}],
      ['an empty body', '', json],
      ['{}', '{}', json],
      ['{} with blanks', ' { } ', json],
    ])('takes %s', async (_what, payload, headers) => {
      const answer = await app.inject({ method, url, headers: { ...admin, ...headers }, payload });
      expect([answer.statusCode, answer.json()]).toEqual([200, { name: 'none' }]);
    });

    test.each(['{"other":1}', '[]', '[1]', '5', 'null', '"{}"', 'true'])('refuses %s', async (payload) => {
      const answer = await app.inject({ method, url, headers: { ...admin, ...json }, payload });
      expect(answer.statusCode).toBe(400);
    });
  });

  test('when a body is over the limit, then it is 413', async () => {
    expect((await call(admin, { name: 'x'.repeat(300 * 1024) })).statusCode).toBe(413);
  });

  test('when the method is not the one of the path, then 405 says which is; an unknown path is 404', async () => {
    const wrong = await app.inject({ method: 'GET', url: `/api/things/${id}`, headers: admin });
    expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'POST']);
    expect((await app.inject({ method: 'GET', url: '/api/nothing' })).statusCode).toBe(404);
  });

  test('when braces, quotes and commas stand inside texts, then they count for nothing', async () => {
    const payload = { name: 'a', nested: ['{"[', '\\"', ',', '{'.repeat(50), ','.repeat(6000)] };
    expect((await call(admin, payload)).statusCode).toBe(201);
  });

  test('when an answer does not fit its contract, then it is a 500 that names nothing', async () => {
    const answer = await call(admin, { name: 'odd' });
    expect([answer.statusCode, answer.json().issues]).toEqual([500, undefined]);
  });

  test('when an answer leaves, then no cache keeps it', async () => {
    expect((await call(admin, { name: 'a' })).headers['cache-control']).toBe('no-store');
  });

  test.each(['?x=%00', '?__proto__[x]=1', '?id[]=1', '?a=1&a=2'])(
    'when the query is %s, then it is 400',
    async (query) => {
      expect((await call(admin, { name: 'a' }, `/api/things/${id}${query}`)).statusCode).toBe(400);
      expect(({} as Record<string, unknown>).x).toBeUndefined();
    },
  );

  test('when a query is sent to a call without one, then it is 400', async () => {
    expect((await call(admin, { name: 'a' }, `/api/things/${id}?x=1`)).statusCode).toBe(400);
  });
});
