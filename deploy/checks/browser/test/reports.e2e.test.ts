import { buffer } from 'node:stream/consumers';
import type { Role } from '@gerbang/domain/roles';
import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';
import { DESKTOP } from '../visitor.ts';
import { bottomOf, heardOf } from './room.ts';
import { rowsOf } from './workbook.ts';
import { useBrowser } from './world.ts';

const { visitor } = useBrowser();

/** The tabs with the first column of their workbook. */
const TABS = [
  ['admission', 'Penerimaan', 'Jenjang'],
  ['cash', 'Kas', 'Mulai'],
  ['arrears', 'Tunggakan', 'Nomor Tagihan'],
  ['work', 'Pekerjaan', 'Jenis'],
  ['messages', 'Pesan', 'Mulai'],
] as const;

/** Waits until the report is there, not its frame or the one before it. */
async function drawn(page: Page): Promise<void> {
  await portal.ready(page);
  await page.locator('figure').first().waitFor();
}

test.each(TABS)(
  'when an administrator opens %s, then picture, table, file and print are there',
  async (id, name, head) => {
    const { page } = await visitor(DESKTOP, { as: 'admin' });
    await page.goto(`/admin/reports?tab=${id}`);
    await drawn(page);
    await eventually(() => page.getByRole('tab', { name, exact: true }).getAttribute('aria-selected')).toBe(
      'true',
    );

    const toggles = page.getByRole('button', { name: 'Lihat sebagai tabel' });
    if ((await toggles.count()) > 0) {
      await toggles.first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Lihat sebagai gambar' }).first().waitFor();
      await page.locator('figure table').first().waitFor();
    }

    await portal.button(page, 'Unduh').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Excel', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^laporan-${name.toLowerCase()}-\\d{4}-\\d{2}-\\d{2}\\.xlsx$`, 'u'),
    );
    expect(rowsOf(await buffer(await download.createReadStream()))[0]?.[0]).toBe(head);

    await page.evaluate(() =>
      Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }),
    );
    await portal.button(page, 'Cetak').click();
    await page.locator('body[data-printed]').waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const hidden of ['[role=tablist]', '[data-no-print]', 'nav'])
      expect([hidden, await page.locator(hidden).locator('visible=true').count()]).toEqual([hidden, 0]);
    await eventually(() => page.locator('figure figcaption').first().isVisible()).toBe(true);
    // Paper has no key: it shows the figures beside each picture.
    const tables = page.locator('figure table');
    for (let at = 0; at < (await tables.count()); at += 1)
      await eventually(() => tables.nth(at).isVisible()).toBe(true);
  },
);

test('when the level is chosen by keyboard, then the address keeps it, and messages leave it out', async () => {
  const { page } = await visitor(DESKTOP, { as: 'admin' });
  await page.goto('/admin/reports');
  await drawn(page);
  const level = page.getByLabel(/^Jenjang/u);
  await level.focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForURL(/jenjang=KB/u);
  await eventually(() => level.evaluate((element) => document.activeElement === element)).toBe(true);
  await page.getByRole('tab', { name: 'Penerimaan', exact: true }).focus();
  await page.keyboard.press('End');
  await page.waitForURL(/tab=messages/u);
  await page.getByRole('figure', { name: 'Pesan menurut hari' }).waitFor();
  await eventually(() => level.count()).toBe(0);
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(/tab=work/u);
  await eventually(() => level.inputValue()).toBe('KB');
});

const SCREEN = { name: 'office', width: 1440, height: 900 } as const;

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await portal.settled(page);
  await page.getByRole('heading', { name: 'Corong penerimaan' }).waitFor();
  await portal.settled(page);
}

/** The cards with the places of their lower edges, by their titles. */
const edges = (page: Page) =>
  page
    .locator('#isi section')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((one) => [
          one.getAttribute('aria-label') ?? one.querySelector('h2')?.textContent ?? '?',
          Math.ceil(one.getBoundingClientRect().bottom),
        ]),
      ),
    );

test.each([
  'finance',
  'manager_pendidikan',
  'cs',
  'staff_pendidikan',
  'it',
  'admin',
] as const satisfies Role[])(
  'when %s opens the dashboard in an office, then all of its cards are on the first screen',
  async (role) => {
    const { page } = await visitor(SCREEN, { as: role });
    await openDashboard(page);
    const found = await edges(page);
    expect(Object.keys(found)).toEqual(expect.arrayContaining(['Yang menunggu Anda', 'Baru saja']));
    const low = async () => Object.entries(await edges(page)).filter(([, bottom]) => bottom > SCREEN.height);
    await eventually(low).toEqual([]);
    await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(SCREEN.width);
  },
);

