import type { HitGroup } from '@gerbang/domain/finder';

export type Group = HitGroup | 'pages' | 'help';

/** Texts of the search from anywhere. */
export const finderCopy = {
  open: 'Cari (Ctrl K)',
  title: 'Cari',
  label: 'Cari anak, orang tua, nomor, atau halaman',
  placeholder: 'Nama, nomor, atau halaman',
  hint: '↑ ↓ memilih · ↵ membuka · Esc menutup',
  groups: {
    registrations: 'Anak dan pendaftaran',
    parents: 'Orang tua',
    invoices: 'Tagihan',
    papers: 'Kuitansi dan surat',
    pages: 'Halaman',
    help: 'Bantuan',
  } satisfies Readonly<Record<Group, string>>,
  more: (shown: number, total: number) => `${shown} dari ${total.toLocaleString('id-ID')}`,
  check: 'Periksa keaslian dokumen',
  searching: 'Mencari...',
  found: (count: number) => `${count} hasil`,
  none: 'Tidak ada yang cocok. Periksa ejaannya, atau cari dengan nomor.',
  failed: 'Pencarian tidak berhasil. Periksa koneksi Anda, lalu coba lagi.',
  notRegistered: 'Keluarga yang belum mendaftarkan anak dicari di',
  counter: 'Loket',
  missing: 'Sebagian data sedang tidak dapat dicari.',
} as const;
