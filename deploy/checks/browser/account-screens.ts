import { readCode } from '../kit/inbox.ts';
import { logIn, newPerson, signUp } from '../kit/people.ts';
import { familyScreens } from './family-screens.ts';
import * as portal from './portal.ts';
import type { Studio } from './studio.ts';
import { PHONE } from './visitor.ts';

/** The pages without a session, the way back after a forgotten password, and the pages of that family. */
export async function guestScreens(studio: Studio): Promise<void> {
  const guest = await studio.open();
  await studio.visit(guest, '/', '01-landing');
  await studio.visit(guest, '/auth', '02-login');
  await portal.button(guest.page, 'Masuk').click();
  await studio.shoot(guest, '03-login-errors');
  await guest.page.getByRole('tab', { name: 'Daftar' }).click();
  await portal.field(guest.page, 'Nama lengkap').waitFor();
  await studio.shoot(guest, '04-register');
  await portal.button(guest.page, 'Daftar').click();
  await studio.shoot(guest, '05-register-errors');
  await studio.visit(guest, '/halaman-yang-tidak-ada', '06-not-found');
  await guest.page.goto('/galeri');
  await guest.page.locator('[data-example]').first().waitFor();
  await studio.picture(guest, '25-gallery');

  const person = newPerson('Siti Rahmawati Nur Hidayah');
  await signUp(studio.client, person, { proves: false });
  await studio.visit(guest, '/forgot-password', '07-forgot');
  await portal.field(guest.page, 'Email').fill(person.email);
  await portal.button(guest.page, 'Kirim kode reset').click();
  await guest.page.getByRole('link', { name: 'Lanjutkan ke reset password' }).waitFor();
  await studio.shoot(guest, '08-forgot-sent');
  await guest.page.getByRole('link', { name: 'Lanjutkan ke reset password' }).click();
  await guest.page.waitForURL('**/reset-password');
  await portal.field(guest.page, 'Kode OTP').waitFor();
  await studio.shoot(guest, '09-reset-code');
  const code = await readCode(studio.simulatorUrl, person.whatsapp);
  await portal.enterCode(guest.page, person.email, code);
  await portal.field(guest.page, 'Password baru').waitFor();
  await studio.shoot(guest, '10-reset-password');
  const changed = `${person.password}-baru`;
  await portal.setNewPassword(guest.page, changed);
  await portal.see(guest.page, 'Password Berhasil Direset!');
  await studio.shoot(guest, '11-reset-done');

  const parent = await studio.open(await logIn(studio.client, person.email, changed));
  await studio.visit(parent, '/dashboard', '12-dashboard-parent');
  await portal.openUserMenu(parent.page);
  await studio.shoot(parent, '13-user-menu', false);
  await parent.page.keyboard.press('Escape');
  if (studio.screen === PHONE) {
    await parent.page.getByRole('button', { name: 'Lainnya' }).click();
    await parent.page.getByRole('dialog').waitFor();
    await studio.shoot(parent, '14-drawer', false);
    await parent.page.keyboard.press('Escape');
  }
  await studio.visit(parent, '/password', '15-password');
  await studio.visit(parent, '/status', '16-status');
  await studio.visit(parent, '/tagihan', '17-invoices-none');
  await studio.visit(parent, '/admin/users', '18-access-denied');
  await familyScreens(parent, studio);
  await parent.page.route('**/remotes/auth/**', (route) => route.fulfill({ status: 404, body: '' }));
  await studio.visit(parent, '/password', '19-remote-missing');
}

/** The accounts: the list, its dialogs, and a search without a result. */
export async function userScreens(studio: Studio): Promise<void> {
  const admin = await studio.open(await studio.staff('admin'));
  await studio.visit(admin, '/dashboard', '20-dashboard-staff');
  await studio.visit(admin, '/admin/users', '21-users');
  await portal.button(admin.page, 'Tambah pengguna').first().click();
  await admin.page.getByRole('dialog').waitFor();
  await studio.shoot(admin, '22-user-add', false);
  await admin.page.keyboard.press('Escape');
  // Any account but one's own, which has no such button.
  await admin.page
    .getByRole('button', { name: /^Hapus (?!verifikasi)/u })
    .first()
    .click();
  await admin.page.getByRole('alertdialog').waitFor();
  await studio.shoot(admin, '23-user-delete', false);
  await admin.page.keyboard.press('Escape');
  await admin.page.getByPlaceholder('Cari pengguna...').fill('tidak ada yang begini');
  await portal.see(admin.page, 'Tidak ada pengguna yang cocok dengan pencarian');
  await studio.shoot(admin, '24-users-none');
}
