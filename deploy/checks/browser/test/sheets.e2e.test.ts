import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { paidFamily, registerChild } from '../../kit/families.ts';
import { signUp, uniqueWord } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE, ZOOMED } from '../visitor.ts';
import { cutOff, readableHeight } from './room.ts';
import { client, useBrowser } from './world.ts';

const { visitor } = useBrowser();

const overlays = (page: Page, count: number) =>
  page.waitForFunction(
    (wanted) => ((window.history.state as { overlays?: number } | null)?.overlays ?? 0) === wanted,
    count,
  );

/** As the phone's own button does; the page stays, so there is no navigation to wait for. */
const back = (page: Page) => page.evaluate(() => window.history.back());

test('when Back is pressed in a sheet with something typed, then it asks, the page stays, and the draft has all of it', async () => {
  const parent = await signUp(client);
  await registerChild(parent.call, 'Umar');
  const { page } = await visitor(PHONE, { as: parent });
  await page.goto('/registrations');
  const open = () => portal.button(page, 'Daftarkan anak').first().tap();
  await open();
  await portal.field(page, 'Jenjang').selectOption('SD');
  await overlays(page, 1);

  await back(page);
  const question = page.getByRole('alertdialog', { name: 'Tinggalkan isian ini?' });
  await question.waitFor();
  await overlays(page, 2);
  await back(page);
  await question.waitFor({ state: 'detached' });
  await overlays(page, 1);
  await eventually(() => portal.field(page, 'Jenjang').inputValue()).toBe('SD');

  await back(page);
  await portal.button(page, 'Tinggalkan').tap();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await overlays(page, 0);
  await page.waitForURL((now) => now.pathname + now.search === '/registrations');

  await open();
  await portal.button(page, 'Lanjutkan draf').tap();
  await eventually(() => portal.field(page, 'Jenjang').inputValue()).toBe('SD');
});

