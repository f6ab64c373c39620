import type { ALIVE_STATUSES, INCOMES } from '@gerbang/domain/family-options';

/** The words for stored values. */
export const ALIVE_LABELS: Readonly<Record<(typeof ALIVE_STATUSES)[number], string>> = {
  HIDUP: 'Masih hidup',
  MENINGGAL: 'Sudah wafat',
};
export const INCOME_LABELS: Readonly<Record<(typeof INCOMES)[number], string>> = {
  '<10.000.000': 'Di bawah Rp 10 juta',
  '10.000.000 - 20.000.000': 'Rp 10 juta – Rp 20 juta',
  '>20.000.000': 'Di atas Rp 20 juta',
};

/** Texts of /profile. */
const person = {
  name: 'Nama lengkap',
  alive_status: 'Status',
  ktp: 'Nomor KTP',
  education: 'Pendidikan',
  job: 'Pekerjaan',
  phone: 'Nomor telepon',
  income: 'Penghasilan per bulan',
} as const;

export const profileCopy = {
  intro: 'Boleh diisi sebagian dan disimpan dahulu. Isi sesuai dokumen.',
  sections: {
    father: 'Data Ayah',
    mother: 'Data Ibu',
    contact: 'Kontak Utama',
    address: 'Alamat',
  },
  person,
  overview: 'Bagian data orang tua',
  filled: (filled: number, total: number) => `${filled} dari ${total} isian terisi`,
  toOverview: 'Semua bagian',
  saveNext: 'Simpan dan lanjut',
  ktpHint: '16 digit nomor KTP',
  phonePlaceholder: '08xxxxxxxxxx',
  choose: 'Pilih',
  contactPhone: 'Nomor kontak (WhatsApp)',
  contactHint: 'Setelah diverifikasi, nomor ini juga dapat dipakai untuk masuk.',
  verified: 'Terverifikasi',
  unverified: 'Belum diverifikasi',
  saveFirst: 'Simpan profil dahulu untuk memverifikasi nomor ini.',
  sendCode: 'Kirim kode verifikasi',
  sending: 'Mengirim...',
  complete: 'Lengkap',
  missing: (names: readonly string[]) => `${names.length} isian belum diisi: ${names.join(', ')}`,
  save: 'Simpan Profile',
  saving: 'Menyimpan...',
  back: 'Kembali',
  saved: 'Profile berhasil diperbarui',
  savedText: 'Data orang tua telah disimpan.',
  failed: 'Gagal memperbarui profile',
  loading: 'Memuat...',
  loadFailed: 'Data orang tua tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
} as const;

export const passwordCopy = {
  title: 'Masukkan password Anda',
  lead: 'Nomor ini bukan nomor akun Anda. Setelah diverifikasi, nomor ini juga dapat dipakai untuk masuk, jadi kami perlu memastikan ini Anda.',
  password: 'Password',
  required: 'Password harus diisi',
  send: 'Kirim kode',
  sending: 'Mengirim...',
} as const;

export const verifyCopy = {
  title: 'Verifikasi nomor kontak',
  sentTo: (phone: string) => `Kode 6 digit dikirim lewat WhatsApp ke ${phone}.`,
  code: 'Kode verifikasi',
  codeHint: '6 digit angka, berlaku 10 menit',
  wrongLength: 'Kode OTP harus berupa 6 digit angka',
  verify: 'Verifikasi',
  verifying: 'Memproses...',
  resend: 'Kirim ulang kode',
  resendIn: (seconds: number) => `Kirim ulang kode (${seconds} detik)`,
  sentTitle: 'Kode terkirim',
  failedTitle: 'Gagal mengirim kode',
  doneTitle: 'Nomor terverifikasi',
  doneText: 'Nomor ini sekarang juga dapat dipakai untuk masuk.',
  wrongTitle: 'Verifikasi gagal',
} as const;
