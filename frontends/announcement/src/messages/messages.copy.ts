import type { AnyKind } from '@gerbang/contracts/message-kinds';
import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import type { MessageChannel } from '@gerbang/domain/messages';

export const KINDS = Object.keys(MESSAGE_KIND_LABELS) as AnyKind[];

/** The ways of a message. */
export const CHANNEL_LABELS: Readonly<Record<MessageChannel, string>> = {
  whatsapp: 'WhatsApp',
  email: 'Email',
};

/** Texts of /admin/messages. */
export const messagesCopy = {
  search: 'Cari nama penerima atau nomor lengkap...',
  searchLabel: 'Cari pesan menurut nama penerima atau nomor teleponnya yang lengkap',
  counters: 'Jumlah pesan per status',
  kind: 'Jenis pesan',
  everyKind: 'Semua jenis',
  status: 'Status',
  from: 'Dari tanggal',
  to: 'Sampai tanggal',
  sorts: { '-created_at': 'Terbaru dahulu', created_at: 'Terlama dahulu' },
  found: (count: number) => `${count.toLocaleString('id-ID')} pesan`,
  loading: 'Memuat pesan...',
  loadFailed: 'Pesan tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Belum ada pesan.',
  noneInFilter: 'Tidak ada pesan dengan saringan ini.',
  caption: 'Pesan WhatsApp',
  columns: { recipient: 'Penerima', kind: 'Pesan', status: 'Status', at: 'Dibuat', actions: 'Aksi' },
  noName: 'Tanpa nama',
  oneFamily: 'satu keluarga',
  clock: (time: string) => `${time} WIB`,
  next: (when: string) => `Dikirim sekitar ${when}`,
  open: 'Lihat',
  openOf: (kind: string, who: string) => `Lihat: ${kind} untuk ${who}`,
  resend: 'Kirim ulang',
  resendOf: (kind: string, who: string) => `Kirim ulang: ${kind} untuk ${who}`,
} as const;

/** Texts of one message. */
export const detailCopy = {
  title: 'Detail pesan',
  loading: 'Memuat pesan...',
  loadFailed: 'Pesan ini tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  missing: 'Pesan tidak ditemukan.',
  recipient: 'Penerima',
  phone: 'Nomor atau alamat',
  channel: 'Dikirim lewat',
  kind: 'Jenis pesan',
  created: 'Dibuat',
  next: 'Percobaan berikutnya',
  sent: 'Terkirim',
  delivered: 'Sampai',
  read: 'Dibaca',
  failed: 'Gagal',
  tries: 'Percobaan yang gagal',
  resends: 'Dikirim ulang',
  resendBy: (who: string, when: string) => `${who}, ${when}`,
  text: 'Isi pesan',
  textGone: 'Isi pesan tidak disimpan lagi.',
  codeHidden: 'Kode disamarkan dan tidak pernah ditampilkan.',
  recorded: 'Membuka isi pesan tercatat di jejak audit.',
  remedy: 'Yang dapat dilakukan:',
  contact: 'Hubungi lewat WhatsApp',
  contactHint: 'Membuka nomor penerima tercatat di jejak audit.',
  contactOpen: 'Buka obrolan WhatsApp',
  contactNewTab: '(tab baru)',
  contactFailed: 'Tautan WhatsApp tidak dapat dibuka',
  close: 'Tutup',
} as const;

/** Texts of sending again. */
export const resendCopy = {
  title: 'Kirim ulang pesan ini?',
  question: (kind: string, who: string) => `"${kind}" dikirim sekali lagi kepada ${who}.`,
  confirm: 'Kirim ulang',
  pending: 'Mengirim...',
  success: 'Berhasil',
  done: 'Pesan dikirim ulang',
  failed: 'Pesan tidak dikirim ulang',
  faster: (who: string, when: string) => `Pesan ini sudah dikirim ulang oleh ${who} pada ${when}.`,
  moved: (status: string) => `Keadaan pesan ini sudah berubah: ${status}.`,
} as const;
