import type { Page } from 'playwright-core';
import type { Role } from '@gerbang/domain/roles';
import { eventually } from '../eventually.ts';
import { until } from '../../kit/until.ts';
import * as portal from '../portal.ts';
import { check } from './checks.ts';
import { useBrowser } from './world.ts';

const { visitor } = useBrowser();
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
    expect(Object.entries(found).filter(([, bottom]) => bottom > SCREEN.height)).toEqual([]);
    await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(SCREEN.width);
  },
);

test.each(['light', 'dark'] as const)(
  'when the dashboard is seen in %s, as pictures and as tables, then nothing is wrong with it',
  async (theme) => {
    for (const role of ['finance', 'it'] as const) {
      const { page } = await visitor(SCREEN, { as: role, theme });
      await openDashboard(page);
      const wrong = await check(page, `${role} ${theme}`);
      const toggles = page.getByRole('button', { name: 'Lihat sebagai tabel' });
      while ((await toggles.count()) > 0) await toggles.first().click();
      expect({ ...wrong, ...(await check(page, `${role} ${theme} tables`)) }).toEqual({});
    }
  },
  180_000,
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

test('when a bar of the funnel is clicked, then the list that it counts opens', async () => {
  const { page } = await visitor(SCREEN, { as: 'finance' });
  // Other tests verify fees meanwhile: then both are read again.
  await until('The count of the bar on the list', async () => {
    await openDashboard(page);
    const bar = page.locator('figure a[href="/admin/registration?payment_status=verified"]').first();
    const count = await bar.evaluate((one) => one.nextElementSibling?.textContent ?? '');
    await bar.click();
    await page.waitForURL('**/admin/registration?payment_status=verified');
    const counted = page.getByText(/^[\d.]+ pendaftaran$/u).first();
    await counted.waitFor();
    return (await counted.textContent()) === `${count} pendaftaran`;
  });
});
