import { longTest } from '@gerbang/domain/testing/runs';
import { json } from 'node:stream/consumers';
import type { InboxItem } from '@gerbang/contracts/notifications';
import { decideFee, paidFamily } from '../../kit/families.ts';
import { controlSimulator, inbox, messagesReach, readLink } from '../../kit/inbox.ts';
import { logIn, newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';
import { addUser, chooseFor, failedMessage, userRow } from '../staff.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { client, simulatorUrl, staff, url, useBrowser } from './world.ts';

const { visitor, roughVisitor } = useBrowser();

test('when an administrator makes, finds, edits and removes a user, then the list follows each step', async () => {
  const { page } = await visitor(DESKTOP, { as: 'admin' });
  await page.goto('/admin/users');
  await portal.see(page, /^Total \d+ pengguna terdaftar$/u);
  for (const column of ['Nama', 'Email', 'Peran', 'Bergabung', 'Aksi']) {
    const heads = page.getByRole('columnheader', { name: column, exact: true, includeHidden: true });
    await eventually(() => heads.count()).toBe(1);
  }
  const { email } = newPerson();
  await addUser(page, {
    name: 'Petugas Baru',
    email,
    role: 'Staff TU',
    password: 'pendek'.slice(1),
  });
  await portal.see(page, 'Password minimal 6 karakter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password sementara', { exact: true }).fill('enam-6');
  await dialog.getByRole('button', { name: 'Simpan pengguna' }).click();
  await portal.seeToast(page, 'Berhasil', 'Pengguna berhasil dibuat');

  await page.getByPlaceholder('Cari pengguna...').fill(email.toUpperCase());
  await portal.see(page, /^Menampilkan 1 dari \d+ pengguna$/u);
  const row = userRow(page, email);
  await chooseFor(page, row, 'Ubah');
  await dialog.getByLabel('Nama', { exact: true }).fill('Petugas Lama');
  await dialog.getByRole('button', { name: 'Simpan perubahan' }).click();
  await portal.seeToast(page, 'Berhasil', 'Pengguna berhasil diperbarui');
  await userRow(page, 'Petugas Lama').waitFor();

  await page
    .getByRole('region', { name: 'Pengguna', exact: true })
    .getByRole('button', { name: 'Hapus', exact: true })
    .click();
  await portal.see(page, 'Apakah Anda yakin ingin menghapus pengguna ini?');
  const alert = page.getByRole('alertdialog');
  const stay = alert.getByRole('button', { name: 'Batal' });
  await eventually(() => stay.evaluate((one) => one === document.activeElement)).toBe(true);
  await alert.getByRole('button', { name: 'Hapus', exact: true }).click();
  await portal.seeToast(page, 'Berhasil', 'Pengguna berhasil dihapus');
  await portal.see(page, 'Tidak ada pengguna yang cocok dengan pencarian');
  await portal.button(page, 'Nonaktif 1').click();
  await userRow(page, 'Petugas Lama').waitFor();
});

test('when an account was made by an administrator, then its owner can only change the password', async () => {
  const admin = await visitor(DESKTOP, { as: 'it' });
  await admin.page.goto('/admin/users');
  const { email } = newPerson();
  await addUser(admin.page, { name: 'Rina Marlina', email, role: 'Finance', password: 'enam-66' });
  await portal.seeToast(admin.page, 'Berhasil', 'Pengguna berhasil dibuat');

  const { page } = await visitor(DESKTOP);
  await page.goto('/auth');
  await portal.submitLogin(page, email, 'enam-66');
  await page.waitForURL('**/password');
  await page.goto('/admin/users');
  await page.waitForURL('**/password');
  await portal.changePassword(page, 'enam-66', 'kalimat-punya-rina');
  await page.waitForURL('**/dashboard');
});

longTest(
  'when customer service asks and an administrator approves, then the old number is told and can stop it, once',
  async () => {
    const word = uniqueWord();
    const person = newPerson(`Ibu ${word}`);
    await signUp(client, person);

    const { page: desk } = await visitor(DESKTOP, { as: 'cs' });
    await desk.goto('/admin/number-requests');
    await portal.settled(desk);
    await portal.button(desk, 'Buka permintaan').press('Enter');
    const dialog = desk.getByRole('dialog');
    await dialog.getByRole('searchbox').fill(person.phone);
    await dialog.getByRole('button', { name: person.name }).waitFor();
    await dialog.getByRole('button', { name: person.name }).press('Enter');
    await dialog.getByRole('button', { name: 'Buka permintaan' }).press('Enter');
    await portal.see(desk, 'Pilih sedikitnya dua pemeriksaan.');
    await dialog.getByLabel('Nomor WhatsApp baru').fill(newPerson().phone);
    await dialog.getByLabel('KTP pemilik akun sudah dilihat').press('Space');
    await dialog.getByLabel('Email terbukti milik pemilik akun').press('Space');
    await dialog.getByRole('button', { name: 'Buka permintaan' }).press('Enter');
    await portal.seeToast(desk, 'Permintaan dibuka', 'Admin lain perlu menyetujuinya.');

    const { page: office } = await visitor(DESKTOP, { as: 'admin' });
    await office.goto('/admin/number-requests');
    await office.getByRole('searchbox').fill(person.email);
    await office.getByRole('button', { name: `Lihat permintaan ${person.name}` }).press('Enter');
    await portal.button(office, 'Setujui').waitFor();
    await portal.button(office, 'Setujui').press('Enter');
    await office.getByRole('alertdialog').getByRole('button', { name: 'Setujui' }).press('Enter');
    await portal.seeToast(office, 'Permintaan disetujui');
    await portal.see(office, /^Nomor baru berlaku mulai .* WIB\.$/u);
    await portal.see(office, /^Berlaku mulai .* WIB$/u);

    const link = await readLink(simulatorUrl, person.whatsapp, /nomor ini dilaporkan hilang/u);
    expect(link.startsWith(`${url}/number-requests/stop#`)).toBe(true);
    const { page } = await visitor(PHONE);
    await page.goto(link);
    await portal.button(page, 'Hentikan pergantian nomor').waitFor();
    await portal.button(page, 'Hentikan pergantian nomor').press('Enter');
    await portal.see(page, 'Nomor akun Anda tidak berubah.');
    const again = await roughVisitor(PHONE);
    await again.page.goto(link);
    await portal.button(again.page, 'Hentikan pergantian nomor').press('Enter');
    await portal.see(again.page, /^Tautan ini sudah dipakai atau tidak berlaku lagi/u);

    await desk.reload();
    await desk.getByRole('searchbox').fill(person.name);
    await portal.see(desk, 'Dihentikan Pemilik');
  },
);

longTest(
  'when a family takes its data and asks for them to be erased, then an administrator decides, and its account is gone',
  async () => {
    const person = await signUp(client, newPerson(`Ibu ${uniqueWord()}`));
    const family = await visitor(PHONE, { as: person });

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
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Ajukan penghapusan' }).click();
    await portal.see(page, 'Menunggu Keputusan');
    await portal.see(page, 'Dijawab paling lambat');

    const staff = await visitor(DESKTOP, { theme: 'dark', as: 'admin' });
    await staff.page.goto('/admin/erasure-requests');
    await staff.page.getByRole('searchbox').fill(person.name);
    await staff.page.getByRole('button', { name: `Lihat permintaan ${person.name}` }).waitFor();
    await staff.page.getByRole('button', { name: `Lihat permintaan ${person.name}` }).click();
    await staff.page.getByRole('button', { name: 'Tolak', exact: true }).click();
    await staff.page.getByLabel('Alasan penolakan').waitFor();
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
  },
);

test('when a message has failed, then cs sees why in words, sends it again, and it arrives once', async () => {
  const person = newPerson(`Penerima ${uniqueWord()}`);
  await failedMessage(client, simulatorUrl, person);
  const { page } = await visitor(DESKTOP, { as: 'cs' });
  await page.goto('/admin/messages?view=all');
  await portal.ready(page);
  await page.getByRole('searchbox').fill(person.name);
  const comes = (text: string) => {
    const row = page.getByRole('row').filter({ hasText: text }).first();
    return portal.reloadUntil(page, `A row with '${text}'`, () => row.isVisible());
  };
  await comes('Gagal');
  await portal.see(page, /tidak terdaftar di WhatsApp/u);
  expect(await page.content()).not.toContain(person.whatsapp.slice(3));

  await page.getByRole('button', { name: `Lihat: Password diganti untuk ${person.name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Pastikan nomornya benar/u).waitFor();
  await dialog.getByText(`Halo ${person.name}`).waitFor();
  await dialog.getByRole('button', { name: 'Hubungi lewat WhatsApp' }).click();
  const link = dialog.getByRole('link', { name: /Buka obrolan WhatsApp/u });
  await eventually(() => link.getAttribute('href')).toBe(`https://wa.me/${person.whatsapp.slice(1)}`);
  await dialog.getByRole('button', { name: 'Kirim ulang', exact: true }).click();
  await page.getByRole('alertdialog').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Kirim ulang', exact: true }).click();
  await portal.seeToast(page, 'Berhasil', 'Pesan dikirim ulang');
  await dialog.getByRole('button', { name: 'Tutup', exact: true }).last().click();

  // The code by which the number was proved, the failed try and the one that arrived.
  await messagesReach(simulatorUrl, person.whatsapp, 3);
  await comes('Sampai');
  expect(await inbox(simulatorUrl, person.whatsapp)).toHaveLength(3);
});

test('when Meta pauses and refuses templates, then the board says which, and shows each, until they are approved', async () => {
  const kinds = ['recovery_code_used', 'factors_cleared'] as const;
  const order = (kind: string, status: string, reason = 'NONE') =>
    controlSimulator(simulatorUrl, { template: { kind, status, reason } });
  const { page } = await visitor(DESKTOP, { as: 'it' });
  const boardSays = (words: string) =>
    until(`The board with '${words}'`, async () => {
      await page.goto('/admin/messages');
      await portal.settled(page);
      return page.getByText(words).first().isVisible();
    });
  try {
    await order(kinds[0], 'PAUSED');
    await order(kinds[1], 'REJECTED', 'PROMOTIONAL');
    await boardSays('Meta tidak mengizinkan 2 template pesan');
    await portal.button(page, 'Template WhatsApp').click();
    const dialog = page.getByRole('dialog', { name: 'Template WhatsApp' });
    await dialog.getByText('Isinya dianggap promosi').waitFor();
  } finally {
    for (const kind of kinds) await order(kind, 'APPROVED');
  }
  await until('A board without held templates', async () => {
    await page.goto('/admin/messages');
    await portal.ready(page);
    await portal.button(page, 'Template WhatsApp').waitFor();
    return (await page.getByText(/^Meta tidak mengizinkan/u).count()) === 0;
  });
});

// Where the gateway is busy, pages come again after a minute.
const PATIENT = { timeout: 90_000 };

test('when a message comes while the portal is open in two tabs, then both bells fill, and reading in one empties both', async () => {
  const { parent, made } = await paidFamily(client, ['Zaidan']);
  const { page, context } = await visitor(PHONE, { as: parent, live: true });
  const second = await context.newPage();
  for (const tab of [page, second]) {
    await tab.goto('/children');
    await tab.getByRole('button', { name: /^Pemberitahuan/u }).waitFor();
  }
  const bell = (tab: typeof page, unread: number) =>
    tab.getByRole('button', {
      name: unread > 0 ? `Pemberitahuan, ${unread} belum dibaca` : 'Pemberitahuan',
      exact: true,
    });
  // Registration and proof have had their messages.
  for (const tab of [page, second]) await bell(tab, 2).waitFor(PATIENT);
  for (const one of made) await decideFee(staff('finance'), one, 'verified');
  await bell(page, 3).waitFor(PATIENT);
  await bell(second, 3).waitFor(PATIENT);

  await bell(page, 3).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Pemberitahuan' });
  await sheet.getByText('Biaya pendaftaran terverifikasi').waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  await bell(page, 3).click();
  await sheet.getByRole('link', { name: 'Lihat semua pemberitahuan' }).click();
  await page.waitForURL('**/notifications');
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Tandai semua dibaca' }).click();
  await bell(page, 0).waitFor(PATIENT);
  await bell(second, 0).waitFor(PATIENT);
});

test('when the inbox is opened, then messages, filter and channels are there', async () => {
  const { parent } = await paidFamily(client, ['Zaidan']);
  await until('The first message in the inbox', async () => {
    const inbox = await parent.call<InboxItem[]>('GET', '/api/notifications');
    return inbox.some(({ kind }) => kind === 'registration_received');
  });
  const { page } = await visitor(PHONE, { as: parent });
  await page.goto('/notifications');
  await portal.see(page, 'Pendaftaran diterima');
  await portal.see(page, 'Saluran pemberitahuan');
  const filter = page.getByRole('checkbox', { name: 'Belum dibaca saja' });
  await filter.check();
  await portal.see(page, 'Pendaftaran diterima');
  const [left, right] = [
    await filter.boundingBox(),
    await page.getByRole('button', { name: 'Tandai semua dibaca' }).boundingBox(),
  ];
  // One line holds both.
  expect(right!.y).toBeLessThan(left!.y + left!.height);
});
