import { longTest } from '@gerbang/domain/testing/runs';
import { json } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { settleStaff } from '../../kit/databases.ts';
import { registerChild, schoolOf } from '../../kit/families.ts';
import { type Account, logIn, logInDemo, newPerson, signUp } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { ownPortal } from './own-portal.ts';

let admin: Account;
let finance: Account;
const own = ownPortal({ empty: true });
const { visitor } = own;

/** A colleague whom the administrator lets in, with a password of their own. */
async function colleague(role: 'finance' | 'it', name: string): Promise<Account> {
  const { email, phone } = newPerson(name);
  const first = 'sementara-2026-uji';
  await admin.call('POST', '/api/admin/users', { email, name, role, contact_phone: phone, password: first });
  const before = await logIn(own.client, email, first);
  const password = 'milik-sendiri-2026-uji';
  await before.call('POST', '/api/change-password', {
    currentPassword: first,
    newPassword: password,
  });
  await settleStaff(own.stack.databaseUrls.auth);
  return logIn(own.client, email, password);
}

beforeAll(async () => {
  admin = await logInDemo(own.client, 'admin');
  finance = await colleague('finance', 'Budi Santoso');
});

const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Bagian penyiapan' }).getByRole('button', { name });
const section = (page: Page, name: string | RegExp) => page.getByRole('group', { name });
const barOf = (page: Page) => page.locator('[data-setup-state]').innerText();

async function save(page: Page): Promise<void> {
  await portal.button(page, 'Simpan draf').click();
  await portal.seeToast(page, 'Draf disimpan');
}
async function activate(page: Page, note: string): Promise<void> {
  await page.goto('/admin/setup?bagian=activate');
  await portal.field(page, 'Alasan perubahan').fill(note);
  await portal.button(page, 'Aktifkan').click();
}

test('when a portal is empty, then two people set the school up in it, and the first family registers', async () => {
  const guest = await visitor(PHONE);
  await guest.page.goto('/');
  await portal.see(guest.page, /sedang disiapkan/u);

  const { page } = await visitor(DESKTOP, { as: { cookie: admin.cookie } });
  await page.goto('/dashboard');
  await page.waitForURL('**/admin/setup');
  await portal.fill(page, { 'Nama portal': 'PPDB Cendekia', 'Kontak WhatsApp': '0812-3456-7890' });
  await part(page, 'Jenjang & kelas').click();
  await section(page, /^SD/u).getByLabel('Dibuka untuk pendaftaran').check();
  await part(page, 'Biaya & rekening').click();
  await portal.field(page, 'Biaya pendaftaran SD').fill('550000');
  await portal.button(page, 'Tambah rekening').click();
  await portal.fill(page, {
    'Nama rekening': 'Rekening utama',
    'Nama bank': 'Bank Contoh',
    Cabang: 'Depok',
    'Kode bank': '451',
    'Nomor rekening': '700 111 222',
    'Atas nama': 'Yayasan Cendekia',
  });
  await part(page, 'Potongan & periode').click();
  await portal.field(page, 'Daftar periode').fill('Gelombang 1, Gelombang 2');
  await portal.field(page, 'Periode pembayaran bawaan').selectOption('Gelombang 1');
  await part(page, 'Tahun ajaran & gelombang').click();
  await portal.field(page, 'Tahun ajaran yang dibuka').fill('2027/2028');
  await part(page, 'Hari libur & jam').click();
  await portal.see(page, 'Jam kegiatan');
  await part(page, 'Teks & logo').click();
  await portal.field(page, 'Warna sekolah (opsional)').fill('#0E6753');
  await save(page);
  await part(page, 'Periksa & aktifkan').click();
  await portal.see(page, 'Menunggu diaktifkan oleh orang lain: keuangan atau admin.');

  const other = await visitor(PHONE, { as: { cookie: finance.cookie } });
  await activate(other.page, 'Pembukaan sekolah');
  await portal.seeToast(other.page, 'Sudah aktif', 'Versi 1 berlaku mulai sekarang.');

  await page.reload();
  await page.getByLabel('Pendaftaran dibuka untuk keluarga').check();
  await save(page);
  await activate(page, 'Pendaftaran dibuka');
  await portal.seeToast(page, 'Sudah aktif', 'Versi 2 berlaku mulai sekarang.');

  const family = await signUp(own.client, newPerson());
  const made = await registerChild(family.call);
  const owed = await family.call<{ payment_amount: number }>('GET', `/api/registrations/${made.id}`);
  expect(owed.payment_amount).toBe(550_000);
});

