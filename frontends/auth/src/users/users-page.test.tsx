import type { User } from '@gerbang/contracts/users';
import type { Role } from '@gerbang/domain/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, later, refused, type Asked } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, messageAt, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { UsersPage } from './users-page.tsx';

const LIST = 'GET /api/admin/users';
const id = (number: number) => `0190f2f0-0000-7000-8000-00000000000${number}`;
const ME = aUser({ id: id(1), name: 'Saya Sendiri', email: 'saya@contoh.id' });
const OTHER_ADMIN = aUser({ id: id(2), name: 'Admin Lain', email: 'admin@contoh.id' });
const IT = aUser({ id: id(3), name: 'Ivan Teknisi', email: 'it@contoh.id', role: 'it' });
const PARENT = aUser({
  id: id(4),
  name: '',
  email: 'wali@contoh.id',
  role: 'wali_murid',
  contact_phone: null,
});

function listing(users: readonly User[]) {
  return ({ query }: Asked) => {
    const search = (query.get('search') ?? '').toLowerCase();
    const role = query.get('role');
    const found = users.filter(
      (user) => (!role || user.role === role) && `${user.name} ${user.email}`.toLowerCase().includes(search),
    );
    return { body: found, headers: { 'x-total-count': String(found.length) } };
  };
}

function show(user: User, users: readonly User[] = [ME, OTHER_ADMIN, IT, PARENT]) {
  const api = fakeApi({ [LIST]: listing(users) });
  return { api, ...renderPage(<UsersPage />, { path: '/admin/users', user }) };
}

const row = async (email: string) => (await screen.findByText(email)).closest('tr') as HTMLElement;
const buttonsOf = async (email: string) =>
  within(await row(email))
    .queryAllByRole('button')
    .map((button) => button.textContent);

type Hand = ReturnType<typeof show>['type'];

/** Chooses what stands in the menu of a row. */
async function choose(type: Hand, action: string, who: string) {
  await type.click(await screen.findByRole('button', { name: `Tindakan lain ${who}` }));
  await type.click(await screen.findByRole('menuitem', { name: action }));
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
    ['admin', ME.email, ['Ubah', 'Akhiri sesi']],
    ['admin', OTHER_ADMIN.email, ['Ubah', 'Akhiri sesi', 'Hapus verifikasi dua langkah', 'Hapus']],
    ['admin', IT.email, ['Ubah', 'Akhiri sesi', 'Hapus verifikasi dua langkah', 'Hapus']],
    ['admin', PARENT.email, ['Ubah', 'Akhiri sesi', 'Hapus verifikasi dua langkah', 'Hapus']],
    ['it', OTHER_ADMIN.email, []],
    ['it', IT.email, []],
    ['it', PARENT.email, ['Ubah', 'Akhiri sesi', 'Hapus']],
    ['finance', PARENT.email, []],
  ])('when %s views %s, then the actions are %j', async (role, email, expected) => {
    const { type } = show({ ...ME, role });
    const [edit, ...more] = expected;
    await waitFor(async () => expect(await buttonsOf(email)).toEqual(edit ? [edit, ''] : []));
    if (!edit) return;
    await type.click(within(await row(email)).getByRole('button', { name: /^Tindakan lain/u }));
    await waitFor(() =>
      expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(more),
    );
  });

  test('when finance opens it, then the page says that it is read only and has no button to add a user', async () => {
    show({ ...ME, role: 'finance' });
    await row(PARENT.email);
    expect(screen.getByText('Anda hanya dapat melihat daftar ini.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tambah pengguna' })).toBeNull();
  });

  test('when it adds a user, then neither Administrator nor IT Support is among the roles', async () => {
    const { type } = show({ ...ME, role: 'it' });
    await row(PARENT.email);
    await type.click(screen.getByRole('button', { name: 'Tambah pengguna' }));
    const options = within(await screen.findByLabelText('Peran')).getAllByRole('option');
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
    await type.click(await screen.findByRole('button', { name: 'Ubah Saya Sendiri' }));
    expect(within(await screen.findByLabelText('Peran')).getAllByRole('option').length).toBe(1);
    expect(screen.getByText('Anda tidak dapat mengubah peran Anda sendiri.')).toBeTruthy();
  });
});

describe('the list', () => {
  test('when it is loaded, then columns, counter, missing name and Indonesian date read as specified', async () => {
    show(ME);
    await row(PARENT.email);
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Nama',
      'Email',
      'Peran',
      'Bergabung',
      'Aksi',
    ]);
    expect(screen.getByText('Total 4 pengguna terdaftar')).toBeTruthy();
    expect(within(await row(PARENT.email)).getByText('Belum diisi')).toBeTruthy();
    expect(within(await row(PARENT.email)).getByText('17 Mei 2026')).toBeTruthy();
  });

  test('when something is searched, then the counter compares and an empty result says so', async () => {
    const { type } = show(ME);
    await row(PARENT.email);
    await type.type(screen.getByPlaceholderText('Cari pengguna...'), 'ivan');
    expect(await screen.findByText('Menampilkan 1 dari 4 pengguna')).toBeTruthy();
    await type.clear(screen.getByPlaceholderText('Cari pengguna...'));
    await type.type(screen.getByPlaceholderText('Cari pengguna...'), 'tidak ada');
    expect(await screen.findByText('Tidak ada pengguna yang cocok dengan pencarian')).toBeTruthy();
    expect(screen.getByText('Menampilkan 0 dari 4 pengguna')).toBeTruthy();
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
    api.answer(LIST, listing([ME, PARENT]));
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
    slow.release({ body: [PARENT], headers: { 'x-total-count': '1' } });
    await row(PARENT.email);
    expect(api.asked.slice(before).map(({ path }) => path)).toEqual(['/api/admin/users']);
  });

  test('when the list has more pages, then the next one is asked by its cursor', async () => {
    const { api, type } = show(ME);
    await row(ME.email);
    api.answer(LIST, ({ query }) => ({
      body: query.get('cursor') ? [PARENT] : [ME],
      headers: {
        'x-total-count': '26',
        link: query.get('cursor')
          ? '</api/admin/users?limit=25&cursor=Zero>; rel="prev"'
          : '</api/admin/users?limit=25&cursor=One>; rel="next"',
      },
    }));
    await type.click(screen.getByRole('button', { name: 'Muat ulang' }));
    await type.click(await screen.findByRole('button', { name: 'Berikutnya' }));
    await row(PARENT.email);
    expect(screen.getByText('Halaman 2 dari 2')).toBeTruthy();
    expect(api.asked.at(-1)?.query.get('cursor')).toBe('One');
  });
});

