import { longTest } from '@gerbang/domain/testing/runs';
import type { Page } from 'playwright-core';
import { settleStaff } from '../../kit/databases.ts';
import { approvePassed, observe, paidFamily } from '../../kit/families.ts';
import { logIn, logInDemo, newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import { codeOf, plugInAuthenticator } from '../authenticator.ts';
import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';
import { addApp, addPasskey, keepCodes, openSecurity, secondStep } from '../security.ts';
import { actOn, chooseFor, userRow } from '../staff.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { accountsUrl, client, outdateProofs, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();

async function logInAgain(page: Page, { email, password }: { email: string; password: string }) {
  await portal.logout(page);
  await page.waitForURL('**/auth');
  await portal.submitLogin(page, email, password);
  await secondStep(page);
}

test('when a family sets a passkey, then the next login asks for it and it opens the door', async () => {
  const person = await signUp(client);
  const { page } = await visitor(PHONE, { as: person });
  await plugInAuthenticator(page);
  await openSecurity(page);
  await portal.button(page, 'Tambah kunci sandi').click();
  await portal.field(page, 'Nama kunci sandi').waitFor();
  await portal.button(page, 'Batal').click();
  await addPasskey(page, 'HP Ibu');
  await page.getByRole('dialog', { name: 'Simpan kode pemulihan Anda' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await eventually(() => page.getByRole('listitem').filter({ visible: true }).count()).toBe(10);
  await eventually(() => page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  expect(await keepCodes(page)).toHaveLength(10);
  await portal.see(page, 'Kode pemulihan: 10 dari 10 belum terpakai.');

  await logInAgain(page, person);
  await portal.button(page, 'Pakai kunci sandi').click();
  await portal.seeToast(page, 'Berhasil masuk');
  await page.waitForURL('**/dashboard');

  await openSecurity(page);
  await page.getByRole('button', { name: 'Hapus HP Ibu' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).click();
  await portal.seeToast(page, 'Berhasil', 'HP Ibu dihapus');
  await portal.see(page, 'Belum aktif');
});

test('when a second factor must be set, then no other page opens before, and all do afterwards', async () => {
  const { page } = await visitor(DESKTOP, { as: await signUp(client) });
  await plugInAuthenticator(page);
  // As the portal answers a role that must set one.
  await page.route('**/api/user', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), must_add_factor: true } });
  });
  await page.goto('/children');
  await page.waitForURL('**/security');
  await portal.see(page, 'Aktifkan verifikasi dua langkah dulu');
  const navigation = page.getByRole('navigation', { name: 'Navigasi utama' });
  await eventually(() => navigation.count()).toBe(0);
  await addPasskey(page, 'Laptop kantor');
  // The codes stay while the frame around them opens.
  expect(await keepCodes(page)).toHaveLength(10);
  await navigation.getByRole('link', { name: 'Biodata Anak' }).click();
  await portal.see(page, 'Tidak ada data anak');
});

