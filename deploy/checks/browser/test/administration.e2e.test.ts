import { eventually } from '../eventually.ts';
import { newPerson } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { addUser, userRow } from '../staff.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { useBrowser } from './world.ts';

const { visitor } = useBrowser();

describe.each([PHONE, DESKTOP])('on a $name screen', (screen) => {
  test('when an administrator makes, finds, edits and removes a user, then the list follows each step', async () => {
    const { page } = await visitor(screen, { as: 'admin' });
    await page.goto('/admin/users');
    await portal.see(page, /^Total \d+ pengguna terdaftar$/u);
    for (const column of ['Nama', 'Email', 'Peran', 'Bergabung', 'Aksi']) {
      expect(
        await page.getByRole('columnheader', { name: column, exact: true, includeHidden: true }).count(),
      ).toBe(1);
    }
    const { email } = newPerson();
    await addUser(page, {
      name: 'Petugas Baru',
      email,
      role: 'Staff TU',
      password: 'pendek'.slice(1),
    });
    await portal.see(page, 'Password minimal 6 karakter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password sementara', { exact: true }).fill('enam-6');
    await dialog.getByRole('button', { name: 'Simpan pengguna' }).click();
    await portal.seeToast(page, 'Berhasil', 'Pengguna berhasil dibuat');

    await page.getByPlaceholder('Cari pengguna...').fill(email.toUpperCase());
    await portal.see(page, /^Menampilkan 1 dari \d+ pengguna$/u);
    const row = userRow(page, email);
    await row.getByRole('button', { name: /^Ubah/u }).click();
    await dialog.getByLabel('Nama', { exact: true }).fill('Petugas Lama');
    await dialog.getByRole('button', { name: 'Simpan perubahan' }).click();
    await portal.seeToast(page, 'Berhasil', 'Pengguna berhasil diperbarui');
    await userRow(page, 'Petugas Lama').waitFor();

    await row.getByRole('button', { name: /^Hapus (?!verifikasi)/u }).click();
    await portal.see(page, 'Apakah Anda yakin ingin menghapus pengguna ini?');
    const alert = page.getByRole('alertdialog');
    expect(
      await alert.getByRole('button', { name: 'Batal' }).evaluate((one) => one === document.activeElement),
    ).toBe(true);
    await alert.getByRole('button', { name: 'Hapus', exact: true }).click();
    await portal.seeToast(page, 'Berhasil', 'Pengguna berhasil dihapus');
    await portal.see(page, 'Tidak ada pengguna yang cocok dengan pencarian');
  });

  test('when an account was made by an administrator, then its owner can only change the password', async () => {
    const admin = await visitor(screen, { as: 'it' });
    await admin.page.goto('/admin/users');
    const { email } = newPerson();
    await addUser(admin.page, { name: 'Rina Marlina', email, role: 'Finance', password: 'enam-66' });
    await portal.seeToast(admin.page, 'Berhasil', 'Pengguna berhasil dibuat');

    const { page } = await visitor(screen);
    await page.goto('/auth');
    await portal.submitLogin(page, email, 'enam-66');
    await page.waitForURL('**/password');
    await page.goto('/admin/users');
    await page.waitForURL('**/password');
    await portal.changePassword(page, 'enam-66', 'kalimat-punya-rina');
    await page.waitForURL('**/dashboard');
  });

  test('when finance opens the users, then it reads and changes nothing', async () => {
    const { page } = await visitor(screen, { as: 'finance' });
    await page.goto('/admin/users');
    await portal.see(page, /^Total \d+ pengguna terdaftar$/u);
    await eventually(() => page.getByRole('button', { name: /^(Tambah|Ubah|Hapus)/u }).count()).toBe(0);
  });

  test('when cs opens the users, then access is denied and names its role', async () => {
    const { page } = await visitor(screen, { as: 'cs' });
    await page.goto('/admin/users');
    await portal.see(page, 'Akses Ditolak');
    await portal.see(page, 'Hanya administrator dan finance yang dapat mengakses halaman ini.');
    await portal.see(page, 'Peran Anda: Customer Service');
  });
});

test('when the list of users is filtered, then reload and back keep to the address, which never has the search text', async () => {
  const { page } = await visitor(DESKTOP, { as: 'admin' });
  await page.goto('/admin/users');
  await portal.field(page, 'Saring peran').selectOption({ label: 'Finance' });
  await page.waitForURL('**/admin/users?role=finance');
  await userRow(page, 'admin@contoh').waitFor({ state: 'detached' });
  await portal.field(page, 'Urutkan').selectOption({ label: 'Nama A–Z' });
  await page.waitForURL('**/admin/users?role=finance&sort=name');
  await page.getByPlaceholder('Cari pengguna...').fill('finance@');
  await userRow(page, 'finance@').waitFor();
  await page.reload();
  await userRow(page, 'finance@').waitFor();
  expect(new URL(page.url()).search).toBe('?role=finance&sort=name');
  await eventually(() => portal.field(page, 'Saring peran').inputValue()).toBe('finance');
  await page.goBack();
  await page.waitForURL('**/admin/users?role=finance');
  await page.goBack();
  await page.waitForURL('**/admin/users');
  await eventually(() => portal.field(page, 'Saring peran').inputValue()).toBe('');
});
