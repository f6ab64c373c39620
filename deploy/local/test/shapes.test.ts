import { rmSync } from 'node:fs';
import { fetchThroughLine } from '@gerbang/service-kit/testing/login-line';
import type { Shape } from '../src/environments.ts';
import { testPlace } from '../src/demo-installation.ts';
import { type Stack, startStack } from '../src/stack.ts';
import { testFolder } from '../src/test-folder.ts';
import { until } from '@gerbang/service-kit/testing/until';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PERSON = {
  name: 'Ibu Bentuk',
  phone: '081255550077',
  email: 'bentuk@contoh.id',
  password: 'kenari-kuning-77',
};

/** One way through all parts of a portal; the returned lines must be the same whatever its shape is. */
async function walk(stack: Stack): Promise<unknown[]> {
  let cookie = '';
  async function call(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
    const isJson = body !== undefined && !Buffer.isBuffer(body);
    const answer = await fetch(`${stack.url}${path}`, {
      method,
      headers: {
        origin: stack.url,
        'sec-fetch-site': 'same-origin',
        cookie,
        ...(isJson && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as Buffer<ArrayBuffer>) }),
    });
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    if (cookies.length > 0) cookie = cookies.join('; ');
    return answer;
  }
  const seen: unknown[] = [];
  async function note(answer: Response, ...fields: string[]): Promise<Record<string, unknown>> {
    const body = (await answer.json()) as Record<string, unknown>;
    seen.push([answer.status, answer.headers.get('content-type'), ...fields.map((field) => body[field])]);
    return body;
  }

  await note(await call('GET', '/api/parent'), 'code', 'message');
  await note(await call('POST', '/api/register', PERSON), 'role', 'name');
  // The account arrives at admission by its event.
  await until(async () => (await call('GET', '/api/parent')).status === 200);
  await note(
    await call('PATCH', '/api/parent', { contact_phone: '081255550078' }),
    'contact_phone',
    'version',
  );

  const sent = await note(
    await call('POST', '/api/payment-evidence/upload', PIXEL, {
      'content-type': 'application/octet-stream',
      'x-file-name': 'bukti.png',
      'x-file-type': 'image/png',
    }),
  );
  const file = await call('GET', String(sent.fileUrl));
  const bytes = Buffer.from(await file.arrayBuffer());
  const policy = file.headers.get('content-security-policy');
  seen.push([file.status, file.headers.get('content-type'), bytes.subarray(1, 4).toString(), policy]);
  await note(await call('POST', '/api/payment-evidence/upload', { fileData: 'x' }), 'code');
  await note(await call('GET', '/api/files/019a0000-0000-7000-8000-000000000001'), 'code');

  // The code comes by outbox, queue, worker and simulator; verifying it makes admission call auth.
  seen.push(
    (await call('POST', '/api/parent/contact-phone/send-code', { password: PERSON.password })).status,
  );
  let code: string | undefined;
  await until(async () => {
    const inbox = await fetch(`${stack.simulatorUrl}/inbox?to=%2B6281255550078`);
    const texts = ((await inbox.json()) as { text: string }[]).map(({ text }) => text);
    code = texts.map((text) => /\b(?<code>\d{6})\b/u.exec(text)?.groups?.code).find(Boolean);
    return code !== undefined;
  });
  await note(await call('POST', '/api/parent/contact-phone/verify', { otp: code }), 'contact_phone_verified');
  const byPhone = { identifier: '081255550078', password: PERSON.password };
  const entered = await fetchThroughLine((ticket) => call('POST', '/api/login', { ...byPhone, ticket }));
  await note(entered, 'role', 'email');
  for (const [name, url] of Object.entries(stack.serviceUrls)) {
    const ready = await fetch(`${url}/readyz`);
    seen.push([name, ready.status, await ready.json()]);
  }
  for (const [name, url] of Object.entries(stack.metricsUrls)) {
    const text = await (await fetch(url)).text();
    seen.push([name, text.includes(`process="${name}"`), text.includes('http_request_seconds_count')]);
  }
  return seen;
}

async function walkIn(shape: Shape): Promise<{ seen: unknown[]; processes: string[] }> {
  const dataDir = testFolder('gerbang-shape-');
  const stack = await startStack({
    dataDir,
    ...(await testPlace(dataDir, 'shape')),
    shape,
  });
  try {
    const processes = stack.memory().flatMap(({ name }) => (name === 'postgres' ? [] : name));
    return { seen: await walk(stack), processes };
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

test('when a portal runs in one process or in two, then it gives the same answers as one process a program', async () => {
  const one = await walkIn('one');
  expect(one.processes).toEqual(['supervisor', 'one']);
  const small = await walkIn('small');
  const separate = await walkIn('separate');
  expect(small.processes).toEqual(['supervisor', 'web', 'worker']);
  expect(separate.processes).toHaveLength(8);
  expect(small.seen).toEqual(separate.seen);
  expect(one.seen).toEqual(separate.seen);
  expect(small.seen.slice(0, 4)).toEqual([
    [401, 'application/json; charset=utf-8', 'unauthorized', expect.any(String)],
    [201, 'application/json; charset=utf-8', 'wali_murid', PERSON.name],
    [200, 'application/json; charset=utf-8', '+6281255550078', expect.any(Number)],
    [201, 'application/json; charset=utf-8'],
  ]);
  expect(small.seen[4]).toEqual([200, 'image/png', 'PNG', expect.any(String)]);
});
