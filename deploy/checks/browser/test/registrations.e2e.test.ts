import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { decideFee, jakartaDate, paidFamily, registerChild, type Registered } from '../../kit/families.ts';
import { inbox, readLink, readMessage } from '../../kit/inbox.ts';
import { newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import { eventually } from './eventually.ts';
import * as family from '../family.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE, TABLET, UPRIGHT, WIDE } from '../visitor.ts';
import { rowsOf } from './workbook.ts';
import { wastedRows } from './room.ts';
import { client, simulatorUrl, staff, url, useBrowser } from './world.ts';

const { visitor } = useBrowser();

const openRecord = (page: Page) => page.getByRole('region', { name: 'Detail Pendaftaran' });

test('when staff move about, then filters, page and detail are in the address, the search text is not, and the trail names the opened registration', async () => {
  const parent = await signUp(client, newPerson('Nur Hasanah'));
  const word = uniqueWord();
  const made: Registered[] = [];
  for (const letter of 'ABC') made.push(await registerChild(parent.call, `Anak ${letter} ${word}`));
  const named = (letter: string) => `Anak ${letter} ${word}`;

  const { page } = await visitor(TABLET, { as: 'admin' });
  const showing = (id: string | null = null) =>
    page.waitForURL(({ searchParams }) => searchParams.get('id') === id);
  const panel = openRecord(page);
  const stands = (child: string) => panel.getByRole('heading', { name: child }).waitFor();
  await page.goto('/admin/registration');
  await portal.field(page, 'Status pembayaran').selectOption('Belum Bayar');
  await page.getByLabel('Jenjang', { exact: true }).selectOption('SD');
  await portal.see(page, named('A'));
  await page.waitForURL('**/admin/registration?payment_status=pending&jenjang=SD');
  await page.reload();
  await portal.see(page, 'Jenjang: SD');
  await page.getByRole('button', { name: 'Hapus saringan Jenjang: SD' }).click();
  await page.waitForURL((next) => !next.searchParams.has('jenjang'));
  await page.goBack();
  await portal.see(page, 'Jenjang: SD');

  await page.getByRole('searchbox').fill(word);
  await portal.see(page, '3 pendaftaran');
  await page.getByRole('button', { name: `Lihat Detail: ${named('B')}` }).click();
  await stands(named('B'));
  await showing(made[1]?.id);
  expect(page.url()).not.toContain(word);
  await panel.getByRole('button', { name: 'Berikutnya' }).click();
  await stands(named('A'));
  await showing(made[0]?.id);
  await page.keyboard.press('k');
  await stands(named('B'));
  await page.goBack();
  await panel.waitFor({ state: 'detached' });
  await showing();
  await page.goto(`/admin/registrations?id=${made[2]?.id}`);
  await stands(named('C'));

  await page.goto(`/admin/audit?subject_id=${made[2]?.id}`);
  await portal.see(page, 'Membuka data pendaftaran');
  await portal.see(page, 'Membuat pendaftaran');
  const opened = page.getByRole('row').filter({ hasText: 'Membuka data pendaftaran' }).first();
  await eventually(() => opened.textContent()).toContain('Administrator');
});

test('when cs sends a proof for a family, then it waits for finance and the family gets a message; a parent finds the screens closed', async () => {
  const parent = await signUp(client, newPerson('Siti Maryam'));
  const one = await registerChild(parent.call, `Naura ${uniqueWord()}`);
  const home = await visitor(PHONE, { as: parent });

  const { page } = await visitor(PHONE, { as: 'cs' });
  const dialog = page.getByRole('dialog').last();
  await page.goto(`/admin/registration?id=${one.id}`);
  const panel = openRecord(page);
  await panel.getByRole('heading', { name: one.child }).waitFor();
  await portal.button(page, 'Unggah bukti atas nama orang tua').waitFor();
  await eventually(() => panel.getByRole('button', { name: /^(?:Verifikasi|Tolak)$/u }).count()).toBe(0);
  await portal.button(page, 'Unggah bukti atas nama orang tua').tap();
  await portal.button(page, 'Kirim bukti pembayaran').tap();
  await portal.see(page, /^Bukti pembayaran diperlukan/u);
  await dialog
    .getByLabel('Bukti pembayaran')
    .setInputFiles({ name: 'slip.pdf', mimeType: 'application/pdf', buffer: PDF });
  await portal.see(page, 'Terunggah. Tekan kirim untuk menyimpannya.');
  await portal.button(page, 'Kirim bukti pembayaran').tap();
  await portal.seeToast(page, 'Berhasil', 'Informasi pembayaran berhasil diperbarui');
  await panel.getByText('Menunggu Verifikasi').first().waitFor();
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
});

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
  const panel = openRecord(page);
  await panel.getByText('Bank Contoh').first().waitFor();
  await eventually(() => panel.getByRole('button', { name: /Verifikasi|Tolak|Unggah bukti/u }).count()).toBe(
    0,
  );
  await hand.press(panel.getByRole('tab', { name: 'Riwayat' }));

  await change();
  await portal.see(page, 'Tidak dapat dipilih sekarang');
  await hand.press(dialog.getByRole('button', { name: 'Simpan tahap' }));
  await portal.see(page, 'Tanggal observasi harus diisi');
  await hand.press(dialog.getByRole('group', { name: 'Tanggal Observasi' }).getByRole('button'));
  const days = page.getByRole('grid');
  await days.waitFor();
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

  await home.page.goto('/dashboard');
  await home.page.getByText(/^Status Pendaftaran \(/u).tap();
  await home.page.getByRole('button', { name: `Lihat Detail: ${child}` }).tap();
  for (const words of ['Hadir bersama ibu.', 'Hasil diumumkan pekan depan.', 'Bawa akta kelahiran asli.'])
    await portal.see(home.page, words);
  await portal.see(home.page, 'Tempat: Aula lantai 2');
  await portal.see(home.page, /^15 \S+ 20\d\d, 08\.30 WIB$/u);
  const attachment = await home.page
    .getByRole('link', { name: 'Lampiran: undangan.pdf' })
    .getAttribute('href');
  expect((await home.context.request.get(`${url}${attachment}`)).status()).toBe(200);

  // The message's button opens the same history; another family sees nothing by it.
  await home.page.goto(link);
  await portal.see(home.page, 'Hasil diumumkan pekan depan.');
  await portal.see(home.page, 'Tempat: Aula lantai 2');
  await eventually(() => home.page.evaluate(() => document.activeElement?.textContent)).toContain(
    'Riwayat Tahapan',
  );
  await next.page.goto(link);
  await portal.see(next.page, 'Tetangga');
  await eventually(() => next.page.getByText('Riwayat Tahapan', { exact: true }).count()).toBe(1);

  expect((await next.context.request.get(`${url}${attachment}`)).status()).toBe(404);
  await next.page.goto('/dashboard');
  await next.page.getByText(/^Status Pendaftaran \(/u).tap();
  await next.page.getByRole('button', { name: 'Lihat Detail: Tetangga' }).tap();
  await portal.see(next.page, 'Riwayat Tahapan');
  await eventually(() => next.page.getByText(child).count()).toBe(0);
  const messages = await inbox(simulatorUrl, neighbour.parent.whatsapp);
  expect(messages.some(({ text }) => /sekarang:|Salma/u.test(text))).toBe(false);
});

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
  await page.goto('/admin/registration');
  await page.getByRole('searchbox').fill(word);
  await portal.see(page, '3 pendaftaran');

  await page.getByRole('checkbox', { name: 'Pilih semua di halaman ini' }).check();
  await portal.see(page, '3 dipilih');
  await bar.getByRole('button', { name: 'Verifikasi' }).click();
  const [, second] = made;
  if (second) await decideFee(staff('finance'), second, 'rejected'); // at the same time, by a colleague
  await dialog.getByRole('button', { name: 'Verifikasi' }).click();
  await portal.see(page, '2 berhasil, 1 gagal');
  await portal.see(page, new RegExp(`^${two} · PSB-\\S+: Sudah ditolak oleh .+ \\(Keuangan\\)`, 'u'));
  await dialog.getByRole('button', { name: 'Tutup', exact: true }).last().click();
  await bar.waitFor({ state: 'detached' });
  await readMessage(simulatorUrl, parent.whatsapp, new RegExp(`${one} .* sudah kami verifikasi`, 'u'));
  await readMessage(simulatorUrl, parent.whatsapp, new RegExp(`${three} .* sudah kami verifikasi`, 'u'));

  for (const child of [one, three]) await page.getByRole('checkbox', { name: `Pilih ${child}` }).check();
  await bar.getByRole('button', { name: 'Ubah tahap' }).click();
  await dialog.getByText('Observasi Dijadwalkan', { exact: true }).click();
  await dialog.getByRole('spinbutton').first().focus();
  await page.keyboard.type(jakartaDate(60).split('-').toReversed().join(''));
  await dialog.getByLabel('Tempat observasi').fill('Aula');
  await dialog.getByRole('button', { name: 'Ubah tahap' }).click();
  await portal.see(page, '2 berhasil, 0 gagal');
  await dialog.getByRole('button', { name: 'Tutup', exact: true }).last().click();
  await readMessage(
    simulatorUrl,
    parent.whatsapp,
    new RegExp(`${one} .*sekarang: Observasi Dijadwalkan`, 'u'),
  );

  await portal.button(page, 'Unduh').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel', exact: true }).click(),
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
});

