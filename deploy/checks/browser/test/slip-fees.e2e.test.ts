import { uniqueWord, newPerson, signUp } from '../../kit/people.ts';
import { newPicture, registerChild } from '../../kit/families.ts';
import { until } from '../../kit/until.ts';
import * as family from '../family.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { checkAll } from './checks.ts';
import { client, useBrowser } from './world.ts';

const { visitor } = useBrowser();

test('when a family on a phone pays for two of three children with one slip, then finance sees both with their sum and decides each', async () => {
  const word = uniqueWord();
  const parent = await signUp(client, newPerson('Rina Wati'));
  const names = ['Hasan', 'Maryam', 'Zaki'].map((name) => `${name} ${word}`) as [string, string, string];
  for (const name of names) await registerChild(parent.call, name);
  const wrong: Record<string, string[]> = {};

  const { page } = await visitor(PHONE, { as: parent });
  await page.goto('/registrations');
  await page.getByRole('link', { name: 'Bayar sekaligus' }).tap();
  const last = page.getByRole('checkbox', { name: names[2] });
  await family.tabTo(page, last);
  await page.keyboard.press('Space');
  await portal.see(page, /^Jumlah 2 biaya: Rp\s[\d.]+$/u);
  const sum = (await page.getByText(/^Jumlah 2 biaya/u).innerText()).split(': ')[1] as string;
  Object.assign(wrong, await checkAll(page, 'choice of fees'));
  await family.keyboard(page).press(portal.button(page, 'Lanjut ke transfer'));
  await portal.button(page, 'Salin jumlah transfer').waitFor();
  Object.assign(wrong, await checkAll(page, 'transfer for several fees'));
  await page.getByRole('button', { name: /^Sudah transfer/u }).tap();
  await page.waitForURL(/langkah=bukti/u);
  await family.pickProof(page, newPicture(), 'bukti-transfer.png');
  await portal.fill(page, {
    'Nama pemilik rekening': 'Rina Wati',
    'Nomor rekening pengirim': '1234567890',
    'Nama bank': 'Bank Contoh',
  });
  await portal.button(page, 'Kirim bukti').tap();
  await portal.seeToast(page, 'Berhasil', 'Bukti untuk 2 biaya pendaftaran sudah terkirim');
  await portal.see(page, 'Bukti sudah kami terima');

  const bench = (await visitor(DESKTOP, { as: 'finance' })).page;
  await bench.goto('/admin/registration?payment_status=paid');
  await bench.getByRole('button', { name: /^Antrean saya/u, pressed: true }).waitFor();
  await bench.keyboard.press('/');
  await bench.keyboard.type(word);
  await portal.see(bench, '2 pendaftaran');
  await bench.keyboard.press('Enter');
  await bench.keyboard.press('j');
  const panel = bench.getByRole('region', { name: 'Detail Pendaftaran' });
  const slip = panel.getByRole('region', { name: 'Satu bukti untuk 2 biaya pendaftaran' });
  await slip.waitFor();
  const rows = await slip.getByRole('listitem').allInnerTexts();
  expect(rows.map((row) => names.findIndex((name) => row.includes(name))).toSorted((a, b) => a - b)).toEqual([
    0, 1,
  ]);
  expect((await slip.innerText()).replaceAll(/\s/gu, ' ')).toContain(sum.replaceAll(/\s/gu, ' '));
  Object.assign(wrong, await checkAll(bench, 'bench with a slip of several fees'));
  expect(wrong).toEqual({});
  const current = slip.locator('li[aria-current]');
  const [one, two] = (await current.innerText()).includes(names[0]) ? [0, 1] : [1, 0];
  for (const at of [one, two]) {
    await current.filter({ hasText: names[at] }).waitFor();
    await panel.getByRole('button', { name: /^Verifikasi & lanjut/u }).waitFor();
    await bench.keyboard.press('v');
    await bench.getByText(`${names[at]} terverifikasi`).waitFor();
  }
  await until('both fees are verified, the third is open', async () => {
    const rows = await parent.call<{ payment_status: string }[]>('GET', '/api/registrations');
    const states = rows.map(({ payment_status }) => payment_status).toSorted();
    return states.join() === 'pending,verified,verified';
  });
});
