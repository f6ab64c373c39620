import { getUser, logout } from '@gerbang/contracts/accounts';
import { forgotPassword } from '@gerbang/contracts/password-resets';
import { deleteUser, listUsers } from '@gerbang/contracts/users';
import { ApiError, call, issuesOf, messageOf } from '../src/api/client.ts';
import { answerWith } from './answers.ts';

const problem = JSON.stringify({
  statusCode: 409,
  code: 'email_taken',
  message: 'Email sudah terdaftar',
  issues: [{ path: 'email', message: 'Email sudah terdaftar' }],
  requestId: 'r-1',
});
const USER_ID = '0190f2f0-0000-7000-8000-000000000001';

async function failure(): Promise<unknown> {
  return call(getUser, {}).catch((error: unknown) => error);
}

test('when a call is refused, then the message is status and body, and the parsed body is kept beside it', async () => {
  answerWith({ status: 409, text: problem });
  const error = await failure();
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).message).toBe(`409: ${problem}`);
  expect((error as ApiError).body?.code).toBe('email_taken');
  expect(messageOf(error)).toBe('Email sudah terdaftar');
  expect(issuesOf(error)).toEqual({ email: 'Email sudah terdaftar' });
});

test('when the refusal has no body, then the message is status and status text', async () => {
  answerWith({ status: 502, statusText: 'Bad Gateway' });
  expect(((await failure()) as ApiError).message).toBe('502: Bad Gateway');
});

test.each([['<html>proxy</html>'], ['{"half":'], ['{"other":1}']])(
  'when the body is %s, then it is not shown raw',
  async (text) => {
    answerWith({ status: 500, text });
    expect(messageOf(await failure())).toBe('Terjadi kesalahan. Silakan coba lagi.');
  },
);

test('when the connection fails, then the sentence is Indonesian', () => {
  expect(messageOf(new TypeError('Failed to fetch'))).toMatch(/^Tidak dapat terhubung/u);
});

test('when a call has a body, then it goes as JSON with credentials; without one no content type goes', async () => {
  const asked = answerWith({ text: '{}' }, { text: '{}' });
  await call(logout, {});
  await call(forgotPassword, {
    body: { email: 'a@b.id' },
  });
  expect(asked.map(({ init }) => init.credentials)).toEqual(['include', 'include']);
  expect(asked.map(({ init }) => init.headers)).toEqual([{}, { 'content-type': 'application/json' }]);
  expect(asked[1]?.init.body).toBe('{"email":"a@b.id"}');
});

test('when a path has a parameter and a query, then both are written and empty ones left out', async () => {
  const asked = answerWith({ status: 204 }, { text: '[]' });
  const gone = await call(deleteUser, {
    params: { id: USER_ID },
  });
  await call(listUsers, { query: { search: '', role: 'cs' } });
  expect(gone).toBeUndefined();
  expect(asked.map(({ address }) => address)).toEqual([
    `/api/admin/users/${USER_ID}`,
    '/api/admin/users?role=cs',
  ]);
});

test('when the server asks to wait, then the error carries the seconds', async () => {
  answerWith({ status: 429, text: problem, headers: { 'retry-after': '30' } });
  expect(((await failure()) as ApiError).retryAfter).toBe(30);
});

describe('what the page asked for before the program ran', () => {
  const answer = (text: string) =>
    Promise.resolve({ ok: true, headers: new Headers(), text: async () => text });
  const ahead = (text: string) => {
    globalThis.gerbangAhead = { '/api/user': answer(text) as unknown as Promise<Response> };
  };
  afterEach(() => {
    globalThis.gerbangAhead = undefined;
  });
  const read = () => call(getUser, {});

  test('when the program reads it, then it takes that response, once', async () => {
    ahead('{"name":"dari halaman"}');
    const asked = answerWith({ text: '{"name":"baru"}' });
    expect(await read()).toEqual({ name: 'dari halaman' });
    expect(asked).toEqual([]);
    expect(await read()).toEqual({ name: 'baru' });
    expect(asked).toHaveLength(1);
  });

  test('when something was written meanwhile, then it is read again', async () => {
    ahead('{"name":"lama"}');
    const asked = answerWith({ text: '{}' }, { text: '{"name":"baru"}' });
    await call(logout, {});
    expect(await read()).toEqual({ name: 'baru' });
    expect(asked.map(({ address }) => address)).toEqual(['/api/logout', '/api/user']);
  });
});

test.each([
  [
    'Terlalu banyak ekspor dalam satu jam. Silakan coba lagi nanti.',
    1800,
    'Terlalu banyak ekspor dalam satu jam. Silakan coba lagi dalam 30 menit.',
  ],
  [
    'Terlalu banyak permintaan. Silakan coba lagi besok.',
    40_000,
    'Terlalu banyak permintaan. Silakan coba lagi dalam 12 jam.',
  ],
  [
    'Terlalu banyak percobaan. Silakan coba lagi beberapa saat lagi.',
    45,
    'Terlalu banyak percobaan. Silakan coba lagi dalam 45 detik.',
  ],
])('when the server says how long %j lasts, then the sentence says it once', (message, seconds, shown) => {
  const text = JSON.stringify({ statusCode: 429, code: 'too_many_requests', message, requestId: 'r' });
  expect(messageOf(new ApiError(429, text, seconds))).toBe(shown);
});
