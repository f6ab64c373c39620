import { buffer } from 'node:stream/consumers';
import { decideFee, paidFamily } from '../../kit/families.ts';
import { readMessage } from '../../kit/inbox.ts';
import { uniqueWord } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { DESKTOP } from '../visitor.ts';
import { rowsOf } from './workbook.ts';
import { checkAll } from './checks.ts';
import { client, simulatorUrl, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();

test('when several are verified and moved in one go, then the one that fails is named and the others get through', async () => {
  const word = uniqueWord();
  const [one, two, three] = ['Fatih', 'Hana', 'Ilham'].map((name) => `${name} ${word}`) as [
    string,
    string,
    string,
  ];
  const { parent, made } = await paidFamily(client, [one, two, three]);
  const { page } = await visitor(DESKTOP, { as: 'admin' });
  const dialog = page.getByRole('dialog').last();
  const bar = page.getByRole('group', { name: 'Tindakan untuk pilihan' });
  const wrong: Record<string, string[]> = {};
  const look = async (where: string) => Object.assign(wrong, await checkAll(page, where));
  await page.goto('/admin/registration');
  await page.getByRole('searchbox').fill(word);
  await portal.see(page, '3 pendaftaran');

  await page.getByRole('checkbox', { name: 'Pilih semua di halaman ini' }).check();
  await portal.see(page, '3 dipilih');
  await look('chosen');
  await bar.getByRole('button', { name: 'Verifikasi' }).click();
  const [, second] = made;
  if (second) await decideFee(staff('finance'), second, 'rejected'); // at the same time, by a colleague
  await dialog.getByRole('button', { name: 'Verifikasi' }).click();
  await portal.see(page, '2 berhasil, 1 gagal');
  await portal.see(page, new RegExp(`^${two} · PSB-\\S+: Sudah ditolak oleh .+ \\(Keuangan\\)`, 'u'));
  await look('result');
  await dialog.getByRole('button', { name: 'Tutup', exact: true }).last().click();
  await bar.waitFor({ state: 'detached' });
  await readMessage(simulatorUrl, parent.whatsapp, new RegExp(`${one} .* sudah kami verifikasi`, 'u'));
  await readMessage(simulatorUrl, parent.whatsapp, new RegExp(`${three} .* sudah kami verifikasi`, 'u'));

  for (const child of [one, three]) await page.getByRole('checkbox', { name: `Pilih ${child}` }).check();
  await bar.getByRole('button', { name: 'Ubah tahap' }).click();
  await dialog.getByText('Observasi Dijadwalkan', { exact: true }).click();
  await dialog.getByRole('spinbutton').first().focus();
  await page.keyboard.type('10022027');
  await dialog.getByLabel('Tempat observasi').fill('Aula');
  await dialog.getByRole('button', { name: 'Ubah tahap' }).click();
  await portal.see(page, '2 berhasil, 0 gagal');
  await dialog.getByRole('button', { name: 'Tutup', exact: true }).last().click();
  await readMessage(
    simulatorUrl,
    parent.whatsapp,
    new RegExp(`${one} .*sekarang: Observasi Dijadwalkan`, 'u'),
  );
  expect(wrong).toEqual({});

  await portal.button(page, 'Ekspor').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Ekspor Excel', exact: true }).click(),
  ]);
  await portal.seeToast(page, 'Berhasil', 'File Excel sudah diunduh');
  expect(download.suggestedFilename()).toMatch(/^pendaftaran-\d{4}-\d{2}-\d{2}\.xlsx$/u);
  const [head = [], ...rows] = rowsOf(await buffer(await download.createReadStream()));
  expect(head).not.toContain('NIK');
  const shown = rows.map((row) =>
    row.filter((cell) => / Q[a-z]{7}$|^(?:Terverifikasi|Ditolak)$|^Observasi|^Terdaftar$/u.test(cell)),
  );
  expect(shown).toEqual([
    [three, 'Terverifikasi', 'Observasi Dijadwalkan'],
    [two, 'Ditolak', 'Terdaftar'],
    [one, 'Terverifikasi', 'Observasi Dijadwalkan'],
  ]);
}, 240_000);
