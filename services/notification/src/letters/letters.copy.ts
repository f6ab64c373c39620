import type { LetterKind } from '@gerbang/contracts/letter-templates';
import type { AnyKind } from '@gerbang/contracts/message-kinds';

/** The subject of a letter of each kind: no name, no figure, because it stands in lists and on locked screens. */
export const SUBJECTS: Readonly<Record<AnyKind, string>> = {
  email_verification: 'Verifikasi alamat email Anda',
  email_changed: 'Alamat email akun Anda diganti',
  reset_code: 'Kode untuk mengatur ulang password',
  counter_invitation: 'Akun Anda di portal pendaftaran',
  phone_verification: 'Kode verifikasi nomor',
  password_changed: 'Password akun Anda diganti',
  account_changed: 'Akun Anda diubah',
  login_phone_added: 'Nomor kedua untuk masuk ke akun Anda',
  new_device_login: 'Akun Anda dibuka dari perangkat baru',
  number_changed: 'Nomor WhatsApp akun Anda diganti',
  number_request_approved: 'Nomor WhatsApp akun Anda akan diganti',
  factor_added: 'Verifikasi dua langkah ditambahkan',
  factor_removed: 'Verifikasi dua langkah dihapus',
  factors_cleared: 'Verifikasi dua langkah dihapus',
  recovery_code_used: 'Kode pemulihan akun Anda dipakai',
  official_account_change: 'Rekening resmi sekolah berubah',
  official_account_blocked: 'Rekening resmi sekolah masih tertahan',
  deciding_account: 'Akun atau peran berwenang baru di portal',
  registration_received: 'Pendaftaran sudah kami terima',
  fee_proof_received: 'Bukti pembayaran pendaftaran sudah kami terima',
  fee_verified: 'Pembayaran pendaftaran sudah diverifikasi',
  fee_rejected: 'Bukti pembayaran pendaftaran belum dapat kami terima',
  stage_changed: 'Tahap pendaftaran berubah',
  result_published: 'Hasil observasi sudah diumumkan',
  result_corrected: 'Ada koreksi atas hasil pendaftaran',
  confirmation_received: 'Konfirmasi daftar ulang sudah kami terima',
  confirmation_processed: 'Konfirmasi daftar ulang sudah kami proses',
  confirmation_declined: 'Konfirmasi daftar ulang belum dapat kami terima',
  invoice_issued: 'Tagihan daftar ulang sudah terbit',
  invoice_due: 'Pengingat tagihan daftar ulang',
  invoice_overdue: 'Tagihan daftar ulang lewat jatuh tempo',
  invoice_payment_verified: 'Pembayaran Anda sudah diverifikasi',
  invoice_payment_rejected: 'Bukti pembayaran belum dapat kami terima',
  due_date_changed: 'Jatuh tempo tagihan diubah',
  payment_reversed: 'Pembayaran dibatalkan oleh sekolah',
  refund_approved: 'Pengembalian dana disetujui',
  refund_paid: 'Pengembalian dana sudah ditransfer',
  scheme_changed: 'Skema pembayaran daftar ulang diubah',
  enrollment_completed: 'Daftar ulang selesai',
  data_corrected: 'Data pendaftaran dikoreksi sekolah',
  withdrawal_done: 'Pengunduran diri sudah kami catat',
  withdrawal_answered: 'Ada jawaban atas permintaan mundur',
  withdrawal_requested: 'Permintaan mundur menunggu keputusan',
  documents_returned: 'Ada dokumen yang perlu diulang',
  documents_complete: 'Semua dokumen sudah diterima',
  documents_missing: 'Ada dokumen yang belum kami terima',
  erasure_received: 'Permintaan penghapusan data sudah kami terima',
  erasure_approved: 'Permintaan penghapusan data disetujui',
  erasure_refused: 'Permintaan penghapusan data belum dapat dipenuhi',
  finance_digest: 'Mutasi bank yang belum selesai',
  seat_offered: 'Kursi tersedia',
  seat_reminder: 'Batas waktu kursi mendekat',
  seat_released: 'Kursi sudah dilepas',
  waitlist_joined: 'Masuk daftar tunggu',
  waitlist_stay: 'Masih menunggu kursi?',
  waitlist_ended: 'Daftar tunggu sudah ditutup',
  slot_choose: 'Pilih jadwal observasi',
  slot_booked: 'Jadwal observasi',
  slot_reminder: 'Pengingat observasi',
  slot_cancelled: 'Jadwal observasi dibatalkan sekolah',
  slot_new: 'Jadwal observasi baru tersedia',
};

/** The words on the button of the kinds without a template; the others have their template's. */
export const ACTIONS: Readonly<Record<LetterKind, string>> = {
  email_verification: 'Buka halaman verifikasi',
  email_changed: 'Atur ulang password',
};

/** What every letter says around its text. */
export const lettersCopy = {
  open: 'Buka portal',
  greeting: 'Bapak/Ibu yang terhormat,',
  /** Under the button, for programs that show none. */
  address: (link: string) => `Bila tombol tidak dapat dibuka, salin alamat ini ke peramban Anda:\n${link}`,
  footer: (school: string) =>
    `Surat ini dikirim otomatis oleh portal pendaftaran ${school}. Jangan membalas surat ini.`,
  settings: 'Atur pemberitahuan',
} as const;
