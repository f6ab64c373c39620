import type { Locator, Page } from 'playwright-core';
import { newPicture } from '../kit/families.ts';
import { button, field, fill, login, ready, see, seeToast, setNewPassword, settled } from './portal.ts';

/** The way a person works a page: with a thumb, or with the keyboard alone. */
export interface Hand {
  press(target: Locator): Promise<void>;
}

/** A thumb: real touches. */
export function thumb(): Hand {
  return { press: (target) => target.tap() };
}

/** Presses Tab until the element has the focus; fails where Tab never gets there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < 120; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${String(target)}`);
}

/** The keyboard alone: Tab until the target has the focus, then Enter. */
export function keyboard(page: Page): Hand {
  return {
    async press(target) {
      await tabTo(page, target);
      await page.keyboard.press('Enter');
    },
  };
}

/** A family that the school entered opens its message, sets a password, and logs in by its number. */
export async function firstLogin(
  page: Page,
  { link, phone, password }: { readonly link: string; readonly phone: string; readonly password: string },
): Promise<void> {
  await page.goto(link);
  await ready(page);
  await field(page, 'Email').fill(phone);
  await button(page, 'Verifikasi Kode OTP').click();
  await setNewPassword(page, password);
  await see(page, 'Password Berhasil Direset!');
  await login(page, phone, password);
}

/** What the school has typed for a family is right, section by section. */
export async function confirmSections(page: Page, count: number): Promise<void> {
  const check = page.getByRole('region', { name: 'Periksa data yang diisi sekolah' });
  const sections = check.getByRole('listitem');
  for (let left = count; left > 0; left -= 1) {
    await sections.nth(left - 1).waitFor();
    await sections.nth(left).waitFor({ state: 'detached' });
    await check
      .getByRole('button', { name: /^Betul: /u })
      .first()
      .click();
  }
  await check.waitFor({ state: 'detached' });
}

export interface NewChild {
  readonly name: string;
  /** Digits as they are typed: day, month, year. */
  readonly birth: string;
  readonly nik?: string;
}

/** Adds a child on /children, whose form may be open already, and waits for its toast. */
export async function addChild(page: Page, hand: Hand, child: NewChild): Promise<void> {
  const dialog = page.getByRole('dialog');
  const add = button(page, 'Tambah Anak').first();
  await dialog.or(add).first().waitFor();
  // The dashboard's step opens the form by itself, later than its button is there.
  await settled(page);
  if (!(await dialog.isVisible())) await hand.press(add);
  await dialog.getByLabel('Nama lengkap', { exact: true }).fill(child.name);
  await dialog.getByLabel('Tempat lahir', { exact: true }).fill('Bogor');
  await dialog.getByRole('spinbutton').first().focus();
  await page.keyboard.type(child.birth);
  if (child.nik !== undefined) await dialog.getByLabel(/^NIK/u).fill(child.nik);
  await hand.press(dialog.getByRole('button', { name: 'Simpan', exact: true }));
  await seeToast(page, 'Berhasil', 'Data anak berhasil ditambahkan');
}

/** Picks one option of a searchable select by typing a part of it. */
export async function pickRegion(page: Page, hand: Hand, label: string, name: string): Promise<void> {
  await hand.press(page.getByRole('button', { name: new RegExp(label, 'u') }).first());
  await page.getByRole('searchbox').fill(name);
  const option = page.getByRole('option', { name, exact: true });
  await option.waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await option.waitFor({ state: 'detached' });
}

/** Registers the only child for a level on /registrations. */
export async function registerChild(page: Page, hand: Hand, jenjang: string, kelas?: string): Promise<void> {
  await hand.press(button(page, 'Daftarkan anak').first());
  await field(page, 'Jenjang').selectOption(jenjang);
  if (kelas !== undefined) await field(page, 'Kelas').selectOption(kelas);
  await hand.press(button(page, 'Daftarkan'));
  await seeToast(page, 'Berhasil', 'Pendaftaran berhasil dibuat');
}

/** A photograph of a slip, drawn by the browser: noise, so that it is as large as a real one. */
export async function photograph(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([wide, high]) => {
      const canvas = document.createElement('canvas');
      canvas.width = wide;
      canvas.height = high;
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('no canvas');
      const noise = pen.createImageData(wide, high);
      for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = Math.random() * 255;
      pen.putImageData(noise, 0, 0);
      return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
    },
    [width, height] as const,
  );
  return Buffer.from(base64, 'base64');
}

/** Goes from the account to transfer to, to the form of the proof. */
export async function toProof(page: Page): Promise<void> {
  await button(page, 'Sudah transfer, unggah bukti').click();
  await page.waitForURL(/langkah=bukti/u);
}

/** Picks the slip on the payment page. */
export async function pickProof(page: Page, photo: Buffer, name = 'bukti-transfer.jpg'): Promise<void> {
  await page
    .getByLabel('Unggah bukti transfer')
    .setInputFiles({ name, mimeType: 'image/jpeg', buffer: photo });
}

/** Fills in the account that was paid from and sends the proof. */
export async function sendProof(page: Page, hand: Hand, owner: string): Promise<void> {
  await fill(page, {
    'Nama pemilik rekening': owner,
    'Nomor rekening pengirim': '1234567890',
    'Nama bank': 'Bank Contoh',
  });
  await hand.press(button(page, 'Kirim bukti'));
  await seeToast(page, 'Berhasil', 'Informasi pembayaran berhasil diperbarui');
  await see(page, 'Bukti sudah kami terima');
}

/** A picture of a transfer as a file input takes it. */
export const slip = (buffer = newPicture()) => ({
  name: 'bukti-transfer.png',
  mimeType: 'image/png',
  buffer,
});

/** Opens an invoice from /tagihan, uploads a proof, sends the amount (all that remains where absent), and goes back. */
export async function payInvoice(page: Page, number: string, amount?: string): Promise<void> {
  await page.getByRole('link', { name: new RegExp(`^(?:Bayar|Kirim bukti).*: ${number}$`, 'u') }).click();
  await toProof(page);
  const input = page.getByLabel('Jumlah pembayaran', { exact: true });
  await input.waitFor();
  if (amount !== undefined) await input.fill(amount);
  await page.getByLabel('Bukti pembayaran', { exact: true }).setInputFiles(slip());
  await seeToast(page, 'Berhasil', 'File berhasil diupload');
  await button(page, 'Kirim bukti').click();
  await seeToast(page, 'Pembayaran berhasil disubmit', 'Tim keuangan akan memeriksa bukti pembayaran Anda.');
  await see(page, 'Bukti sudah kami terima');
  await page.getByRole('link', { name: 'Selesai', exact: true }).click();
  await page.waitForURL('**/tagihan');
}
