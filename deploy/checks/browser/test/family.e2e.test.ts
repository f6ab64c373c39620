import { longTest } from '@gerbang/domain/testing/runs';
import type { Page } from 'playwright-core';
import { decideInvoicePayment, makeScheme, ownInvoices } from '../../kit/enrollments.ts';
import {
  announcePassed,
  jakartaDate,
  observe,
  registerChild,
  registrationBody,
  schoolOf,
  uploadProof,
} from '../../kit/families.ts';
import { readCode, readMessage } from '../../kit/inbox.ts';
import { logIn, newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import { eventually } from './eventually.ts';
import * as family from '../family.ts';
import { choose, chooseRadio, pickFile, typeAll } from './keys.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { client, simulatorUrl, staff, useBrowser } from './world.ts';

const { visitor, roughVisitor } = useBrowser();

longTest(
  'when an empty account does everything that is asked for, then its payment waits for verification',
  async () => {
    const parent = await signUp(client, newPerson('Rahma Aulia'));
    const { page } = await visitor(PHONE, { as: parent });
    const hand = family.thumb();

    await page.goto('/dashboard');
    await portal.see(page, 'Belum ada pendaftaran');
    await portal.see(page, 'Tidak ada data anak');
    await hand.press(page.getByRole('link', { name: 'Tambahkan data anak' }));
    // The form opens by itself, a moment after its page.
    await page.getByRole('dialog').waitFor();
    await family.addChild(page, hand, { name: 'Aisyah Putri', birth: '14032020' });
    await portal.see(page, 'Aisyah Putri');

    await page.goto('/profile');
    await portal.see(page, 'Data Ayah');
    await hand.press(page.getByRole('link', { name: 'Data Ayah' }));
    await page.getByLabel('Nama lengkap').fill('Ahmad Fauzi');
    await hand.press(portal.button(page, 'Simpan dan lanjut'));
    await page.getByRole('group', { name: 'Data Ibu' }).waitFor();
    await hand.press(page.getByRole('link', { name: 'Semua bagian' }));
    await hand.press(page.getByRole('link', { name: 'Alamat' }));
    await family.pickRegion(page, hand, 'Provinsi', 'Jawa Barat');
    await family.pickRegion(page, hand, 'Kabupaten/kota', 'Kota Bogor');
    await hand.press(portal.button(page, 'Simpan Profile'));
    await portal.seeToast(page, 'Profile berhasil diperbarui', 'Data orang tua telah disimpan.');

    await page.goto('/registrations');
    await portal.see(page, 'Belum ada pendaftaran.');
    await family.registerChild(page, hand, 'SD', '1');
    await portal.see(page, /^PSB-2026-SD-\d{5}$/u);
    await readMessage(simulatorUrl, parent.whatsapp, /Pendaftaran Aisyah Putri ke SD .* PSB-2026-SD-\d{5}/su);

    await page.goto('/dashboard');
    await hand.press(page.getByRole('link', { name: 'Bayar sekarang' }));
    await portal.see(page, 'Lima ratus lima puluh ribu rupiah');
    await hand.press(portal.button(page, 'Sudah transfer, unggah bukti'));
    await portal.see(page, 'Langkah 2 dari 2');
    await family.pickProof(page, await family.photograph(page, 1200, 900));
    await portal.seeToast(page, 'Berhasil', 'Bukti pembayaran berhasil diupload');
    await family.sendProof(page, hand, parent.name);
    await hand.press(page.getByRole('link', { name: 'Selesai', exact: true }));
    await portal.see(page, 'Menunggu Verifikasi');
    await readMessage(simulatorUrl, parent.whatsapp, /Bukti pembayaran pendaftaran Aisyah Putri/u);

    await page.goto('/dashboard');
    await hand.press(page.getByText('Status Pendaftaran (1)'));
    await hand.press(page.getByRole('button', { name: 'Lihat Detail: Aisyah Putri' }));
    await portal.see(page, 'Riwayat Tahapan');
    await portal.button(page, 'Tutup Detail: Aisyah Putri').waitFor();
  },
);

test('when a parent enters a child a second time, then a dialog says so, nothing typed is lost, and staff find both', async () => {
  const name = `Hafsah Nur ${uniqueWord()}`;
  const parent = await signUp(client, newPerson());
  const known = await registerChild(parent.call, name);
  const { birth_date: born } = await parent.call<{ birth_date: string }>(
    'GET',
    `/api/children/${known.childId}`,
  );
  const { page } = await visitor(PHONE, { as: parent });
  await page.goto('/children');
  await portal.button(page, 'Tambah Anak').first().tap();
  const form = page.getByRole('dialog', { name: 'Tambah data anak' });
  // Another spelling of the same name.
  await form.getByLabel('Nama lengkap', { exact: true }).fill(name.toUpperCase());
  await form.getByLabel('Tempat lahir', { exact: true }).fill('Depok');
  await form.getByRole('spinbutton').first().focus();
  await page.keyboard.type(born.split('-').toReversed().join(''));
  const save = form.getByRole('button', { name: 'Simpan', exact: true });
  await save.tap();
  const question = page.getByRole('dialog', { name: 'Anak ini sudah ada' });
  await question.getByText(`${name} dengan tanggal lahir ini sudah ada di data anak Anda.`).waitFor();
  await question.getByRole('button', { name: 'Tutup' }).tap();
  await question.waitFor({ state: 'detached' });
  await eventually(() => form.getByLabel('Nama lengkap', { exact: true }).inputValue()).toBe(
    name.toUpperCase(),
  );
  await eventually(() => form.getByLabel('Tempat lahir', { exact: true }).inputValue()).toBe('Depok');
  await eventually(() => form.getByRole('spinbutton').allTextContents()).toEqual(
    born.split('-').toReversed(),
  );

  await save.tap();
  await question.getByRole('button', { name: 'Simpan sebagai anak lain' }).tap();
  await portal.seeToast(page, 'Berhasil', 'Data anak berhasil ditambahkan');
  const children = await parent.call<{ id: string }[]>('GET', '/api/children');
  const other = children.find(({ id }) => id !== known.childId);
  const body = registrationBody(await schoolOf(parent.call), other?.id ?? '');
  await parent.call('POST', '/api/registrations', body);

  const { page: desk } = await visitor(DESKTOP, { as: 'cs' });
  await desk.goto('/admin/registration');
  await desk.getByLabel('Kesamaan anak', { exact: true }).selectOption('Mungkin anak yang sama');
  await desk.getByRole('searchbox').fill(name);
  await portal.see(desk, '2 pendaftaran');
  const marks = desk.getByRole('row').getByText('Mungkin anak yang sama').filter({ visible: true });
  await eventually(() => marks.count()).toBe(2);
  await desk.waitForURL(({ searchParams }) => searchParams.get('same_child') === '1');
});

test('when the line is slow and the upload is stopped, then nothing typed is lost and the second try gets through', async () => {
  const parent = await signUp(client);
  const registration = await registerChild(parent.call, 'Umar');
  const { page, context } = await visitor(PHONE, { as: parent });
  await page.goto(`/registrations?bayar=${registration.id}`);
  await page.waitForURL(`**/registrations/${registration.id}/bayar`);
  await family.toProof(page);
  await portal.field(page, 'Nama bank').fill('Bank Contoh');
  const photo = await family.photograph(page, 700, 500);

  const line = await context.newCDPSession(page);
  const speed = (upload: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 50,
      downloadThroughput: -1,
      uploadThroughput: upload,
    });
  await speed(20_000);
  await family.pickProof(page, photo);
  await portal.see(page, /^Mengunggah\.\.\. [1-9]\d?%$/u);
  await portal.button(page, 'Batalkan unggahan').tap();
  await portal.see(page, 'Unggahan dibatalkan. File belum terkirim.');
  await speed(-1);
  await portal.button(page, 'Coba unggah lagi').tap();
  await portal.seeToast(page, 'Berhasil', 'Bukti pembayaran berhasil diupload');
  await eventually(() => portal.field(page, 'Nama bank').inputValue()).toBe('Bank Contoh');

  await page.goBack();
  await portal.see(page, 'Transfer tepat sebesar ini');
  await page.goForward();
  await portal.see(page, 'bukti-transfer.jpg');
  await page.reload();
  await portal.see(page, 'bukti-transfer.jpg');
  await eventually(() => portal.field(page, 'Nama bank').inputValue()).toBe('Bank Contoh');
});

