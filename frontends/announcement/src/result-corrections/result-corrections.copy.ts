import type { Result } from '@gerbang/domain/announcements';

const LABELS = { passed: 'Lulus', failed: 'Tidak Lulus', waitlisted: 'Cadangan' } as const;

/** What follows a correction, by the result that it gives. */
const FOLLOWS: Readonly<Record<Result, string>> = {
  passed: 'Anak menjadi diterima dan mendapat kursi bila kelasnya dibatasi.',
  failed: 'Kursi atau tempat di daftar tunggu dilepas, dan konfirmasi daftar ulang yang menunggu ditolak.',
  waitlisted: 'Anak masuk daftar tunggu kelasnya; kursi yang dipegang dilepas.',
};

/** Texts of corrections of published results. */
export const correctionCopy = {
  menu: (child: string) => `Tindakan untuk ${child}`,
  title: 'Koreksi hasil',
  lead: (child: string, now: Result) =>
    `Hasil ${child} sekarang ${LABELS[now]}. Koreksi terbit setelah disetujui Kepala Sekolah atau Administrator lain, lalu keluarganya dikabari.`,
  result: 'Hasil yang benar',
  choose: 'Pilih hasil',
  resultRequired: 'Hasil yang benar harus dipilih',
  follows: (result: Result) => `Yang ikut berubah: ${FOLLOWS[result]}`,
  notes: 'Alasan untuk keluarga',
  notesHint: 'Dibaca orang tua di portal. Pesan WhatsApp hanya mengabarkan bahwa ada koreksi.',
  reason: 'Alasan untuk penyetuju',
  reasonHint: 'Hanya dibaca sekolah.',
  required: 'Alasan paling sedikit 10 karakter',
  ask: 'Ajukan koreksi',
  asked: 'Koreksi diajukan',
  askedText: 'Orang lain menyetujui dan menerbitkannya.',
  askFailed: 'Gagal mengajukan koreksi',
  corrected: (day: string) => `dikoreksi pada ${day}`,
  waiting: 'Koreksi hasil menunggu persetujuan',
  change: (from: Result, to: Result) => `${LABELS[from]} → ${LABELS[to]}`,
  facts: (number: string, title: string) => `${number} · ${title}`,
  askedBy: (name: string, day: string) => `Diajukan ${name}, ${day}`,
  why: (reason: string) => `Alasan: ${reason}`,
  forFamily: (notes: string) => `Untuk keluarga: ${notes}`,
  ownWork: 'Anda yang mengajukan, jadi orang lain yang menyetujui.',
  approve: 'Setujui',
  withdraw: 'Batalkan',
  of: (action: string, child: string) => `${action}: koreksi hasil ${child}`,
  published: 'Koreksi diterbitkan',
  publishedText: 'Keluarganya dikabari dan membaca hasil yang berlaku sekarang.',
  approveFailed: 'Koreksi tidak dapat diterbitkan',
  withdrawn: 'Koreksi dibatalkan',
  withdrawnText: 'Hasilnya tetap seperti semula.',
  withdrawFailed: 'Koreksi tidak dapat dibatalkan',
  overTitle: 'Kursi sudah habis',
  overLead: (child: string) =>
    `Tidak ada kursi bebas untuk ${child}. Anda dapat memberi satu kursi di atas batas; alasannya tercatat.`,
  overReason: 'Alasan memberi kursi di atas batas',
  overAction: 'Beri kursi di atas batas',
} as const;
