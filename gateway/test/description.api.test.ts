import { endpoints } from '@gerbang/contracts/all';
import { successStatuses } from '@gerbang/contracts/endpoint';
import { randomUUID } from 'node:crypto';
import { openDoor, type Door } from './door.ts';

interface Described {
  readonly operationId: string;
  readonly security: object[];
  readonly parameters: { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Record<string, object> };
  readonly responses: Record<string, { readonly content?: Record<string, object> }>;
}

describe('the published description, and refusals that come before any service', () => {
  let door: Door;
  let sid: string;
  beforeAll(async () => {
    door = await openDoor();
    sid = await door.login();
  });
  afterAll(() => door.close());

  test('when the description is read, then it holds every contract with its address, parameters, body and responses', async () => {
    const { paths } = (await door.call('GET', '/api/docs/json')).json() as {
      paths: Record<string, Record<string, Described>>;
    };
    for (const endpoint of endpoints) {
      const found = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
      expect([endpoint.id, found?.operationId]).toEqual([endpoint.id, endpoint.id]);
      const names = found?.parameters.filter((one) => one.in !== 'header').map(({ name }) => name);
      const declared = { ...endpoint.params?.shape, ...endpoint.query?.shape };
      expect([endpoint.id, names]).toEqual([endpoint.id, Object.keys(declared)]);
      expect([endpoint.id, found?.requestBody !== undefined]).toEqual([
        endpoint.id,
        endpoint.body !== undefined,
      ]);
      const [usual] = successStatuses(endpoint);
      expect(Object.keys(found?.responses ?? {})).toContain(String(usual));
      expect([endpoint.id, found?.security.length]).toEqual([
        endpoint.id,
        endpoint.access.kind === 'public' ? 0 : 1,
      ]);
      const types = Object.keys(found?.responses[usual]?.content ?? {});
      expect(types).toEqual(endpoint.media ?? (usual === 204 ? [] : ['application/json']));
    }
    expect(Object.values(paths).flatMap((methods) => Object.keys(methods))).toHaveLength(endpoints.length);
  });

  test('when an address is called by a method that is none of its own, then 405 names those that are', async () => {
    const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
    for (const { path } of endpoints) {
      const url = path.replace(/\{\w+\}/gu, randomUUID());
      const matches = ({ path: other }: { path: string }) =>
        new RegExp(`^${other.replace(/\{\w+\}/gu, '[^/]+')}$`, 'u').test(url);
      const own = new Set<string>(endpoints.filter(matches).map(({ method }) => method));
      for (const method of all.filter((one) => !own.has(one))) {
        const answer = await door.call(method as 'GET', url, { sid });
        expect([method, path, answer.statusCode]).toEqual([method, path, 405]);
        expect(new Set(String(answer.headers.allow).split(/, */u))).toEqual(own);
      }
    }
  });

  test('when an id is malformed, of whatever length, then 400 and no service is asked', async () => {
    const before = door.seen.length;
    const withId = endpoints.filter(({ path, stream }) => path.includes('{id}') && !stream);
    for (const { method, path } of withId) {
      const url = path.replace(/\{\w+\}/gu, '0'.repeat(3000));
      const answer = await door.call(method as 'GET', url, { sid });
      expect([method, path, answer.statusCode]).toEqual([method, path, 400]);
    }
    expect(door.seen.length).toBe(before);
  });

  test('when an address is refused before its route is looked for, then the answer carries the security headers too', async () => {
    const answer = await door.call('GET', '/api/user%00');
    expect(answer.statusCode).toBe(400);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'referrer-policy': 'same-origin',
    });
  });

  test('when a composed call has a query parameter, then it is 400 and no service is called', async () => {
    const before = door.seen.length;
    const answer = await door.call('GET', '/api/dashboard?user_id=1', { sid });
    expect([answer.statusCode, answer.json().issues]).toEqual([
      400,
      [{ path: 'user_id', message: 'Isian ini tidak dikenal' }],
    ]);
    expect((await door.call('GET', '/api/dashboard?user_id=1')).statusCode).toBe(401);
    expect(door.seen.length).toBe(before);
  });

  test('when the id of a file has a space at its end, then it is another address: 400, and no service is asked', async () => {
    const before = door.seen.length;
    for (const id of [`${randomUUID()}%20`, 'x', `${randomUUID()}0`]) {
      expect((await door.call('GET', `/api/files/${id}`, { sid })).statusCode).toBe(400);
      expect((await door.call('GET', `/api/files/${id}`)).statusCode).toBe(401);
    }
    expect(door.seen.length).toBe(before);
  });
});
