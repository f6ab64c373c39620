import { BROWSER_HEADER } from '@gerbang/contracts/identity';
import { type Door, openDoor, USER } from './door.ts';

const TOKEN = 'dGhlIHRva2Vu_-9';
const START = { do: 'start', userId: USER, role: 'cs', epoch: 1, mustChangePassword: false } as const;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PUBLIC_CALLS = [
  ['/api/login', { identifier: 'a', password: 'b' }],
  ['/api/register', {}],
  ['/api/auth/forgot-password', { email: 'a@b.id' }],
  ['/api/auth/verify-reset-token', { email: 'a@b.id', otp: '123456' }],
  ['/api/auth/reset-password', { email: 'a@b.id', otp: '123456', newPassword: 'x' }],
] as const;

describe('the device cookie', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());
  beforeEach(() => door.setCommand(undefined));

  const cookiesOf = (answer: { headers: Record<string, unknown> }) =>
    [answer.headers['set-cookie'] ?? []].flat().map(String);
  const login = (gateway = door.app) =>
    door.call('POST', '/api/login', { payload: { identifier: 'a', password: 'b' } }, gateway);
  /** What the service heard of the browser in the last call. */
  const told = () => {
    const header = door.seen.at(-1)?.headers[BROWSER_HEADER];
    return header === undefined ? undefined : (JSON.parse(String(header)) as Record<string, string>);
  };

  test('when a session starts with a token, then the browser keeps it for 180 days, out of reach of scripts', async () => {
    door.setCommand({ ...START, device: TOKEN });
    const cookies = cookiesOf(await login());
    expect(cookies).toHaveLength(2);
    expect(cookies.filter((line) => line.startsWith('sid='))).toHaveLength(1);
    expect(cookies).toContain(`device=${TOKEN}; Max-Age=15552000; Path=/; HttpOnly; SameSite=Lax`);
  });

  test('when cookies are Secure, then it is a __Host- cookie', async () => {
    const secure = await openDoor({ COOKIE_SECURE: '1' });
    secure.setCommand({ ...START, device: TOKEN });
    const answer = await secure.call('POST', '/api/login', {
      payload: { identifier: 'a', password: 'b' },
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(cookiesOf(answer)).toContain(
      `__Host-device=${TOKEN}; Max-Age=15552000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    );
    await secure.close();
  });

  test('when the session cannot be stored, then no device cookie is left either', async () => {
    const broken = await door.build({ create: () => Promise.reject(new Error('away')) });
    door.setCommand({ ...START, device: TOKEN });
    const answer = await login(broken);
    expect([answer.statusCode, cookiesOf(answer)]).toEqual([503, []]);
    await broken.close();
  });

  test.each(PUBLIC_CALLS)(
    'when %s is called, then auth gets the token with the words for browser and network, and no cookie',
    async (url, payload) => {
      await door.call('POST', url, {
        payload,
        headers: { cookie: `sid=x; device=${TOKEN}`, 'user-agent': FIREFOX },
      });
      expect(told()).toEqual({ device: TOKEN, name: 'Firefox, Linux', network: '127.0.0.0/24' });
      expect(door.seen.at(-1)?.headers.cookie).toBeUndefined();
    },
  );

  test('when the password is changed, then auth gets the token; other calls with a session do not carry it', async () => {
    const sid = await door.login();
    const cookie = `${sid}; device=${TOKEN}`;
    const payload = { currentPassword: 'a', newPassword: 'b' };
    await door.call('POST', '/api/change-password', { payload, headers: { cookie } });
    expect(told()).toMatchObject({ device: TOKEN });
    await door.call('GET', '/api/user', { headers: { cookie } });
    expect(told()).toBeUndefined();
    await door.call('GET', '/api/parent', { headers: { cookie } });
    expect(told()).toBeUndefined();
  });

  test.each([
    ['one', 'a'.repeat(513)],
    ['signs', 'a"b'],
    ['a line end', 'a%0d%0aX: y'],
    ['nothing', ''],
  ])(
    'when the cookie holds too long %s or no token, then the call goes on without it',
    async (_what, value) => {
      const answer = await door.call('POST', '/api/login', {
        payload: { identifier: 'a', password: 'b' },
        headers: { cookie: `device=${value}` },
      });
      expect(answer.statusCode).toBe(200);
      expect(told()).not.toHaveProperty('device');
    },
  );

  test('when a client sends the header itself, then it does not reach auth', async () => {
    await door.call('POST', '/api/login', {
      payload: { identifier: 'a', password: 'b' },
      headers: { [BROWSER_HEADER]: JSON.stringify({ device: 'made-up', name: 'Bank' }), 'user-agent': '' },
    });
    expect(told()).toEqual({ network: '127.0.0.0/24' });
  });

  test('when a user logs out, then the device cookie stays', async () => {
    const sid = await door.login();
    door.setCommand({ do: 'end' });
    const answer = await door.call('POST', '/api/logout', { headers: { cookie: `${sid}; device=${TOKEN}` } });
    expect(cookiesOf(answer).some((line) => line.startsWith('device='))).toBe(false);
    expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');
  });
});
