import '@gerbang/web-kit/testing/dom-globals';
import type { User } from '@gerbang/contracts/users';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { SecurityPage } from './security-page.tsx';

const CODES = Array.from({ length: 10 }, (_, at) => `abcd-000${at}`);
const OPTIONS = 'POST /api/factors/passkeys/options';
const ADD = 'POST /api/factors/passkeys';
const BEGIN = 'POST /api/factors/totp';
const CONFIRM = 'POST /api/factors/totp/confirm';

const aFactor = (number: number, changes: object = {}) => ({
  id: `0190f2f0-0000-7000-8000-00000000001${number}`,
  kind: 'passkey',
  name: 'HP Ibu',
  created_at: '2026-11-20T01:00:00.000Z',
  last_used_at: null,
  ...changes,
});
const SESSION = {
  id: '0190f2f0-0000-7000-8000-000000000021',
  device: 'Chrome, Android',
  network: '203.0.113.0/24',
  started_at: '2026-11-20T01:00:00.000Z',
  last_seen_at: '2026-11-22T01:00:00.000Z',
  current: true,
};
const SETUP = {
  id: aFactor(2).id,
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  otpauth_uri: 'otpauth://totp/localhost:rahma%40contoh.id?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
};

function show(
  list: object = {},
  { user = {}, ...answers }: { user?: Partial<User> } & Record<string, unknown> = {},
) {
  const body = { policy: 'offered', factors: [], recovery_codes_left: 0, ...list };
  const api = fakeApi({
    'GET /api/factors': { body },
    'GET /api/sessions': { body: [SESSION] },
    ...(answers as Parameters<typeof fakeApi>[0]),
  });
  return { api, ...renderPage(<SecurityPage />, { path: '/security', user: aUser(user) }) };
}

/** The browser's part in making a passkey: an error by its name, or a passkey. */
function fakeAuthenticator(...answers: ('made' | 'NotAllowedError' | 'InvalidStateError')[]) {
  const bytes = (text: string) => new TextEncoder().encode(text).buffer;
  const create = async () => {
    const answer = answers.shift() ?? 'made';
    if (answer !== 'made') throw new DOMException('', answer);
    const response = {
      clientDataJSON: bytes('{}'),
      attestationObject: bytes('o'),
      getTransports: () => ['internal'],
    };
    return { id: 'a2V5', rawId: bytes('key'), authenticatorAttachment: 'platform', response };
  };
  Object.assign(globalThis, { PublicKeyCredential: function PublicKeyCredential() {} });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } });
}
beforeEach(() => fakeAuthenticator());
afterEach(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));

const CREATION = {
  challenge: 'AQID',
  rp: { id: 'localhost', name: 'localhost' },
  user: { id: 'dXNlcg', name: 'rahma@contoh.id', displayName: 'Rahma' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'preferred',
    requireResidentKey: false,
    userVerification: 'preferred',
  },
};
const ADDED = { status: 201, body: { ...aFactor(1), recovery_codes: CODES } };

