import type { Page } from 'playwright-core';
import { codeOf } from './authenticator.ts';
import { button, field, see, settled } from './portal.ts';

const TRIES = 3;

const dialog = (page: Page) => page.getByRole('dialog');

/** Opens /security with its sections. */
export async function openSecurity(page: Page): Promise<void> {
  await page.goto('/security');
  await settled(page);
  await see(page, 'Perangkat dan sesi');
}

/** The recovery codes on the page; says that they are kept, and closes them. */
export async function keepCodes(page: Page): Promise<string[]> {
  const codes = dialog(page).getByRole('list', { name: 'Kode pemulihan' }).getByRole('listitem');
  await codes.first().waitFor();
  const texts = await codes.allInnerTexts();
  await dialog(page)
    .getByRole('checkbox', { name: 'Saya sudah menyimpan kode ini di tempat yang aman' })
    .check();
  await button(page, 'Selesai').click();
  await dialog(page).waitFor({ state: 'detached' });
  return texts.map((text) => text.trim());
}

/** Adds a passkey under this name; it ends at the recovery codes where it is the first factor. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Tambah kunci sandi/u }).click();
  await field(page, 'Nama kunci sandi').fill(name);
  await button(page, 'Lanjutkan').click();
}

/** Sets up an app of codes and returns its secret; it ends at the recovery codes where it is the first factor. */
export async function addApp(page: Page): Promise<string> {
  await button(page, 'Siapkan aplikasi').click();
  const secret = await page.getByLabel('Kunci rahasia', { exact: true }).innerText();
  // The code of the step before, because each counts once and the next login needs the present one. It is too old where a
  // step ends in between; then the next code of a step before is not.
  for (let tries = 0; tries < TRIES; tries += 1) {
    await field(page, 'Kode dari aplikasi').fill(codeOf(secret, -1));
    const [response] = await Promise.all([
      page.waitForResponse('**/api/factors/totp/confirm'),
      button(page, 'Aktifkan').click(),
    ]);
    if (response.ok()) break;
  }
  return secret;
}

/** Waits for the second step of the login. */
export const secondStep = (page: Page) =>
  page.getByRole('region', { name: 'Verifikasi dua langkah' }).waitFor();
