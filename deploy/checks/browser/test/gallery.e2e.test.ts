import * as portal from '../portal.ts';
import { DESKTOP, NARROW, type Screen, type Theme, ZOOMED } from '../visitor.ts';
import { check } from './checks.ts';
import { useBrowser } from './world.ts';

const { visitor } = useBrowser();

test.each<[Screen, Theme]>([
  [DESKTOP, 'light'],
  [DESKTOP, 'dark'],
  [NARROW, 'light'],
  [NARROW, 'dark'],
  [ZOOMED, 'light'],
])(
  'when all components stand on one page on %j in %s, then nobody is kept out',
  async (screen, theme) => {
    const { page } = await visitor(screen, theme);
    await page.goto('/galeri');
    await portal.ready(page);
    await page.getByRole('heading', { name: 'Galeri komponen' }).waitFor();
    expect(await page.locator('[data-example]').count()).toBeGreaterThan(30);
    expect(await check(page, 'gallery')).toEqual({});
    for (const [opener, role] of [
      ['Buka dialog', 'dialog'],
      ['Buka konfirmasi', 'alertdialog'],
      ['Buka laci', 'dialog'],
    ] as const) {
      await portal.button(page, opener).click();
      await page.getByRole(role).waitFor();
      expect(await check(page, opener)).toEqual({});
      await page.keyboard.press('Escape');
      await page.getByRole(role).waitFor({ state: 'detached' });
    }
  },
  60_000,
);

test('when the page does not come from a local run, then there is no gallery', async () => {
  const { page } = await visitor(DESKTOP);
  await page.route('**/galeri', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('"local":true', '"local":false') });
  });
  await page.goto('/galeri');
  await portal.see(page, '404 Page Not Found');
  expect(await page.locator('[data-example]').count()).toBe(0);
});
