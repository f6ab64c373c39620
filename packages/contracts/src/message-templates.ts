import { filledText, RESULT_MESSAGE } from '@gerbang/domain/result-message';
import type { MessageKind } from './message-kinds.ts';

/** A template as the portal knows it; `template-registration.ts` makes of it what is registered at Meta. */
export interface MessageTemplate {
  readonly name: string;
  /** Meta writes the text of authentication templates itself and wants the code a second time, for its copy button. */
  readonly category: 'authentication' | 'utility';
  /** The order in which the values of a message are kept. `link` is the last and belongs to the button. */
  readonly params: readonly string[];
  /** The order before a value was left out: rows of that time may still wait. */
  readonly formerly?: readonly string[];
  /** Values for parameters that the sender left empty: Meta refuses empty ones. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** What the message says; `{{n}}` is the n-th parameter. */
  readonly text: string;
  /** The label of the button that opens the link. */
  readonly button?: string;
}

export const TEMPLATE_LANGUAGE = 'id';

const CODE_TEXT =
  '{{1}} adalah kode verifikasi Anda. Demi keamanan, jangan bagikan kode ini.\nKode ini kedaluwarsa dalam 10 menit.';

const utility = (template: Omit<MessageTemplate, 'category'>): MessageTemplate => ({
  category: 'utility',
  ...template,
});
const code = (name: string): MessageTemplate => ({
  name,
  category: 'authentication',
  params: ['code'],
  text: CODE_TEXT,
});
const OWNER = { name: 'Bapak/Ibu' };
const RESET = 'Atur ulang password';
const SECURITY = 'Buka keamanan akun';
const REGISTRATION = 'Buka pendaftaran';
const ENROLLMENT = 'Lihat daftar ulang';
const INVOICE = 'Lihat tagihan';
const PROOF = 'Kirim bukti baru';
const SEAT = 'Konfirmasi kursi';

/**
 * The text of every kind of message. A template that takes other values gets another name, because programs of the release
 * before go on sending the former ones during an update. A reason, and the result of an observation, stay behind the login: a message can be
 * read on a locked screen.
 */