describe('changes', () => {
  async function openNew() {
    const shown = show(ME);
    await row(PARENT.email);
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
    await type.selectOptions(screen.getByLabelText('Peran'), 'finance');
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
    const { api, type } = show(ME);
    api.answer(`PUT /api/admin/users/${PARENT.id}`, { body: PARENT });
    await type.click(await screen.findByRole('button', { name: 'Ubah wali@contoh.id' }));
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
    await type.click(await screen.findByRole('button', { name: 'Ubah terverifikasi@contoh.id' }));
    const field = await screen.findByLabelText<HTMLInputElement>(/^Nomor telepon/u);
    await type.type(field, '9');
    expect([field.readOnly, field.value]).toEqual([true, '0812-3456-7891']);
    expect(screen.getByText(/lewat Nomor hilang/u)).toBeTruthy();
  });

  test('when a password waits for a second person, then the form said so, it is no failure, and the dialog closes', async () => {
    const { api, type } = show(ME);
    const message = 'Diminta. Orang kedua perlu meminta hal yang sama dalam 24 jam.';
    api.answer(`PUT /api/admin/users/${OTHER_ADMIN.id}`, refused(409, message, { code: 'password_waits' }));
    await type.click(await screen.findByRole('button', { name: 'Ubah Admin Lain' }));
    expect(await screen.findByText(/orang kedua \(salah satunya admin\)/u)).toBeTruthy();
    await type.type(screen.getByLabelText(/^Password sementara baru/u), 'enam66');
    await type.click(screen.getByRole('button', { name: 'Simpan perubahan' }));
    await findToast('Menunggu orang kedua', message);
    expect(screen.queryByText('Gagal memperbarui pengguna')).toBeNull();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // The toast goes; what to do next stays until the next change begins.
    const stays = screen.getByText('Menunggu orang kedua: Admin Lain').closest('div');
    expect(stays?.textContent).toContain(message);
    await type.click(screen.getByRole('button', { name: 'Ubah Admin Lain' }));
    expect(screen.queryByText('Menunggu orang kedua: Admin Lain')).toBeNull();
  });

  test('when a password is for a role that decides nothing, then no second person is named', async () => {
    const { type } = show(ME);
    await type.click(await screen.findByRole('button', { name: 'Ubah wali@contoh.id' }));
    await screen.findByLabelText(/^Password sementara baru/u);
    expect(screen.queryByText(/orang kedua/u)).toBeNull();
  });

  test('when the server refuses a change, then the toast gives its reason', async () => {
    const { api, type } = show(ME);
    const message = 'Administrator terakhir tidak dapat dihapus atau diubah perannya.';
    api.answer(`PUT /api/admin/users/${OTHER_ADMIN.id}`, refused(409, message, { code: 'last_admin' }));
    await type.click(await screen.findByRole('button', { name: 'Ubah Admin Lain' }));
    await screen.findByRole('dialog');
    await type.click(screen.getByRole('button', { name: 'Simpan perubahan' }));
    await waitFor(() => expect(screen.getByText('Gagal memperbarui pengguna')).toBeTruthy());
    expect(screen.getAllByText(message).length).toBeGreaterThan(0);
  });

  test('when a user is deleted, then the question of the specification comes first, with the focus on Batal', async () => {
    const { api, type } = show(ME);
    api.answer(`DELETE /api/admin/users/${PARENT.id}`, { status: 204 });
    await choose(type, 'Hapus', 'wali@contoh.id');
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('Apakah Anda yakin ingin menghapus pengguna ini?')).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Batal' })),
    );
    await type.click(within(dialog).getByRole('button', { name: 'Hapus' }));
    await findToast('Berhasil', 'Pengguna berhasil dihapus');
  });

  test('when the deletion fails, then the toast says why and the user stays', async () => {
    const { api, type } = show(ME);
    api.answer(`DELETE /api/admin/users/${PARENT.id}`, refused(404, 'Pengguna tidak ditemukan'));
    await choose(type, 'Hapus', 'wali@contoh.id');
    await type.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Hapus' }));
    await findToast('Gagal menghapus pengguna', 'Pengguna tidak ditemukan');
    expect(await row(PARENT.email)).toBeTruthy();
  });

  test('when sessions are ended, then the server’s sentence is shown', async () => {
    const { api, type } = show(ME);
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
    const { api, type } = show(ME);
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
