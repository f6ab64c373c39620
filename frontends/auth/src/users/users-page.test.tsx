import type { User } from '@gerbang/contracts/users';
import type { Role } from '@gerbang/domain/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, later, refused, type Asked } from '@gerbang/web-kit/testing/fake-api';
import { messageAt } from '@gerbang/web-kit/testing/form-errors';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { UsersPage } from './users-page.tsx';

const LIST = 'GET /api/admin/users';
const id = (number: number) => `0190f2f0-0000-7000-8000-00000000000${number}`;
const ME = aUser({ id: id(1), name: 'Saya Sendiri', email: 'saya@contoh.id' });
const OTHER_ADMIN = aUser({ id: id(2), name: 'Admin Lain', email: 'admin@contoh.id' });
const IT = aUser({ id: id(3), name: 'Ivan Teknisi', email: 'it@contoh.id', role: 'it' });
const CLOSED = aUser({
  id: id(6),
  name: 'Fahmi Lama',
  email: 'fahmi@contoh.id',
  role: 'finance',
  contact_phone: null,
  closed_at: '2026-06-01T03:00:00.000Z',
});
const PARENT = aUser({
  id: id(4),
  name: '',
  email: 'wali@contoh.id',
  role: 'wali_murid',
  contact_phone: null,
});

function partOf({ closed_at, role }: User) {
  if (closed_at) return 'closed';
  return role === 'wali_murid' ? 'families' : 'staff';
}

function listing(users: readonly User[]) {
  return ({ query }: Asked) => {
    const search = (query.get('search') ?? '').toLowerCase();
    const role = query.get('role');
    const found = users.filter(
      (user) =>
        partOf(user) === (query.get('part') ?? partOf(user)) &&
        (!role || user.role === role) &&
        `${user.name} ${user.email}`.toLowerCase().includes(search),
    );
    return { body: found, headers: { 'x-total-count': String(found.length) } };
  };
}

function show(user: User, users: readonly User[] = [ME, OTHER_ADMIN, IT, PARENT, CLOSED], address = '') {
  const api = fakeApi({ [LIST]: listing(users) });
  return { api, ...renderPage(<UsersPage />, { path: `/admin/users${address}`, user }) };
}
const FAMILIES = '?part=families';
/** The list of families, where the parent stands. */
const showFamilies = (user = ME) => show(user, undefined, FAMILIES);

const row = async (email: string) =>
  // The address stands below the name where it has no column.
  (await screen.findAllByText(email))[0]?.closest('tr') as HTMLElement;
/** The field of the open dialog; the list has a filter of that name. */
const roleField = async () => within(await screen.findByRole('dialog')).getByLabelText('Peran');
const panel = () => screen.findByRole('region', { name: 'Pengguna' });
/** What is offered in the open panel, in order, without the way to the neighbours. */
const offered = async () =>
  within(await panel())
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '');

type Hand = ReturnType<typeof show>['type'];

/** Opens a row and chooses what its panel offers. */
async function choose(type: Hand, action: string, who: string) {
  await type.click(await screen.findByRole('button', { name: `Lihat ${who}` }));
  await type.click(within(await panel()).getByRole('button', { name: action }));
}

describe('who is let in', () => {
  test('when the role may not, then the denial names the role', () => {
    show(aUser({ role: 'cs' }));
    expect(screen.getByText('Akses Ditolak')).toBeTruthy();
    expect(
      screen.getByText('Hanya administrator dan finance yang dapat mengakses halaman ini.'),
    ).toBeTruthy();
    expect(screen.getByText('Peran Anda: Customer Service')).toBeTruthy();
  });
});

