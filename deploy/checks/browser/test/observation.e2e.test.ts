import { eventually } from '../eventually.ts';
import { decideFee, paidFamily } from '../../kit/families.ts';
import { inbox, readLink, readMessage } from '../../kit/inbox.ts';
import { uniqueWord } from '../../kit/people.ts';
import * as family from '../family.ts';
import * as portal from '../portal.ts';
import { PHONE, TABLET } from '../visitor.ts';
import { check, checkAll, SMALL_DESKTOP } from './checks.ts';
import { client, simulatorUrl, staff, url, useBrowser } from './world.ts';

const { visitor } = useBrowser();
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

test('when staff_pendidikan leads a child from the fee to the announcement, then the family sees and reads each step', async () => {
  const child = `Salma ${uniqueWord()}`;
  const { parent, made } = await paidFamily(client, [child]);
  const neighbour = await paidFamily(client, ['Tetangga']);
  const home = await visitor(PHONE, { as: parent });
  const next = await visitor(PHONE, { as: neighbour.parent });
  for (const one of made) await decideFee(staff('finance'), one, 'verified');

  const { page } = await visitor(PHONE, { as: 'staff_pendidikan' });
  const hand = family.thumb();
  const dialog = page.getByRole('dialog').last();
  const wrong: Record<string, string[]> = {};
  const look = async (where: string) => Object.assign(wrong, await checkAll(page, where, SMALL_DESKTOP));
  const change = async () => {
    await hand.press(portal.button(page, 'Ubah Tahap'));
    await portal.see(page, 'Ubah Tahap Pendaftaran');
  };
  const save = async () => {
    await hand.press(dialog.getByRole('button', { name: 'Simpan tahap' }));
    await page.getByRole('dialog', { name: 'Ubah Tahap Pendaftaran' }).waitFor({ state: 'detached' });
    await portal.seeToast(page, 'Berhasil', 'Tahap pendaftaran berhasil diubah');
  };
  await page.goto('/admin/registrations');
  await page.getByRole('searchbox').fill(child);
  await hand.press(page.getByRole('button', { name: `Lihat Detail: ${child}` }));
  await portal.see(page, 'Data orang tua');
  await eventually(() => dialog.getByRole('button', { name: /Verifikasi|Tolak|Unggah bukti/u }).count()).toBe(
    0,
  );

  await change();
  await portal.see(page, 'Tidak dapat dipilih sekarang');
  await hand.press(dialog.getByRole('button', { name: 'Simpan tahap' }));
  await portal.see(page, 'Tanggal observasi harus diisi');
  await look('stage dialog');
  await hand.press(dialog.getByRole('group', { name: 'Tanggal Observasi' }).getByRole('button'));
  const days = page.getByRole('grid');
  await days.waitFor();
  Object.assign(wrong, await check(page, 'calendar'));
  await hand.press(page.locator('button[slot="next"]'));
  await hand.press(days.getByRole('button', { name: /\b15\b/u }));
  await days.waitFor({ state: 'detached' });
  await dialog.getByLabel('Jam observasi').fill('8.30');
  await dialog.getByLabel('Tempat observasi').fill('Aula lantai 2');
  await dialog.getByLabel('Catatan', { exact: false }).first().fill('Bawa akta kelahiran asli.');
  await dialog
    .getByLabel('Lampiran')
    .setInputFiles({ name: 'undangan.pdf', mimeType: 'application/pdf', buffer: PDF });
  await portal.see(page, 'Terunggah.');
  await save();
  const invited = await readMessage(simulatorUrl, parent.whatsapp, /sekarang: Observasi Dijadwalkan/u);
  expect(invited).toMatch(/Observasi: \S+, 15 \S+ 20\d\d, 08\.30 WIB di Aula lantai 2\./u);

  await change();
  await hand.press(dialog.getByText('Hadir Observasi', { exact: true }));
  await dialog.getByLabel('Hasil Kehadiran').fill('Hadir bersama ibu.');
  await save();
  await readMessage(simulatorUrl, parent.whatsapp, /sekarang: Hadir Observasi/u);
  await change();
  await hand.press(dialog.getByText('Menunggu Pengumuman', { exact: true }));
  await dialog.getByLabel('Informasi Tambahan').fill('Hasil diumumkan pekan depan.');
  await save();
  const link = await readLink(simulatorUrl, parent.whatsapp, /sekarang: Menunggu Pengumuman/u);
  await change();
  await eventually(() => dialog.getByRole('radio').count()).toBe(1);
  await hand.press(dialog.getByRole('button', { name: 'Batal' }));
  await portal.see(page, /^Oleh .* · Staf Pendidikan$/u);
  expect(wrong).toEqual({});

  await home.page.goto('/dashboard');
  await home.page.getByRole('button', { name: `Lihat Detail: ${child}` }).tap();
  for (const words of ['Hadir bersama ibu.', 'Hasil diumumkan pekan depan.', 'Bawa akta kelahiran asli.'])
    await portal.see(home.page, words);
  await portal.see(home.page, 'Tempat: Aula lantai 2');
  await portal.see(home.page, /^15 \S+ 20\d\d, 08\.30 WIB$/u);
  const attachment = await home.page
    .getByRole('link', { name: 'Lampiran: undangan.pdf' })
    .getAttribute('href');
  expect((await home.context.request.get(`${url}${attachment}`)).status()).toBe(200);

  // The message's button opens the same history on the phone and at a desk; another family sees nothing by it.
  const desk = await visitor(TABLET, { as: parent });
  for (const [name, seen] of [
    ['phone', home.page],
    ['desk', desk.page],
  ] as const) {
    await seen.goto(link);
    await portal.see(seen, 'Hasil diumumkan pekan depan.');
    await portal.see(seen, 'Tempat: Aula lantai 2');
    await eventually(() => seen.evaluate(() => document.activeElement?.textContent)).toContain(
      'Riwayat Tahapan',
    );
    Object.assign(wrong, await checkAll(seen, `history on the ${name}`));
  }
  expect(wrong).toEqual({});
  await next.page.goto(link);
  await portal.see(next.page, 'Tetangga');
  await eventually(() => next.page.getByText('Riwayat Tahapan', { exact: true }).count()).toBe(1);

  expect((await next.context.request.get(`${url}${attachment}`)).status()).toBe(404);
  await next.page.goto('/dashboard');
  await next.page.getByRole('button', { name: 'Lihat Detail: Tetangga' }).tap();
  await portal.see(next.page, 'Riwayat Tahapan');
  await eventually(() => next.page.getByText(child).count()).toBe(0);
  const messages = await inbox(simulatorUrl, neighbour.parent.whatsapp);
  expect(messages.some(({ text }) => /sekarang:|Salma/u.test(text))).toBe(false);
}, 240_000);
