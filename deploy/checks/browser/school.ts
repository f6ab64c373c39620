import type { Page } from 'playwright-core';
import { button, field, fill, see, seeToast } from './portal.ts';

const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Bagian penyiapan' }).getByRole('button', { name });

/** Stores what was typed into the parts of /admin/setup. */
export async function saveDraft(page: Page): Promise<void> {
  await button(page, 'Simpan draf').click();
  await seeToast(page, 'Draf disimpan');
}

/** Activates the draft, which another person wrote. */
export async function activateDraft(page: Page, note: string): Promise<void> {
  await page.goto('/admin/setup?bagian=activate');
  await field(page, 'Alasan perubahan').fill(note);
  await button(page, 'Aktifkan').click();
  await seeToast(page, 'Sudah aktif');
}

/** Opens the portal for families in a draft of its own. */
export async function openForFamilies(page: Page): Promise<void> {
  await page.goto('/admin/setup?bagian=activate');
  await page.getByLabel('Pendaftaran dibuka untuk keluarga').check();
  await saveDraft(page);
  await activateDraft(page, 'Pendaftaran dibuka');
}

/** Types a whole school into the empty /admin/setup: name, contact, SD, its fee, an account, a period and a year. */
export async function enterSchool(page: Page): Promise<void> {
  await page.goto('/admin/setup');
  await fill(page, { 'Nama portal': 'PPDB Cendekia', 'Kontak WhatsApp': '0812-3456-7890' });
  await part(page, 'Jenjang & kelas').click();
  await page.getByRole('group', { name: /^SD/u }).getByLabel('Dibuka untuk pendaftaran').check();
  await part(page, 'Biaya & rekening').click();
  await field(page, 'Biaya pendaftaran SD').fill('550000');
  await button(page, 'Tambah rekening').click();
  await fill(page, {
    'Nama rekening': 'Rekening utama',
    'Nama bank': 'Bank Contoh',
    Cabang: 'Depok',
    'Kode bank': '451',
    'Nomor rekening': '700 111 222',
    'Atas nama': 'Yayasan Cendekia',
  });
  await part(page, 'Potongan & periode').click();
  await field(page, 'Daftar periode').fill('Gelombang 1, Gelombang 2');
  await field(page, 'Periode pembayaran bawaan').selectOption('Gelombang 1');
  await part(page, 'Tahun ajaran & gelombang').click();
  await field(page, 'Tahun ajaran yang dibuka').fill('2027/2028');
  await part(page, 'Teks & logo').click();
  await field(page, 'Warna sekolah (opsional)').fill('#0E6753');
  await saveDraft(page);
  await part(page, 'Periksa & aktifkan').click();
  await see(page, 'Menunggu diaktifkan oleh orang lain: keuangan atau admin.');
}
