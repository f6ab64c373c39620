import type { MessageKind } from '@gerbang/contracts/message-kinds';
import { MESSAGE_TEMPLATES } from '@gerbang/contracts/message-templates';

interface InboxText {
  readonly title: string;
  /** `{name}` is the template's parameter of that name. */
  readonly text: string;
  /** Path in place of the message's own link; null = no link. */
  readonly link?: string | null;
}

const NOT_YOU = 'Jika bukan Anda yang melakukannya, segera ganti password dan hubungi sekolah.';

/**
 * Titles and texts of the inbox. A kind that is not here is in no inbox: codes, what only a former number is told, and the
 * end of the account itself.
 */
export const INBOX_TEXTS: Readonly<Partial<Record<MessageKind, InboxText>>> = {
  password_changed: {
    title: 'Password diganti',
    text: `Password akun Anda baru saja diganti. ${NOT_YOU}`,
    link: '/security',
  },
  account_changed: {
    title: 'Data akun diubah',
    text: 'Ada perubahan pada akun Anda: {what} baru saja diganti. Jika bukan Anda yang memintanya, segera hubungi sekolah.',
    link: '/phone',
  },
  login_phone_added: {
    title: 'Nomor masuk ditambahkan',
    text: `Akun Anda kini juga dapat dibuka dengan nomor kedua. ${NOT_YOU}`,
    link: '/phone',
  },
  new_device_login: {
    title: 'Masuk dari perangkat baru',
    text: `Akun Anda dibuka dari perangkat baru: {device}, jaringan {network}. ${NOT_YOU}`,
    link: '/security',
  },
  // The message's own link stops the move for whoever holds the old number; the inbox does not carry it.
  number_request_approved: {
    title: 'Penggantian nomor disetujui',
    text: 'Sekolah menyetujui permintaan untuk mengganti nomor WhatsApp akun Anda. Nomor baru berlaku mulai {when}. Jika bukan Anda yang memintanya, segera hubungi sekolah.',
    link: null,
  },
  factor_added: {
    title: 'Verifikasi dua langkah ditambahkan',
    text: `Verifikasi dua langkah dengan {factor} ditambahkan ke akun Anda. ${NOT_YOU}`,
  },
  factor_removed: {
    title: 'Verifikasi dua langkah dihapus',
    text: `Verifikasi dua langkah dengan {factor} dihapus dari akun Anda. ${NOT_YOU}`,
  },
  factors_cleared: {
    title: 'Verifikasi dua langkah dikosongkan',
    text: 'Admin sekolah menghapus verifikasi dua langkah akun Anda. Silakan aktifkan kembali. Jika Anda tidak memintanya, segera hubungi sekolah.',
  },
  recovery_code_used: {
    title: 'Kode pemulihan dipakai',
    text: `Kode pemulihan akun Anda baru saja dipakai untuk masuk. ${NOT_YOU}`,
  },
  official_account_change: {
    title: 'Rekening resmi berubah',
    text: 'Rekening resmi {school} berubah mulai {when}, diajukan oleh {who}. Jika ini bukan keputusan sekolah, segera batalkan.',
  },
  official_account_blocked: {
    title: 'Rekening resmi tertahan',
    text: 'Rekening resmi baru yang seharusnya berlaku mulai {when} masih tertahan. {reason} Rekening lama tetap dipakai. Selesaikan atau batalkan di penyiapan sekolah.',
  },
  deciding_account: {
    title: 'Akun atau peran berwenang baru',
    text: 'Ada {what}, yang dapat memutuskan uang, hasil, atau akun. Jika sekolah tidak memutuskannya, segera periksa daftar pengguna dan hubungi admin lain.',
    link: '/admin/users',
  },
  registration_received: {
    title: 'Pendaftaran diterima',
    text: 'Pendaftaran {child} ke {level} sudah kami terima dengan nomor {number}. Biaya pendaftaran {fee}.',
  },
  fee_proof_received: {
    title: 'Bukti pembayaran diterima',
    text: 'Bukti pembayaran pendaftaran {child} (nomor {number}) sudah kami terima dan sedang kami periksa.',
  },
  fee_verified: {
    title: 'Biaya pendaftaran terverifikasi',
    text: 'Pembayaran biaya pendaftaran {child} (nomor {number}) sudah kami verifikasi. Jadwal observasi menyusul.',
  },
  fee_rejected: {
    title: 'Bukti pembayaran belum dapat diterima',
    text: 'Bukti pembayaran pendaftaran {child} (nomor {number}) belum dapat kami terima. Baca alasannya, lalu kirim bukti yang baru.',
  },
  stage_changed: {
    title: 'Tahap pendaftaran berubah',
    text: 'Tahap pendaftaran {child} (nomor {number}) sekarang: {stage}. {detail}',
  },
  result_published: {
    title: 'Hasil observasi diumumkan',
    text: 'Hasil observasi {child} untuk {level} (nomor pendaftaran {number}) sudah diumumkan.',
  },
  result_corrected: {
    title: 'Hasil dikoreksi',
    text: 'Ada koreksi atas hasil pendaftaran {number}. Baca hasil yang berlaku sekarang.',
  },
  confirmation_received: {
    title: 'Daftar ulang diterima',
    text: 'Konfirmasi daftar ulang {child} (nomor pendaftaran {number}) sudah kami terima dan sedang kami tinjau.',
  },
  confirmation_processed: {
    title: 'Daftar ulang diproses',
    text: 'Konfirmasi daftar ulang {child} (nomor pendaftaran {number}) sudah kami proses. Skema pembayaran sedang disiapkan.',
  },
  confirmation_declined: {
    title: 'Daftar ulang belum dapat diterima',
    text: 'Konfirmasi daftar ulang {child} (nomor pendaftaran {number}) belum dapat kami terima. Baca alasannya, lalu perbaiki dan kirim lagi.',
  },
  invoice_issued: {
    title: 'Tagihan terbit',
    text: 'Tagihan daftar ulang {child} sudah terbit dengan nomor {number}: {amount}, jatuh tempo {due}.',
  },
  invoice_due: {
    title: 'Tagihan akan jatuh tempo',
    text: 'Tagihan {number} daftar ulang {child} sebesar {amount} jatuh tempo {when} ({due}).',
  },
  invoice_overdue: {
    title: 'Tagihan lewat jatuh tempo',
    text: 'Tagihan {number} daftar ulang {child} sebesar {amount} sudah lewat {days} hari dari jatuh temponya ({due}).',
  },
  invoice_payment_verified: {
    title: 'Pembayaran terverifikasi',
    text: 'Pembayaran {amount} untuk tagihan {number} atas nama {child} sudah kami verifikasi. Sisa tagihan: {remaining}.',
  },
  invoice_payment_rejected: {
    title: 'Pembayaran belum dapat diterima',
    text: 'Pembayaran {amount} untuk tagihan {number} atas nama {child} belum dapat kami terima. Baca alasannya, lalu kirim bukti yang baru.',
  },
  due_date_changed: {
    title: 'Jatuh tempo diubah',
    text: 'Jatuh tempo tagihan {number} diubah oleh sekolah. Lihat tanggal dan alasannya.',
  },
  payment_reversed: {
    title: 'Pembayaran dibatalkan',
    text: 'Pembayaran {number} dibatalkan oleh sekolah. Lihat alasannya di portal.',
  },
  refund_approved: {
    title: 'Pengembalian dana disetujui',
    text: 'Pengembalian dana {number} sebesar {amount} disetujui. Lihat rinciannya.',
  },
  refund_paid: {
    title: 'Pengembalian dana ditransfer',
    text: 'Dana {number} sebesar {amount} sudah ditransfer. Lihat buktinya.',
  },
  scheme_changed: {
    title: 'Skema pembayaran diubah',
    text: 'Skema pembayaran daftar ulang {child} (nomor pendaftaran {number}) diubah oleh sekolah. Lihat perubahan dan alasannya.',
  },
  enrollment_completed: {
    title: 'Daftar ulang selesai',
    text: 'Selamat, daftar ulang {child} (nomor pendaftaran {number}) sudah selesai: semua tagihan lunas.',
  },
  data_corrected: {
    title: 'Data dikoreksi',
    text: 'Data pendaftaran {child} dikoreksi oleh sekolah. Baca koreksinya di riwayat pendaftaran.',
  },
  year_move: {
    title: 'Tahun ajaran ditutup',
    text: 'Tahun ajaran {year} sudah ditutup. Pendaftaran {number} dapat pindah ke {next} bila Anda setuju. Jawab di halaman pendaftaran.',
  },
  withdrawal_done: {
    title: 'Pengunduran diri tercatat',
    text: 'Pengunduran diri dari pendaftaran {number} sudah kami catat. Baca rinciannya di halaman pendaftaran.',
  },
  withdrawal_answered: {
    title: 'Permintaan mundur dijawab',
    text: 'Ada jawaban atas permintaan mundur {number}. Baca alasannya di halaman pendaftaran.',
  },
  withdrawal_requested: {
    title: 'Permintaan mundur menunggu',
    text: '{count} permintaan mundur baru menunggu keputusan sekolah.',
  },
  documents_returned: {
    title: 'Dokumen perlu diulang',
    text: 'Ada {count} dokumen {child} yang perlu diulang: {documents}. Lihat alasannya di halaman dokumen anak.',
  },
  documents_complete: {
    title: 'Dokumen lengkap',
    text: 'Semua dokumen {child} sudah diterima. Langkah berikutnya: {next}',
  },
  documents_missing: {
    title: 'Dokumen belum kami terima',
    text: 'Masih ada {count} dokumen {child} yang belum kami terima: {documents}. Kirim di halaman dokumen anak.',
  },
  continue_asked: {
    title: 'Lanjut jenjang',
    text: 'Apakah {child} melanjutkan ke {level}? Jawab ya atau tidak paling lambat {until}.',
  },
  continue_reminder: {
    title: 'Lanjut jenjang belum dijawab',
    text: 'Apakah {child} melanjutkan ke {level}? Jawabannya kami tunggu paling lambat {until}.',
  },
  dapodik_asked: {
    title: 'Data Dapodik',
    text: 'Sekolah masih membutuhkan beberapa data {child} untuk pendataan siswa (Dapodik). Setiap isian langsung tersimpan.',
  },
  erasure_received: {
    title: 'Permintaan penghapusan diterima',
    text: `Permintaan penghapusan data dan akun Anda sudah kami terima. Kami jawab paling lambat {due}. ${NOT_YOU}`,
  },
  erasure_refused: {
    title: 'Permintaan penghapusan ditolak',
    text: 'Permintaan penghapusan data Anda belum dapat kami penuhi. Baca alasannya di portal.',
  },
  finance_digest: {
    title: 'Mutasi bank belum selesai',
    text: '{lines} mutasi belum dikenal dan {receipts} dana belum dibukukan.',
  },
  pay_review: {
    title: 'Pembayaran perlu ditinjau',
    text: 'Ada pembayaran otomatis yang perlu ditinjau: {number} sebesar {amount}.',
  },
  seat_offered: {
    title: 'Kursi tersedia',
    text: 'Kursi untuk {child} di {level} tersedia sampai {until}. Konfirmasi daftar ulangnya sebelum itu.',
  },
  seat_reminder: {
    title: 'Batas waktu kursi mendekat',
    text: 'Kursi untuk {child} dilepas bila belum dikonfirmasi sampai {until}.',
  },
  seat_released: {
    title: 'Kursi dilepas',
    text: 'Batas waktu untuk {child} sudah lewat dan kursinya dilepas. Hubungi sekolah bila ada kendala.',
  },
  waitlist_joined: {
    title: 'Masuk daftar tunggu',
    text: '{child} masuk daftar tunggu {level} dengan urutan {position} dari {of}.',
  },
  waitlist_stay: {
    title: 'Masih menunggu kursi?',
    text: 'Apakah {child} masih menunggu kursi di {level}? Jawab sebelum {before}.',
  },
  waitlist_ended: {
    title: 'Daftar tunggu ditutup',
    text: 'Daftar tunggu {level} untuk {child} sudah ditutup.',
  },
  slot_choose: {
    title: 'Pilih jadwal observasi',
    text: 'Pembayaran {child} sudah kami terima. Pilih jadwal observasinya.',
  },
  slot_booked: {
    title: 'Jadwal observasi',
    text: 'Observasi {child}: {day}, {time}, {place}.',
  },
  slot_reminder: {
    title: 'Pengingat observasi',
    text: 'Observasi {child}: {when}, di {place}. Yang dibawa: {bring}.',
  },
  slot_cancelled: {
    title: 'Jadwal observasi dibatalkan',
    text: 'Jadwal observasi {child} pada {day} dibatalkan sekolah. Baca alasannya, lalu pilih jadwal lain.',
  },
  slot_new: {
    title: 'Jadwal observasi baru',
    text: 'Jadwal observasi baru tersedia. Pilih sebelum penuh.',
  },
};

/** The title of a kind, which may be from a later release. */
export const titleOf = (kind: string): string =>
  INBOX_TEXTS[kind as MessageKind]?.title ?? 'Pemberitahuan sekolah';

/** What an inbox shows of a message: text, and path of the portal. */
export interface InboxEntry {
  readonly text: string;
  readonly link: string | null;
}

/** The path of a message's link, without what stands behind its `#`, which may be a secret. */
function pathOf(link: string | undefined): string | null {
  if (link === undefined || !URL.canParse(link)) return null;
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/**
 * The entry of a message from the values of its template, null for a kind that is in no inbox. A value that ends in a stop
 * keeps only one.
 */
export function inboxEntry(
  kind: MessageKind,
  values: readonly string[],
  link: string | undefined,
): InboxEntry | null {
  const words = INBOX_TEXTS[kind];
  if (!words) return null;
  const { params } = MESSAGE_TEMPLATES[kind];
  const text = words.text
    .replace(/\{(\w+)\}/gu, (_all, name: string) => values[params.indexOf(name)] ?? '')
    .replace(/\.\.(?!\.)/gu, '.')
    .trim();
  return { text, link: words.link === undefined ? pathOf(link) : words.link };
}
