import type { Page } from 'playwright-core';
import { registerChild } from '../../kit/families.ts';
import { signUp } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { PHONE } from '../visitor.ts';
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
  expect(await portal.field(page, 'Jenjang').inputValue()).toBe('SD');

  await back(page);
  await portal.button(page, 'Tinggalkan').tap();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await overlays(page, 0);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/registrations');

  await open();
  await portal.button(page, 'Lanjutkan draf').tap();
  expect(await portal.field(page, 'Jenjang').inputValue()).toBe('SD');
}, 180_000);

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
    expect(page.url()).toBe(address);
  };
  await page.goto('/registrations');
  await closesByBack('Daftarkan anak');
  await closesByBack('Lainnya');
  await page.goto('/children');
  await closesByBack('Tambah Anak');
}, 180_000);