test('when no second step is offered, then only devices and sessions are shown', async () => {
  show({ policy: 'off' });
  expect(await screen.findByRole('region', { name: 'Perangkat dan sesi' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Verifikasi dua langkah' })).toBeNull());
});

test('when it is offered and not set, then both ways are there and nothing presses', async () => {
  show();
  const section = await screen.findByRole('region', { name: 'Verifikasi dua langkah' });
  expect(await within(section).findByText('Belum aktif')).toBeTruthy();
  expect(within(section).getByRole('button', { name: 'Tambah kunci sandi' })).toBeTruthy();
  expect(within(section).getByRole('button', { name: 'Siapkan aplikasi' })).toBeTruthy();
  expect(screen.queryByText(/wajib memakai verifikasi dua langkah/u)).toBeNull();
});

test('when the role needs it, then a banner without a way to close it says so', async () => {
  show({ policy: 'required' }, { user: { role: 'finance' } });
  const banner = await screen.findByText('Akun dengan peran Keuangan wajib memakai verifikasi dua langkah.');
  expect(within(banner.parentElement ?? banner).queryByRole('button')).toBeNull();
});

test('when the session is limited until it is set, then the banner says that all pages open afterwards', async () => {
  show({ policy: 'required' }, { user: { must_add_factor: true } });
  expect(screen.getByText('Aktifkan verifikasi dua langkah dulu')).toBeTruthy();
  expect(screen.getByText(/setelah itu semua halaman terbuka kembali\.$/u)).toBeTruthy();
});

test('when factors are set, then each has its name and dates, and one app is enough', async () => {
  show({
    factors: [
      aFactor(1, { last_used_at: '2026-11-21T01:00:00.000Z' }),
      aFactor(2, { kind: 'totp', name: 'Aplikasi kode' }),
    ],
    recovery_codes_left: 8,
  });
  expect(await screen.findByText('Aktif')).toBeTruthy();
  expect(screen.getByText('Ditambahkan 20 November 2026 · Terakhir dipakai 21 November 2026')).toBeTruthy();
  expect(screen.getByText('Ditambahkan 20 November 2026 · Belum pernah dipakai')).toBeTruthy();
  expect(screen.getByText('Kode pemulihan: 8 dari 10 belum terpakai.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Tambah kunci sandi lain' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Siapkan aplikasi' })).toBeNull();
});

const RENEW = 'POST /api/factors/recovery-codes';

test('when all recovery codes are used, then it says so, and new ones are made and shown once', async () => {
  const { api, type } = show(
    { factors: [aFactor(1)], recovery_codes_left: 0 },
    { [RENEW]: { status: 201, body: { recovery_codes: CODES } } },
  );
  expect(await screen.findByText(/^Kode pemulihan habis\./u)).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Buat kode baru' }));
  const question = await screen.findByRole('alertdialog', { name: 'Buat sepuluh kode pemulihan baru?' });
  expect(within(question).getByText(/kode yang lama tidak berlaku lagi/u)).toBeTruthy();
  expect(api.bodies(RENEW)).toEqual([]);
  api.answer('GET /api/factors', {
    body: { policy: 'offered', factors: [aFactor(1)], recovery_codes_left: 10 },
  });
  await type.click(within(question).getByRole('button', { name: 'Buat kode baru' }));
  const codes = await screen.findByRole('dialog', { name: 'Simpan kode pemulihan Anda' });
  expect(within(codes).getAllByRole('listitem')).toHaveLength(10);
  await type.click(within(codes).getByRole('checkbox'));
  await type.click(within(codes).getByRole('button', { name: 'Selesai' }));
  expect(await screen.findByText('Kode pemulihan: 10 dari 10 belum terpakai.')).toBeTruthy();
});

test('when new codes cannot be made, then the question stays and the toast says why', async () => {
  const message = 'Layanan sedang sibuk.';
  const { type } = show(
    { factors: [aFactor(1)], recovery_codes_left: 3 },
    { [RENEW]: refused(503, message, { code: 'unavailable' }) },
  );
  await type.click(await screen.findByRole('button', { name: 'Buat kode baru' }));
  const question = await screen.findByRole('alertdialog');
  await type.click(within(question).getByRole('button', { name: 'Buat kode baru' }));
  await findToast('Gagal membuat kode pemulihan', message);
  await type.click(within(question).getByRole('button', { name: 'Batal' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByText('Kode pemulihan: 3 dari 10 belum terpakai.')).toBeTruthy();
});

test('when the list cannot be read, then a sentence says so and a button reads it again', async () => {
  const { api, type } = show({}, { 'GET /api/factors': { offline: true } });
  expect(await screen.findByText(/^Verifikasi dua langkah tidak dapat dimuat/u)).toBeTruthy();
  api.answer('GET /api/factors', { body: { policy: 'offered', factors: [], recovery_codes_left: 0 } });
  await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText('Belum aktif')).toBeTruthy();
});

test('when a passkey is added, then it is named after the device, and its recovery codes must be kept', async () => {
  const { api, type, client } = show(
    { policy: 'required' },
    { [OPTIONS]: { body: CREATION }, [ADD]: ADDED, user: { must_add_factor: true } },
  );
  await type.click(await screen.findByRole('button', { name: 'Tambah kunci sandi' }));
  const name = await screen.findByLabelText<HTMLInputElement>('Nama kunci sandi');
  expect(name.value).toBe('Chrome di Android');
  await type.click(screen.getByRole('button', { name: 'Lanjutkan' }));
  const codes = await screen.findByRole('dialog', { name: 'Simpan kode pemulihan Anda' });
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(CODES);
  expect(api.bodies(ADD)).toEqual([
    {
      name: 'Chrome di Android',
      credential: {
        id: 'a2V5',
        rawId: 'a2V5',
        type: 'public-key',
        authenticatorAttachment: 'platform',
        response: { clientDataJSON: 'e30', attestationObject: 'bw', transports: ['internal'] },
      },
    },
  ]);
  expect(client.getQueryData(['user'])).not.toHaveProperty('must_add_factor');
  // Neither the button nor the cross nor Esc closes it before the box is ticked.
  await type.click(within(codes).getByRole('button', { name: 'Selesai' }));
  expect(within(codes).getByRole('alert').textContent).toMatch(/^Simpan dulu kodenya/u);
  await type.click(within(codes).getByRole('button', { name: 'Tutup' }));
  await type.keyboard('{Escape}');
  await type.click(within(codes).getByRole('checkbox'));
  await type.click(within(codes).getByRole('button', { name: 'Selesai' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('when the codes are copied or downloaded, then all ten are in it with the account', async () => {
  const { type } = show({}, { [OPTIONS]: { body: CREATION }, [ADD]: ADDED });
  const blobs: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      blobs.push(blob);
      return 'blob:1';
    },
    revokeObjectURL: () => undefined,
  });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  await type.click(await screen.findByRole('button', { name: 'Tambah kunci sandi' }));
  await type.click(await screen.findByRole('button', { name: 'Lanjutkan' }));
  await type.click(await screen.findByRole('button', { name: 'Salin' }));
  expect(await screen.findByRole('button', { name: 'Disalin' })).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'));
  await type.click(screen.getByRole('button', { name: 'Unduh' }));
  expect(click).toHaveBeenCalledTimes(1);
  expect(blobs[0]?.size).toBeGreaterThan(CODES.join('\n').length + 'rahma@contoh.id'.length);
  await type.click(screen.getByRole('button', { name: 'Cetak' }));
  expect(print).toHaveBeenCalledTimes(1);
  click.mockRestore();
  print.mockRestore();
});

test('when the browser’s question is cancelled, then that is no error; a device that is known says so', async () => {
  fakeAuthenticator('NotAllowedError', 'InvalidStateError');
  const { api, type } = show({}, { [OPTIONS]: { body: CREATION }, [ADD]: ADDED });
  await type.click(await screen.findByRole('button', { name: 'Tambah kunci sandi' }));
  await type.click(await screen.findByRole('button', { name: 'Lanjutkan' }));
  expect(await screen.findByText(/^Perangkat Anda belum membuat kunci sandi\./u)).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Lanjutkan' }));
  await findToast('Gagal menambah kunci sandi', 'Perangkat ini sudah terdaftar untuk akun Anda.');
  expect(api.bodies(ADD)).toEqual([]);
});

test('when a further passkey is added, then no codes are shown', async () => {
  const { type } = show(
    { factors: [aFactor(1)], recovery_codes_left: 10 },
    { [OPTIONS]: { body: CREATION }, [ADD]: { status: 201, body: { ...aFactor(3), recovery_codes: [] } } },
  );
  await type.click(await screen.findByRole('button', { name: 'Tambah kunci sandi lain' }));
  await type.click(await screen.findByRole('button', { name: 'Lanjutkan' }));
  await findToast('Verifikasi dua langkah aktif', 'Kunci sandi "HP Ibu" ditambahkan');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('when the browser knows no passkeys, then the page says so and the app stays', async () => {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  show();
  expect(await screen.findByText(/^Browser ini tidak mengenal kunci sandi/u)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Siapkan aplikasi' })).toBeTruthy();
});

test('when an app is set up, then code, secret and link are shown, and it counts after a right code', async () => {
  const wrong = 'Kode tidak cocok. Periksa jam ponsel Anda, lalu masukkan kode yang baru.';
  const { api, type } = show(
    {},
    {
      [BEGIN]: { status: 201, body: SETUP },
      [CONFIRM]: refused(422, wrong, { code: 'factor_failed', issues: [{ path: 'otp', message: wrong }] }),
    },
  );
  await type.click(await screen.findByRole('button', { name: 'Siapkan aplikasi' }));
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  expect(await screen.findByRole('img', { name: 'Kode QR untuk aplikasi autentikator' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Buka aplikasi di perangkat ini' }).getAttribute('href')).toBe(
    SETUP.otpauth_uri,
  );
  const field = screen.getByLabelText('Kode dari aplikasi');
  await type.type(field, '12{Enter}');
  expect(await screen.findAllByText('Kode OTP harus berupa 6 digit angka')).not.toHaveLength(0);
  await type.type(field, '3456{Enter}');
  expect(await screen.findAllByText(wrong)).not.toHaveLength(0);
  api.answer(CONFIRM, { body: { recovery_codes: CODES } });
  await type.click(screen.getByRole('button', { name: 'Aktifkan' }));
  expect(await screen.findByRole('dialog', { name: 'Simpan kode pemulihan Anda' })).toBeTruthy();
  expect(api.bodies(CONFIRM)).toEqual([{ otp: '123456' }, { otp: '123456' }]);
  expect(api.bodies(BEGIN)).toEqual([{}]);
});

test('when a factor is removed, then it asks first, and says what the last one means', async () => {
  const { api, type } = show(
    { factors: [aFactor(1)], recovery_codes_left: 10 },
    { [`DELETE /api/factors/${aFactor(1).id}`]: { status: 204 } },
  );
  await type.click(await screen.findByRole('button', { name: 'Hapus HP Ibu' }));
  const question = await screen.findByRole('alertdialog', { name: 'Hapus kunci sandi ini?' });
  expect(within(question).getByText(/hanya dijaga oleh password/u)).toBeTruthy();
  api.answer('GET /api/factors', { body: { policy: 'offered', factors: [], recovery_codes_left: 0 } });
  await type.click(within(question).getByRole('button', { name: 'Hapus' }));
  await findToast('Berhasil', 'HP Ibu dihapus');
  expect(await screen.findByText('Belum aktif')).toBeTruthy();
});

test('when the last one may not go, then the server’s sentence says why', async () => {
  const message = 'Peran Anda wajib memakai verifikasi dua langkah. Tambah yang lain dahulu.';
  const { type } = show(
    { policy: 'required', factors: [aFactor(1)], recovery_codes_left: 10 },
    { [`DELETE /api/factors/${aFactor(1).id}`]: refused(409, message, { code: 'last_factor' }) },
  );
  await type.click(await screen.findByRole('button', { name: 'Hapus HP Ibu' }));
  await type.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Hapus' }));
  await findToast('Gagal menghapus', message);
});
