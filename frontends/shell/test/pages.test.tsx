import { bothCalendars } from '@gerbang/domain/calendars';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { arrivedAt, aUser, comingSoon, fakeApi, renderApp } from './render-app.tsx';

jest.mock('../src/remotes/remotes.ts', () => ({
  remoteOf: () => undefined,
  loadPage: async (area: string) => ({
    routes: { '/dashboard': () => `kartu ${area}`, '/announcement/:id': () => 'isi pengumuman' },
  }),
  forgetRoutes: () => undefined,
}));

test('when a visitor opens the landing page, then five steps, a login form and the link to register are shown', async () => {
  renderApp('/', null);
  const steps = screen.getByRole('heading', { name: 'Lima langkah sampai diterima' }).parentElement;
  expect(within(steps ?? document.body).getAllByRole('listitem')).toHaveLength(5);
  expect(screen.getByLabelText('Email atau nomor telepon')).toBeTruthy();
  expect(
    screen.getByText('Akun yang sudah terdaftar dapat masuk dengan email atau nomor telepon.'),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Daftar akun baru' }).getAttribute('href')).toBe(
    '/auth?tab=daftar',
  );
  expect(screen.getByRole('link', { name: 'Lupa Password' }).getAttribute('href')).toBe('/forgot-password');
});