test.each([
  ['/admin/registration', 'finance', 'Antrean saya'],
  ['/admin/invoices', 'finance', 'Menunggu Verifikasi'],
  ['/admin/enrollment', 'finance', 'Terkonfirmasi'],
  ['/admin/enrollment', 'staff_tu', 'Menunggu Konfirmasi'],
  ['/admin/documents', 'staff_tu', 'Menunggu'],
] as const)(
  'when %s is opened in a year without any, then the number that the menu has for %s is the one of its part %s',
  async (path, role, part) => {
    const { page } = await visitor(WIDE, { as: role });
    const numberIn = async (place: Locator) => (await place.innerText()).replaceAll(/\D/gu, '');
    // Other files send and decide proofs meanwhile.
    await eventually(async () => {
      await page.goto(`${path}?academic_year=2031%2F2032`);
      await portal.settled(page);
      const badge = await numberIn(page.locator(`aside li:has(a[href="${path}"])`).first());
      const queue = await numberIn(page.getByRole('button', { name: new RegExp(`^${part}`, 'u') }));
      return badge === (queue === '0' ? '' : queue);
    }).toBe(true);
  },
);

test('when staff open the registrations, then parts and order are in the address, and Back undoes them', async () => {
  const { page } = await visitor(WIDE, { as: 'finance' });
  await page.goto('/admin/registration');
  await page.getByRole('button', { name: /^Antrean saya/u }).click();
  await page.waitForURL('**/admin/registration?payment_status=paid');
  // The heads of the columns sort on the server.
  await page.getByRole('button', { name: 'Nama anak' }).click();
  await page.waitForURL('**/admin/registration?payment_status=paid&sort=child_name');
  await page.locator('th[aria-sort="ascending"]').waitFor();
  await page.getByRole('button', { name: /^Semua/u }).click();
  await page.waitForURL('**/admin/registration');
  await page.goBack();
  await page.getByRole('button', { name: /^Antrean saya/u, pressed: true }).waitFor();
});