test('when a picture with an appended script is opened by its link, then it is shown in a sandbox and nothing runs', async () => {
  const parent = await signUp(client);
  const { page } = await roughVisitor(DESKTOP, { as: parent });
  await page.goto('/dashboard');
  const photo = await family.photograph(page, 200, 150);
  const script = Buffer.from('<script>window.ran = true; document.title = "ran"</script>');
  const response = await page.goto(await uploadProof(parent.call, Buffer.concat([photo, script])));
  const headers = response?.headers() ?? {};
  expect(headers['content-type']).toBe('image/jpeg');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toContain('sandbox');
  expect(headers['cache-control']).toBe('private, no-store');
  expect((await response?.body())?.includes('<script')).toBe(false);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(await page.title()).not.toBe('ran');
});

const father = (page: Page) => page.getByRole('group', { name: 'Data Ayah' });

async function openProfile(page: Page, part = 'ayah', title = 'Data Ayah'): Promise<void> {
  await page.goto(`/profile?bagian=${part}`);
  await portal.settled(page);
  await page.getByRole('group', { name: title }).waitFor();
}

const save = (page: Page) => portal.button(page, 'Simpan Profile').click();

test('when the contact phone is verified with the code of the message, then it is a way to log in', async () => {
  const parent = await signUp(client);
  const { page } = await visitor(PHONE, { as: parent });
  const contact = newPerson();
  await openProfile(page, 'kontak', 'Kontak Utama');
  await portal.field(page, 'Nomor kontak (WhatsApp)').fill(contact.phone);
  await portal.see(page, 'Simpan profil dahulu untuk memverifikasi nomor ini.');
  await save(page);
  await portal.seeToast(page, 'Profile berhasil diperbarui', 'Data orang tua telah disimpan.');
  await portal.button(page, 'Kirim kode verifikasi').tap();
  // A second number to log in with needs the password.
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(parent.password);
  // The word of success went when the sheet was asked for: it would lie over its foot.
  await eventually(() => page.getByRole('region', { name: 'Notifikasi' }).innerText()).toBe('');
  await page.getByRole('dialog').getByRole('button', { name: 'Kirim kode' }).tap();
  const code = await readCode(simulatorUrl, contact.whatsapp);
  await page.getByRole('dialog').getByLabel('Kode verifikasi').fill(code);
  await portal.button(page, 'Verifikasi').tap();
  await portal.seeToast(page, 'Nomor terverifikasi');
  await portal.see(page, 'Terverifikasi');

  const { page: elsewhere } = await visitor(PHONE);
  await portal.login(elsewhere, contact.phone, parent.password);
  await portal.see(elsewhere, new RegExp(parent.name, 'u'));
});

