import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { newPerson, signUp } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { DESKTOP } from '../visitor.ts';
import { client, useBrowser } from './world.ts';

const { visitor } = useBrowser();

const father = (page: Page) => page.getByRole('group', { name: 'Data Ayah' });
const IDLE = 'Sesi Anda berakhir karena lama tidak digunakan. Silakan masuk kembali untuk melanjutkan.';

async function openProfile(page: Page): Promise<void> {
  await page.goto('/profile?bagian=ayah');
  await portal.settled(page);
  await father(page).waitFor();
}

test('when a family logs out in one tab, then another tab shows nothing of it, and a login there starts anew', async () => {
  const first = await signUp(client, newPerson('Keluarga Pertama'));
  const second = await signUp(client, newPerson('Keluarga Kedua'));
  const { page, context } = await visitor(DESKTOP, { as: first });
  const other = await context.newPage();
  await openProfile(other);
  await father(other).getByLabel('Nama lengkap').fill('Ahmad Fauzi');
  await page.goto('/dashboard');
  await portal.settled(page);
  await portal.logout(page);
  await other.waitForURL('**/auth');
  expect(await other.content()).not.toContain('Ahmad Fauzi');
  expect(await other.content()).not.toContain(first.name);
  await portal.submitLogin(other, second.email, second.password);
  await other.waitForURL('**/dashboard');
  await portal.openUserMenu(other);
  await portal.see(other, second.email);
});

test('when another family logs in in one tab, then a tab of the first shows the second', async () => {
  const first = await signUp(client, newPerson('Keluarga Pertama'));
  const second = await signUp(client, newPerson('Keluarga Kedua'));
  const { page, context } = await visitor(DESKTOP, { as: first });
  const other = await context.newPage();
  await page.goto('/dashboard');
  await portal.settled(page);
  // A tab that misses the logout, as one that was restored later does.
  await context.clearCookies();
  await portal.login(other, second.email, second.password);
  await portal.settled(page);
  await portal.openUserMenu(page);
  await portal.see(page, second.email);
  expect(await page.content()).not.toContain(first.name);
});

test('when a session is not used for its whole time, then the screen is cleared with a sentence, and the draft is kept', async () => {
  const parent = await signUp(client);
  const { page } = await visitor(DESKTOP, { as: parent });
  await page.clock.install();
  await openProfile(page);
  await father(page).getByLabel('Nama lengkap').fill('Ahmad Fauzi');
  await portal.see(page, /^Draf tersimpan \d\d\.\d\d$/u);
  await page.clock.fastForward('11:59:00');
  await eventually(() => father(page).getByLabel('Nama lengkap').inputValue()).toBe('Ahmad Fauzi');
  await page.clock.fastForward('02:00');
  await portal.see(page, IDLE);
  expect(await page.content()).not.toContain(parent.name);
  await portal.submitLogin(page, parent.email, parent.password);
  await page.waitForURL('**/profile?bagian=ayah');
  await portal.button(page, 'Lanjutkan draf').click();
  await eventually(() => father(page).getByLabel('Nama lengkap').inputValue()).toBe('Ahmad Fauzi');
});
