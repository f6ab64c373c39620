import { payInvoice } from '@gerbang/contracts/invoice-payments';
import { endpoints } from '@gerbang/contracts/all';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openDoor, type Door } from './door.ts';

const UNREAD = '/api/notifications/unread';
const STORED = {
  admission: { parent: 'stored' },
  announcement: { parent: 'stored' },
  billing: { parent: 'stored' },
  unavailable: [],
};

describe('a parent’s dashboard through the gateway', () => {
  let door: Door;
  let sid: string;
  /** What admission's read model responds. */
  let model: (reply: FastifyReply) => unknown;
  beforeAll(async () => {
    door = await openDoor();
    sid = await door.login();
  });
  afterAll(() => door.close());
  beforeEach(() => {
    model = () => STORED;
    door.respondWith(({ url }: FastifyRequest, reply: FastifyReply) =>
      url === '/api/dashboard/family' ? model(reply) : { parent: `fresh ${url.split('/').at(-1)}` },
    );
  });

  const read = async (headers: Record<string, string> = {}, cookie = sid) => {
    const before = door.seen.length;
    const answer = await door.call('GET', '/api/dashboard', { sid: cookie, headers });
    return { answer, calls: door.seen.slice(before) };
  };
  const paths = (calls: readonly { url: string }[]) => calls.map(({ url }) => url).toSorted();

  test('when the read model is complete, then one call gives the answer as it is', async () => {
    const { answer, calls } = await read();
    expect([answer.statusCode, answer.json(), paths(calls)]).toEqual([
      200,
      STORED,
      ['/api/dashboard/family', UNREAD],
    ]);
    expect((await read({}, await door.login({ role: 'admin' }))).answer.json().admission.parent).toBe(
      'fresh admission',
    );
    expect(endpoints.some(({ path }) => path === '/api/dashboard/family')).toBe(false);
    expect((await door.call('GET', '/api/dashboard/family', { sid })).statusCode).toBe(404);
  });

  test('when it lacks areas, then only those are called, and keys and bytes are those of a composed answer', async () => {
    model = (reply) => {
      reply.header('x-gerbang-missing-areas', 'announcement,billing');
      return STORED;
    };
    const { answer, calls } = await read();
    expect(paths(calls)).toEqual(
      ['announcement', 'billing', 'family'].map((name) => `/api/dashboard/${name}`).concat(UNREAD),
    );
    expect(answer.body).toBe(
      JSON.stringify({
        admission: { parent: 'stored' },
        announcement: { parent: 'fresh announcement' },
        billing: { parent: 'fresh billing' },
        unavailable: [],
      }),
    );
    expect(answer.headers['x-gerbang-missing-areas']).toBeUndefined();
  });

  test('when admission is of the release before, then everything is composed as it was', async () => {
    model = (reply) => reply.code(404).send({});
    const { answer } = await read();
    expect(answer.json()).toEqual({
      admission: { parent: 'fresh admission' },
      announcement: { parent: 'fresh announcement' },
      billing: { parent: 'fresh billing' },
      unavailable: [],
    });
  });

  test('when admission fails, then the other areas are there and it is named', async () => {
    model = (reply) => reply.code(500).send({});
    const { answer } = await read();
    expect(answer.json()).toEqual({
      admission: null,
      announcement: { parent: 'fresh announcement' },
      billing: { parent: 'fresh billing' },
      unavailable: ['admission'],
    });
    expect(answer.headers.etag).toBeUndefined();
  });

  test('when the browser holds the answer, then it is 304 until something changes, for another account too', async () => {
    const first = (await read()).answer;
    const { etag } = first.headers;
    expect(etag).toMatch(/^"[\w-]{22}"$/u);
    const again = (await read({ 'if-none-match': `"other", ${etag}` })).answer;
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    expect(again.headers['x-session-idle']).toBe(first.headers['x-session-idle']);
    model = () => ({ ...STORED, admission: { parent: 'changed' } });
    const changed = (await read({ 'if-none-match': String(etag) })).answer;
    expect([changed.statusCode, changed.json().admission.parent]).toEqual([200, 'changed']);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test('when a parent has paid, then its next dashboards name the version that billing made of it', async () => {
    door.respondWith((_request, reply) => {
      reply.header('x-gerbang-dues', '17');
      return {};
    });
    const paid = await door.call(payInvoice.method, payInvoice.path, {
      sid,
      payload: {},
      headers: { 'content-type': 'application/json' },
    });
    expect(paid.headers['x-gerbang-dues']).toBeUndefined();
    const cookie = [paid.headers['set-cookie']].flat().find((one) => one?.startsWith('dues='));
    expect(cookie).toBe('dues=17; Max-Age=600; Path=/api/dashboard; HttpOnly; SameSite=Lax');
    const versions = async (value: string) => {
      const { calls } = await read({}, `${sid}; dues=${value}`);
      return calls[0]?.headers['x-gerbang-dues'];
    };
    expect([await versions('17'), await versions('17;x'), await versions('a')]).toEqual([
      '17',
      '17',
      undefined,
    ]);
    // Nothing that a browser sends reaches a service under that name.
    expect((await read({ 'x-gerbang-dues': '99' })).calls[0]?.headers['x-gerbang-dues']).toBeUndefined();
  });
});
