import { randomBytes } from 'node:crypto';
import type { Stack } from '@gerbang/local/stack';
import { codeOf } from '../../browser/authenticator.ts';
import { callAs, type Client, cookieOf, createClient, type HttpResponse } from '../../kit/client.ts';
import { startOwnStack } from '../../kit/own-stack.ts';
import { demo } from '../../kit/people.ts';
import { floodAccount } from './lockout.ts';

/** `LOCKOUT_REQUESTS=10000` is the long form. */
const REQUESTS = Number(process.env.LOCKOUT_REQUESTS ?? 200);
jest.setTimeout(900_000);

describe('the login of the running portal', () => {
  let stack: Stack;
  let client: Client;
  beforeAll(async () => {
    const databaseUrl = process.env.TEST_DATABASE_URL;
    const prefix = `login_${randomBytes(4).toString('hex')}`;
    stack = await startOwnStack({
      buildFrontEnds: false,
      ...(databaseUrl && { databaseUrl, prefix, dropAtEnd: true }),
      env: { auth: { STAFF_SECOND_FACTOR: 'admin:required,*:off' } },
      signal: new AbortController().signal,
    });
    client = createClient(stack.url);
  });
  afterAll(async () => {
    client?.close();
    await stack?.stop();
  });

  const send = (method: string, target: string, cookie = '', body?: object): Promise<HttpResponse> =>
    client.send({
      method,
      target,
      headers: {
        origin: client.url,
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  test('when an administrator, who must have a second factor, logs in, adds an app of codes and logs in again, then each step opens what it should', async () => {
    const { email: identifier, password } = demo('admin');
    const first = await send('POST', '/api/login', '', { identifier, password });
    expect([first.status, first.json]).toEqual([200, expect.objectContaining({ must_add_factor: true })]);
    const limited = cookieOf(first);
    const refused = await send('GET', '/api/admin/users', limited);
    expect([refused.status, refused.json]).toEqual([
      403,
      expect.objectContaining({ code: 'must_add_factor' }),
    ]);

    const begun = await callAs(client, limited)<{ secret: string }>('POST', '/api/factors/totp', {});
    const confirmed = await send('POST', '/api/factors/totp/confirm', limited, {
      otp: codeOf(begun.secret, 0),
    });
    expect([
      confirmed.status,
      (confirmed.json as { recovery_codes: string[] }).recovery_codes.length,
    ]).toEqual([200, 10]);
    const full = cookieOf(confirmed);
    expect((await send('GET', '/api/admin/users', full)).status).toBe(200);
    expect((await send('GET', '/api/user', limited)).status).toBe(401);

    const second = await send('POST', '/api/login', '', { identifier, password });
    expect([second.status, second.headers['set-cookie']]).toEqual([202, undefined]);
    const { token } = second.json as { token: string };
    const wrong = await send('POST', '/api/login/factor', '', { token, otp: '000000' });
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([401, undefined]);
    const right = await send('POST', '/api/login/factor', '', { token, otp: codeOf(begun.secret, 1) });
    expect(right.status).toBe(200);

    const there = cookieOf(right);
    const sessions = await callAs(client, there)<{ id: string; current: boolean }[]>('GET', '/api/sessions');
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect((await send('POST', '/api/sessions/end-others', there)).json).toEqual({ ended: 1 });
    expect((await send('GET', '/api/user', full)).status).toBe(401);
    const fresh = await send('POST', '/api/fresh', there, { password });
    expect([fresh.status, (await send('GET', '/api/admin/users', there)).status]).toEqual([200, 200]);
  });

  // Last: afterwards the address of all tests has to wait.
  test(`when a stranger sends ${REQUESTS} requests against an account while its owner logs in and resets from the known browser, then nothing of the owner’s is used up, and unknown browsers wait`, async () => {
    const seen = await floodAccount(stack, REQUESTS);
    expect(new Set(seen.owner)).toEqual(new Set([200]));
    expect(seen.owner.length).toBeGreaterThanOrEqual(13);
    expect(seen).toMatchObject({ codeGood: true, resetDone: true, unknownBrowser: 429 });
    expect(seen.slowestMs).toBeLessThan(10_000);
    expect(seen.strangersCodes).toBeLessThanOrEqual(5);
    const total = Object.values(seen.stranger).reduce((sum, count) => sum + count, 0);
    expect(total).toBe(REQUESTS);
    expect(Object.keys(seen.stranger).filter((status) => Number(status) >= 500 && status !== '503')).toEqual(
      [],
    );
  });
});