test('when a part is opened on a phone, then its first field stands on the first screen, with one button below', async () => {
  const { page } = await visitor(PHONE, { as: await signUp(client) });
  await openProfile(page);
  const name = father(page).getByLabel('Nama lengkap');
  await eventually(() => name.evaluate((field) => field.getBoundingClientRect().top)).toBeAtMost(500);
  await eventually(() => page.locator('[data-save-bar]').getByRole('button').allTextContents()).toEqual([
    'Simpan dan lanjut',
  ]);
  await page.getByRole('link', { name: 'Semua bagian' }).tap();
  await page.getByRole('list', { name: 'Bagian data orang tua' }).waitFor();
  await eventually(() => page.locator('[data-save-bar]').count()).toBe(0);
});

test('when two windows change one profile, then the second shows both states and nothing typed is lost', async () => {
  const parent = await signUp(client, newPerson('Rahma Aulia'));
  const { page, context } = await visitor(DESKTOP, { as: parent });
  await openProfile(page);
  const second = await context.newPage();
  await openProfile(second);
  await father(page).getByLabel('Nama lengkap').fill('Ahmad Fauzi');
  await save(page);
  await portal.seeToast(page, 'Profile berhasil diperbarui');
  await father(second).getByLabel('Nama lengkap').fill('A. Fauzi');
  await father(second).getByLabel('Pendidikan').selectOption('S1');
  await save(second);
  const dialog = second.getByRole('dialog', { name: 'Data sudah diubah' });
  await dialog.getByText(/^Data ini sudah diubah oleh Rahma Aulia \(Wali Murid\) pada /u).waitFor();
  await dialog.getByText('Isian Anda: A. Fauzi').waitFor();
  await dialog.getByText('Data terbaru: Ahmad Fauzi').waitFor();
  await dialog.getByRole('button', { name: 'Simpan isian saya' }).click();
  await portal.seeToast(second, 'Profile berhasil diperbarui');
  await openProfile(page);
  await eventually(() => father(page).getByLabel('Nama lengkap').inputValue()).toBe('A. Fauzi');
  await eventually(() => father(page).getByLabel('Pendidikan').inputValue()).toBe('S1');
});

