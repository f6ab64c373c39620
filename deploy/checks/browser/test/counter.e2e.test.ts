import { readLink } from '../../kit/inbox.ts';
import { newPerson, uniqueWord } from '../../kit/people.ts';
import { eventually } from '../eventually.ts';
import * as portal from '../portal.ts';
import { PHONE, WIDE } from '../visitor.ts';
import { lookInBothThemes } from './checks.ts';
import { simulatorUrl, useBrowser } from './world.ts';

const { visitor } = useBrowser();
const PASSWORD = 'payung-biru-laut-lima';

test('when a family without an e-mail stands at the counter, then it is filled in by keys, sets a password, and checks its data', async () => {
  const word = uniqueWord();
  const { phone, whatsapp } = newPerson();
  const { page } = await visitor(WIDE, { as: 'cs' });
  await page.goto('/admin/counter');
  await portal.ready(page);
  const { keyboard } = page;
  let keys = 0;
  const type = async (text: string) => {
    keys += text.length;
    await keyboard.type(text);
  };
  const press = async (key: string) => {
    keys += 1;
    await keyboard.press(key);
  };

  // The field has the focus; no family is found, so one is made.
  await eventually(() =>
    page.getByLabel('Cari keluarga').evaluate((one) => one === document.activeElement),
  ).toBe(true);
  await type(phone);
  await press('Enter');
  await portal.see(page, /Tidak ada keluarga yang cocok/u);
  expect(await lookInBothThemes(page, 'Loket')).toEqual({});
  await press('Tab');
  await press('Tab');
  await press('Enter');
  await type(`Ibu ${word}`);
  await press('Tab');
  await type(phone);
  await press('Enter');
  await portal.seeToast(page, 'Keluarga dibuat');

  const family = page.getByRole('group', { name: '1. Keluarga' });
  await family.getByLabel(/^Nama ibu/u).focus();
  await type(`Ibu ${word}`);
  await press('Enter');
  await portal.see(page, 'Data keluarga tersimpan.');

  const child = page.getByRole('group', { name: '2. Anak' });
  await child.getByLabel('Nama lengkap').focus();
  await type(`Bima ${word}`);
  await child.getByLabel('Tempat lahir').focus();
  await type('Depok');
  await child.getByRole('spinbutton').first().focus();
  await type('14032020');
  await child.getByRole('button', { name: 'Simpan' }).focus();
  await press('Enter');
  await portal.see(page, 'Data anak tersimpan.');

  const registration = page.getByRole('group', { name: '3. Pendaftaran' });
  await registration.getByRole('button', { name: 'Daftarkan anak' }).focus();
  await press('Enter');
  await portal.see(page, 'Pendaftaran tersimpan.');
  const fee = page.getByRole('group', { name: '4. Biaya' });
  await fee.getByText(/^Biaya pendaftaran Rp/u).waitFor();
  expect(keys).toBeLessThan(180);
  expect(await lookInBothThemes(page, 'Loket terbuka')).toEqual({});

  const home = await visitor(PHONE);
  await home.page.goto(
    await readLink(simulatorUrl, whatsapp, /^Akun untuk putra\/putri Anda dibuat di loket/mu),
  );
  await portal.ready(home.page);
  await portal.field(home.page, 'Email').fill(phone);
  await portal.button(home.page, 'Verifikasi Kode OTP').click();
  await portal.setNewPassword(home.page, PASSWORD);
  await portal.see(home.page, 'Password Berhasil Direset!');
  await portal.login(home.page, phone, PASSWORD);

  const check = home.page.getByRole('region', { name: 'Periksa data yang diisi sekolah' });
  await check.waitFor();
  expect(await lookInBothThemes(home.page, 'Periksa data')).toEqual({});
  for (const label of ['Data orang tua', `Data anak: Bima ${word}`])
    await check.getByRole('button', { name: `Betul: ${label}`, exact: true }).click();
  await eventually(() => check.getByRole('listitem').count()).toBe(1);
  await check.getByRole('button', { name: /^Betul: Pendaftaran/u }).click();
  await check.waitFor({ state: 'detached' });
});
