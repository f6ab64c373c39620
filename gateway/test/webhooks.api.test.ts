import { createHmac } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { type Door, openDoor, ORIGIN, type Seen } from './door.ts';

const WHATSAPP = '/webhooks/whatsapp';
const MAIL = '/webhooks/mail';
const KB = 1024;
/** The largest reports: Meta's, and those of a mail server. */
const LARGEST = { [WHATSAPP]: 3 * KB * KB, [MAIL]: 256 * KB };

describe.each([WHATSAPP, MAIL] as const)('reports to %s', (path) => {
  let door: Door;
  let notification: FastifyInstance;
  let seen: (Omit<Seen, 'body'> & { body: Buffer })[];
  let status: number;
  beforeAll(async () => {
    notification = Fastify({ bodyLimit: 8 * KB * KB });
    notification.removeAllContentTypeParsers();
    notification.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    notification.all('/*', async ({ method, url, headers, body }, reply) => {
      seen.push({ method, url, headers, body: body as Buffer });
      return reply.code(status).header('set-cookie', 'leak=1').send({});
    });
    door = await openDoor({ NOTIFICATION_URL: await notification.listen({ host: '127.0.0.1', port: 0 }) });
  });
  afterAll(async () => {
    await door.close();
    await notification.close();
  });
  beforeEach(() => {
    seen = [];
    status = 200;
  });

  const signed = (body: Buffer | string) =>
    `sha256=${createHmac('sha256', 'secret of the sender').update(body).digest('hex')}`;
  const send = (
    payload: Buffer | string,
    headers: Record<string, string> = {},
    signature = signed(payload),
  ) =>
    door.app.inject({
      method: 'POST',
      url: path,
      payload,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature, ...headers },
    });

  test('when a report is signed, then notification gets its bytes as they came, with the signature, and no other service does', async () => {
    // Not the text that a parser would write again.
    const body = Buffer.from('{ "reports" :[ {"type":"bounced","email":"si\\u0074i@contoh.id"} ] }\n');
    const others = door.seen.length;
    const answer = await send(body);
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined]);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method: 'POST', url: path });
    expect(seen[0]?.body.equals(body)).toBe(true);
    expect(seen[0]?.headers).toMatchObject({
      'x-hub-signature-256': signed(body),
      'content-type': 'application/json',
      'x-request-id': expect.stringMatching(/./u),
    });
    expect(door.seen).toHaveLength(others);
  });

  test('when the same report comes again, then it is forwarded again: notification knows what it has', async () => {
    const answers = [await send('{"a":1}'), await send('{"a":1}')];
    expect([answers.map(({ statusCode }) => statusCode), seen.length]).toEqual([[200, 200], 2]);
  });

  test.each(['', 'sha256=', `sha1=${'0'.repeat(40)}`, `sha256=${'0'.repeat(63)}`])(
    'when it carries the signature %j, then it is refused without its body being read',
    async (signature) => {
      const answer = await send('x'.repeat(4 * KB * KB), {}, signature);
      expect([answer.statusCode, answer.json().code, seen]).toEqual([401, 'signature', []]);
    },
  );

  test.each([401, 400, 503])('when notification answers %s, then the sender gets that', async (answered) => {
    status = answered;
    expect((await send('{}')).statusCode).toBe(answered);
  });

  test('when it is as large as it may be, then it is forwarded, and one byte more is 413', async () => {
    const largest = Buffer.alloc(LARGEST[path], ' ');
    expect((await send(largest)).statusCode).toBe(200);
    expect(seen[0]?.body.length).toBe(LARGEST[path]);
    expect((await send(Buffer.alloc(LARGEST[path] + 1, ' '))).statusCode).toBe(413);
    expect(seen).toHaveLength(1);
  });

  test('when a browser of another site sends it with a session, then neither session nor identity goes with it', async () => {
    const cookie = await door.login();
    const forged = { 'x-gerbang-identity': 'forged', 'x-gerbang-session': '{"do":"end"}' };
    await send('{}', { cookie, origin: 'https://evil.example', ...forged });
    expect(seen).toHaveLength(1);
    for (const name of ['cookie', 'origin', ...Object.keys(forged)])
      expect(seen[0]?.headers).not.toHaveProperty(name);
    expect((await door.call('GET', '/api/user', { sid: cookie })).statusCode).toBe(200);
  });

  test('when one network sends too many, then 429, counted apart from its other requests', async () => {
    const small = await openDoor({ REQUESTS_PER_MINUTE: '3', REPORTS_PER_MINUTE: '2' });
    const report = () =>
      small.call('POST', path, { payload: '{}', headers: { 'x-hub-signature-256': signed('{}') } });
    const statuses = [await report(), await report(), await report()].map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await small.call('GET', '/api/user')).statusCode).toBe(401);
    await small.close();
  });
});

test('when another method or address of the webhooks is tried, then no service hears of it', async () => {
  const door = await openDoor();
  for (const [method, url] of [
    ['GET', MAIL],
    ['PUT', MAIL],
    ['DELETE', WHATSAPP],
    ['POST', `${MAIL}/x`],
    ['POST', '/webhooks'],
  ] as const) {
    const answer = await door.call(method, url, { headers: { origin: ORIGIN } });
    expect([method, url, [404, 405].includes(answer.statusCode)]).toEqual([method, url, true]);
  }
  expect(door.seen).toEqual([]);
  await door.close();
});

test('when the provider of payments tells of money, then billing gets its bytes and what it signed, and nothing of a session', async () => {
  const door = await openDoor();
  const headers = {
    'content-type': 'application/json',
    'x-timestamp': '2026-11-29T14:30:00+07:00',
    'x-signature': 'signature',
    'x-partner-id': 'SCHOOL01',
    'x-external-id': '261129000001',
    'channel-id': '95051',
  };
  const payload = '{ "paidAmount": {"value":"350000.00"} }';
  const cookie = await door.login();
  const url = '/webhooks/snap/v1.0/transfer-va/payment';
  await door.app.inject({ method: 'POST', url, payload, headers: { ...headers, cookie } });
  const seen = door.seen.at(-1);
  expect(seen).toMatchObject({ method: 'POST', url, headers });
  expect(seen?.headers).not.toHaveProperty('cookie');
  const large = await door.app.inject({
    method: 'POST',
    url,
    payload: Buffer.alloc(32 * KB + 1, ' '),
    headers,
  });
  expect(large.statusCode).toBe(413);
  await door.close();
});
