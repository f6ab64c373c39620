import { randomInt } from 'node:crypto';
import { eventually } from '../eventually.ts';
import { registerChild } from '../../kit/families.ts';
import { newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { TABLET } from '../visitor.ts';
import { checkAll } from './checks.ts';
import { client, useBrowser } from './world.ts';

const { visitor } = useBrowser();
const MARK = 'NIK ganda, perlu diperiksa';

test('when two families give the same NIK, then staff find both marked by a filter, and the pages have no barrier', async () => {
  const word = uniqueWord();
  const nik = `3271${String(randomInt(100_000_000_000)).padStart(12, '0')}`;
  const [one, other] = [await signUp(client, newPerson()), await signUp(client, newPerson())];
  for (const [family, child] of [
    [one, 'Umar Faruq'],
    [other, 'Aisyah Putri'],
  ] as const) {
    const { childId } = await registerChild(family.call, `${child} ${word}`);
    await family.call('PATCH', `/api/children/${childId}`, { nik });
  }
  await registerChild(other.call, `Khalid Ramadhan ${word}`);
  const { page } = await visitor(TABLET, { as: 'cs' });
  await page.goto('/admin/registration');
  await page.getByRole('searchbox').fill(word);
  await portal.see(page, '3 pendaftaran');
  await page.getByLabel('NIK', { exact: true }).selectOption('NIK ganda');
  await portal.see(page, '2 pendaftaran');
  await eventually(() => page.getByText(MARK).filter({ visible: true }).count()).toBe(2);
  expect(new URL(page.url()).searchParams.get('nik_duplicate')).toBe('1');
  expect(await checkAll(page, 'list')).toEqual({});
  await page.getByRole('button', { name: `Lihat Detail: Umar Faruq ${word}` }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByText(MARK).waitFor();
  expect(await checkAll(page, 'detail')).toEqual({});
});