test('when Back is pressed in the menu, in a new registration and in a new child, then only these close', async () => {
  const parent = await signUp(client);
  await registerChild(parent.call, 'Umar');
  const { page } = await visitor(PHONE, { as: parent });
  const closesByBack = async (press: string) => {
    const address = page.url();
    await portal.button(page, press).first().tap();
    await page.getByRole('dialog').waitFor();
    await overlays(page, 1);
    await back(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await overlays(page, 0);
    await page.waitForURL(address);
  };
  await page.goto('/registrations');
  await closesByBack('Daftarkan anak');
  await closesByBack('Lainnya');
  await page.goto('/children');
  await closesByBack('Tambah Anak');
});

test('when a page is opened just as a sheet closes, then that page stays, and Back leads from it', async () => {
  const { page } = await visitor(PHONE, { as: 'newcomer' });
  await page.goto('/registrations');
  await portal.settled(page);
  await portal.button(page, 'Lainnya').tap();
  await page.getByRole('dialog').waitFor();
  await overlays(page, 1);
  await page.evaluate(() => {
    const go = window.history.go.bind(window.history);
    window.history.go = (delta) => {
      window.history.go = go;
      go(delta);
      document.querySelector<HTMLAnchorElement>('a[href="/children"]')?.click();
    };
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Tutup' }).tap();
  await portal.button(page, 'Tambah Anak').first().waitFor();
  await page.waitForFunction(() => window.location.pathname === '/children');
  await back(page);
  await page.waitForFunction(() => window.location.pathname === '/registrations');
  await overlays(page, 0);
});

test('when Back is pressed on a half-typed profile page, then it asks, staying keeps the text, and leaving leads back', async () => {
  const { page } = await visitor(PHONE, { as: await signUp(client) });
  await page.goto('/profile');
  await page.getByRole('link', { name: /Data Ibu/u }).tap();
  const name = page.getByRole('group', { name: 'Data Ibu' }).getByLabel('Nama lengkap');
  await name.fill('Laila Fitriani');
  await back(page);
  const question = page.getByRole('alertdialog');
  await portal.button(page, 'Lanjut mengisi').tap();
  await question.waitFor({ state: 'detached' });
  await eventually(() => name.inputValue()).toBe('Laila Fitriani');
  await page.waitForURL(/bagian=ibu/u);
  await back(page);
  await portal.button(page, 'Tinggalkan').tap();
  await name.waitFor({ state: 'detached' });
  await page.waitForFunction(() => window.location.pathname === '/profile' && window.location.search === '');
});

/** The list of one new family whose fee waits, with its record open. */
async function openWaiting(page: Page): Promise<string> {
  const child = `Hasan ${uniqueWord()}`;
  await paidFamily(client, [child]);
  await page.goto(`/admin/registration?payment_status=paid&search=${encodeURIComponent(child)}`);
  await portal.settled(page);
  await page.getByText(child, { exact: true }).first().click();
  await page.waitForFunction(() => window.location.search.includes('id='));
  return child;
}

const record = (page: Page) => page.getByRole('region', { name: 'Detail Pendaftaran' });
const reason = (page: Page) => page.getByRole('textbox', { name: 'Alasan penolakan' });
const asked = (page: Page) => page.getByRole('alertdialog', { name: 'Tinggalkan isian ini?' });

test('when Back is pressed in a staff record with a reason typed, then it asks, and each Back closes one thing', async () => {
  const { page } = await visitor(PHONE, { as: 'finance' });
  await openWaiting(page);
  const address = page.url();
  await record(page)
    .getByRole('button', { name: /^Tolak/u })
    .tap();
  await reason(page).fill('Nominal kurang');
  await overlays(page, 1);
  await back(page);
  await asked(page).waitFor();
  await portal.button(page, 'Lanjut mengisi').tap();
  await overlays(page, 1);
  await eventually(() => reason(page).inputValue()).toBe('Nominal kurang');
  await back(page);
  await portal.button(page, 'Tinggalkan').tap();
  await reason(page).waitFor({ state: 'detached' });
  await overlays(page, 0);
  await page.waitForURL(address);
  await back(page);
  await record(page).waitFor({ state: 'detached' });
  await page.waitForURL(
    ({ searchParams }) => !searchParams.has('id') && searchParams.get('payment_status') === 'paid',
  );
});

test('when the window is resized over the room for a panel, then a typed reason stays, and the record takes the place of its list', async () => {
  const { page } = await visitor(DESKTOP, { as: 'finance' });
  await openWaiting(page);
  await record(page)
    .getByRole('button', { name: /^Tolak/u })
    .click();
  await reason(page).fill('Nominal kurang');
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.waitForFunction(() => window.innerWidth === 1100);
  await eventually(() => reason(page).inputValue()).toBe('Nominal kurang');
  await page.keyboard.press('Escape');
  await portal.button(page, 'Tinggalkan').click();
  await reason(page).waitFor({ state: 'detached' });
  await page.locator('table').waitFor({ state: 'hidden' });
  await record(page).getByRole('button', { name: 'Kembali ke daftar' }).click();
  await page.locator('table').waitFor();
});

test('when a page is used and at rest, then the code of its sheet is there before the button is touched', async () => {
  const parent = await signUp(client);
  await registerChild(parent.call, 'Umar');
  const scripts = (page: Page) =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => (name.includes('/remotes/') && name.endsWith('.js') ? [name] : [])),
    );
  // A line that saves data loads the sheet with the first touch: what comes then is what the sheet needs.
  const { page: saving } = await visitor(PHONE, { as: parent });
  await saving.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await saving.goto('/registrations');
  await portal.settled(saving);
  const own = await scripts(saving);
  await portal.button(saving, 'Daftarkan anak').first().tap();
  await portal.field(saving, 'Jenjang').waitFor();
  const needed = (await scripts(saving)).filter((name) => !own.includes(name));
  expect(needed.length).toBeGreaterThan(0);

  const { page } = await visitor(PHONE, { as: parent });
  await page.goto('/registrations');
  await portal.settled(page);
  await page.keyboard.press('Tab');
  await page.waitForFunction(
    (wanted) => wanted.every((name) => performance.getEntriesByName(name).length > 0),
    needed,
  );
  await eventually(() => page.getByRole('dialog').count()).toBe(0);
});

test('when staff open a record on a zoomed screen, then room is left to read', async () => {
  const { page } = await visitor(ZOOMED, { as: 'finance' });
  const child = `Hasan ${uniqueWord()}`;
  await paidFamily(client, [child]);
  await page.goto('/admin/registration');
  await page.getByRole('searchbox').fill(child);
  await page.getByRole('button', { name: `Lihat Detail: ${child}` }).click();
  await record(page)
    .getByRole('button', { name: /^Verifikasi & lanjut/u })
    .waitFor();
  await page.getByRole('group', { name: 'Bukti pembayaran' }).scrollIntoViewIfNeeded();
  await eventually(() => cutOff(page)).toEqual([]);
  await eventually(() => readableHeight(record(page))).toBeAtLeast(250);
});
