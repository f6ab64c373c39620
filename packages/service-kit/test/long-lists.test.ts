import { runs } from '@gerbang/domain/testing/runs';
import { endpoint } from '@gerbang/contracts/endpoint';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { mapLong, sendLongList, sendWithLongList } from '../src/http/long-lists.ts';
import { mount } from '../src/http/mount.ts';
import { createServer } from '../src/http/server.ts';
import { testIdentity } from '../src/testing/identity.ts';

const id = '019a0000-0000-7000-8000-000000000001';
const item = z.object({ name: z.string(), count: z.int().optional() });
const object = z.object({ title: z.string(), items: z.array(item), more: z.string().nullable() });
const whole = endpoint({
  id: 'T1',
  method: 'GET',
  path: '/api/whole',
  service: 'auth',
  access: { kind: 'roles', roles: ['admin'] },
  summary: 'An object with a long list',
  tags: [],
  response: { 200: object },
});
const list = endpoint({ ...whole, path: '/api/list', response: { 200: z.array(item) } });

describe('long lists of a response', () => {
  let app: FastifyInstance;
  let answer: z.input<typeof object>;
  const identity = testIdentity('auth');
  beforeAll(() => {
    app = createServer({ name: 'test', identity: identity.verifier });
    mount(app, identity.verifier, whole, ({ reply }) => sendWithLongList(reply, object, 'items', answer));
    mount(app, identity.verifier, list, ({ reply }) => sendLongList(reply, list.response[200], answer.items));
  });
  afterAll(() => app.close());

  const get = (url: string) =>
    app.inject({ method: 'GET', url, headers: identity.headers({ sub: id, role: 'admin' }) });

  test('when any object is sent in pieces, then it is what one piece would be, without fields of no contract', async () => {
    const hidden = { secret: 'x' };
    const items = fc.array(
      fc.record({ name: fc.string(), count: fc.option(fc.integer(), { nil: undefined }) }),
      { maxLength: 250, size: 'max' },
    );
    await fc.assert(
      fc.asyncProperty(fc.string(), items, async (title, some) => {
        const long = some.map((one) => ({ ...one, ...hidden }));
        answer = { title, items: long, more: null, ...hidden } as z.input<typeof object>;
        const [object_, list_] = [await get('/api/whole'), await get('/api/list')];
        expect(object_.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(object_.headers['cache-control']).toBe('no-store');
        expect(object_.json()).toEqual(JSON.parse(JSON.stringify({ title, more: null, items: some })));
        expect(list_.json()).toEqual(JSON.parse(JSON.stringify(some)));
      }),
      { numRuns: runs(50) },
    );
  });

  test('when an item does not match the contract, then it is a 500 that names no value', async () => {
    answer = { title: 't', items: [{ name: 5 as unknown as string }], more: null };
    for (const url of ['/api/whole', '/api/list']) {
      const refused = await get(url);
      expect([refused.statusCode, refused.json().code]).toEqual([500, 'internal']);
    }
  });

  test('when a list is long, then others have their turn between its pieces', async () => {
    let turns = 0;
    let done = false;
    const count = () => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    const made = await mapLong(Array.from({ length: 1000 }), (_one) => turns);
    done = true;
    expect(new Set(made).size).toBeGreaterThanOrEqual(9);
  });
});
