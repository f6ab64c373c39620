import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@gerbang/local/paths';
import type { Browser } from 'playwright-core';
import { launch } from './browser.ts';
import { announcementScreens } from './announcement-screens.ts';
import { billingScreens } from './billing-screens.ts';
import { familyScreens } from './family-screens.ts';
import { readCode } from './inbox.ts';
import { messageScreens } from './message-screens.ts';
import { demo, newPerson } from './people.ts';
import * as portal from './portal.ts';
import { openTarget, type Target } from './target.ts';
import { staffScreens } from './staff-screens.ts';
import { DESKTOP, openVisitor, PHONE, type Screen, type Theme, type Visitor } from './visitor.ts';

const OUT = join(projectRoot, 'screenshots');

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const target = await openTarget((line) => console.log(line));
const browser = await launch();
try {
  let count = 0;
  for (const screen of [PHONE, DESKTOP]) {
    for (const theme of ['light', 'dark'] as const)
      count += await everyScreen(browser, target, screen, theme);
  }
  console.log(`${count} pictures in ${OUT}`);
} finally {
  await browser.close();
  await target.close();
}

async function everyScreen(browser: Browser, target: Target, screen: Screen, theme: Theme): Promise<number> {
  let count = 0;
  const shoot = async (visitor: Visitor, name: string, fullPage = true) => {
    await portal.settled(visitor.page);
    await picture(visitor, name, fullPage);
  };
  const picture = async ({ page }: Visitor, name: string, fullPage = true) => {
    await page.evaluate(() => document.fonts.ready);
    count += 1;
    const file = `${name}-${screen.name}-${theme}.png`;
    await page.screenshot({ path: join(OUT, file), fullPage });
  };
  const visit = async (visitor: Visitor, path: string, name: string) => {
    await visitor.page.goto(path);
    await shoot(visitor, name);
  };
  const camera = { visit, shoot, picture };
  const open = () => openVisitor(browser, { url: target.url, screen, theme });

  const guest = await open();
  await visit(guest, '/', '01-landing');
  await visit(guest, '/auth', '02-login');
  await portal.button(guest.page, 'Masuk').click();
  await shoot(guest, '03-login-errors');
  await guest.page.getByRole('tab', { name: 'Daftar' }).click();
  await portal.field(guest.page, 'Nama lengkap').waitFor();
  await shoot(guest, '04-register');
  await portal.button(guest.page, 'Daftar').click();
  await shoot(guest, '05-register-errors');
  await visit(guest, '/halaman-yang-tidak-ada', '06-not-found');
  await guest.page.goto('/galeri');
  await guest.page.locator('[data-example]').first().waitFor();
  await picture(guest, '25-gallery');

  const person = newPerson('Siti Rahmawati Nur Hidayah');
  const parent = await open();
  await portal.signUp(parent.context, target.url, person);
  await visit(guest, '/forgot-password', '07-forgot');
  await portal.field(guest.page, 'Email').fill(person.email);
  await portal.button(guest.page, 'Kirim kode reset').click();
  await guest.page.getByRole('link', { name: 'Lanjutkan ke reset password' }).waitFor();
  await shoot(guest, '08-forgot-sent');
  await guest.page.getByRole('link', { name: 'Lanjutkan ke reset password' }).click();
  await guest.page.waitForURL('**/reset-password');
  await portal.field(guest.page, 'Kode OTP').waitFor();
  await shoot(guest, '09-reset-code');
  const code = await readCode(target.simulatorUrl, person.whatsapp);
  await portal.enterCode(guest.page, person.email, code);
  await portal.field(guest.page, 'Password baru').waitFor();
  await shoot(guest, '10-reset-password');
  const changed = `${person.password}-baru`;
  await portal.setNewPassword(guest.page, changed);
  await portal.see(guest.page, 'Password Berhasil Direset!');
  await shoot(guest, '11-reset-done');
  await guest.close();

  await portal.signIn(parent.context, target.url, person.email, changed);
  await visit(parent, '/dashboard', '12-dashboard-parent');
  await portal.openUserMenu(parent.page);
  await shoot(parent, '13-user-menu', false);
  await parent.page.keyboard.press('Escape');
  if (screen === PHONE) {
    await parent.page.getByRole('button', { name: 'Buka menu' }).click();
    await parent.page.getByRole('dialog').waitFor();
    await shoot(parent, '14-drawer', false);
    await parent.page.keyboard.press('Escape');
  }
  await visit(parent, '/password', '15-password');
  await visit(parent, '/status', '16-status');
  await visit(parent, '/tagihan', '17-invoices-none');
  await visit(parent, '/admin/users', '18-access-denied');
  await familyScreens(parent, camera);
  await parent.page.route('**/remotes/auth/**', (route) => route.fulfill({ status: 404, body: '' }));
  await visit(parent, '/password', '19-remote-missing');
  await parent.close();

  const enrolled = await open();
  await billingScreens(enrolled, target.url, camera);
  await enrolled.close();

  const admin = await open();
  const { email, password } = demo('admin');
  await portal.signIn(admin.context, target.url, email, password);
  await visit(admin, '/dashboard', '20-dashboard-staff');
  await visit(admin, '/admin/users', '21-users');
  await portal.button(admin.page, 'Tambah pengguna').first().click();
  await admin.page.getByRole('dialog').waitFor();
  await shoot(admin, '22-user-add', false);
  await admin.page.keyboard.press('Escape');
  await portal
    .userRow(admin.page, 'finance@')
    .getByRole('button', { name: /^Hapus/u })
    .click();
  await admin.page.getByRole('alertdialog').waitFor();
  await shoot(admin, '23-user-delete', false);
  await admin.page.keyboard.press('Escape');
  await admin.page.getByPlaceholder('Cari pengguna...').fill('tidak ada yang begini');
  await portal.see(admin.page, 'Tidak ada pengguna yang cocok dengan pencarian');
  await shoot(admin, '24-users-none');
  await admin.close();

  const staff = [await open(), await open()] as const;
  await staffScreens(staff, target.url, camera);
  for (const visitor of staff) await visitor.close();

  await announcementScreens({ url: target.url, open, visit, shoot });

  const board = [await open(), await open()] as const;
  await messageScreens(...board, target, camera);
  for (const visitor of board) await visitor.close();
  return count;
}
