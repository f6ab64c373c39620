import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { lookInBothThemes } from './checks.ts';
import { bottomOf } from './room.ts';
import { useBrowser } from './world.ts';

const { visitor } = useBrowser();

test('when staff ask for help by mouse and by key, then it opens beside the page, with its keys, and Esc leads back', async () => {
  const { page } = await visitor(DESKTOP, { as: 'finance' });
  await page.goto('/admin/bank');
  await portal.settled(page);
  const help = page.getByRole('dialog', { name: 'Bantuan: Mutasi bank' });
  const button = portal.button(page, 'Bantuan');
  await button.click();
  await help.waitFor();
  await portal.see(page, 'Sisihkan baris');
  await page.getByText('Baris mana yang dapat dibukukan sekaligus?').click();
  await portal.see(page, /^Hanya yang cocok pasti/u);
  const right = () => help.evaluate((one) => Math.round(one.getBoundingClientRect().right));
  await eventually(right).toBe(DESKTOP.width);
  expect(await lookInBothThemes(page, 'help of /admin/bank')).toEqual({});
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Bantuan');
  await page.keyboard.press('?');
  await help.waitFor();
});

test('when a family taps the help while it pays, then it comes from below, and Back closes it', async () => {
  const { page } = await visitor(PHONE, { as: 'wali_murid' });
  await page.goto('/registrations/bayar');
  await portal.settled(page);
  const help = page.getByRole('dialog', { name: 'Bantuan: Bayar Beberapa Biaya' });
  await portal.button(page, 'Bantuan').tap();
  await help.waitFor();
  await portal.see(page, 'Bukti transfer');
  // The sheet around the dialog, which scrolls in it.
  await eventually(async () => Math.round(await bottomOf(help.locator('..')))).toBe(PHONE.height);
  await page.waitForFunction(() => (window.history.state as { overlays?: number } | null)?.overlays === 1);
  await page.evaluate(() => window.history.back());
  await help.waitFor({ state: 'detached' });
  await page.waitForURL('**/registrations/bayar');
});