test.each([
  ['/admin/registration', 'finance', 'Nama anak'],
  ['/admin/invoices', 'finance', 'Jatuh tempo'],
  ['/admin/enrollment', 'finance', 'Tanggal diterima'],
  ['/admin/announcements', 'admin', 'Dibuat'],
] as const)(
  'when %s is open, then its first row is near the top, fourteen fit, its head sorts, and a tablet cuts nothing',
  async (path, role, head) => {
    const { page } = await visitor(WIDE, { as: role });
    await page.goto(path);
    const rows = page.locator('tbody tr');
    await rows.first().waitFor();
    await portal.settled(page);
    await eventually(() => wastedRows(rows)).toEqual([]);
    await page.getByRole('columnheader', { name: head }).getByRole('button').click();
    await page.locator(`th[aria-sort]:has-text("${head}")`).waitFor();

    await page.setViewportSize({ width: UPRIGHT.width, height: UPRIGHT.height });
    await rows.first().waitFor();
    await eventually(() =>
      page
        .locator('main table')
        .evaluate((table) => Math.max(0, table.scrollWidth - (table.parentElement?.clientWidth ?? 0))),
    ).toBe(0);
    await eventually(() => page.locator('tbody [role="cell"]:last-child').first().isVisible()).toBe(true);
  },
);

const cutOf = (text: Locator) => text.evaluate((one) => one.scrollWidth - one.clientWidth);

test('when a name of 52 letters stands in the list on a usual screen, then it is not cut, also where the rows wait, and its row is no higher', async () => {
  const word = uniqueWord();
  const child = `Muhammad Zaidan Al-Fatih Ramadhan Kusumawardana ${word.slice(0, 4)}`;
  const family = { father_name: 'Bambang Suryanto Kusumawardana', mother_name: `Siti Nurhaliza ${word}` };
  await paidFamily(client, [child], { profile: family });
  const { page } = await visitor(WIDE, { as: 'admin' });
  for (const view of ['', '?payment_status=paid']) {
    await page.goto(`/admin/registration${view}`);
    await page.getByRole('searchbox').fill(word);
    await portal.see(page, '1 pendaftaran');
    const name = page.getByRole('rowheader').getByText(child);
    await eventually(() =>
      name.evaluate((one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]),
    ).toEqual([0, 0]);
    await eventually(() => wastedRows(page.locator('tbody tr'))).toEqual([]);
    // Of two long names of parents both are to be seen.
    const mother = page.getByRole('cell').getByText('Siti Nurhaliza');
    await eventually(async () => Math.min(60, (await mother.boundingBox())?.width ?? 0)).toBe(60);
    // Cut or not, the row that has the focus shows both to their ends.
    await page.locator('tbody tr').first().focus();
    for (const one of [name, mother]) await eventually(() => cutOf(one)).toBeAtMost(1);
  }
  // With a line below it, it has one, on laptops and on tablets.
  for (const width of [1024, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const row = page.locator('tbody tr').first();
    await eventually(async () => ((await row.boundingBox())?.height ?? 99) < 50).toBe(true);
    await eventually(() => cutOf(page.getByRole('rowheader').getByText(child))).toBeAtMost(1);
  }
});
