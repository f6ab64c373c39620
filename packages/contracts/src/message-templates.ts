import { z } from 'zod';
import { LETTER_KINDS, withoutSecret } from './letter-templates.ts';

/**
 * Notices to an account's owner of logins and changes that a thief may have made. They have a limit of their own, because
 * the thief could use up that of the other messages first.
 */
export const SECURITY_NOTICES = [
  'password_changed',
  'account_changed',
  'login_phone_added',
  'new_device_login',
  'number_changed',
  'number_request_approved',
  'factor_added',
  'factor_removed',
  'factors_cleared',
  'recovery_code_used',
  'erasure_received',
] as const;

export const MESSAGE_KINDS = [
  'reset_code',
  'phone_verification',
  ...SECURITY_NOTICES,
  'registration_received',
  'fee_proof_received',
  'fee_verified',
  'fee_rejected',
  'stage_changed',
  'result_published',
  'confirmation_received',
  'confirmation_processed',
  'confirmation_declined',
  'invoice_issued',
  'invoice_due',
  'invoice_overdue',
  'invoice_payment_verified',
  'invoice_payment_rejected',
  'enrollment_completed',
  'erasure_approved',
  'erasure_refused',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];
/** Every kind: those with a template, which may go by e-mail as well, and those of letters alone. */
export const ALL_KINDS = [...MESSAGE_KINDS, ...LETTER_KINDS] as const;
export type AnyKind = (typeof ALL_KINDS)[number];

/** One message; `to` null = no WhatsApp number (the request was for an unknown account, or it is a letter). */
export const messageRequestedSchema = z.object({
  dedupeKey: z.string().max(200),
  kind: z.enum(ALL_KINDS),
  to: z.string().nullable(),
  /** The account whose inbox it belongs to; null = it is in no inbox. Missing in events of a release before inboxes: the number decides. */
  accountId: z.uuid().nullable().optional(),
  /** A letter to this address of this account, which goes no other way; `to` is null then. */
  letter: z.object({ email: z.string().max(254), userId: z.uuid() }).optional(),
  params: z.record(z.string(), z.string()),
  priority: z.enum(['code', 'normal', 'bulk']),
  /** Moment after which the message must not be sent any more. */
  expiresAt: z.iso.datetime().optional(),
});
export type MessageRequested = z.infer<typeof messageRequestedSchema>;

/** A template as it is registered at Meta; `{{n}}` in the text is the n-th parameter. */
export interface MessageTemplate {
  readonly name: string;
  /** Meta writes the text of authentication templates itself and wants the code a second time, for its copy button. */
  readonly category: 'authentication' | 'utility';
  readonly params: readonly string[];
  /** Values for parameters that the sender left empty: Meta refuses empty ones. */
  readonly defaults?: Readonly<Record<string, string>>;
  readonly text: string;
}

export const TEMPLATE_LANGUAGE = 'id';

const CODE_TEXT =
  '{{1}} adalah kode verifikasi Anda. Demi keamanan, jangan bagikan kode ini.\nKode ini kedaluwarsa dalam 10 menit.';

