import { acceptedFamily, addChild } from '../../kit/families.ts';
import { uniqueWord } from '../../kit/people.ts';
import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';
import { PHONE, WIDE } from '../visitor.ts';
import { lookInBothThemes } from './checks.ts';
import { cutOff } from './room.ts';
import { client, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();

const NOTE = 'Menanyakan jadwal daftar ulang';

test('when a family calls, then one search from anywhere leads to its page, and the call is noted for the next colleague', async () => {
  const word = uniqueWord();
  const child = `Khalid ${word}`;
  const { id, parent } = await acceptedFamily(
    client,
    { admin: staff('admin'), manager: staff('manager_pendidikan') },
    child,
  );
  await parent.call('PATCH', '/api/parent', { father_name: `Bapak ${word}` });
  await addChild(parent.call, `Adik ${word}`);

  const { page } = await visitor(WIDE, { as: 'cs' });
  await page.goto('/dashboard');
  await portal.settled(page);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Cari anak/u });
  await field.fill(word);
  const parents = page.getByRole('group', { name: /^Orang tua/u });
  await parents.getByRole('option', { name: `Bapak ${word}` }).waitFor();
  expect(await lookInBothThemes(page, 'the search')).toEqual({});
  await field.press('ArrowDown');
  await page.getByRole('option', { name: `Bapak ${word}`, selected: true }).waitFor();
  await field.press('Enter');
  await page.waitForURL(`**/admin/families/${id}`);
  await page.getByRole('heading', { name: `Bapak ${word}` }).waitFor();
  await portal.see(page, 'Konfirmasi daftar ulang');
  await portal.see(page, 'Anak belum didaftarkan');
  const messages = page.getByRole('region', { name: 'Pesan terakhir' });
  await messages.getByRole('link', { name: 'Hasil diumumkan' }).waitFor();
  await eventually(() => page.getByRole('region', { name: 'Tagihan daftar ulang' }).count()).toBe(0);
  await portal.button(page, 'Catat telepon').click();
  await portal.field(page, 'Isi pembicaraan').fill(NOTE);
  await portal.button(page, 'Simpan catatan').click();
  await portal.seeToast(page, 'Tersimpan', 'Catatan telepon ditambahkan');
  await page.getByRole('region', { name: 'Catatan telepon' }).getByText(NOTE).waitFor();
  expect(await lookInBothThemes(page, 'a family')).toEqual({});
  await page.emulateMedia({ media: 'print' });
  const breaks = await page
    .locator('main section[aria-label]')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).breakInside));
  expect([breaks.length > 4, ...new Set(breaks)]).toEqual([true, 'avoid']);

  const phone = await visitor(PHONE, { as: 'finance' });
  await phone.page.goto('/admin/reports');
  await phone.page.getByRole('button', { name: 'Cari (Ctrl K)' }).tap();
  await phone.page.getByRole('combobox', { name: /^Cari anak/u }).fill(word);
  await phone.page
    .getByRole('group', { name: /^Anak dan pendaftaran/u })
    .getByRole('option', { name: child })
    .tap();
  await phone.page.waitForURL(`**/admin/registration?id=${id}`);
  await phone.page.getByRole('link', { name: 'Buka keluarga' }).tap();
  await phone.page.getByText(NOTE).waitFor();
  await phone.page.getByRole('region', { name: 'Tagihan daftar ulang' }).waitFor();
  await phone.page.getByRole('region', { name: 'Dokumen terbit' }).waitFor();
  await eventually(() => phone.page.getByRole('region', { name: 'Pesan terakhir' }).count()).toBe(0);
  await eventually(() => cutOff(phone.page)).toEqual([]);
});