test('when the dashboard is printed, then pictures and their tables are on the paper, and no navigation', async () => {
  const { page } = await visitor(SCREEN, { as: 'finance' });
  await openDashboard(page);
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('table', { name: 'Corong penerimaan' }).waitFor();
  await eventually(() => page.getByRole('navigation', { name: 'Navigasi utama' }).isVisible()).toBe(false);
  await eventually(() => page.getByRole('button', { name: 'Lihat sebagai tabel' }).count()).toBe(0);
  await eventually(() => page.getByRole('button', { name: 'Muat ulang' }).count()).toBe(0);
});

test('when a list is printed from the dark theme, then its title and rows are on white paper, and nothing to press', async () => {
  const { page } = await visitor(SCREEN, { as: 'admin', theme: 'dark' });
  await page.goto('/admin/registration');
  await page.getByRole('rowheader').first().waitFor();
  await portal.settled(page);
  await page.emulateMedia({ media: 'print' });
  await eventually(() =>
    page
      .locator('button, select, input')
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent)),
  ).toEqual(['Nama anak', 'Tanggal daftar']);
  await eventually(() => bottomOf(page.getByRole('heading', { name: 'Pendaftaran' }))).toBeAtMost(100);
  const top = (await page.getByRole('heading', { name: 'Pendaftaran' }).boundingBox())?.y ?? -1;
  expect(top).toBeGreaterThanOrEqual(0);
  await page.getByRole('rowheader').first().waitFor();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await eventually(ground).toBe('rgb(251, 250, 247)');
});

/** What an A4 sheet that lies across has between its margins, in pixels. */
const ACROSS = 1032;

test('when a list is printed on A4, then every column is on the sheet, and no word is cut', async () => {
  const { page } = await visitor({ ...SCREEN, width: ACROSS }, { as: 'admin' });
  await page.goto('/admin/registration');
  await page.getByRole('rowheader').first().waitFor();
  await portal.settled(page);
  await eventually(() => page.getByRole('columnheader', { name: 'Tanggal daftar' }).isVisible()).toBe(false);
  const sheet = await page.pdf({ preferCSSPageSize: true });
  expect(sheet.toString('latin1')).toMatch(/\/MediaBox \[0 0 84\d(?:\.\d+)? 59\d/u);
  await page.emulateMedia({ media: 'print' });
  for (const name of ['Orang tua', 'Jenjang / kelas', 'Status pembayaran', 'Tahap', 'Tanggal daftar'])
    await page.getByRole('columnheader', { name }).waitFor();
  const cut = await page.locator('table th, table td, table td *, table th *').evaluateAll((all) =>
    all
      // What only screen readers hear is one pixel wide.
      .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
      .filter((one) => getComputedStyle(one).overflowX !== 'visible')
      .map((one) => one.textContent),
  );
  expect(cut).toEqual([]);
});

test('when a screen reader reads the dashboard, then what waits comes first, and what has happened last', async () => {
  const { page } = await visitor(SCREEN, { as: 'finance' });
  await openDashboard(page);
  const order = [
    'heading "Dashboard"',
    'region "Yang menunggu Anda"',
    'figure "Corong penerimaan"',
    'figure "Uang daftar ulang"',
    'heading "Baru saja"',
  ];
  await eventually(() => heardOf(page, order)).toEqual(order);
});

test('when a bar of the funnel is clicked, then the list that it counts opens', async () => {
  const { page } = await visitor(SCREEN, { as: 'finance' });
  await openDashboard(page);
  const list = '/admin/registration?payment_status=verified&academic_year=semua';
  const bar = page.locator(`figure a[href="${list}"]`).first();
  const count = await bar.evaluate((one) => one.nextElementSibling?.textContent ?? '');
  expect(count).toMatch(/^[1-9][\d.]*/u);
  await bar.click();
  await page.waitForURL(`**${list}`);
  await page
    .getByText(/^[1-9][\d.]* pendaftaran$/u)
    .first()
    .waitFor();
  await page
    .getByRole('row', { name: /Terverifikasi/u })
    .first()
    .waitFor();
});
