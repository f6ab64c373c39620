import { countUnread } from '@gerbang/contracts/notification-stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HOLDS_MS } from '../src/applied-results.ts';
import { type Door, openDoor } from './door.ts';

const APPLIED = 'x-gerbang-results-applied';
const ASKED = [
  ['/api/dashboard/family', undefined],
  ['/api/dashboard/announcement', '?'],
] as const;
const KNOWN = [['/api/dashboard/family', 'all']] as const;

describe('a waiting family’s dashboard and announcement’s word', () => {
  let door: Door;
  let sid: string;
  let gateway: FastifyInstance;
  let other: FastifyInstance;
  let clock = 0;
  /** What announcement says when it is asked. */
  let word: string | undefined;
  let silent = false;
  beforeAll(async () => {
    door = await openDoor();
    sid = await door.login();
  });
  afterAll(() => door.close());
  beforeEach(async () => {
    const parts = { time: () => clock };
    [gateway, other] = [await door.build({}, undefined, parts), await door.build({}, undefined, parts)];
    word = 'all';
    silent = false;
    door.respondWith(({ url, headers }: FastifyRequest, reply: FastifyReply) => {
      if (url === '/api/dashboard/family') {
        if (headers[APPLIED] !== 'all') reply.header('x-gerbang-missing-areas', 'announcement');
        return { admission: 1, announcement: 'stored', billing: 1, unavailable: [] };
      }
      if (silent) return reply.code(503).send({});
      if (word !== undefined)
        reply.header(APPLIED, headers[APPLIED] !== '?' && word === 'all' ? 'own' : word);
      return { fresh: true };
    });
  });
  afterEach(async () => {
    await gateway.close();
    await other.close();
  });

  /** One dashboard; the calls that it needed with what they said of results, and the cookie that it left. */
  async function read(by = gateway, cookie = '') {
    const from = door.seen.length;
    const answer = await door.call('GET', '/api/dashboard', { sid: sid + cookie }, by);
    const calls = door.seen
      .slice(from)
      .filter(({ url }) => url !== countUnread.path)
      .map(({ url, headers }) => [url, headers[APPLIED]]);
    const [left] = String(answer.headers['set-cookie'] ?? '').split(';', 1);
    return { calls, left, area: answer.json().announcement };
  }

  test('when announcement has said that all is applied, then one call is enough for half a second, and one request renews it', async () => {
    expect(await read()).toEqual({ calls: ASKED, left: '', area: { fresh: true } });
    expect(await read()).toEqual({ calls: KNOWN, left: '', area: 'stored' });
    clock += HOLDS_MS - 1;
    const many = await Promise.all(
      Array.from({ length: 8 }, () => door.call('GET', '/api/dashboard', { sid }, gateway)),
    );
    expect(many.filter((one) => one.json().announcement !== 'stored')).toHaveLength(1);
    clock += HOLDS_MS - 1;
    expect((await read()).calls).toEqual(ASKED);
    clock += HOLDS_MS;
    expect((await read()).calls).toEqual(ASKED);
  });

  test('when results are under way, then announcement is called for each dashboard, but asked four times a second', async () => {
    word = 'none';
    expect((await read()).calls).toEqual(ASKED);
    for (const asked of [undefined, undefined, '?']) {
      clock += 100;
      const { calls, area } = await read();
      expect([calls.at(-1), area]).toEqual([['/api/dashboard/announcement', asked], { fresh: true }]);
    }
  });

  test.each([
    ['is of the release before', () => (word = undefined)],
    ['does not respond', () => (silent = true)],
  ])('when announcement %s, then its word is not used beyond its time', async (_how, change) => {
    await read();
    change();
    expect((await read()).calls).toEqual(KNOWN);
    clock += HOLDS_MS;
    for (let again = 0; again < 3; again += 1) {
      expect((await read()).calls.map(([url]) => url)).toEqual(ASKED.map(([url]) => url));
    }
  });

  test('when a browser was shown a result, then another gateway goes by no word from before', async () => {
    await read(other);
    word = 'none';
    const { left } = await read(gateway);
    expect(left).toBe('results=1');
    expect((await read(other, `; ${left}`)).area).toEqual({ fresh: true });
    expect((await read(other)).area).toBe('stored');
    // The list of a family's results shows them, too.
    const list = await door.call('GET', '/api/announcements', { sid }, gateway);
    expect(String(list.headers['set-cookie'])).toMatch(
      /^results=1; Max-Age=5; Path=\/api\/dashboard; HttpOnly; SameSite=Lax$/u,
    );
  });

  test('when results are published through a gateway, then it forgets the word, also one that was asked for before', async () => {
    await read();
    const staff = await door.login({ role: 'manager_pendidikan' });
    const url = '/api/admin/announcements/019a0000-0000-7000-8000-000000000001/publish';
    const publish = () => door.call('POST', url, { sid: staff, payload: {} }, gateway);
    expect((await publish()).statusCode).toBe(200);
    expect((await read()).area).toEqual({ fresh: true });
    clock += HOLDS_MS;
    const answers = [read()];
    await publish();
    await Promise.all(answers);
    expect((await read()).area).toEqual({ fresh: true });
  });
});
