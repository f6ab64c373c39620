import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import * as portal from '../portal.ts';
import { DESKTOP } from '../visitor.ts';
import { checkAll, checkThemes } from './checks.ts';
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
  'when an administrator opens %s, then picture, table, file and print are there without barrier',
  async (id, name, head) => {
    const { page } = await visitor(DESKTOP, { as: 'admin' });
    await page.goto(`/admin/reports?tab=${id}`);
    await drawn(page);
    await eventually(() => page.getByRole('tab', { name, exact: true }).getAttribute('aria-selected')).toBe(
      'true',
    );
    const wrong = await checkAll(page, name);

    const toggles = page.getByRole('button', { name: 'Lihat sebagai tabel' });
    if ((await toggles.count()) > 0) {
      await toggles.first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Lihat sebagai gambar' }).first().waitFor();
      await page.locator('figure table').first().waitFor();
      Object.assign(wrong, await checkThemes(page, `${name} as a table`));
    }

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      portal.button(page, 'Ekspor Excel').click(),
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
    for (const hidden of ['[role=tablist]', '[data-report-controls]', 'nav'])
      expect([hidden, await page.locator(hidden).locator('visible=true').count()]).toEqual([hidden, 0]);
    await eventually(() => page.locator('figure figcaption').first().isVisible()).toBe(true);
    // Paper has no key: it shows the figures beside each picture.
    const tables = page.locator('figure table');
    for (let at = 0; at < (await tables.count()); at += 1)
      await eventually(() => tables.nth(at).isVisible()).toBe(true);
    expect(wrong).toEqual({});
  },
  240_000,
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
}, 120_000);