/** The text of every kind of message. */
export const MESSAGE_TEMPLATES: Readonly<Record<MessageKind, MessageTemplate>> = {
  reset_code: { name: 'kode_reset_password', category: 'authentication', params: ['code'], text: CODE_TEXT },
  phone_verification: {
    name: 'kode_verifikasi_nomor',
    category: 'authentication',
    params: ['code'],
    text: CODE_TEXT,
  },
  password_changed: {
    name: 'password_diganti',
    category: 'utility',
    params: ['name', 'link'],
    defaults: { name: 'Bapak/Ibu' },
    text: 'Halo {{1}}, password akun Anda di portal pendaftaran baru saja diganti.\nJika bukan Anda yang menggantinya, segera atur ulang password di {{2}} dan hubungi sekolah.',
  },
  number_changed: {
    name: 'nomor_diganti',
    category: 'utility',
    params: ['name', 'link'],
    defaults: { name: 'Bapak/Ibu' },
    text: 'Halo {{1}}, nomor WhatsApp akun Anda di portal pendaftaran baru saja diganti dari nomor ini.\nJika bukan Anda yang menggantinya, segera atur ulang password di {{2}} dan hubungi sekolah.',
  },
  // The link holds what stops the move, in its fragment.
  number_request_approved: {
    name: 'nomor_hilang_disetujui',
    category: 'utility',
    params: ['when', 'link'],
    text: 'Sekolah menyetujui permintaan untuk mengganti nomor WhatsApp akun Anda di portal pendaftaran karena nomor ini dilaporkan hilang. Nomor baru berlaku mulai {{1}}.\nJika bukan Anda yang memintanya, segera batalkan di {{2}} dan hubungi sekolah.',
  },
  account_changed: {
    name: 'akun_diubah',
    category: 'utility',
    params: ['what'],
    text: 'Ada perubahan pada akun Anda di portal pendaftaran: {{1}} baru saja diganti.\nJika bukan Anda yang memintanya, segera hubungi sekolah.',
  },
  login_phone_added: {
    name: 'nomor_masuk_ditambah',
    category: 'utility',
    params: ['link'],
    text: 'Akun Anda di portal pendaftaran kini juga dapat dibuka dengan nomor kedua.\nJika bukan Anda yang menambahkannya, segera atur ulang password di {{1}} dan hubungi sekolah.',
  },
  new_device_login: {
    name: 'masuk_perangkat_baru',
    category: 'utility',
    params: ['device', 'network', 'link'],
    defaults: { device: 'perangkat tidak dikenal', network: 'tidak dikenal' },
    text: 'Akun Anda di portal pendaftaran baru saja dibuka dari perangkat baru: {{1}}, jaringan {{2}}.\nJika bukan Anda, segera atur ulang password di {{3}} dan hubungi sekolah.',
  },
  factor_added: {
    name: 'verifikasi_ditambah',
    category: 'utility',
    params: ['name', 'factor', 'link'],
    defaults: { name: 'Bapak/Ibu' },
    text: 'Halo {{1}}, verifikasi dua langkah dengan {{2}} baru saja ditambahkan ke akun Anda di portal pendaftaran.\nJika bukan Anda yang melakukannya, segera ganti password di {{3}} dan hubungi sekolah.',
  },
  factor_removed: {
    name: 'verifikasi_dihapus',
    category: 'utility',
    params: ['name', 'factor', 'link'],
    defaults: { name: 'Bapak/Ibu' },
    text: 'Halo {{1}}, verifikasi dua langkah dengan {{2}} baru saja dihapus dari akun Anda di portal pendaftaran.\nJika bukan Anda yang melakukannya, segera ganti password di {{3}} dan hubungi sekolah.',
  },
  factors_cleared: {
    name: 'verifikasi_dikosongkan',
    category: 'utility',
    params: ['name', 'link'],
    defaults: { name: 'Bapak/Ibu' },
    text: 'Halo {{1}}, admin sekolah menghapus verifikasi dua langkah akun Anda di portal pendaftaran. Silakan masuk lagi dan aktifkan kembali di {{2}}.\nJika Anda tidak memintanya, segera hubungi sekolah.',
  },
  recovery_code_used: {
    name: 'kode_pemulihan_dipakai',
    category: 'utility',
    params: ['name', 'link'],
    defaults: { name: 'Bapak/Ibu' },
    text: 'Halo {{1}}, kode pemulihan akun Anda di portal pendaftaran baru saja dipakai untuk masuk.\nJika bukan Anda yang memakainya, segera ganti password di {{2}} dan hubungi sekolah.',
  },
  registration_received: {
    name: 'pendaftaran_diterima',
    category: 'utility',
    params: ['child', 'level', 'number', 'fee', 'link'],
    text: 'Pendaftaran {{1}} ke {{2}} sudah kami terima dengan nomor {{3}}.\nBiaya pendaftaran {{4}}. Buka {{5}} untuk melihat rekening tujuan dan mengirim bukti pembayaran.',
  },
  fee_proof_received: {
    name: 'bukti_biaya_diterima',
    category: 'utility',
    params: ['child', 'number', 'link'],
    text: 'Bukti pembayaran pendaftaran {{1}} (nomor {{2}}) sudah kami terima dan sedang diperiksa. Kami kabari setelah selesai. Buka {{3}} untuk melihat statusnya.',
  },
  fee_verified: {
    name: 'biaya_terverifikasi',
    category: 'utility',
    params: ['child', 'number', 'link'],
    text: 'Pembayaran biaya pendaftaran {{1}} (nomor {{2}}) sudah kami verifikasi. Terima kasih.\nKami kabari jadwal observasinya. Buka {{3}} untuk melihat statusnya.',
  },
  fee_rejected: {
    name: 'biaya_ditolak',
    category: 'utility',
    params: ['child', 'number', 'reason', 'link'],
    defaults: { reason: 'bukti pembayaran belum dapat kami terima' },
    text: 'Bukti pembayaran pendaftaran {{1}} (nomor {{2}}) belum dapat kami terima.\nAlasan: {{3}}\nBuka {{4}} untuk mengirim bukti yang baru.',
  },
  stage_changed: {
    name: 'tahap_pendaftaran_berubah',
    category: 'utility',
    params: ['child', 'number', 'stage', 'detail', 'link'],
    defaults: { detail: 'Keterangan lengkapnya ada di portal.' },
    text: 'Tahap pendaftaran {{1}} (nomor {{2}}) sekarang: {{3}}.\n{{4}}\nBuka {{5}} untuk melihat selengkapnya.',
  },
  // The result itself stays behind the login: a message can be read on a locked screen.
  result_published: {
    name: 'hasil_observasi_terbit',
    category: 'utility',
    params: ['child', 'level', 'number', 'link'],
    text: 'Hasil observasi {{1}} untuk {{2}} (nomor pendaftaran {{3}}) sudah diumumkan.\nBuka {{4}} untuk melihat hasil dan langkah berikutnya.',
  },
  confirmation_received: {
    name: 'daftar_ulang_diterima',
    category: 'utility',
    params: ['child', 'number', 'link'],
    text: 'Konfirmasi daftar ulang {{1}} (nomor pendaftaran {{2}}) sudah kami terima dan sedang ditinjau. Kami kabari setelah selesai. Buka {{3}} untuk melihat statusnya.',
  },
  confirmation_processed: {
    name: 'daftar_ulang_diproses',
    category: 'utility',
    params: ['child', 'number', 'link'],
    text: 'Konfirmasi daftar ulang {{1}} (nomor pendaftaran {{2}}) sudah kami proses.\nBagian keuangan sedang menyiapkan skema pembayaran. Buka {{3}} untuk melihat statusnya.',
  },
  confirmation_declined: {
    name: 'daftar_ulang_ditolak',
    category: 'utility',
    params: ['child', 'number', 'reason', 'link'],
    defaults: { reason: 'data daftar ulang belum dapat kami terima' },
    text: 'Konfirmasi daftar ulang {{1}} (nomor pendaftaran {{2}}) belum dapat kami terima.\nAlasan: {{3}}\nBuka {{4}} untuk memperbaiki dan mengirimnya lagi.',
  },
  invoice_issued: {
    name: 'tagihan_terbit',
    category: 'utility',
    params: ['child', 'number', 'amount', 'due', 'link'],
    text: 'Tagihan daftar ulang {{1}} sudah terbit dengan nomor {{2}}.\nJumlah {{3}}, jatuh tempo {{4}}. Buka {{5}} untuk melihat rincian dan mengirim bukti pembayaran.',
  },
  invoice_due: {
    name: 'tagihan_jatuh_tempo',
    category: 'utility',
    params: ['child', 'number', 'amount', 'when', 'due', 'link'],
    text: 'Pengingat: tagihan {{2}} daftar ulang {{1}} sebesar {{3}} jatuh tempo {{4}} ({{5}}).\nAbaikan pesan ini jika Anda baru saja membayar. Buka {{6}} untuk melihat rekening tujuan dan mengirim bukti pembayaran.',
  },
  invoice_overdue: {
    name: 'tagihan_terlambat',
    category: 'utility',
    params: ['child', 'number', 'amount', 'days', 'due', 'link'],
    text: 'Tagihan {{2}} daftar ulang {{1}} sebesar {{3}} sudah lewat {{4}} hari dari jatuh temponya ({{5}}).\nAbaikan pesan ini jika Anda baru saja membayar, atau hubungi sekolah jika ada kendala. Buka {{6}} untuk mengirim bukti pembayaran.',
  },
  invoice_payment_verified: {
    name: 'pembayaran_terverifikasi',
    category: 'utility',
    params: ['amount', 'number', 'child', 'remaining', 'link'],
    text: 'Pembayaran {{1}} untuk tagihan {{2}} atas nama {{3}} sudah kami verifikasi. Terima kasih.\nSisa tagihan: {{4}}. Buka {{5}} untuk mengunduh kuitansinya.',
  },
  invoice_payment_rejected: {
    name: 'pembayaran_ditolak',
    category: 'utility',
    params: ['amount', 'number', 'child', 'reason', 'link'],
    text: 'Pembayaran {{1}} untuk tagihan {{2}} atas nama {{3}} belum dapat kami terima.\nAlasan: {{4}}\nBuka {{5}} untuk mengirim bukti yang baru.',
  },
  enrollment_completed: {
    name: 'daftar_ulang_selesai',
    category: 'utility',
    params: ['child', 'number', 'link'],
    text: 'Selamat, daftar ulang {{1}} (nomor pendaftaran {{2}}) sudah selesai: semua tagihan lunas.\nSampai jumpa di sekolah. Buka {{3}} untuk melihat rinciannya.',
  },
  erasure_received: {
    name: 'penghapusan_data_diterima',
    category: 'utility',
    params: ['due', 'link'],
    text: 'Permintaan penghapusan data dan akun Anda sudah kami terima. Kami jawab paling lambat {{1}}.\nJika bukan Anda yang mengajukannya, segera ganti password dan hubungi sekolah. Buka {{2}} untuk melihat statusnya.',
  },
  erasure_approved: {
    name: 'penghapusan_data_disetujui',
    category: 'utility',
    params: ['name'],
    defaults: { name: 'Bapak/Ibu' },
    text: 'Halo {{1}}, permintaan penghapusan data Anda disetujui. Data dan akun Anda dihapus sekarang; catatan keuangan dan jejak audit disimpan selama diwajibkan hukum.\nTerima kasih atas kepercayaan Anda.',
  },
  erasure_refused: {
    name: 'penghapusan_data_ditolak',
    category: 'utility',
    params: ['reason', 'link'],
    text: 'Permintaan penghapusan data Anda belum dapat kami penuhi.\nAlasan: {{1}}\nBuka {{2}} untuk melihat selengkapnya.',
  },
};

/** The mask of a code wherever a message is stored or shown to staff. */
export const MASKED_CODE = '••••••';

/** The text as the person reads it. */
export function renderTemplate(template: MessageTemplate, values: readonly string[]): string {
  return template.text.replace(/\{\{(\d)\}\}/gu, (_all, number: string) => values[Number(number) - 1] ?? '');
}

/** The text as it may be stored, with codes masked, and what a link carries behind its `#`. */
export function keptText(kind: MessageKind, values: readonly string[]): string {
  const template = MESSAGE_TEMPLATES[kind];
  if (template.category === 'authentication') return renderTemplate(template, [MASKED_CODE]);
  const kept = values.map((value, at) =>
    template.params[at] === 'link' ? withoutSecret(value, MASKED_CODE) : value,
  );
  return renderTemplate(template, kept);
}