describe('what is offered at a row', () => {
  test.each<[Role, string, string[]]>([
    ['admin', ME.email, ['Akhiri sesi', 'Ubah']],
    ['admin', OTHER_ADMIN.email, ['Hapus verifikasi dua langkah', 'Hapus', 'Akhiri sesi', 'Ubah']],
    ['admin', IT.email, ['Hapus verifikasi dua langkah', 'Hapus', 'Akhiri sesi', 'Ubah']],
    ['admin', PARENT.email, ['Hapus verifikasi dua langkah', 'Hapus', 'Akhiri sesi', 'Ubah']],
    ['admin', CLOSED.email, []],
    ['it', OTHER_ADMIN.email, []],
    ['it', IT.email, []],
    ['it', PARENT.email, ['Hapus', 'Akhiri sesi', 'Ubah']],
    ['finance', PARENT.email, []],
  ])('when %s opens %s, then the actions are %j', async (role, email, expected) => {
    const part = { [PARENT.email]: FAMILIES, [CLOSED.email]: '?part=closed' }[email];
    const { type } = show({ ...ME, role }, undefined, part);
    await type.click(await row(email));
    await waitFor(async () => expect(await offered()).toEqual(expected));
  });

  test('when a user is open, then J and K go to the neighbours, and Escape closes it', async () => {
    const { type } = show(ME);
    await row(IT.email);
    await type.keyboard('j');
    const title = async () => within(await panel()).getByRole('heading', { level: 2 }).textContent;
    expect(await title()).toBe('Saya Sendiri');
    await type.keyboard('jj');
    expect(await title()).toBe('Ivan Teknisi');
    await type.keyboard('k');
    expect(await title()).toBe('Admin Lain');
    expect((await row(OTHER_ADMIN.email)).getAttribute('aria-current')).toBe('true');
    await type.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Pengguna' })).toBeNull());
  });

  test('when Enter ends a search, then the first hit is open, with its number and whether it is proved', async () => {
    const { type } = show(ME);
    await row(IT.email);
    await type.type(screen.getByPlaceholderText('Cari pengguna...'), 'ivan{Enter}');
    expect(within(await panel()).getByText('0812-3456-7890 (terverifikasi)')).toBeTruthy();
    expect(within(await panel()).getByText('IT Support')).toBeTruthy();
  });

  test('when the address names a user that the list does not show, then the panel says so', async () => {
    show(ME, undefined, `?id=${PARENT.id}`);
    expect(within(await panel()).getByText('Memuat data pengguna...')).toBeTruthy();
    expect(await screen.findByText('Pengguna ini tidak ada di daftar yang tampil')).toBeTruthy();
  });

  test('when finance opens it, then the page says that it is read only and has no button to add a user', async () => {
    show({ ...ME, role: 'finance' });
    await row(IT.email);
    expect(screen.getByText('Anda hanya dapat melihat daftar ini.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tambah pengguna' })).toBeNull();
  });

  test('when it adds a user, then neither Administrator nor IT Support is among the roles', async () => {
    const { type } = show({ ...ME, role: 'it' });
    await row(IT.email);
    await type.click(screen.getByRole('button', { name: 'Tambah pengguna' }));
    const options = within(await roleField()).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'Wali Murid',
      'Customer Service',
      'Finance',
      'Staff Pendidikan',
      'Staff TU',
      'Kepala Sekolah',
    ]);
  });

  test('when administrators edit their own account, then the role is fixed and the form says why', async () => {
    const { type } = show(ME);
    await choose(type, 'Ubah', 'Saya Sendiri');
    expect(within(await roleField()).getAllByRole('option').length).toBe(1);
    expect(screen.getByText('Anda tidak dapat mengubah peran Anda sendiri.')).toBeTruthy();
  });
});