longTest(
  'when the account is changed, then it waits a day, families see nothing of it, and it can be cancelled',
  async () => {
    const family = await signUp(own.client, newPerson());
    const { page } = await visitor(PHONE, { as: { cookie: finance.cookie } });
    await page.goto('/admin/setup?bagian=fees');
    await portal.button(page, 'Ganti nomor rekening').click();
    await portal.field(page, 'Nomor rekening').last().fill('800 111 222');
    await eventually(() => barOf(page)).toContain('menyangkut uang');
    await save(page);
    await page.goto('/admin/setup?bagian=activate');
    await portal.see(page, 'Menunggu diaktifkan oleh orang lain: keuangan atau admin.');

    const office = await visitor(DESKTOP, { theme: 'dark', as: { cookie: admin.cookie } });
    await activate(office.page, 'Pindah bank');
    await portal.see(office.page, /^Rekening baru aktif \w+, \d+ \w+ \d{4}, \d\d\.\d\d WIB\.$/u);
    const seen = await schoolOf(family.call);
    expect(seen).toMatchObject({ account: { account_number: '700 111 222' } });

    await page.reload();
    await portal.button(page, 'Batalkan').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Batalkan' }).click();
    await portal.seeToast(page, 'Dibatalkan');
    await page.goto('/admin/setup?bagian=history');
    await page
      .getByRole('row', { name: /Versi 3/u })
      .getByText('Dibatalkan')
      .waitFor();
    expect(await schoolOf(family.call)).toMatchObject({ account: { account_number: '700 111 222' } });
  },
);

longTest(
  'when finance sets what goes back, then it is held against three families, and waits a day for a second person',
  async () => {
    const { page } = await visitor(PHONE, { as: { cookie: finance.cookie } });
    await page.goto('/admin/setup?bagian=fees');
    await portal.button(page, 'Tetapkan ketentuan').click();
    const rule = section(page, 'Pengembalian dana');
    await rule.getByRole('button', { name: 'Tambah baris' }).click();
    await rule.getByLabel('Kembali (persen)').fill('60');
    await rule
      .getByLabel('Ketentuan pengembalian dana')
      .fill('Biaya pendidikan kembali 60 persen sebelum daftar ulang diproses.');
    await rule.getByRole('button', { name: 'Pratinjau untuk tiga keluarga' }).click();
    await rule.getByText(/^Kembali Rp\s3\.000\.000$/u).waitFor();
    await save(page);

    const office = await visitor(DESKTOP, { as: { cookie: admin.cookie } });
    await activate(office.page, 'Ketentuan baru');
    await portal.see(
      office.page,
      /^Ketentuan pengembalian baru aktif \w+, \d+ \w+ \d{4}, \d\d\.\d\d WIB\.$/u,
    );
    await portal.button(office.page, 'Batalkan').click();
    await office.page.getByRole('alertdialog').getByRole('button', { name: 'Batalkan' }).click();
    await portal.seeToast(office.page, 'Dibatalkan');
  },
);