test('when an app of codes is set, then its code opens the door, and a recovery code does so once; new ones can be made', async () => {
  const person = await signUp(client);
  const { page } = await visitor(DESKTOP, { as: person });
  await openSecurity(page);
  await portal.button(page, 'Siapkan aplikasi').click();
  await page.getByRole('img', { name: 'Kode QR untuk aplikasi autentikator' }).waitFor();
  await portal.button(page, 'Batal').click();
  const secret = await addApp(page);
  const [first = '', second = ''] = await keepCodes(page);

  await logInAgain(page, person);
  const code = codeOf(secret);
  await portal.field(page, 'Kode dari aplikasi').fill(code === '000000' ? '000001' : '000000');
  await portal.button(page, 'Masuk').click();
  await portal.see(page, /^Kode tidak cocok/u);
  await portal.field(page, 'Kode dari aplikasi').fill(codeOf(secret));
  await portal.button(page, 'Masuk').click();
  await page.waitForURL('**/dashboard');

  for (const [typed, refused] of [
    [first, false],
    [first, true],
    [second.toUpperCase(), false],
  ] as const) {
    if (!page.url().endsWith('/auth')) await logInAgain(page, person);
    // After a wrong code the way is chosen already, and the button is not there.
    const way = portal.button(page, 'Pakai kode pemulihan');
    const code = portal.field(page, 'Kode pemulihan');
    await way.or(code).first().waitFor();
    if (await way.isVisible()) await way.click();
    await code.fill(typed);
    await portal.button(page, 'Masuk').click();
    if (refused) await portal.see(page, /^Kode tidak cocok/u);
    else await page.waitForURL('**/dashboard');
  }
  await openSecurity(page);
  await portal.see(page, 'Kode pemulihan: 8 dari 10 belum terpakai.');

  await portal.button(page, 'Buat kode baru').press('Enter');
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await question.getByRole('button', { name: 'Buat kode baru' }).press('Enter');
  expect(await keepCodes(page)).toHaveLength(10);
  await portal.see(page, 'Kode pemulihan: 10 dari 10 belum terpakai.');
});

test('when the other sessions are ended, then a second window is sent to the login', async () => {
  const person = await signUp(client);
  const here = await visitor(DESKTOP, { as: person });
  const there = await visitor(PHONE, { as: await logIn(client, person.email, person.password) });
  await there.page.goto('/children');
  await portal.see(there.page, 'Tidak ada data anak');
  await openSecurity(here.page);
  await portal.see(here.page, 'Perangkat ini');
  await portal.button(here.page, 'Akhiri semua sesi lain').click();
  await here.page.getByRole('alertdialog').getByRole('button', { name: 'Akhiri semua sesi lain' }).click();
  await portal.see(here.page, 'Tidak ada perangkat lain yang masuk dengan akun ini.');
  await there.page.getByRole('button', { name: 'Tambah Anak' }).first().waitFor();
  await there.page.goto('/registrations');
  await there.page.waitForURL('**/auth');
  await here.page.reload();
  await portal.see(here.page, 'Perangkat ini');
});

/** A new administrator with a password of its own. */
async function newAdmin(name: string) {
  const admin = await logInDemo(client, 'admin');
  const { email, password } = newPerson(name);
  const body = { name, email, role: 'admin', password: `awal-${password}` };
  await admin.call('POST', '/api/admin/users', body);
  const { call } = await logIn(client, email, body.password);
  await call('POST', '/api/change-password', { currentPassword: body.password, newPassword: password });
  return { ...(await logIn(client, email, password)), name };
}

longTest('when an administrator lost the second step, then two others clear it', async () => {
  const [lost, one, two] = await Promise.all(['Admin Lupa', 'Admin Satu', 'Admin Dua'].map(newAdmin));
  if (!lost || !one || !two || !accountsUrl) throw new Error('No administrators');
  await settleStaff(accountsUrl);
  const owner = await visitor(DESKTOP, { as: lost });
  await openSecurity(owner.page);
  await addApp(owner.page);
  await keepCodes(owner.page);

  for (const [admin, text] of [
    [one, 'Menunggu persetujuan admin lain'],
    [two, 'Verifikasi dua langkah dihapus'],
  ] as const) {
    const { page } = await visitor(DESKTOP, { as: admin });
    await page.goto('/admin/users');
    await page.getByPlaceholder('Cari pengguna...').fill(lost.email);
    await chooseFor(page, userRow(page, lost.email), 'Hapus verifikasi dua langkah');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Alasan').fill('Ponsel hilang, identitas dicocokkan lewat video.');
    await dialog.getByRole('button', { name: 'Hapus verifikasi dua langkah' }).click();
    await portal.see(page, text);
  }
  await owner.page.goto('/dashboard');
  await owner.page.waitForURL('**/auth');
  await portal.submitLogin(owner.page, lost.email, lost.password);
  await owner.page.waitForURL('**/dashboard');
});