describe('the list', () => {
  test('when it is loaded, then columns, counter, missing name and Indonesian date read as specified', async () => {
    const { type } = show(ME);
    await row(IT.email);
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Nama',
      'Email',
      'Peran',
      'Bergabung',
      'Aksi',
    ]);
    expect(await screen.findByText('Total 3 pengguna terdaftar')).toBeTruthy();
    await type.click(screen.getByRole('button', { name: /^Orang tua 1$/u }));
    expect(within(await row(PARENT.email)).getByText('Belum diisi')).toBeTruthy();
    expect(within(await row(PARENT.email)).getByText('17 Mei 2026')).toBeTruthy();
    expect(screen.queryAllByText(ME.email)).toEqual([]);
  });

  test('when the closed accounts are shown, then each says since when, and their number is not called registered', async () => {
    const { type } = show(ME);
    await row(IT.email);
    await type.click(await screen.findByRole('button', { name: 'Nonaktif 1' }));
    const closed = await row(CLOSED.email);
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Nama',
      'Email',
      'Peran',
      'Nonaktif sejak',
      'Aksi',
    ]);
    expect(within(closed).getByText('1 Jun 2026')).toBeTruthy();
    expect(screen.getByText('Total 1 pengguna nonaktif')).toBeTruthy();
  });

  test('when something is searched, then the counter compares and an empty result says so', async () => {
    const { type } = show(ME);
    await row(IT.email);
    await type.type(screen.getByPlaceholderText('Cari pengguna...'), 'ivan');
    expect(await screen.findByText('Menampilkan 1 dari 3 pengguna')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Orang tua 0' })).toBeTruthy();
    await type.clear(screen.getByPlaceholderText('Cari pengguna...'));
    await type.type(screen.getByPlaceholderText('Cari pengguna...'), 'tidak ada');
    expect(await screen.findByText('Tidak ada pengguna yang cocok dengan pencarian')).toBeTruthy();
    expect(screen.getByText('Menampilkan 0 dari 3 pengguna')).toBeTruthy();
  });

  test('when there are no users, then the empty text is shown', async () => {
    show(ME, []);
    expect(await screen.findByText('Belum ada pengguna terdaftar')).toBeTruthy();
  });

  test('when loading takes its time, then the loading text is shown', async () => {
    const slow = later();
    fakeApi({ [LIST]: slow.answer });
    renderPage(<UsersPage />, { path: '/admin/users', user: ME });
    expect(screen.getByText('Memuat data pengguna...')).toBeTruthy();
    slow.release({ body: [] });
    await screen.findByText('Belum ada pengguna terdaftar');
  });

  test('when loading fails, then the specified English text is shown, and a retry loads the list', async () => {
    const api = fakeApi({ [LIST]: refused(503, 'Layanan sedang tidak tersedia.') });
    const { type } = renderPage(<UsersPage />, { path: '/admin/users', user: ME });
    expect((await screen.findByText('Failed to fetch users')).lang).toBe('en');
    api.answer(LIST, listing([ME, IT]));
    await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
    expect(await screen.findByText('Total 2 pengguna terdaftar')).toBeTruthy();
  });

  test('when the list is still being read, then the button that reads it does not begin anew', async () => {
    const { api, type } = show(ME);
    await row(ME.email);
    const slow = later();
    api.answer(LIST, slow.answer);
    const before = api.asked.length;
    for (let press = 0; press < 3; press += 1)
      await type.click(screen.getByRole('button', { name: 'Muat ulang' }));
    slow.release({ body: [IT], headers: { 'x-total-count': '1' } });
    await waitFor(() => expect(screen.queryAllByText(ME.email)).toEqual([]));
    const asked = api.asked.slice(before).map(({ query }) => query.get('limit'));
    expect(asked.filter((limit) => limit === '25')).toHaveLength(1);
  });

  test('when the list has more pages, then the next one is asked by its cursor', async () => {
    const { api, type } = show(ME);
    await row(ME.email);
    api.answer(LIST, ({ query }) => ({
      body: query.get('cursor') ? [IT] : [ME],
      headers: {
        'x-total-count': '26',
        link: query.get('cursor')
          ? '</api/admin/users?limit=25&cursor=Zero>; rel="prev"'
          : '</api/admin/users?limit=25&cursor=One>; rel="next"',
      },
    }));
    await type.click(screen.getByRole('button', { name: 'Muat ulang' }));
    await type.click(await screen.findByRole('button', { name: 'Berikutnya' }));
    await row(IT.email);
    expect(screen.getByText('Halaman 2 dari 2')).toBeTruthy();
    expect(api.asked.map(({ query }) => query.get('cursor'))).toContain('One');
  });
});

