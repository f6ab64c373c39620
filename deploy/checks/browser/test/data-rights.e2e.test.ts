import { json } from 'node:stream/consumers';
import { logIn, newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { check } from './checks.ts';
import { client, url, useBrowser } from './world.ts';

const { visitor } = useBrowser();

test('when a family takes its data and asks for them to be erased, then an administrator decides, and its account is gone', async () => {
  const person = await signUp(client, newPerson(`Ibu ${uniqueWord()}`));
  const family = await visitor(PHONE, { as: person });
  const wrong: Record<string, string[]> = {};

  const { page } = family;
  await page.goto('/privacy');
  await portal.see(page, 'Yang wajib disimpan sekolah');
  const downloading = page.waitForEvent('download');
  await portal.button(page, 'Unduh data').click();
  const download = await downloading;
  const data = (await json(await download.createReadStream())) as { auth: { account: { email: string } } };
  expect(data.auth.account.email).toBe(person.email);
  expect(Object.keys(data)).toEqual(
    expect.arrayContaining(['admission', 'announcement', 'billing', 'notification']),
  );

  await portal.button(page, 'Ajukan penghapusan').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ajukan penghapusan' }).click();
  await portal.see(page, 'Centang dulu bahwa Anda mengerti.');
  Object.assign(wrong, await check(page, 'question'));
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Ajukan penghapusan' }).click();
  await portal.see(page, 'Menunggu Keputusan');
  await portal.see(page, 'Dijawab paling lambat');
  Object.assign(wrong, await check(page, '/privacy'));

  const staff = await visitor(DESKTOP, { theme: 'dark', as: 'admin' });
  await staff.page.goto('/admin/erasure-requests');
  await staff.page.getByRole('searchbox').fill(person.name);
  await staff.page.getByRole('button', { name: `Lihat permintaan ${person.name}` }).waitFor();
  Object.assign(wrong, await check(staff.page, '/admin/erasure-requests'));
  await staff.page.getByRole('button', { name: `Lihat permintaan ${person.name}` }).click();
  await staff.page.getByRole('button', { name: 'Tolak', exact: true }).click();
  await staff.page.getByLabel('Alasan penolakan').waitFor();
  Object.assign(wrong, await check(staff.page, 'reason'));
  await staff.page.getByRole('button', { name: 'Batal' }).click();
  await staff.page.getByRole('button', { name: 'Setujui dan hapus' }).click();
  await staff.page.getByRole('alertdialog').getByRole('button', { name: 'Setujui dan hapus' }).click();
  await portal.seeToast(
    staff.page,
    'Permintaan disetujui',
    'Data keluarga dihapus. Bagian lain menyusul dalam beberapa saat.',
  );

  // The session ends with the account, as soon as the event has arrived.
  await until(
    'The end of the session',
    async () => (await family.context.request.get(`${url}/api/user`)).status() === 401,
  );
  await expect(logIn(client, person.email, person.password)).rejects.toThrow('returned 401');
  expect(wrong).toEqual({});
}, 180_000);
