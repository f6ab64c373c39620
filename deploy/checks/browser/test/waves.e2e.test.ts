import { callAs } from '../../kit/client.ts';
import { addChild, schoolOf } from '../../kit/families.ts';
import { newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { checkAll } from './checks.ts';
import { client, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();
const JENJANG = 'KB';

interface Waves {
  readonly levels: readonly { readonly waves: readonly { id: string; name: string; version: number }[] }[];
}

test('when staff make a wave of one place, then a family sees it open and takes the place, and the next one sees it full', async () => {
  const word = uniqueWord();
  // The last year and this level belong to this test: a wave limits every registration of its level.
  const year = (await schoolOf(staff('cs'))).academic_years.at(-1) ?? '';
  const address = `/admin/waves?tahun=${encodeURIComponent(year)}`;
  const wrong: Record<string, string[]> = {};
  const { page } = await visitor(DESKTOP, { as: 'cs' });
  await page.goto(address);
  await portal.button(page, 'Tambah gelombang').click();
  const dialog = page.getByRole('dialog', { name: 'Tambah gelombang' });
  await dialog.getByLabel('Jenjang').selectOption(JENJANG);
  await dialog.getByLabel('Nama gelombang').fill(`Gelombang ${word}`);
  await dialog.getByRole('spinbutton').first().focus();
  await page.keyboard.type('01012026');
  await dialog.getByRole('spinbutton').nth(3).focus();
  await page.keyboard.type('31122027');
  await dialog.getByLabel(/^Jumlah pendaftar terbanyak/u).fill('1');
  Object.assign(wrong, await checkAll(page, 'form'));
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await portal.seeToast(page, 'Gelombang tersimpan');
  await page.getByRole('region', { name: `Gelombang ${JENJANG}` }).waitFor();
  Object.assign(wrong, await checkAll(page, 'page'));

  const families = [await signUp(client, newPerson()), await signUp(client, newPerson())];
  const register = async (at: number) => {
    const family = families[at];
    if (!family) throw new Error('no such family');
    await addChild(callAs(client, family.cookie), `Anak ${word}`);
    const phone = await visitor(PHONE, { as: family });
    await phone.page.goto('/registrations');
    await portal.button(phone.page, 'Daftarkan anak').first().click();
    await portal.field(phone.page, 'Jenjang').selectOption(JENJANG);
    await portal.field(phone.page, 'Tahun ajaran').selectOption(year);
    return phone.page;
  };
  const first = await register(0);
  await portal.see(first, new RegExp(`^Gelombang ${word} dibuka sampai 31 Desember 2027, 20.00 WIB`, 'u'));
  Object.assign(wrong, await checkAll(first, 'family'));
  await portal.button(first, 'Daftarkan').click();
  await portal.seeToast(first, 'Berhasil', 'Pendaftaran berhasil dibuat');
  const second = await register(1);
  await portal.see(second, `Gelombang ${word} sudah penuh.`);

  const guest = await visitor(PHONE);
  await guest.page.goto('/');
  await portal.see(guest.page, new RegExp(`Gelombang ${word} sudah penuh`, 'u'));
  Object.assign(wrong, await checkAll(guest.page, 'landing'));

  await page.goto(address);
  await page.getByRole('button', { name: `Batalkan: Gelombang ${word}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Batalkan' }).click();
  await portal.seeToast(page, 'Gelombang dibatalkan');
  expect(wrong).toEqual({});
  const kept = await staff('cs')<Waves>('GET', `/api/waves?academic_year=${encodeURIComponent(year)}`);
  const made = kept.levels.flatMap(({ waves }) => waves).filter(({ name }) => name.includes(word));
  expect(made).toMatchObject([{ cancelled: true }]);
}, 240_000);
