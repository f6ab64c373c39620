import type { Page } from 'playwright-core';
import { paidFamily } from '../../kit/families.ts';
import { uniqueWord } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { checkAll } from './checks.ts';
import { client, useBrowser } from './world.ts';

const { visitor } = useBrowser();
const OFFICE = { name: 'office', width: 1440, height: 900 } as const;
const UPRIGHT = { name: 'upright', width: 768, height: 1024 } as const;

/** Where the rows stand: top of the first, how many are whole on the screen, and what is cut at the side. */
const measured = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect());
    return {
      top: rows[0]?.top ?? Number.NaN,
      whole: rows.filter(({ bottom }) => bottom <= window.innerHeight).length,
      cut: rows.some(({ right }) => right > window.innerWidth),
    };
  });

test('when staff open the registrations, then the first row is near the top, parts and order are in the address, and no width cuts a row', async () => {
  const word = uniqueWord();
  const names = [...'ABCDEFGH'].map((letter) => `Anak ${letter} ${word}`);
  await paidFamily(client, names);
  await paidFamily(client, names);
  const { page } = await visitor(OFFICE, { as: 'finance' });
  await page.goto('/admin/registration');
  await page.getByRole('button', { name: /^Antrean saya/u }).click();
  await page.waitForURL('**/admin/registration?payment_status=paid');
  await page.getByRole('searchbox').fill(word);
  await portal.see(page, '16 pendaftaran');
  const seen = await measured(page);
  expect(seen.top).toBeLessThanOrEqual(220);
  expect(seen.whole).toBeGreaterThanOrEqual(14);

  // The heads of the columns sort on the server.
  await page.getByRole('button', { name: 'Nama anak' }).click();
  await page.waitForURL('**/admin/registration?payment_status=paid&sort=child_name');
  await page.locator('th[aria-sort="ascending"]').waitFor();
  await page.getByRole('button', { name: /^Semua/u }).click();
  await page.waitForURL('**/admin/registration');
  await page.goBack();
  await page.getByRole('button', { name: /^Antrean saya/u, pressed: true }).waitFor();
  expect(await checkAll(page, 'list', DESKTOP)).toEqual({});

  await page.setViewportSize(UPRIGHT);
  expect((await measured(page)).cut).toBe(false);
  await page.setViewportSize(PHONE);
  await page
    .getByRole('button', { name: `Lihat Detail: ${names[0]}` })
    .first()
    .waitFor();
  expect((await measured(page)).cut).toBe(false);
}, 240_000);
