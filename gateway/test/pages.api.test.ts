import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { openDoor, type Door } from './door.ts';

describe('pages at the door', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('when a page is asked for, then it carries the school and a policy that allows what is inline by its hash', async () => {
    const { body, headers } = await door.call('GET', '/');
    const [, script = ''] = /<script>([^]*?)<\/script>/u.exec(body) ?? [];
    const digest = createHash('sha256').update(script).digest('base64');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' 'sha256-${digest}';`);
    expect(policy).toMatch(/style-src 'self' 'sha256-[^;]+;/u);
    expect(policy).not.toMatch(/unsafe|nonce/u);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("manifest-src 'self'; frame-src 'self'; worker-src 'self'");
    expect(body).toContain('Sekolah \\u003c/script> Contoh');
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
    expect(headers['permissions-policy']).toContain('camera=()');
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])(
    'when a page is asked for with %s again, then it is the same, and 304 for a browser that has it',
    async (encoding, unpack) => {
      const headers = { 'accept-encoding': encoding };
      const [one, two] = [
        await door.call('GET', '/auth', { headers }),
        await door.call('GET', '/auth', { headers }),
      ];
      expect(unpack(one.rawPayload).toString()).toBe((await door.call('GET', '/auth')).body);
      expect(two.rawPayload.equals(one.rawPayload)).toBe(true);
      const etag = String(one.headers.etag);
      const kept = await door.call('GET', '/auth', { headers: { ...headers, 'if-none-match': etag } });
      expect([kept.statusCode, kept.body]).toEqual([304, '']);
      const other = await door.call('GET', '/', { headers: { ...headers, 'if-none-match': etag } });
      expect(other.statusCode).toBe(200);
    },
  );

  test.each(['/.env', '/robots.txt', '/favicon.ico', '/galeri', '/wp-login.php', '/dashboard/x'])(
    'when %s is asked for, then it is 404: for a person the page that says so, for a program an error',
    async (path) => {
      const person = await door.call('GET', path, { headers: { accept: 'text/html,*/*' } });
      expect([person.statusCode, person.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect((await door.call('GET', path)).json().code).toBe('not_found');
    },
  );

  test.each(['/dashboard/', '/admin', '/registration', '/announcement/0190f2f0', '/reset-password?email=a'])(
    'when %s is asked for, then it is a page',
    async (path) => {
      expect((await door.call('GET', path)).statusCode).toBe(200);
    },
  );

  test('when one network asks for too many pages, then 429', async () => {
    const small = await openDoor({ REQUESTS_PER_MINUTE: '3' });
    const page = () => small.call('GET', '/auth');
    expect([await page(), await page(), await page(), await page()].map((one) => one.statusCode)).toEqual([
      200, 200, 200, 429,
    ]);
    expect((await small.call('GET', '/api/user')).statusCode).toBe(401);
    await small.close();
  });

  test.each([
    ['/', 'sid=something', ['landing', 'wait'], ''],
    ['/auth', '', ['auth', 'wait'], 'guest'],
    ['/children?cari=a', 'theme=x; sid=something', ['frame', 'wait'], 'family'],
    ['/children', 'insid=something', ['wait'], ''],
  ])(
    'when %s is asked for with the cookie %j, then the page has the first paints %j and the frame %j',
    async (path, cookie, paints, frame) => {
      const { body, headers } = await door.call('GET', path, { headers: { cookie } });
      expect([...body.matchAll(/paint of (\w+)/gu)].map((match) => match[1])).toEqual(paints);
      expect(body).toContain(`data-frame="${frame}"`);
      expect(body.includes('"reads":["/api/user"')).toBe(paints.includes('frame'));
      expect(headers.vary).toMatch(/cookie/u);
    },
  );

  test('when a hashed file is asked for, then it is compressed beforehand and kept for a year; a manifest is not kept', async () => {
    const file = await door.call('GET', '/assets/main.0123456789.js', {
      headers: { 'accept-encoding': 'br' },
    });
    expect([file.body, file.headers['content-encoding']]).toEqual(['brotli', 'br']);
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
    });
    // A document's alone: bytes of each of its files.
    expect(file.headers).not.toHaveProperty('permissions-policy');
    const manifest = await door.call('GET', '/remotes/auth/mf-manifest.json');
    expect([manifest.statusCode, manifest.headers['cache-control']]).toEqual([200, 'no-cache']);
  });

  test('when a file does not exist, then it is 404 and not the page', async () => {
    for (const path of [
      '/assets/none.js',
      '/remotes/auth/none.js',
      '/remotes/none/entry.js',
      '/internal/x',
    ]) {
      expect((await door.call('GET', path)).statusCode).toBe(404);
    }
  });

  test('when the process is asked, then healthz and readyz answer, and the documentation lists every call', async () => {
    expect((await door.call('GET', '/healthz')).json()).toEqual({ status: 'ok' });
    expect((await door.call('GET', '/readyz')).statusCode).toBe(200);
    const docs = await door.call('GET', '/api/docs/json');
    expect(docs.json()).toMatchObject({ openapi: '3.1.0' });
    expect(Object.keys(docs.json().paths)).toContain('/api/admin/users/{id}');
  });

  test('when families may pay through a provider, then the page says so, and else nothing of it', async () => {
    const front = mkdtempSync(join(tmpdir(), 'gateway-payments-'));
    mkdirSync(join(front, 'shell/dist/assets'), { recursive: true });
    writeFileSync(join(front, 'shell/dist/index.html'), '__GERBANG_PUBLIC__');
    const told = async (env: Record<string, string>) => {
      const opened = await openDoor({ STATIC_DIR: front, ...env });
      const { body } = await opened.call('GET', '/');
      await opened.close();
      return JSON.parse(body);
    };
    expect(await told({ PAY_PROVIDER: 'snap' })).toMatchObject({ payments: true });
    expect(await told({})).not.toHaveProperty('payments');
    rmSync(front, { recursive: true });
  });

  test('when the local run announces builds, then the page is read at each request and may listen to them', async () => {
    const front = mkdtempSync(join(tmpdir(), 'gateway-builds-'));
    const page = join(front, 'shell/dist/index.html');
    mkdirSync(join(front, 'shell/dist/assets'), { recursive: true });
    const FRONT_END_EVENTS = 'http://localhost:12345/events';
    const developer = await openDoor({ STATIC_DIR: front, LOCAL_RUN: '1', FRONT_END_EVENTS });
    expect((await developer.call('GET', '/')).statusCode).toBe(503);
    for (const text of ['first build', 'second build']) {
      writeFileSync(page, text);
      const { body, headers } = await developer.call('GET', '/');
      expect(body).toBe(text);
      expect(headers['content-security-policy']).toContain(`connect-src 'self' ${FRONT_END_EVENTS};`);
    }
    await developer.close();
    rmSync(front, { recursive: true });
  });

  test.each([
    ['builds are announced', { FRONT_END_EVENTS: 'http://localhost:12345/events' }, /FRONT_END_EVENTS/u],
    ['cookies are not Secure', { COOKIE_SECURE: '0' }, /COOKIE_SECURE/u],
  ])('when %s in production, then the gateway does not start', async (_what, env, problem) => {
    const production = { NODE_ENV: 'production', LOCAL_RUN: '0', ...env };
    await expect(openDoor(production)).rejects.toThrow(problem);
  });

  test('when cookies are Secure, then the name has the __Host- prefix', async () => {
    const secure = await openDoor({ COOKIE_SECURE: '1', TRUST_PROXY: '127.0.0.1' });
    secure.setCommand({
      do: 'start',
      userId: '019a0000-0000-7000-8000-000000000001',
      role: 'cs',
      epoch: 1,
      mustChangePassword: false,
    });
    const answer = await secure.call('POST', '/api/login', {
      payload: { identifier: 'a', password: 'b' },
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-sid=[\w.%+/=-]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/u,
    );
    expect(answer.headers['strict-transport-security']).toContain('max-age=31536000');
    await secure.close();
  });

  test.each(['GET', 'POST', 'PUT', 'DELETE'])(
    'when %s /internal is tried from outside, then there is no such address and no service hears of it',
    async (method) => {
      const before = door.seen.length;
      const answer = await door.call(method, '/internal/login-phones/claim');
      expect([answer.statusCode, door.seen.length]).toEqual([404, before]);
    },
  );
});
