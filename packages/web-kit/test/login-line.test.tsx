import { longTest } from '@gerbang/domain/testing/runs';
import '../src/testing/dom-globals.ts';
import { comeAgainMs } from '@gerbang/domain/login-line';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { LoginForm } from '@gerbang/web-kit/session/login-form.tsx';
import { aUser, findToast, renderPage } from '../src/testing/render-page.tsx';
import { type FakeAnswer, fakeApi, later, refused } from '../src/testing/fake-api.ts';

const LOGIN = 'POST /api/login';
const TYPED = { identifier: 'rahma@contoh.id', password: 'rahasia' };

const inLine = (place: number, seconds: number, ticket = 'tiket-1'): FakeAnswer => ({
  status: 202,
  body: { ticket, place, seconds },
});

/** The login form after it was sent; the responses come one after the other, the last one again and again. */
async function sent(...answers: readonly FakeAnswer[]) {
  const queue = [...answers];
  const api = fakeApi({ [LOGIN]: () => (queue.length > 1 ? queue.shift() : queue[0]) ?? {} });
  const page = renderPage(<LoginForm />, { path: '/auth' });
  await page.type.type(screen.getByLabelText('Email atau nomor telepon'), TYPED.identifier);
  await page.type.type(screen.getByLabelText('Password'), TYPED.password);
  await page.type.click(screen.getByRole('button', { name: 'Masuk' }));
  return { api, ...page };
}

const place = (text: RegExp) => screen.findByText(text);
const password = () => screen.getByLabelText<HTMLInputElement>('Password');

test('when many log in, then the place and the time are told politely, and the login goes on with its ticket', async () => {
  const { api } = await sent(inLine(37, 2), inLine(5, 1, 'tiket-2'), { body: aUser() });
  const told = await place(/^Anda nomor 37 dalam antrean, sekitar 2 detik$/u);
  expect(told.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
  expect(screen.getByRole('button', { name: 'Menunggu giliran...' })).toBeTruthy();
  await place(/^Anda nomor 5 dalam antrean, sekitar 1 detik$/u);
  await findToast('Berhasil masuk', 'Selamat datang, Rahma Aulia!');
  expect(api.bodies(LOGIN)).toEqual([
    TYPED,
    { ...TYPED, ticket: 'tiket-1' },
    { ...TYPED, ticket: 'tiket-2' },
  ]);
  expect(screen.queryByText(/antrean/u)).toBeNull();
});

test('when the form is sent again while it waits, then nothing more is sent', async () => {
  const { api, type } = await sent(inLine(1200, 90));
  await place(/^Anda nomor 1\.200 dalam antrean, sekitar 2 menit$/u);
  await type.type(password(), '{Enter}');
  await type.click(screen.getByRole('button', { name: 'Menunggu giliran...' }));
  expect(api.bodies(LOGIN)).toHaveLength(1);
});

test('when the visitor gives up, then the line is left without an error, what was typed stays, and the form can be sent again', async () => {
  const { api, type } = await sent(inLine(37, 9));
  await place(/^Anda nomor 37 dalam antrean, sekitar 9 detik$/u);
  await type.click(screen.getByRole('button', { name: 'Batal' }));
  const button = await screen.findByRole('button', { name: 'Masuk' });
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(screen.queryByText(/antrean|Login gagal|dibatalkan|abort/iu)).toBeNull();
  expect(password().value).toBe(TYPED.password);
  api.answer(LOGIN, { body: aUser() });
  await type.click(button);
  await findToast('Berhasil masuk');
  expect(api.bodies(LOGIN)).toEqual([TYPED, TYPED]);
});

longTest(
  'when the connection is lost in the line, then the page says so and goes on with its ticket',
  async () => {
    await sent(inLine(4, 2), { offline: true }, refused(503, 'Layanan sedang sibuk.'), { body: aUser() });
    await place(/^Koneksi terputus\. Tempat Anda disimpan/u);
    expect(screen.getByText(/^Anda nomor 4 dalam antrean/u)).toBeTruthy();
    await findToast('Berhasil masuk');
  },
);

longTest('when the connection stays lost for longer than a minute, then it is an error', async () => {
  await sent(inLine(4, 1), { offline: true });
  await place(/^Koneksi terputus/u);
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  await findToast('Login gagal');
  expect(screen.queryByText(/antrean/u)).toBeNull();
  now.mockRestore();
  expect(password().value).toBe(TYPED.password);
});

test('when the password is wrong at its turn, or too many were, then the line ends with the reason', async () => {
  await sent(inLine(2, 1), refused(401, 'Email/nomor telepon atau password salah'));
  // Once on the page, once for screen readers.
  const told = /^Email\/nomor telepon atau password salah$/u;
  expect((await screen.findAllByText(told)).length).toBeGreaterThan(0);
  expect(screen.queryByText(/antrean/u)).toBeNull();
});

test('when the second step follows the line, then it takes the place of the form', async () => {
  const body = { factor_required: true, token: 't-1', kinds: ['otp', 'recovery_code'] };
  await sent(inLine(2, 1), { status: 202, body });
  expect(await screen.findByRole('region', { name: 'Verifikasi dua langkah' })).toBeTruthy();
});

test('when the page is left, then it comes no more', async () => {
  const { api } = await sent(inLine(2, 1), inLine(1, 3));
  const real = globalThis.setTimeout;
  const waits: (() => void)[] = [];
  // Not a mock of Jest's: Testing Library would take the timers for faked.
  globalThis.setTimeout = ((end: () => void, ms?: number) => {
    if (ms === comeAgainMs(3)) waits.push(end);
    return real(end, ms);
  }) as unknown as typeof setTimeout;
  await place(/^Anda nomor 1 dalam antrean/u);
  globalThis.setTimeout = real;
  expect(waits).toHaveLength(1);
  cleanup();
  const count = api.bodies(LOGIN).length;
  // The time is over.
  for (const end of waits) end();
  await act(async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  });
  expect(api.bodies(LOGIN)).toHaveLength(count);
});

test('when a part of the server is down for a moment, then the login waits for it', async () => {
  const answer = later();
  const { api } = await sent(refused(503, 'Layanan sedang sibuk.', { retryAfter: 2 }));
  await waitFor(() => expect(api.bodies(LOGIN)).toHaveLength(1));
  api.answer(LOGIN, answer.answer);
  await waitFor(() => expect(api.bodies(LOGIN)).toHaveLength(2));
  answer.release({ body: aUser() });
  await findToast('Berhasil masuk');
});