test('when the login form is sent empty, then each field says what it needs and the first has the focus', async () => {
  const { type } = renderApp('/', null);
  await type.click(screen.getByRole('button', { name: 'Masuk' }));
  expect(await screen.findByText('Email atau nomor telepon harus diisi')).toBeTruthy();
  expect(screen.getByText('Password harus diisi')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email atau nomor telepon')));
});

test('when the login succeeds, then it was pending, the toast greets and the dashboard opens', async () => {
  const { type } = renderApp('/', null);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  fakeApi({
    'POST /api/login': async () => {
      await held;
      return { body: aUser() };
    },
  });
  await type.type(screen.getByLabelText('Email atau nomor telepon'), '081234567890');
  await type.type(screen.getByLabelText('Password'), ' rahasia ');
  await type.click(screen.getByRole('button', { name: 'Masuk' }));
  expect(await screen.findByRole('button', { name: 'Memproses...' })).toBeTruthy();
  release();
  expect(await screen.findByText('Berhasil masuk')).toBeTruthy();
  expect(screen.getByText('Selamat datang, Rahma Aulia!')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
  await arrivedAt('/dashboard');
});

test('when the login is refused, then the toast gives the message and what was typed stays', async () => {
  const { type } = renderApp('/', null);
  const message = 'Email/nomor telepon atau password salah';
  fakeApi({
    'POST /api/login': () => ({
      status: 401,
      body: { statusCode: 401, code: 'login', message, requestId: 'r' },
    }),
  });
  await type.type(screen.getByLabelText('Email atau nomor telepon'), 'rahma@contoh.id');
  await type.type(screen.getByLabelText('Password'), 'salah');
  await type.click(screen.getByRole('button', { name: 'Masuk' }));
  expect(await screen.findByText('Login gagal')).toBeTruthy();
  const notice = screen.getByRole('region', { name: 'Notifikasi' });
  expect(within(notice).getByText(message)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Email atau nomor telepon').value).toBe('rahma@contoh.id');
});

test("when a parent opens the dashboard, then it greets by name with three pieces of advice, the areas' cards between", async () => {
  renderApp('/dashboard', aUser());
  expect(await screen.findByText('Assalamu’alaikum, Rahma')).toBeTruthy();
  expect(screen.getByText(/ · .+ H$/u)).toBeTruthy();
  for (const text of [
    'Lengkapi data ayah dan ibu.',
    'Pastikan data sesuai dengan dokumen resmi.',
    'Gunakan nomor kontak yang aktif agar mudah dihubungi.',
    'Selamat datang, Rahma Aulia',
  ]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(await screen.findByText('kartu admission')).toBeTruthy();
});

test('when a child is registered, then the advice for beginners is folded below the greeting', async () => {
  const { type } = renderApp('/dashboard', aUser(), undefined, {
    admission: { parent: { registrations: [{}], profile: { filled: 14, total: 14 }, tasks: [] } },
  });
  const line = await screen.findByText('Selamat datang, Rahma Aulia · Agar pendaftaran berjalan lancar');
  const fold = line.closest('details');
  expect(fold?.open).toBe(false);
  await type.click(line);
  expect(fold?.open).toBe(true);
  expect(screen.getByText('Pastikan data sesuai dengan dokumen resmi.')).toBeTruthy();
});

test.each([
  ['a published result', 'wali_murid', { parent: { results: [{ id: 'r' }] }, staff: null }, true],
  ['no result', 'wali_murid', { parent: { results: [] }, staff: null }, false],
  [
    'work, which one area draws',
    'cs',
    { parent: null, staff: { waiting: [{ kind: 'rejected', count: 2 }] } },
    false,
  ],
  ['no response', 'cs', null, false],
] as const)(
  'when announcements have %s for %s, then their cards are drawn only where there is something',
  async (_what, role, announcement, shown) => {
    renderApp('/dashboard', aUser({ role }), undefined, { announcement });
    expect(await screen.findByText('kartu admission')).toBeTruthy();
    if (shown) expect(await screen.findByText('kartu announcement')).toBeTruthy();
    else expect(screen.queryByText('kartu announcement')).toBeNull();
  },
);

test('when families ask to leave, then their entry in the menu carries the count for those who decide', async () => {
  const withdrawals_waiting = { count: 3, oldest_at: '2026-11-20T03:00:00.000Z' };
  renderApp('/dashboard', aUser({ role: 'manager_pendidikan' }), undefined, {
    admission: { staff: { waiting: [], withdrawals_waiting } },
  });
  const [text, ...others] = await screen.findAllByText(/menunggu di/u);
  expect(text?.parentElement?.textContent).toBe('3 menunggu di Pengunduran Diri');
  expect(others).toEqual([]);
});

test('when work waits for staff, then the entries of the menu carry its count, and a family’s carry none', async () => {
  const billing = {
    staff: { confirmations: { waiting: 2, without_scheme: 4 }, payments: { waiting: 3 }, ageing: null },
  };
  const admission = {
    staff: {
      waiting: [
        { kind: 'fees_to_verify', count: 7 },
        { kind: 'waiting_announcement', count: 40 },
      ],
    },
  };
  renderApp('/dashboard', aUser({ role: 'finance' }), undefined, { admission, billing });
  expect(await screen.findByText('kartu admission')).toBeTruthy();
  const texts = (await screen.findAllByText(/menunggu di/u)).map(
    ({ parentElement }) => parentElement?.textContent,
  );
  expect(texts).toEqual([
    '7 menunggu di Pendaftaran',
    '4 menunggu di Daftar Ulang',
    '3 menunggu di Kelola Tagihan',
  ]);
  expect(screen.queryByText('kartu billing')).toBeNull();
  cleanup();
  renderApp('/dashboard', aUser(), undefined, { admission: { parent: null }, billing: null });
  expect(await screen.findByText('kartu admission')).toBeTruthy();
  expect(screen.queryByText(/menunggu di/u)).toBeNull();
});

const published = (last: number) => ({
  id: `r${last}`,
  registration: { id: `0190f2f0-0000-7000-8000-00000000000${last}` },
  published_at: new Date().toISOString(),
});
const opened = (last: number) => ({
  registration_id: published(last).registration.id,
  opened_at: '2999-01-01T00:00:00.000Z',
});

test.each([
  ['one new result', [1], [], `/hasil/${published(1).registration.id}`],
  ['one new result beside an opened one', [2, 3], [3], `/hasil/${published(2).registration.id}`],
  ['several new results', [4, 5], [], '/hasil'],
  ['only opened results', [6], [6], '/dashboard'],
])(
  'when a family has %s, then that is where its dashboard leads, once',
  async (_what, results, seen, path) => {
    const areas = {
      admission: { parent: { registrations: [], tasks: [], opened_results: seen.map(opened) }, staff: null },
      announcement: { parent: { results: results.map(published) }, staff: null },
    };
    renderApp('/dashboard', aUser(), undefined, areas);
    await arrivedAt(path);
    cleanup();
    renderApp('/dashboard', aUser(), undefined, areas);
    expect(await screen.findByText('kartu announcement')).toBeTruthy();
  },
);

test('when announcements fail to respond, then a family is told so, since an empty card would look like no result', async () => {
  renderApp('/dashboard', aUser(), undefined, { announcement: null, unavailable: ['announcement'] });
  expect(await screen.findByText('kartu announcement')).toBeTruthy();
});

test('when the address of a page carries an id, then the page has its title and is drawn for its roles only', async () => {
  renderApp('/announcement/0190f2f0-0000-7000-8000-000000000009', aUser({ role: 'cs' }));
  expect(await screen.findByText('isi pengumuman')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Detail Pengumuman' })).toBeTruthy();
  expect(document.title).toBe('Detail Pengumuman · Penerimaan Murid Baru');
  cleanup();
  renderApp('/announcement/0190f2f0-0000-7000-8000-000000000009', aUser());
  expect(await screen.findByText('Akses Ditolak')).toBeTruthy();
});

test("when staff open the dashboard, then the areas' cards are shown and nothing for parents", async () => {
  renderApp('/dashboard', aUser({ role: 'admin', name: 'Dewi Nurjanah' }));
  expect(await screen.findByText('kartu admission')).toBeTruthy();
  const greeting = within(screen.getByRole('banner')).getByText(/^Assalamu’alaikum, Dewi Nurjanah/u);
  expect(greeting.textContent).toMatch(/ · \w+, \d+ \w+ · \d+ .+ H$/u);
  expect(screen.queryByText('Lengkapi data ayah dan ibu.')).toBeNull();
  expect(screen.getByRole('link', { name: 'Kelola pengguna' })).toBeTruthy();
});

test('when /status opens, then cards, progress and tips are shown as specified', async () => {
  renderApp('/status', aUser());
  expect(await screen.findByText('Aktif')).toBeTruthy();
  expect(screen.getByText('Profil')).toBeTruthy();
  const way = screen.getByRole('heading', { name: 'Perjalanan pendaftaran' }).parentElement;
  const steps = within(way ?? document.body).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual([
    'Registrasi akunSelesai',
    'Lengkapi profilSedang berjalan',
    'Pendaftaran siswaMenunggu',
    'Verifikasi dokumenMenunggu',
    'Pengumuman hasilMenunggu',
  ]);
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null, null, null]);
});

test('when a family opens /status, then its own steps and figures stand there in the same words', async () => {
  const registration = { id: 'r', current_stage: 'registered', payment_status: 'verified' };
  const document = (status: string) => ({ kind: 'document', required: true, status });
  renderApp('/status', aUser());
  fakeApi({
    'GET /api/user': () => ({ body: aUser() }),
    'GET /api/dashboard': () => ({
      body: {
        admission: {
          parent: { registrations: [registration], profile: { filled: 14, total: 14 }, tasks: [] },
          staff: null,
        },
        announcement: null,
        billing: null,
        unavailable: [],
      },
    }),
    'GET /api/registrations/r/checklist': () => ({
      body: {
        complete: { re_enrolment: false },
        items: [document('done'), document('todo'), document('waiting')],
      },
    }),
  });
  expect(await screen.findByText('1 dari 3')).toBeTruthy();
  const way = screen.getByRole('heading', { name: 'Perjalanan pendaftaran' }).parentElement;
  const steps = within(way ?? globalThis.document.body).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual([
    'Registrasi akunSelesai',
    'Lengkapi profilSelesai14 dari 14',
    'Pendaftaran siswaSelesai',
    'Verifikasi dokumenSedang berjalan1 dari 3',
    'Pengumuman hasilMenunggu',
  ]);
  expect(screen.getByText('Tahap saat ini').nextElementSibling?.textContent).toBe('Dokumen');
  expect(screen.getByText('Tahap berikutnya').nextElementSibling?.textContent).toBe('Hasil');
});

test('when a page of an area that does not exist yet is opened, then it says so', async () => {
  comingSoon('/admin/invoices');
  renderApp('/admin/invoices', aUser({ role: 'finance' }));
  expect(await screen.findByText(/sedang disiapkan/u)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Kelola Tagihan' })).toBeTruthy();
});

describe('the day of the dashboard', () => {
  const today = (day: string, text: string) => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<script type="application/json" id="gerbang-page">${JSON.stringify({ today: { day, text } })}</script>`,
    );
  };
  afterEach(() => document.getElementById('gerbang-page')?.remove());

  test('when the page was made today, then its words are shown', async () => {
    today(jakartaDay(new Date()), 'hari ini menurut server');
    renderApp('/dashboard', aUser());
    expect(await screen.findByText('hari ini menurut server')).toBeTruthy();
  });

  test('when the page is of another day, then the device writes today itself', async () => {
    today('2020-01-01', 'hari lain');
    renderApp('/dashboard', aUser());
    expect(await screen.findByText(bothCalendars(new Date()))).toBeTruthy();
  });
});
