import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import { decideFee, paidFamily, type Registered } from '../../kit/families.ts';
import { uniqueWord } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { PHONE, WIDE } from '../visitor.ts';
import { lookInBothThemes } from './checks.ts';
import { client, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();

test('when staff plan a slot, then a family chooses it on its phone, and staff see the child in it', async () => {
  const word = uniqueWord();
  const day = addDays(jakartaDay(new Date()), 3 + Math.floor(Math.random() * 200));
  const place = `Ruang ${word}`;
  const { parent, made } = await paidFamily(client, [`Hana ${word}`]);
  await decideFee(staff('finance'), made[0] as Registered, 'verified');
  const { page } = await visitor(WIDE, { as: 'admin' });
  await page.goto(`/admin/calendar?minggu=${day}`);
  await portal.button(page, 'Buat jadwal').click();
  const form = page.getByRole('dialog', { name: 'Buat jadwal observasi' });
  await form.getByLabel('Jenjang').selectOption('SD');
  const date = form.getByRole('group', { name: 'Hari' });
  await date.getByRole('spinbutton').first().click();
  await page.keyboard.type(`${day.slice(8)}${day.slice(5, 7)}${day.slice(0, 4)}`);
  await form.getByLabel('Tempat', { exact: true }).fill(place);
  await form.getByLabel('Jumlah tempat').fill('2');
  expect(await lookInBothThemes(page, 'the form of a slot')).toEqual({});
  await form.getByRole('button', { name: 'Simpan' }).click();
  await portal.seeToast(page, 'Jadwal tersimpan');
  await portal.see(page, place);
  expect(await lookInBothThemes(page, 'the calendar')).toEqual({});

  const home = await visitor(PHONE, { as: parent });
  await home.page.goto('/registrations');
  await home.page.getByRole('button', { name: /^Pilih jadwal observasi/u }).tap();
  const sheet = home.page.getByRole('dialog', { name: 'Pilih jadwal observasi' });
  await sheet
    .getByRole('button', { name: new RegExp(`${Number(day.slice(8))} `, 'u') })
    .first()
    .tap();
  await sheet.getByLabel(new RegExp(place, 'u')).check();
  expect(await lookInBothThemes(home.page, 'the choice of a slot')).toEqual({});
  await sheet.getByRole('button', { name: 'Pilih jadwal ini' }).tap();
  await portal.seeToast(home.page, 'Jadwal tersimpan');
  await portal.see(home.page, 'Observasi Dijadwalkan');
  await home.page.getByRole('button', { name: /^Pindah jadwal \(sisa 2 kali\)/u }).waitFor();

  await page.reload();
  await page.getByRole('button', { name: new RegExp(place, 'u') }).click();
  await portal.see(page, `Hana ${word}`);
  expect(await lookInBothThemes(page, 'a slot with a child')).toEqual({});
});
