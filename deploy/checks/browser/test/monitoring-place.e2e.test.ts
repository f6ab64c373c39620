import { eventually } from '../eventually.ts';
import { registerChild, type Registered } from '../../kit/families.ts';
import { readMessage } from '../../kit/inbox.ts';
import { newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { PHONE, TABLET } from '../visitor.ts';
import { checkAll, SMALL_DESKTOP } from './checks.ts';
import { client, simulatorUrl, url, useBrowser } from './world.ts';

const { visitor } = useBrowser();
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

test('when staff move about, then filters, page and detail are in the address, the search text is not, and the trail names the opened registration', async () => {
  // A family may register ten children a day.
  const parents = [
    await signUp(client, newPerson('Nur Hasanah')),
    await signUp(client, newPerson('Siti Aminah')),
  ];
  const word = uniqueWord();
  const made: Registered[] = [];
  for (let nth = 0; nth < 11; nth += 1)
    made.push(await registerChild(parents[nth % 2]!.call, `Anak ${String.fromCharCode(65 + nth)} ${word}`));
  const named = (letter: string) => `Anak ${letter} ${word}`;

  const { page } = await visitor(TABLET, { as: 'admin' });
  const address = () => new URL(page.url()).searchParams;
  const dialog = page.getByRole('dialog').last();
  const stands = (child: string) => dialog.getByRole('heading', { name: child }).waitFor();
  await page.goto('/admin/registration');
  await portal.field(page, 'Status pembayaran').selectOption('Belum Bayar');
  await page.getByLabel('Jenjang', { exact: true }).selectOption('SD');
  await portal.see(page, named('A'));
  expect(Object.fromEntries(address())).toEqual({ payment_status: 'pending', jenjang: 'SD' });
  await page.reload();
  await portal.see(page, 'Jenjang: SD');
  await page.getByRole('button', { name: 'Hapus saringan Jenjang: SD' }).click();
  await page.waitForURL((next) => !next.searchParams.has('jenjang'));
  await page.goBack();
  await portal.see(page, 'Jenjang: SD');

  await page.getByRole('searchbox').fill(word);
  await portal.see(page, '11 pendaftaran');
  await page.getByRole('button', { name: `Lihat Detail: ${named('B')}` }).click();
  await stands(named('B'));
  expect(address().get('id')).toBe(made[1]?.id);
  expect(page.url()).not.toContain(word);
  await dialog.getByRole('button', { name: 'Berikutnya' }).click();
  await stands(named('A'));
  expect(address().get('id')).toBe(made[0]?.id);
  await page.keyboard.press('k');
  await stands(named('B'));
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  expect(address().get('id')).toBeNull();
  await page.goto(`/admin/registrations?id=${made[4]?.id}`);
  await stands(named('E'));

  await page.goto(`/admin/audit?subject_id=${made[4]?.id}`);
  await portal.see(page, 'Membuka data pendaftaran');
  await portal.see(page, 'Membuat pendaftaran');
  const opened = page.getByRole('row').filter({ hasText: 'Membuka data pendaftaran' }).first();
  await eventually(() => opened.textContent()).toContain('Administrator');
  expect(await checkAll(page, 'audit')).toEqual({});
}, 240_000);

test('when cs sends a proof for a family, then it waits for finance and the family gets a message; a parent finds the screens closed', async () => {
  const parent = await signUp(client, newPerson('Siti Maryam'));
  const one = await registerChild(parent.call, `Naura ${uniqueWord()}`);
  const home = await visitor(PHONE, { as: parent });

  const { page } = await visitor(PHONE, { as: 'cs' });
  const dialog = page.getByRole('dialog').last();
  await page.goto(`/admin/registration?id=${one.id}`);
  await dialog.getByRole('heading', { name: one.child }).waitFor();
  await eventually(() => dialog.getByRole('button', { name: /^(?:Verifikasi|Tolak)$/u }).count()).toBe(0);
  await portal.button(page, 'Unggah bukti atas nama orang tua').tap();
  await portal.button(page, 'Kirim bukti pembayaran').tap();
  await portal.see(page, /^Bukti pembayaran diperlukan/u);
  await dialog
    .getByLabel('Bukti pembayaran')
    .setInputFiles({ name: 'slip.pdf', mimeType: 'application/pdf', buffer: PDF });
  await portal.see(page, 'Terunggah. Tekan kirim untuk menyimpannya.');
  expect(await checkAll(page, 'proof on behalf', SMALL_DESKTOP)).toEqual({});
  await portal.button(page, 'Kirim bukti pembayaran').tap();
  await portal.seeToast(page, 'Berhasil', 'Informasi pembayaran berhasil diperbarui');
  await dialog.getByText('Menunggu Verifikasi').first().waitFor();
  await readMessage(
    simulatorUrl,
    parent.whatsapp,
    new RegExp(`Bukti pembayaran pendaftaran ${one.child}`, 'u'),
  );

  await home.page.goto('/registrations');
  await portal.see(home.page, 'Menunggu Verifikasi');
  for (const path of ['/admin/registration', '/admin/registrations', '/admin/audit']) {
    await home.page.goto(path);
    await portal.see(home.page, 'Akses Ditolak');
    await portal.see(home.page, 'Anda tidak memiliki akses ke halaman ini.');
  }
  expect((await home.context.request.get(`${url}/api/admin/registrations/${one.id}`)).status()).toBe(403);
}, 240_000);
