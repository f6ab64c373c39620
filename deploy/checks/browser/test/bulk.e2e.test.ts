import { readFileSync } from 'node:fs';
import * as family from '../family.ts';
import { told } from '../inbox.ts';
import { demo } from '../people.ts';
import * as portal from '../portal.ts';
import * as staff from '../staff.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { rowsOf } from '../workbook.ts';
import { checkAll } from './checks.ts';
import { simulatorUrl, url, useBrowser } from './world.ts';

const { visitor } = useBrowser();

test('when several are verified and moved in one go, then the one that fails is named and the others get through', async () => {
  const home = await visitor(PHONE);
  await home.page.goto('/auth');
  const proof = await family.photograph(home.page, 400, 300);
  const word = staff.ownWord();
  const [one, two, three] = ['Fatih', 'Hana', 'Ilham'].map((name) => `${name} ${word}`) as [
    string,
    string,
    string,
  ];
  const { parent, made } = await staff.paidFamily(home.context, url, { children: [one, two, three], proof });
  const money = await visitor(DESKTOP);
  const finance = demo('finance');
  await portal.signIn(money.context, url, finance.email, finance.password);
  const call = staff.caller(money.context, url);

  const { page, context } = await visitor(DESKTOP);
  const admin = demo('admin');
  const dialog = page.getByRole('dialog').last();
  const bar = page.getByRole('group', { name: 'Tindakan untuk pilihan' });
  const wrong: Record<string, string[]> = {};
  const look = async (where: string) => Object.assign(wrong, await checkAll(page, where));
  await portal.signIn(context, url, admin.email, admin.password);
  await page.goto('/admin/registration');
  await page.getByRole('searchbox').fill(word);
  await portal.see(page, '3 pendaftaran');

  await page.getByRole('checkbox', { name: 'Pilih semua di halaman ini' }).check();
  await portal.see(page, '3 dipilih');
  await look('chosen');
  await bar.getByRole('button', { name: 'Verifikasi' }).click();
  const [, second] = made;
  if (second) await staff.decideFee(call, second, 'rejected'); // meanwhile, somebody else
  await dialog.getByRole('button', { name: 'Verifikasi' }).click();
  await portal.see(page, '2 berhasil, 1 gagal');
  await portal.see(page, new RegExp(`^${two} · PSB-\\S+: Sudah ditolak oleh .+ \\(Finance\\)`, 'u'));
  await look('result');
  await dialog.getByRole('button', { name: 'Tutup', exact: true }).last().click();
  await bar.waitFor({ state: 'detached' });
  await told(simulatorUrl, parent.whatsapp, new RegExp(`${one} .* sudah kami verifikasi`, 'u'));
  await told(simulatorUrl, parent.whatsapp, new RegExp(`${three} .* sudah kami verifikasi`, 'u'));

  for (const child of [one, three]) await page.getByRole('checkbox', { name: `Pilih ${child}` }).check();
  await bar.getByRole('button', { name: 'Ubah tahap' }).click();
  await dialog.getByText('Observasi Dijadwalkan', { exact: true }).click();
  await dialog.getByRole('spinbutton').first().focus();
  await page.keyboard.type('10022027');
  await dialog.getByLabel('Tempat observasi').fill('Aula');
  await dialog.getByRole('button', { name: 'Ubah tahap' }).click();
  await portal.see(page, '2 berhasil, 0 gagal');
  await dialog.getByRole('button', { name: 'Tutup', exact: true }).last().click();
  await told(simulatorUrl, parent.whatsapp, new RegExp(`${one} .*sekarang: Observasi Dijadwalkan`, 'u'));
  expect(wrong).toEqual({});

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    portal.button(page, 'Ekspor Excel').click(),
  ]);
  await portal.seeToast(page, 'Berhasil', 'File Excel sudah diunduh');
  expect(download.suggestedFilename()).toMatch(/^pendaftaran-\d{4}-\d{2}-\d{2}\.xlsx$/u);
  const [head = [], ...rows] = rowsOf(readFileSync(await download.path()));
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
