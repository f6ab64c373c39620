import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { cell } from '@gerbang/contracts/endpoint';
import { streamNotifications } from '@gerbang/contracts/notification-stream';
import { ROLES } from '@gerbang/domain/roles';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Door, openDoor } from './door.ts';
import { openStream, streamsEndWithSessions } from './open-stream.ts';
import { until } from '@gerbang/service-kit/testing/until';

const PATH = streamNotifications.path;
describe('the number of unread messages', () => {
  let door: Door;
  let url: string;
  /** The numbers as the notification service has them, the gateways' subscriptions, and reads of single numbers. */
  const numbers = new Map<string, number>();
  const subscriptions = new Set<FastifyReply>();
  let reads = 0;
  let userId: string;
  let sid: string;

  const tell = (id: string, unread: number) => {
    numbers.set(id, unread);
    for (const { raw } of subscriptions) raw.write(`${JSON.stringify({ [id]: unread })}\n`);
  };
  const listen = async (app: FastifyInstance) => app.listen({ host: '127.0.0.1', port: 0 });

  beforeAll(async () => {
    door = await openDoor();
    url = await listen(door.app);
    door.respondWith((request, reply) => {
      if (request.url === '/api/notifications/unread') {
        reads += 1;
        return { unread: numbers.get(userId) ?? 0 };
      }
      if (request.url !== '/api/notifications/news') return { ok: true };
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'application/x-ndjson' }).write('\n');
      subscriptions.add(reply);
      reply.raw.once('close', () => subscriptions.delete(reply));
      const { accounts } = JSON.parse(String(request.body)) as { accounts: string[] };
      for (const id of accounts) reply.raw.write(`${JSON.stringify({ [id]: numbers.get(id) ?? 0 })}\n`);
      return reply;
    });
  });
  afterAll(() => door.close());
  beforeEach(async () => {
    userId = randomUUID();
    sid = await door.login({ userId });
    reads = 0;
  });

  const open = (cookie = sid, at = url) => openStream(cookie, at);
  const ask = (cookie?: string) => door.call('GET', PATH, cookie ? { sid: cookie } : {});

  test.each(['anon', ...ROLES] as const)('when M03 is called by %s, then the cell holds', async (caller) => {
    const cookie = caller === 'anon' ? undefined : await door.login({ userId, role: caller });
    const answer = await ask(cookie);
    expect(answer.statusCode).toBe(cell(streamNotifications, caller) === 'allowed' ? 200 : 401);
    if (cookie) expect(answer.json()).toEqual({ unread: 0 });
  });

  test('when a message comes, then the open stream tells the new number, and the first read of a page too', async () => {
    numbers.set(userId, 3);
    const { stream, leave, headers } = await open();
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
    await until(() => stream.text.includes('data: {"unread":3}\n\n') && subscriptions.size > 0);
    tell(userId, 4);
    await until(() => stream.text.endsWith('data: {"unread":4}\n\n'));
    tell(userId, 4);
    expect((await door.call('GET', '/api/user', { sid })).headers['x-unread']).toBe('4');
    expect((await ask(sid)).json()).toEqual({ unread: 4 });
    expect((await door.call('GET', '/api/dashboard', { sid })).json().unread).toBe(4);
    expect(reads).toBe(1);
    expect(stream.text.match(/"unread":4/gu)).toHaveLength(1);
    leave();
  });

  test('when messages are read, then the very next dashboard has the new number, under a new tag', async () => {
    const { stream, leave } = await open();
    await until(() => stream.text !== '');
    const before = await door.call('GET', '/api/dashboard', { sid });
    numbers.set(userId, 7);
    await door.call('POST', '/api/notifications/read', { sid, payload: { all: true } });
    const after = await door.call('GET', '/api/dashboard', { sid });
    expect([before.json().unread, after.json().unread]).toEqual([0, 7]);
    leave();
  });

  test('when the subscription breaks, then it is made again and the streams get what was missed', async () => {
    const { stream, leave } = await open();
    await until(() => stream.text !== '' && subscriptions.size > 0);
    for (const { raw } of subscriptions) raw.destroy();
    numbers.set(userId, 9);
    await until(() => stream.text.endsWith('data: {"unread":9}\n\n'));
    leave();
  });

  test('when a session has two streams, then a third is 429, and there is room again when one ends', async () => {
    const two = [await open(), await open()];
    expect((await open()).status).toBe(429);
    const other = await open(await door.login({ userId }));
    expect(other.status).toBe(200);
    two[0]?.leave();
    let again = await open();
    await until(async () => {
      if (again.status === 429) again = await open();
      return again.status === 200;
    });
    for (const one of [...two, other, again]) one.leave();
  });

  streamsEndWithSessions();

  test('when a session ends whose connection takes nothing more, then nothing more is written to its stream', async () => {
    const responses: ServerResponse[] = [];
    const note = (_request: unknown, response: ServerResponse) => responses.push(response);
    door.app.server.on('request', note);
    const other = randomUUID();
    const before = await door.login({ userId: other });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    // The second response waits for the end of the first, which has none.
    const asked = (cookie: string) =>
      `GET ${PATH} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\ncookie: ${cookie}\r\n\r\n`;
    socket.write(asked(before) + asked(sid));
    await until(() => responses.filter(({ headersSent }) => headersSent).length === 2);
    await until(() => subscriptions.size > 0);
    door.setCommand({ do: 'end' });
    await door.call('POST', '/api/logout', { sid, payload: {} });
    door.setCommand(undefined);
    await until(() => responses[1]?.writableEnded === true);
    for (const unread of [5, 6]) tell(userId, unread);
    tell(other, 7);
    await until(() => text.includes('data: {"unread":7}'));
    expect((await ask(before)).json()).toEqual({ unread: 7 });
    door.app.server.off('request', note);
    socket.destroy();
  });

  test('when a page only holds its stream, then that does not keep the session alive', async () => {
    const lastSeen = async () => (await door.knex('sessions').where({ user_id: userId }).first()).last_seen;
    const before = await lastSeen();
    door.forward(120_000);
    const answer = await ask(sid);
    expect([answer.statusCode, answer.headers['x-session-idle']]).toEqual([200, undefined]);
    expect(await lastSeen()).toEqual(before);
  });

  test('when the gateway is in a crowd, then streams are 503, numbers that are not known too, and dashboards go without', async () => {
    const crowded = await door.build({}, undefined, {
      watch: () => ({ busy: () => true, noteRead: () => undefined, stop: () => undefined }),
    });
    const at = await listen(crowded);
    const { status, headers } = await open(sid, at);
    expect([status, headers['retry-after']]).toEqual([503, '60']);
    const dashboard = await door.call('GET', '/api/dashboard', { sid }, crowded);
    expect([dashboard.statusCode, dashboard.json().unread]).toEqual([200, undefined]);
    expect(reads).toBe(0);
    await crowded.close();
  });

  test('when the gateway closes, then it does not wait for open streams', async () => {
    const closing = await door.build();
    const { stream } = await open(sid, await listen(closing));
    await closing.close();
    await until(() => stream.ended);
  });
});