test('when a form is left unfinished, then the next visit offers it without the KTP number, and logout forgets it', async () => {
  const parent = await signUp(client);
  const { page } = await visitor(DESKTOP, { as: parent });
  await openProfile(page);
  await father(page).getByLabel('Nama lengkap').fill('Ahmad Fauzi');
  await father(page).getByLabel('Nomor KTP').fill('3271010101800001');
  await portal.see(page, /^Draf tersimpan \d\d\.\d\d$/u);
  page.once('dialog', (question) => void question.accept()); // the browser's own "leave this page?"
  await openProfile(page);
  await portal.button(page, 'Lanjutkan draf').click();
  await eventually(() => father(page).getByLabel('Nama lengkap').inputValue()).toBe('Ahmad Fauzi');
  await eventually(() => father(page).getByLabel('Nomor KTP').inputValue()).toBe('');
  await save(page);
  await portal.seeToast(page, 'Profile berhasil diperbarui');
  await father(page).getByLabel('Nama lengkap').fill('Orang Lain');
  await portal.see(page, /^Draf tersimpan/u);
  await portal.logout(page);
  await page.waitForURL('**/auth');
  await portal.submitLogin(page, parent.email, parent.password);
  await page.waitForURL('**/dashboard');
  await openProfile(page);
  await eventually(() => father(page).getByLabel('Nama lengkap').inputValue()).toBe('Ahmad Fauzi');
  await eventually(() => page.getByText('Lanjutkan draf?').count()).toBe(0);
});

test('when a child takes the address of its parents, then all levels down to the village are filled in', async () => {
  const { page } = await visitor(PHONE, { as: await signUp(client) });
  await openProfile(page, 'alamat', 'Alamat');
  const hand = family.thumb();
  await hand.press(page.getByRole('button', { name: /Provinsi$/u }));
  await page.getByRole('listbox').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await family.pickRegion(page, hand, 'Provinsi', 'Jawa Barat');
  await family.pickRegion(page, hand, 'Kabupaten/kota', 'Kota Bogor');
  await family.pickRegion(page, hand, 'Kecamatan', 'Tanah Sareal');
  await family.pickRegion(page, hand, 'Kelurahan/desa', 'Kedung Badak');
  await portal.field(page, 'Alamat lengkap').fill('Jl. Mawar 3');
  await save(page);
  await portal.seeToast(page, 'Profile berhasil diperbarui');
  await page.goto('/children');
  await portal.button(page, 'Tambah Anak').first().tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Gunakan alamat orang tua' }).tap();
  await dialog.getByRole('button', { name: 'Kedung Badak Kelurahan/desa' }).waitFor();
  await eventually(() => dialog.getByLabel('Alamat lengkap').inputValue()).toBe('Jl. Mawar 3');
});