test('when an export needs a fresh proof, then the sheet asks for it and the file comes', async () => {
  const admin = await newAdmin('Admin Ekspor');
  const desk = await visitor(DESKTOP, { as: admin });
  await outdateProofs(admin.id, desk);
  const { page } = desk;
  await page.goto('/admin/registration');
  await portal.settled(page);
  const exportPersonal = async () => {
    await portal.button(page, 'Unduh').click();
    await page.getByRole('menuitem', { name: /^Excel dengan NIK/u }).click();
  };
  await exportPersonal();
  const sheet = page.getByRole('dialog', { name: 'Pastikan ini Anda' });
  await sheet.getByLabel('Password', { exact: true }).waitFor();
  await sheet.getByRole('button', { name: 'Batal' }).click();
  await portal.see(page, /^Dibatalkan, tidak ada yang berubah/u);

  await exportPersonal();
  await sheet.getByLabel('Password', { exact: true }).fill('bukan-ini');
  await sheet.getByRole('button', { name: 'Lanjutkan' }).click();
  await sheet.getByText('Password salah').waitFor();
  await sheet.getByLabel('Password', { exact: true }).fill(admin.password);
  const file = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Lanjutkan' }).click();
  expect((await file).suggestedFilename()).toMatch(/\.xlsx$/u);
  await sheet.waitFor({ state: 'detached' });
});

test('when an administrator sets the password of another, then a fresh proof is asked for and the form goes on', async () => {
  const [admin, other] = [await newAdmin('Admin Sandi'), await signUp(client)];
  const desk = await visitor(PHONE, { as: admin });
  await outdateProofs(admin.id, desk);
  const { page } = desk;
  await page.goto('/admin/users?part=families');
  await page.getByPlaceholder('Cari pengguna...').fill(other.email);
  await chooseFor(page, userRow(page, other.email), 'Ubah');
  const form = page.getByRole('dialog', { name: 'Ubah pengguna' });
  await form.getByLabel(/^Password sementara baru/u).fill('sementara-7');
  await form.getByRole('button', { name: 'Simpan perubahan' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pastikan ini Anda' });
  await sheet.getByLabel('Password', { exact: true }).fill(admin.password);
  await sheet.getByRole('button', { name: 'Lanjutkan' }).click();
  await portal.seeToast(page, 'Berhasil', 'Pengguna berhasil diperbarui');
  await logIn(client, other.email, 'sementara-7');
});

test('when a publication needs a fresh proof, then a passkey gives it and the dialog goes on', async () => {
  const { made } = await paidFamily(client, [`Anak ${uniqueWord()}`]);
  const [registered] = made;
  if (!registered) throw new Error('No registration');
  await observe(registered, { finance: staff('admin'), staff: staff('admin') });
  const people = { staff: staff('staff_pendidikan'), manager: staff('manager_pendidikan') };
  const id = await approvePassed(registered, people);

  const admin = await newAdmin('Admin Terbit');
  const desk = await visitor(DESKTOP, { as: admin });
  const { page } = desk;
  await plugInAuthenticator(page);
  await openSecurity(page);
  await addPasskey(page, 'Laptop kantor');
  await keepCodes(page);

  await outdateProofs(admin.id, desk);
  await page.goto(`/announcement/${id}`);
  await actOn(page, 'Terbitkan', `Hasil observasi ${registered.child}`);
  const question = page.getByRole('dialog').filter({ hasText: registered.child });
  await question.getByRole('button', { name: 'Terbitkan' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pastikan ini Anda' });
  await sheet.getByRole('button', { name: 'Pakai kunci sandi' }).waitFor();
  await sheet.getByRole('button', { name: 'Batal' }).click();
  await sheet.waitFor({ state: 'detached' });
  // The question is still there.
  await question.getByRole('button', { name: 'Terbitkan' }).click();
  await sheet.getByRole('button', { name: 'Pakai kunci sandi' }).click();
  await portal.seeToast(page, 'Announcement published successfully');
  await portal.see(page, 'Diterbitkan');
});