describe('changes', () => {
  async function openNew() {
    const shown = show(ME);
    await row(IT.email);
    await shown.type.click(screen.getByRole('button', { name: 'Tambah pengguna' }));
    await screen.findByRole('dialog');
    return shown;
  }

  test('when a new user is sent empty, then the messages show, the password’s with six characters', async () => {
    const { type } = await openNew();
    await type.type(screen.getByLabelText('Password sementara'), 'lima5');
    await type.type(screen.getByLabelText(/^Nomor telepon/u), '0812');
    await type.click(screen.getByRole('button', { name: 'Simpan pengguna' }));
    await waitFor(() => expect(messageAt(screen.getByLabelText('Nama'))).toBe('Nama harus diisi'));
    expect(messageAt(screen.getByLabelText('Email'))).toBe('Format email tidak valid');
    expect(messageAt(screen.getByLabelText(/^Nomor telepon/u))).toBe('Nomor telepon minimal 10 digit');
    expect(messageAt(screen.getByLabelText('Password sementara'))).toBe('Password minimal 6 karakter');
  });

  async function fill(type: Awaited<ReturnType<typeof openNew>>['type']) {
    await type.type(screen.getByLabelText('Nama'), 'Budi Santoso');
    await type.type(screen.getByLabelText('Email'), 'budi@contoh.id');
    await type.selectOptions(await roleField(), 'finance');
    await type.type(screen.getByLabelText('Password sementara'), 'enam66');
    await type.click(screen.getByRole('button', { name: 'Simpan pengguna' }));
  }

  test('when a user is made, then the toast says so, the dialog closes, and the list is read again', async () => {
    const { api, type } = await openNew();
    const making = later();
    api.answer('POST /api/admin/users', making.answer);
    await fill(type);
    expect(await screen.findByRole('button', { name: 'Menyimpan...' })).toBeTruthy();
    making.release({ status: 201, body: aUser({ id: id(5) }) });
    await findToast('Berhasil', 'Pengguna berhasil dibuat');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.bodies('POST /api/admin/users')).toEqual([
      { name: 'Budi Santoso', email: 'budi@contoh.id', role: 'finance', password: 'enam66' },
    ]);
  });

  test('when the e-mail is taken, then the dialog stays with everything typed', async () => {
    const { api, type } = await openNew();
    const message = 'Email sudah terdaftar';
    api.answer('POST /api/admin/users', refused(409, message, { issues: [{ path: 'email', message }] }));
    await fill(type);
    await waitFor(() => expect(messageAt(screen.getByLabelText('Email'))).toBe(message));
    await waitFor(() => expect(screen.getByText('Gagal membuat pengguna')).toBeTruthy());
    expect(screen.getByLabelText<HTMLInputElement>('Nama').value).toBe('Budi Santoso');
  });

  test('when a user is changed, then phone and temporary password are sent only if they were given', async () => {
    const { api, type } = showFamilies();
    api.answer(`PUT /api/admin/users/${PARENT.id}`, { body: PARENT });
    await choose(type, 'Ubah', 'wali@contoh.id');
    await type.type(await screen.findByLabelText(/^Nomor telepon/u), '081234567891');
    await type.type(screen.getByLabelText(/^Password sementara baru/u), 'enam66');
    await type.click(screen.getByRole('button', { name: 'Simpan perubahan' }));
    await findToast('Berhasil', 'Pengguna berhasil diperbarui');
    expect(api.bodies(`PUT /api/admin/users/${PARENT.id}`)).toEqual([
      { email: 'wali@contoh.id', role: 'wali_murid', contact_phone: '081234567891', password: 'enam66' },
    ]);
  });

  test('when a number is proved, then it is shown with the way to change it, and cannot be typed over', async () => {
    const proved = aUser({
      id: id(7),
      name: null,
      email: 'terverifikasi@contoh.id',
      contact_phone: '+6281234567891',
      phone_verified: true,
    });
    const { type } = show(ME, [ME, proved]);
    await choose(type, 'Ubah', 'terverifikasi@contoh.id');
    const field = await screen.findByLabelText<HTMLInputElement>(/^Nomor telepon/u);
    await type.type(field, '9');
    expect([field.readOnly, field.value]).toEqual([true, '0812-3456-7891']);
    expect(screen.getByText(/lewat Nomor hilang/u)).toBeTruthy();
  });

  test('when a password waits for a second person, then the form said so, it is no failure, and the dialog closes', async () => {
    const { api, type } = show(ME);
    const message = 'Diminta. Orang kedua perlu meminta hal yang sama dalam 24 jam.';
    api.answer(`PUT /api/admin/users/${OTHER_ADMIN.id}`, refused(409, message, { code: 'password_waits' }));
    await choose(type, 'Ubah', 'Admin Lain');
    expect(await screen.findByText(/orang kedua \(salah satunya admin\)/u)).toBeTruthy();
    await type.type(screen.getByLabelText(/^Password sementara baru/u), 'enam66');
    await type.click(screen.getByRole('button', { name: 'Simpan perubahan' }));
    await findToast('Menunggu orang kedua', message);
    expect(screen.queryByText('Gagal memperbarui pengguna')).toBeNull();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // The toast goes; what to do next stays until the next change begins.
    const stays = screen.getByText('Menunggu orang kedua: Admin Lain').closest('div');
    expect(stays?.textContent).toContain(message);
    await type.click(within(await panel()).getByRole('button', { name: 'Ubah' }));
    expect(screen.queryByText('Menunggu orang kedua: Admin Lain')).toBeNull();
  });

  test('when a password is for a role that decides nothing, then no second person is named', async () => {
    const { type } = showFamilies();
    await choose(type, 'Ubah', 'wali@contoh.id');
    await screen.findByLabelText(/^Password sementara baru/u);
    expect(screen.queryByText(/orang kedua/u)).toBeNull();
  });

  test('when the server refuses a change, then the toast gives its reason', async () => {
    const { api, type } = show(ME);
    const message = 'Administrator terakhir tidak dapat dihapus atau diubah perannya.';
    api.answer(`PUT /api/admin/users/${OTHER_ADMIN.id}`, refused(409, message, { code: 'last_admin' }));
    await choose(type, 'Ubah', 'Admin Lain');
    await screen.findByRole('dialog');
    await type.click(screen.getByRole('button', { name: 'Simpan perubahan' }));
    await waitFor(() => expect(screen.getByText('Gagal memperbarui pengguna')).toBeTruthy());
    expect(screen.getAllByText(message).length).toBeGreaterThan(0);
  });

  test('when a user is deleted, then the question of the specification comes first, with the focus on Batal', async () => {
    const { api, type } = showFamilies();
    api.answer(`DELETE /api/admin/users/${PARENT.id}`, { status: 204 });
    await choose(type, 'Hapus', 'wali@contoh.id');
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('Apakah Anda yakin ingin menghapus pengguna ini?')).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Batal' })),
    );
    await type.click(within(dialog).getByRole('button', { name: 'Hapus' }));
    await findToast('Berhasil', 'Pengguna berhasil dihapus');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Pengguna' })).toBeNull());
  });

  test('when the deletion fails, then the toast says why and the user stays', async () => {
    const { api, type } = showFamilies();
    api.answer(`DELETE /api/admin/users/${PARENT.id}`, refused(404, 'Pengguna tidak ditemukan'));
    await choose(type, 'Hapus', 'wali@contoh.id');
    await type.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Hapus' }));
    await findToast('Gagal menghapus pengguna', 'Pengguna tidak ditemukan');
    expect(await row(PARENT.email)).toBeTruthy();
  });

  test('when sessions are ended, then the server’s sentence is shown', async () => {
    const { api, type } = showFamilies();
    api.answer(`POST /api/admin/users/${PARENT.id}/revoke-sessions`, {
      body: { message: 'Semua sesi pengguna telah diakhiri' },
    });
    await choose(type, 'Akhiri sesi', 'wali@contoh.id');
    await type.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Akhiri sesi' }),
    );
    await findToast('Berhasil', 'Semua sesi pengguna telah diakhiri');
  });

  test('when a second step is cleared, then it takes a reason, and a refusal keeps what was typed', async () => {
    const { api, type } = showFamilies();
    const call = `DELETE /api/admin/users/${PARENT.id}/factors`;
    api.answer(call, refused(503, 'Layanan sedang sibuk.'));
    await choose(type, 'Hapus verifikasi dua langkah', 'wali@contoh.id');
    const dialog = await screen.findByRole('dialog', { name: 'Hapus verifikasi dua langkah' });
    expect(within(dialog).queryByText(/admin lain harus meminta/u)).toBeNull();
    const send = within(dialog).getByRole('button', { name: 'Hapus verifikasi dua langkah' });
    await type.click(send);
    expect(messageAt(within(dialog).getByLabelText('Alasan'))).toBe('Alasan harus diisi');
    await type.type(within(dialog).getByLabelText('Alasan'), ' Ponsel hilang ');
    await type.click(send);
    await findToast('Gagal menghapus verifikasi dua langkah', 'Layanan sedang sibuk.');
    api.answer(call, { status: 204 });
    await type.click(send);
    await findToast('Berhasil', 'Verifikasi dua langkah dihapus');
    expect(api.bodies(call)).toEqual([{ reason: 'Ponsel hilang' }, { reason: 'Ponsel hilang' }]);
  });

  test('when it is an administrator’s, then it waits for a second administrator', async () => {
    const { api, type } = show(ME);
    const message = 'Diminta. Admin lain perlu meminta hal yang sama dalam 24 jam.';
    api.answer(`DELETE /api/admin/users/${OTHER_ADMIN.id}/factors`, { status: 202, body: { message } });
    await choose(type, 'Hapus verifikasi dua langkah', 'Admin Lain');
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/admin lain harus meminta hal yang sama/u)).toBeTruthy();
    await type.type(within(dialog).getByLabelText('Alasan'), 'Kunci hilang');
    await type.click(within(dialog).getByRole('button', { name: 'Hapus verifikasi dua langkah' }));
    await findToast('Menunggu persetujuan admin lain', message);
    expect(screen.getByText('Menunggu orang kedua: Admin Lain')).toBeTruthy();
  });
});
