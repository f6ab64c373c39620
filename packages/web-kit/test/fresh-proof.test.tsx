import { updateUser } from '@gerbang/contracts/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { call, messageOf, ProofCancelled } from '@gerbang/web-kit/api/client';
import { renderPage } from '../src/testing/render-page.tsx';
import { download } from '../src/files/download.ts';
import { type FakeAnswer, fakeApi, refused } from '../src/testing/fake-api.ts';
import { fakePasskeys, PROOF, REQUEST, withoutPasskeys } from './passkey-fakes.ts';

const CHANGE = 'PUT /api/admin/users/1';
const PROVE = 'POST /api/fresh';
const NEEDED = refused(403, 'Buktikan lagi bahwa ini Anda.', { code: 'fresh_proof_required' });
const PROVED: FakeAnswer = { body: { fresh_until: '2026-11-22T02:00:00.000Z' } };
const body = { name: 'Siti', email: 'siti@contoh.id', role: 'cs' } as const;
const change = () => call(updateUser, { params: { id: '1' }, headers: { 'idempotency-key': 'k-1' }, body });

/** A gateway whose calls need a proof until one was given. */
function guarded({ kinds = ['password'], wrong }: { kinds?: string[]; wrong?: FakeAnswer } = {}) {
  let proven = false;
  const answer = (): FakeAnswer => (proven ? { body: { id: '1' } } : NEEDED);
  const api = fakeApi({
    [CHANGE]: answer,
    'GET /api/export': answer,
    [PROVE]: ({ body: proof }) => {
      if (Object.keys(proof as object).length === 0) return { status: 202, body: { kinds } };
      if (wrong && JSON.stringify(proof).includes('salah')) return wrong;
      proven = true;
      return PROVED;
    },
  });
  const { type } = renderPage(<p>halaman</p>);
  return { api, type };
}

const sheet = () => screen.findByRole('dialog', { name: 'Pastikan ini Anda' });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('when a call needs a fresh proof, then one sheet asks for it and the call is repeated as it was', async () => {
  const { api, type } = guarded();
  const result = change();
  await sheet();
  const field = await screen.findByLabelText('Password');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await type.type(field, ' rahasia {Enter}');
  await act(async () => expect(await result).toEqual({ id: '1' }));
  await gone();
  const sent = api.asked.filter(({ path }) => path === '/api/admin/users/1');
  expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['k-1', 'k-1']);
  expect(sent.map((one) => one.body)).toEqual([body, body]);
  expect(api.bodies(PROVE)).toEqual([{}, { password: ' rahasia ' }]);
});

test('when several calls need it at once, then they share one sheet and all go on', async () => {
  const { api, type } = guarded({ kinds: ['otp'] });
  const results = Promise.all([change(), change(), change()]);
  await sheet();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await type.type(await screen.findByLabelText('Kode dari aplikasi'), '123 456{Enter}');
  await act(async () => expect(await results).toHaveLength(3));
  await gone();
  expect(api.bodies(PROVE)).toEqual([{}, { otp: '123456' }]);
});

test('when it is cancelled, then the call is refused with the reason and sent no second time', async () => {
  const { api, type } = guarded();
  const result = change().catch((error: unknown) => error);
  await sheet();
  await type.click(await screen.findByRole('button', { name: 'Batal' }));
  const error = await result;
  expect(error).toBeInstanceOf(ProofCancelled);
  expect(messageOf(error)).toMatch(/^Dibatalkan, tidak ada yang berubah\./u);
  await gone();
  expect(api.bodies(CHANGE)).toHaveLength(1);
  // The next call asks anew.
  const again = change().catch((failure: unknown) => failure);
  await sheet();
  await type.keyboard('{Escape}');
  expect(await again).toBeInstanceOf(ProofCancelled);
});

test('when the proof is wrong or too many were, then the sheet says so and stays', async () => {
  const { type } = guarded({ wrong: refused(429, 'Terlalu banyak percobaan.', { retryAfter: 120 }) });
  const result = change();
  const field = await screen.findByLabelText('Password');
  await type.type(field, 'salah{Enter}');
  expect((await within(await sheet()).findByRole('alert')).textContent).toBe(
    'Terlalu banyak percobaan. Silakan coba lagi dalam 2 menit.',
  );
  await type.clear(field);
  await type.type(field, 'benar{Enter}');
  await act(async () => expect(await result).toEqual({ id: '1' }));
});

test('when nothing is typed, then the field says what it needs and nothing is sent', async () => {
  const { api, type } = guarded();
  const result = change().catch(() => undefined);
  await screen.findByLabelText('Password');
  await type.click(screen.getByRole('button', { name: 'Lanjutkan' }));
  expect(await screen.findByText('Password harus diisi')).toBeTruthy();
  expect(api.bodies(PROVE)).toEqual([{}]);
  await type.click(screen.getByRole('button', { name: 'Tutup' }));
  await result;
});

test('when the session is over meanwhile, then the sheet closes and the call is a 401', async () => {
  const { api } = guarded();
  api.answer(PROVE, refused(401, 'Silakan masuk.'));
  let refusal: unknown;
  change().catch((error: unknown) => {
    refusal = error;
  });
  await waitFor(() => expect(refusal).toMatchObject({ status: 401 }));
  await gone();
});

test('when the ways cannot be read, then a button reads them again', async () => {
  const { api, type } = guarded();
  api.answer(PROVE, { offline: true });
  const result = change().catch(() => undefined);
  const again = await screen.findByRole('button', { name: 'Coba lagi' });
  api.answer(PROVE, { status: 202, body: { kinds: ['password'] } });
  await type.click(again);
  expect(await screen.findByLabelText('Password')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Tutup' }));
  await result;
});

test('when a download needs a fresh proof, then it starts after it', async () => {
  const { api, type } = guarded();
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const result = download('/api/export', 'daftar.xlsx');
  await type.type(await screen.findByLabelText('Password'), 'rahasia{Enter}');
  await act(() => result);
  expect(click).toHaveBeenCalledTimes(1);
  expect(api.asked.filter(({ path }) => path === '/api/export')).toHaveLength(2);
  click.mockRestore();
});

test('when a passkey was refused, then the next one answers a new challenge', async () => {
  fakePasskeys();
  const offers = ['AQID', 'BAUG'].map((challenge) => ({
    status: 202,
    body: { kinds: ['password', 'passkey'], passkey: { ...REQUEST, challenge } },
  }));
  const tries = [refused(422, 'Verifikasi tidak cocok. Coba lagi.', { code: 'factor_failed' }), PROVED];
  let proven = false;
  const api = fakeApi({
    [CHANGE]: () => (proven ? { body: { id: '1' } } : NEEDED),
    [PROVE]: ({ body: proof }) => {
      if (Object.keys(proof as object).length === 0) return offers.shift() ?? {};
      const answer = tries.shift() ?? {};
      proven = answer === PROVED;
      return answer;
    },
  });
  const { type } = renderPage(<p>halaman</p>);
  const result = change();
  await type.click(await screen.findByRole('button', { name: 'Pakai kunci sandi' }));
  expect(await screen.findByText('Verifikasi tidak cocok. Coba lagi.')).toBeTruthy();
  await waitFor(() => expect(offers).toHaveLength(0));
  await type.click(screen.getByRole('button', { name: 'Pakai kunci sandi' }));
  await act(async () => expect(await result).toEqual({ id: '1' }));
  expect(api.bodies(PROVE)).toEqual([{}, { passkey: PROOF }, {}, { passkey: PROOF }]);
  withoutPasskeys();
});
