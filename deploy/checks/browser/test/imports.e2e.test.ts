import { dirtyList } from '@gerbang/domain/testing/dirty-list';
import { newPerson, uniqueWord } from '../../kit/people.ts';
import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';
import { PHONE, WIDE } from '../visitor.ts';
import { lookInBothThemes } from './checks.ts';
import { useBrowser } from './world.ts';

const { visitor } = useBrowser();
/** Rows without a fault; 286 of them are read in at the door of the service. */
const CLEAN = 8;

test('when a list with 14 kinds of dirt is read in, then it is counted, mended, imported, invited and taken back', async () => {
  const word = uniqueWord();
  const list = dirtyList(word, CLEAN, () => newPerson().phone);
  const { page } = await visitor(WIDE, { as: 'admin' });
  await page.goto('/admin/import');
  await portal.ready(page);
  await portal.button(page, 'Unduh contoh').waitFor();
  const file = { name: `daftar-${word}.csv`, mimeType: 'text/csv', buffer: Buffer.from(list.csv) };
  await page.locator('input[type=file]').setInputFiles(file);
  const ready = list.counts.new;
  await portal.see(page, `${ready} baris akan diimpor`);
  const counts = page.getByRole('group', { name: 'Hasil baris' });
  for (const [label, count] of [
    ['Baru', list.counts.new],
    ['Sudah terdaftar', list.counts.registered],
    ['Perlu dilihat', list.counts.look],
    ['Tidak bisa', list.counts.impossible],
  ] as const)
    await eventually(() =>
      counts.getByRole('button', { name: new RegExp(`^${label}`, 'u') }).textContent(),
    ).toBe(`${label} ${count}`);

  // Mended in its place by keys: the first row that cannot be read.
  await counts.getByRole('button', { name: /^Tidak bisa/u }).click();
  const row = `Perbaiki baris ${list.wrongDay}`;
  await page.getByRole('button', { name: row }).press('Enter');
  expect(await lookInBothThemes(page, 'Pratinjau impor')).toEqual({});
  const editor = page.getByRole('form', { name: row });
  await editor.getByLabel('Tanggal lahir').fill('28/02/2018');
  await editor.getByLabel('Tanggal lahir').press('Enter');
  await portal.see(page, `${ready + 1} baris akan diimpor`);
  await counts.getByRole('button', { name: /^Perlu dilihat/u }).click();
  await page.getByRole('button', { name: `Baris ${list.like} anak lain, ikutkan` }).click();
  await portal.see(page, `${ready + 2} baris akan diimpor`);

  await portal.button(page, 'Mulai impor').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mulai impor' }).click();
  await portal.seeToast(page, 'Impor dimulai');
  const done = ready + 2;
  await page.getByText(`${done} dari ${done} baris. ${done} baris diimpor.`).waitFor({ timeout: 120_000 });

  const small = await visitor(PHONE, { as: 'staff_tu' });
  await small.page.goto(page.url());
  await small.page.getByText(`${done} baris diimpor.`).waitFor();
  expect(await lookInBothThemes(small.page, 'Impor selesai di ponsel')).toEqual({});

  await portal.button(page, 'Kirim pesan uji ke saya').click();
  await portal.seeToast(page, 'Pesan uji dikirim');
  await portal.button(page, `Undang ${done} keluarga`).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: `Undang ${done} keluarga` })
    .click();
  await portal.seeToast(page, 'Undangan dikirim', `${done} keluarga diundang.`);
  await portal.button(page, 'Batalkan impor').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Batalkan impor' }).click();
  await portal.seeToast(
    page,
    'Impor dibatalkan',
    `${done} keluarga, ${done} anak, dan ${done} pendaftaran dihapus; 0 baris tetap ada.`,
  );
  await portal.see(page, 'Dibatalkan');
});
