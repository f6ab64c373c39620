import type { Page } from 'playwright-core';
import type { Person } from '../kit/people.ts';
import { until } from '../kit/until.ts';
import { isQuiet, noteDrawn } from './requests.ts';
import { STEP_MS } from './visitor.ts';

/** Waits until the text is visible on the page. */
export async function see(page: Page, text: string | RegExp): Promise<void> {
  await page
    .getByText(text, typeof text === 'string' ? { exact: true } : {})
    .filter({ visible: true })
    .first()
    .waitFor();
}

/** Touches the page, since a guest's needs no program before, and waits until the program has taken over. */
export async function ready(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.locator('#first-paint').waitFor({ state: 'detached' });
}

/** Waits until the page has drawn what it asked for: it asks for nothing more, and no sign of loading is visible. */
export async function settled(page: Page): Promise<void> {
  await ready(page);
  await until(
    'A page at rest',
    async () => {
      if (!isQuiet(page)) return false;
      const loads = await page.evaluate(async () => {
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        const signs = document.querySelectorAll('#root [role="status"], #root [aria-busy="true"]');
        return [...signs].some((one) => one.textContent?.trim().startsWith('Memuat'));
      });
      return !loads && isQuiet(page);
    },
    { limitMs: STEP_MS },
  );
  noteDrawn(page);
}

/** Presses the button of a list, as a person would, until `find` finds something in what was read anew. */
export async function reloadUntil(page: Page, what: string, find: () => Promise<boolean>): Promise<void> {
  await until(what, async () => {
    await button(page, 'Muat ulang').click();
    await settled(page);
    return find();
  });
}

/** Waits for the toast with this title and, where given, this description. */
export async function seeToast(page: Page, title: string, description?: string): Promise<void> {
  await see(page, title);
  if (description !== undefined) await see(page, description);
}

/** A field by its whole label. */
export function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true }).filter({ visible: true });
}

/** A button by its whole text. */
export function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

/** Fills fields by their labels. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

/** Opens the tab 'Daftar' of /auth. */
export async function openRegister(page: Page): Promise<void> {
  await page.goto('/auth');
  await ready(page);
  await page.getByRole('tab', { name: 'Daftar' }).click();
  await field(page, 'Nama lengkap').waitFor();
}

/** Registers on the tab 'Daftar' of /auth and waits for the dashboard. */
export async function register(page: Page, person: Person): Promise<void> {
  await openRegister(page);
  await fill(page, {
    'Nama lengkap': person.name,
    'Nomor telepon (WhatsApp)': person.phone,
    Email: person.email,
    Password: person.password,
    'Konfirmasi password': person.password,
  });
  await button(page, 'Daftar').click();
  await page.waitForURL('**/dashboard');
}

/** Types into the login form that is on the page and sends it. */
export async function submitLogin(page: Page, identifier: string, password: string): Promise<void> {
  await ready(page);
  await fill(page, { 'Email atau nomor telepon': identifier, Password: password });
  await button(page, 'Masuk').click();
}

/** Logs in on /auth and waits for the dashboard. */
export async function login(page: Page, identifier: string, password: string): Promise<void> {
  await page.goto('/auth');
  await submitLogin(page, identifier, password);
  await page.waitForURL('**/dashboard');
}

/** Opens the menu of the header with name, e-mail, role and its links. */
export async function openUserMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /menu pengguna/iu }).click();
  await page.getByRole('menuitem', { name: 'Keluar' }).waitFor();
}

/** Logs out through the user menu. */
export async function logout(page: Page): Promise<void> {
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Keluar' }).click();
  await seeToast(page, 'Berhasil keluar', 'Anda telah keluar dari sistem.');
}

/** Asks for a reset code and goes on to /reset-password. */
export async function askForCode(page: Page, email: string): Promise<void> {
  await page.goto('/forgot-password');
  await field(page, 'Email').fill(email);
  await button(page, 'Kirim kode reset').click();
  await page.getByRole('link', { name: 'Lanjutkan ke reset password' }).click();
  await page.waitForURL('**/reset-password');
}

/** Step 1 of /reset-password. */
export async function enterCode(page: Page, email: string, code: string): Promise<void> {
  await fill(page, { Email: email, 'Kode OTP': code });
  await button(page, 'Verifikasi Kode OTP').click();
}

/** Step 2 of /reset-password. */
export async function setNewPassword(page: Page, password: string, confirmation = password): Promise<void> {
  await fill(page, { 'Password baru': password, 'Konfirmasi password baru': confirmation });
  await button(page, 'Reset Password').click();
}

/** Fills and sends the form of /password. */
export async function changePassword(
  page: Page,
  current: string,
  next: string,
  confirmation = next,
): Promise<void> {
  await fill(page, {
    'Password saat ini': current,
    'Password baru': next,
    'Konfirmasi password baru': confirmation,
  });
  await button(page, 'Ubah Password').click();
}

const MOST_RESULTS = 12;

/** Opens a family's dashboard, past new results: one opens in its place, several as a list of which each is opened. */
export async function openDashboard(page: Page): Promise<void> {
  const next = page.getByRole('region', { name: 'Langkah Anda berikutnya' });
  const result = page.getByRole('link', { name: /^(?:Tutup|Kembali ke dashboard)$/u });
  for (let opened = 0; opened < MOST_RESULTS; opened += 1) {
    await page.goto('/dashboard');
    await result.or(next).first().waitFor();
    await settled(page);
    if (await next.isVisible()) return;
    if (new URL(page.url()).pathname !== '/hasil') continue;
    await page.getByRole('listitem').filter({ hasText: 'Baru' }).getByRole('link').first().click();
    await page.waitForURL('**/hasil/*');
    await settled(page);
  }
  throw new Error(`The dashboard does not come; ${page.url()} does`);
}