/** The smallest picture: one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

longTest('when two edit at once, then the second is told who was first, and both changes stay', async () => {
  const it = await colleague('it', 'Sari Utami');
  const first = await visitor(DESKTOP, { as: { cookie: it.cookie } });
  const second = await visitor(PHONE, { as: { cookie: admin.cookie } });
  for (const { page } of [first, second]) await page.goto('/admin/setup?bagian=identity');
  await portal.field(first.page, 'Kota (opsional)').fill('Depok');
  await portal.field(second.page, 'Nama portal').fill('PPDB Cendekia Baru');
  await save(first.page);
  await portal.button(second.page, 'Simpan draf').click();
  await portal.see(second.page, 'Draf sudah diubah orang lain');
  await portal.see(second.page, /Sari Utami/u);
  await portal.button(second.page, 'Simpan isian saya').click();
  await portal.seeToast(second.page, 'Draf disimpan');
  await eventually(() => portal.field(second.page, 'Kota (opsional)').inputValue()).toBe('Depok');
  await eventually(() => barOf(second.page)).toContain('2 perubahan');

  await first.page.goto('/admin/setup?bagian=history');
  await portal.button(first.page, 'Lihat versi 1').click();
  await portal.see(first.page, 'Masih ada draf. Aktifkan atau buang draf itu dahulu.');
  await eventually(() => portal.button(first.page, 'Kembalikan').isDisabled()).toBe(true);
});

test('when a logo is chosen, a school is taken out as a file and brought in again, then the draft is full and has no logo', async () => {
  const { page } = await visitor(DESKTOP, { as: { cookie: admin.cookie } });
  await page.goto('/admin/setup?bagian=texts');
  await page
    .getByLabel('Pilih logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PIXEL });
  await page.getByRole('img', { name: 'Logo sekolah saat ini' }).waitFor();
  await save(page);
  await page.reload();
  const shown = await page.getByRole('img', { name: 'Logo sekolah saat ini' }).getAttribute('src');
  expect((await fetch(`${own.stack.url}${shown}`)).headers.get('content-type')).toMatch(/^image\//u);

  await part(page, 'Periksa & aktifkan').click();
  const [file] = await Promise.all([page.waitForEvent('download'), portal.button(page, 'Ekspor').click()]);
  const exported = (await json(await file.createReadStream())) as { settings: object };
  expect(exported).toMatchObject({ format: 'gerbang-school/1', settings: { name: 'PPDB Cendekia' } });
  const brought = { ...exported, settings: { ...exported.settings, city: 'Bogor' } };
  await page.getByLabel('Impor dari berkas').setInputFiles({
    name: 'sekolah.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(brought)),
  });
  await portal.seeToast(page, 'Berkas menjadi draf');
  await part(page, 'Identitas').click();
  await eventually(() => portal.field(page, 'Kota (opsional)').inputValue()).toBe('Bogor');
  await eventually(() => portal.field(page, 'Nama portal').inputValue()).toBe('PPDB Cendekia');
  await part(page, 'Teks & logo').click();
  await portal.see(page, 'Belum ada logo.');
});

/** What a page reads of documents, and whether it leads to a family's. */
async function documentsOf(page: Page, path: string): Promise<string[]> {
  const read = new Set<string>();
  const note = (request: { url(): string }) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/\S*documents/u.test(pathname)) read.add(pathname);
  };
  page.on('request', note);
  await page.goto(path);
  await portal.settled(page);
  page.off('request', note);
  const ways = await page.locator('#root a[href$="/dokumen"]').count();
  return [...read, ...(ways > 0 ? ['a way to the documents'] : [])];
}

longTest(
  'when every type of documents is retired, then no page of a family leads to them or reads of them',
  async () => {
    const family = await signUp(own.client, newPerson());
    await registerChild(family.call);
    const { page } = await visitor(PHONE, { as: family });
    const seen = async () => {
      const found: string[] = [];
      for (const path of ['/dashboard', '/children', '/registrations'])
        found.push(...(await documentsOf(page, path)));
      return found;
    };
    expect(await seen()).toContain('a way to the documents');
    const types = await admin.call<Record<string, unknown>[]>('GET', '/api/admin/document-types');
    expect(types.length).toBeGreaterThan(0);
    for (const { id, retired_at: _at, ...type } of types)
      await admin.call('PUT', `/api/admin/document-types/${String(id)}`, { ...type, retired: true });
    expect(await seen()).toEqual([]);
  },
);
