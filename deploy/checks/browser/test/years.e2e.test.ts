import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { callAs } from '../../kit/client.ts';
import { addChild, registrationBody, schoolOf } from '../../kit/families.ts';
import { newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';
import { WIDE } from '../visitor.ts';
import { lookInBothThemes } from './checks.ts';
import { rowsOf } from './workbook.ts';
import { client, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();
const numberOf = (text: string | null) => Number(text?.replaceAll(/\D/gu, ''));
const yearOf = (page: Page) => portal.field(page, 'Tahun ajaran');

test('when staff choose a year, then list, counts and export follow, other lists do too, and it is remembered', async () => {
  const word = uniqueWord();
  const { academic_years: years } = await schoolOf(staff('cs'));
  const [now = '', next = ''] = years;
  for (const [name, academic_year] of [
    ['Kini', now],
    ['Nanti', next],
  ] as const) {
    const { cookie } = await signUp(client, newPerson());
    const call = callAs(client, cookie);
    const body = registrationBody(await schoolOf(call), await addChild(call, `${name} ${word}`));
    await call('POST', '/api/registrations', { ...body, academic_year });
  }
  const { page } = await visitor(WIDE, { as: 'admin' });
  await page.goto('/admin/registration');
  await portal.settled(page);
  await eventually(() => yearOf(page).inputValue()).toBe('semua');
  const all = () => page.getByRole('button', { name: /^Semua \d/u }).textContent();
  await page.getByRole('button', { name: /^Semua \d/u }).waitFor();
  const whole = numberOf(await all());
  await page.getByRole('searchbox').fill(word);
  await portal.see(page, '2 pendaftaran');
  await yearOf(page).selectOption(next);
  await portal.see(page, '1 pendaftaran');
  await portal.see(page, `Nanti ${word}`);
  await eventually(() => page.getByText(`Kini ${word}`).count()).toBe(0);
  await eventually(async () => numberOf(await all()) < whole).toBe(true);

  const loading = page.waitForEvent('download');
  await portal.button(page, 'Unduh').click();
  await page.getByRole('menuitem', { name: 'Excel', exact: true }).click();
  const rows = rowsOf(await buffer(await (await loading).createReadStream()));
  const names = rows.flat().filter((cell) => cell.endsWith(word));
  expect(names).toEqual([`Nanti ${word}`]);

  await page.goto('/admin/enrollment');
  await portal.settled(page);
  await eventually(() => yearOf(page).inputValue()).toBe(next);
  // What waits is of every year, as the menu counts it.
  await page.goto('/admin/documents');
  await portal.settled(page);
  await eventually(() => yearOf(page).inputValue()).toBe('semua');
  await page.goto('/admin/registration');
  await portal.settled(page);
  await eventually(() => yearOf(page).inputValue()).toBe(next);
  expect(await lookInBothThemes(page, 'registrations of a year')).toEqual({});
});