export const MESSAGE_TEMPLATES: Readonly<Record<MessageKind, MessageTemplate>> = {
  reset_code: code('kode_reset_password'),
  phone_verification: code('kode_verifikasi_nomor'),
  password_changed: utility({
    name: 'password_diganti',
    params: ['name', 'link'],
    defaults: OWNER,
    text: 'Halo {{1}}, password akun Anda di portal pendaftaran baru saja diganti.\nJika bukan Anda yang menggantinya, segera atur ulang password dan hubungi sekolah.',
    button: RESET,
  }),
  number_changed: utility({
    name: 'nomor_diganti',
    params: ['name', 'link'],
    defaults: OWNER,
    text: 'Halo {{1}}, nomor WhatsApp akun Anda di portal pendaftaran baru saja diganti dari nomor ini.\nJika bukan Anda yang menggantinya, segera atur ulang password dan hubungi sekolah.',
    button: RESET,
  }),
  // The link holds what stops the move, in its fragment.
  number_request_approved: utility({
    name: 'nomor_hilang_disetujui',
    params: ['when', 'link'],
    text: 'Sekolah menyetujui permintaan untuk mengganti nomor WhatsApp akun Anda di portal pendaftaran karena nomor ini dilaporkan hilang. Nomor baru berlaku mulai {{1}}.\nJika bukan Anda yang memintanya, segera batalkan dan hubungi sekolah.',
    button: 'Batalkan permintaan',
  }),
  account_changed: utility({
    name: 'akun_diubah',
    params: ['what'],
    text: 'Ada perubahan pada akun Anda di portal pendaftaran: {{1}} baru saja diganti.\nJika bukan Anda yang memintanya, segera hubungi sekolah.',
  }),
  login_phone_added: utility({
    name: 'nomor_masuk_ditambah',
    params: ['link'],
    text: 'Akun Anda di portal pendaftaran kini juga dapat dibuka dengan nomor kedua.\nJika bukan Anda yang menambahkannya, segera atur ulang password dan hubungi sekolah.',
    button: RESET,
  }),
  new_device_login: utility({
    name: 'masuk_perangkat_baru',
    params: ['device', 'network', 'link'],
    defaults: { device: 'perangkat tidak dikenal', network: 'tidak dikenal' },
    text: 'Akun Anda di portal pendaftaran baru saja dibuka dari perangkat baru: {{1}}, jaringan {{2}}.\nJika bukan Anda, segera atur ulang password dan hubungi sekolah.',
    button: RESET,
  }),
  factor_added: utility({
    name: 'verifikasi_ditambah',
    params: ['name', 'factor', 'link'],
    defaults: OWNER,
    text: 'Halo {{1}}, verifikasi dua langkah dengan {{2}} baru saja ditambahkan ke akun Anda di portal pendaftaran.\nJika bukan Anda yang melakukannya, segera ganti password dan hubungi sekolah.',
    button: SECURITY,
  }),
  factor_removed: utility({
    name: 'verifikasi_dihapus',
    params: ['name', 'factor', 'link'],
    defaults: OWNER,
    text: 'Halo {{1}}, verifikasi dua langkah dengan {{2}} baru saja dihapus dari akun Anda di portal pendaftaran.\nJika bukan Anda yang melakukannya, segera ganti password dan hubungi sekolah.',
    button: SECURITY,
  }),
  factors_cleared: utility({
    name: 'verifikasi_dikosongkan',
    params: ['name', 'link'],
    defaults: OWNER,
    text: 'Halo {{1}}, admin sekolah menghapus verifikasi dua langkah akun Anda di portal pendaftaran. Silakan masuk lagi dan aktifkan kembali.\nJika Anda tidak memintanya, segera hubungi sekolah.',
    button: SECURITY,
  }),
  recovery_code_used: utility({
    name: 'kode_pemulihan_dipakai',
    params: ['name', 'link'],
    defaults: OWNER,
    text: 'Halo {{1}}, kode pemulihan akun Anda di portal pendaftaran baru saja dipakai untuk masuk.\nJika bukan Anda yang memakainya, segera ganti password dan hubungi sekolah.',
    button: SECURITY,
  }),
  official_account_change: utility({
    name: 'rekening_resmi_berubah',
    params: ['school', 'when', 'who', 'link'],
    text: 'Rekening resmi {{1}} berubah mulai {{2}}, diajukan oleh {{3}}.\nJika ini bukan keputusan sekolah, segera batalkan di halaman penyiapan sekolah.',
    button: 'Buka penyiapan',
  }),
  official_account_blocked: utility({
    name: 'rekening_resmi_tertahan',
    params: ['when', 'reason', 'link'],
    text: 'Rekening resmi baru yang seharusnya berlaku mulai {{1}} masih tertahan. {{2}} Rekening lama tetap dipakai.\nSelesaikan atau batalkan di halaman penyiapan sekolah.',
    button: 'Buka penyiapan',
  }),
  deciding_account: utility({
    name: 'akun_berwenang_baru',
    params: ['what'],
    text: 'Ada perubahan di portal pendaftaran: {{1}}.\nJika sekolah tidak memutuskannya, segera periksa daftar pengguna.',
  }),
  registration_received: utility({
    name: 'pendaftaran_diterima',
    params: ['child', 'level', 'number', 'fee', 'link'],
    text: 'Pendaftaran {{1}} ke {{2}} sudah kami terima dengan nomor {{3}}.\nBiaya pendaftaran {{4}}. Rekening tujuan dan tempat mengirim bukti pembayaran ada di halaman pendaftaran.',
    button: 'Bayar pendaftaran',
  }),
  fee_proof_received: utility({
    name: 'bukti_biaya_diterima',
    params: ['child', 'number', 'link'],
    text: 'Bukti pembayaran pendaftaran {{1}} (nomor {{2}}) sudah kami terima dan sedang diperiksa. Kami kabari setelah selesai.',
    button: REGISTRATION,
  }),
  fee_verified: utility({
    name: 'biaya_terverifikasi',
    params: ['child', 'number', 'link'],
    text: 'Pembayaran biaya pendaftaran {{1}} (nomor {{2}}) sudah kami verifikasi. Terima kasih.\nKami kabari jadwal observasinya.',
    button: REGISTRATION,
  }),
  fee_rejected: utility({
    name: 'biaya_ditolak',
    params: ['child', 'number', 'link'],
    formerly: ['child', 'number', 'reason', 'link'],
    text: 'Bukti pembayaran pendaftaran {{1}} (nomor {{2}}) belum dapat kami terima.\nAlasannya dan tempat mengirim bukti yang baru ada di halaman pendaftaran.',
    button: PROOF,
  }),
  stage_changed: utility({
    name: 'tahap_pendaftaran_berubah',
    params: ['child', 'number', 'stage', 'detail', 'link'],
    defaults: { detail: 'Lihat riwayat tahapan di portal.' },
    text: 'Tahap pendaftaran {{1}} (nomor {{2}}) sekarang: {{3}}.\nKeterangan: {{4}}\nKami kabari bila tahapnya berubah lagi.',
    button: 'Lihat riwayat tahapan',
  }),
  result_published: utility(RESULT_MESSAGE),
  confirmation_received: utility({
    name: 'daftar_ulang_diterima',
    params: ['child', 'number', 'link'],
    text: 'Konfirmasi daftar ulang {{1}} (nomor pendaftaran {{2}}) sudah kami terima dan sedang ditinjau. Kami kabari setelah selesai.',
    button: ENROLLMENT,
  }),
  confirmation_processed: utility({
    name: 'daftar_ulang_diproses',
    params: ['child', 'number', 'link'],
    text: 'Konfirmasi daftar ulang {{1}} (nomor pendaftaran {{2}}) sudah kami proses.\nBagian keuangan sedang menyiapkan skema pembayaran.',
    button: ENROLLMENT,
  }),
  confirmation_declined: utility({
    name: 'daftar_ulang_ditolak',
    params: ['child', 'number', 'link'],
    formerly: ['child', 'number', 'reason', 'link'],
    text: 'Konfirmasi daftar ulang {{1}} (nomor pendaftaran {{2}}) belum dapat kami terima.\nAlasannya dan tempat memperbaikinya ada di halaman daftar ulang.',
    button: ENROLLMENT,
  }),
  invoice_issued: utility({
    name: 'tagihan_terbit',
    params: ['child', 'number', 'amount', 'due', 'link'],
    text: 'Tagihan daftar ulang {{1}} sudah terbit dengan nomor {{2}}.\nJumlah {{3}}, jatuh tempo {{4}}. Rincian dan rekening tujuan ada di halaman tagihan.',
    button: INVOICE,
  }),
  invoice_due: utility({
    name: 'tagihan_jatuh_tempo',
    params: ['child', 'number', 'amount', 'when', 'due', 'link'],
    text: 'Pengingat: tagihan daftar ulang {{1}} dengan nomor {{2}} sebesar {{3}} jatuh tempo {{4}}, tanggal {{5}}.\nAbaikan pesan ini jika Anda baru saja membayar.',
    button: INVOICE,
  }),
  invoice_overdue: utility({
    name: 'tagihan_terlambat',
    params: ['child', 'number', 'amount', 'days', 'due', 'link'],
    text: 'Tagihan daftar ulang {{1}} dengan nomor {{2}} sebesar {{3}} sudah lewat {{4}} hari dari jatuh temponya, tanggal {{5}}.\nAbaikan pesan ini jika Anda baru saja membayar, atau hubungi sekolah jika ada kendala.',
    button: INVOICE,
  }),
  invoice_payment_verified: utility({
    name: 'pembayaran_terverifikasi',
    params: ['amount', 'number', 'child', 'remaining', 'link'],
    text: 'Pembayaran {{1}} untuk tagihan {{2}} atas nama {{3}} sudah kami verifikasi. Terima kasih.\nSisa tagihan: {{4}}. Kuitansinya dapat diunduh di halaman tagihan.',
    button: INVOICE,
  }),
  invoice_payment_rejected: utility({
    name: 'pembayaran_ditolak',
    params: ['amount', 'number', 'child', 'link'],
    formerly: ['amount', 'number', 'child', 'reason', 'link'],
    text: 'Pembayaran {{1}} untuk tagihan {{2}} atas nama {{3}} belum dapat kami terima.\nAlasannya dan tempat mengirim bukti yang baru ada di halaman tagihan.',
    button: PROOF,
  }),
  enrollment_completed: utility({
    name: 'daftar_ulang_selesai',
    params: ['child', 'number', 'link'],
    text: 'Selamat, daftar ulang {{1}} (nomor pendaftaran {{2}}) sudah selesai: semua tagihan lunas.\nSampai jumpa di sekolah.',
    button: 'Lihat rincian',
  }),
  documents_returned: utility({
    name: 'dokumen_perlu_diulang',
    params: ['count', 'child', 'documents', 'link'],
    text: 'Ada {{1}} dokumen {{2}} yang perlu diulang: {{3}}.\nLihat alasannya di halaman dokumen anak.',
    button: 'Lihat alasannya',
  }),
  documents_complete: utility({
    name: 'dokumen_lengkap',
    params: ['child', 'next', 'link'],
    text: 'Semua dokumen {{1}} sudah diterima.\nLangkah berikutnya: {{2}}',
    button: 'Buka portal',
  }),
  documents_missing: utility({
    name: 'dokumen_belum_ada',
    params: ['count', 'child', 'documents', 'link'],
    text: 'Masih ada {{1}} dokumen {{2}} yang belum kami terima: {{3}}.\nKirim di halaman dokumen anak.',
    button: 'Kirim dokumen',
  }),
  erasure_received: utility({
    name: 'penghapusan_data_diterima',
    params: ['due', 'link'],
    text: 'Permintaan penghapusan data dan akun Anda sudah kami terima. Kami jawab paling lambat {{1}}.\nJika bukan Anda yang mengajukannya, segera ganti password dan hubungi sekolah.',
    button: 'Lihat status',
  }),
  erasure_approved: utility({
    name: 'penghapusan_data_disetujui',
    params: ['name'],
    defaults: OWNER,
    text: 'Halo {{1}}, permintaan penghapusan data Anda disetujui. Data dan akun Anda dihapus sekarang; catatan keuangan dan jejak audit disimpan selama diwajibkan hukum.\nTerima kasih atas kepercayaan Anda.',
  }),
  erasure_refused: utility({
    name: 'penghapusan_data_ditolak',
    params: ['link'],
    formerly: ['reason', 'link'],
    text: 'Permintaan penghapusan data Anda belum dapat kami penuhi.\nAlasannya dapat dibaca di portal.',
    button: 'Lihat alasan',
  }),
  finance_digest: utility({
    name: 'mutasi_belum_selesai',
    params: ['lines', 'receipts', 'link'],
    text: '{{1}} mutasi belum dikenal dan {{2}} dana belum dibukukan.',
    button: 'Lihat mutasi',
  }),
  seat_offered: utility({
    name: 'kursi_tersedia',
    params: ['child', 'level', 'until', 'link'],
    text: 'Kursi untuk {{1}} di {{2}} tersedia sampai {{3}}.\nKonfirmasi di halaman pendaftaran.',
    button: SEAT,
  }),
  seat_reminder: utility({
    name: 'kursi_segera_dilepas',
    params: ['child', 'until', 'link'],
    text: 'Kursi untuk {{1}} dilepas bila belum dikonfirmasi sampai {{2}}.\nKonfirmasi di halaman pendaftaran.',
    button: SEAT,
  }),
  seat_released: utility({
    name: 'kursi_dilepas',
    params: ['child', 'link'],
    text: 'Batas waktu untuk {{1}} sudah lewat dan kursinya dilepas.\nHubungi sekolah bila ada kendala.',
    button: REGISTRATION,
  }),
  waitlist_joined: utility({
    name: 'daftar_tunggu_masuk',
    params: ['child', 'level', 'position', 'of', 'link'],
    text: '{{1}} masuk daftar tunggu {{2}} dengan urutan {{3}} dari {{4}}.\nPenjelasannya ada di halaman pendaftaran.',
    button: 'Lihat urutan',
  }),
  waitlist_stay: utility({
    name: 'daftar_tunggu_masih',
    params: ['child', 'level', 'before', 'link'],
    text: 'Apakah {{1}} masih menunggu kursi di {{2}}?\nJawab sebelum {{3}} di halaman pendaftaran.',
    button: 'Jawab',
  }),
  waitlist_ended: utility({
    name: 'daftar_tunggu_ditutup',
    params: ['level', 'child', 'link'],
    text: 'Daftar tunggu {{1}} untuk {{2}} sudah ditutup.\nKeterangannya ada di halaman pendaftaran.',
    button: 'Lihat keterangan',
  }),
};

/** The mask of a code wherever a message is stored or shown to staff. */
export const MASKED_CODE = '••••••';

/** The values of a message by their names; a row from before a value was left out has its former order. */
export function namedValues(
  { params, formerly = params }: MessageTemplate,
  values: readonly string[],
): ReadonlyMap<string, string> {
  const order = values.length === params.length ? params : formerly;
  return new Map(order.map((name, at) => [name, values[at] ?? '']));
}

/** The message's own words, without the lines around them that say who writes. */
export function renderTemplate(template: MessageTemplate, values: readonly string[]): string {
  return filledText(template.text, values);
}

/** The text as it may be stored, with codes masked. The link is no part of it: it may carry a token. */
export function keptText(kind: MessageKind, values: readonly string[]): string {
  const template = MESSAGE_TEMPLATES[kind];
  return renderTemplate(template, template.category === 'authentication' ? [MASKED_CODE] : values);
}