const menu = (page: Page, name: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`, 'u') })
    .first();

/** Goes on to the form of the proof and picks a slip in its chooser. */
async function toProof(page: Page, hand: family.Hand, label: string): Promise<void> {
  await hand.press(portal.button(page, 'Sudah transfer, unggah bukti'));
  await page.waitForURL(/langkah=bukti/u);
  await pickFile(page, page.getByLabel(label, { exact: true }), family.slip());
}

test('when a parent has no mouse, then the way from the landing page to the receipt is gone by keys', async () => {
  const { page } = await visitor(DESKTOP);
  const hand = family.keyboard(page);
  const person = newPerson('Rahma Aulia');
  await page.goto('/');
  await portal.ready(page);
  await hand.press(page.getByRole('link', { name: 'Daftar akun baru' }).first());
  await portal.field(page, 'Nama lengkap').waitFor();
  await typeAll(page, page, {
    'Nama lengkap': person.name,
    'Nomor telepon (WhatsApp)': person.phone,
    Email: person.email,
    Password: person.password,
    'Konfirmasi password': person.password,
  });
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');

  await hand.press(page.getByRole('link', { name: 'Tambahkan data anak' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nama lengkap', { exact: true }).waitFor();
  await typeAll(page, dialog, { 'Nama lengkap': 'Aisyah Putri', 'Tempat lahir': 'Bogor' });
  await family.tabTo(page, dialog.getByRole('spinbutton').first());
  await page.keyboard.type('14032020');
  await hand.press(dialog.getByRole('button', { name: 'Simpan', exact: true }));
  await portal.seeToast(page, 'Berhasil', 'Data anak berhasil ditambahkan');
  await dialog.waitFor({ state: 'detached' });

  await hand.press(menu(page, 'Pendaftaran'));
  await hand.press(portal.button(page, 'Daftarkan anak').first());
  await choose(page, portal.field(page, 'Jenjang'), 'SD');
  await choose(page, portal.field(page, 'Kelas'), '1');
  await hand.press(portal.button(page, 'Daftarkan'));
  await portal.seeToast(page, 'Berhasil', 'Pendaftaran berhasil dibuat');
  await dialog.waitFor({ state: 'detached' });

  await hand.press(menu(page, 'Dashboard'));
  await hand.press(page.getByRole('link', { name: 'Bayar sekarang' }));
  await toProof(page, hand, 'Unggah bukti transfer');
  await portal.see(page, 'Terunggah. Lengkapi isian di bawah, lalu kirim.');
  await typeAll(page, page, {
    'Nama pemilik rekening': person.name,
    'Nomor rekening pengirim': '1234567890',
    'Nama bank': 'Bank Contoh',
  });
  await hand.press(portal.button(page, 'Kirim bukti'));
  await portal.see(page, 'Bukti sudah kami terima');
  await hand.press(page.getByRole('link', { name: 'Selesai', exact: true }));

  const parent = await logIn(client, person.email, person.password);
  const [made] = await parent.call<{ id: string; child_id: string }[]>('GET', '/api/registrations');
  if (!made) throw new Error('no registration');
  const registered = { id: made.id, childId: made.child_id, child: 'Aisyah Putri', jenjang: 'SD' };
  await observe(registered, { finance: staff('finance'), staff: staff('admin') });
  await announcePassed(parent.call, registered, {
    staff: staff('admin'),
    manager: staff('manager_pendidikan'),
  });

  await page.goto('/dashboard');
  await page.waitForURL('**/hasil/*');
  await hand.press(page.getByRole('link', { name: 'Konfirmasi daftar ulang', exact: true }));
  await chooseRadio(page, page.getByRole('radio', { name: /^Lunas/u }));
  await hand.press(page.getByRole('button', { name: 'Konfirmasi Daftar Ulang · lunas sekaligus' }));
  await portal.seeToast(page, 'Berhasil', 'Konfirmasi daftar ulang berhasil dikirim');
  const { id } = await parent.call('GET', `/api/enrollment-confirmations/registration/${made.id}`);
  await makeScheme(staff('finance'), registered, id, {
    payment_scheme: 'full',
    payment_deadline: jakartaDate(30),
  });

  await hand.press(menu(page, 'Tagihan'));
  await hand.press(page.getByRole('link', { name: /^Bayar.*: INV-/u }).first());
  await toProof(page, hand, 'Bukti pembayaran');
  await portal.seeToast(page, 'Berhasil', 'File berhasil diupload');
  await hand.press(portal.button(page, 'Kirim bukti'));
  await portal.see(page, 'Bukti sudah kami terima');
  const [invoice] = await ownInvoices(parent.call);
  if (!invoice) throw new Error('no invoice');
  await decideInvoicePayment(staff('finance'), invoice.id, { action: 'verify' });
  await hand.press(page.getByRole('link', { name: 'Selesai', exact: true }));
  await page.reload();
  const receipt = page.getByRole('link', { name: /^Kuitansi/u });
  const row = page.getByRole('link', { name: new RegExp(`: ${invoice.invoice_number}`, 'u') });
  await receipt.or(row).first().waitFor();
  if ((await receipt.count()) === 0) await hand.press(row.first());
  await receipt.first().waitFor();
  await eventually(() => receipt.first().getAttribute('href')).toMatch(/^\/api\//u);
  await Promise.all([page.waitForEvent('popup'), hand.press(receipt.first())]);
});
