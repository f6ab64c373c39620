import type { MessageKind } from './message-kinds.ts';
import { type MessageTemplate, utility } from './message-template.ts';

const ENROLLMENT = 'Lihat daftar ulang';
const INVOICE = 'Lihat tagihan';
const REFUND = 'Lihat pengembalian';
const PROOF = 'Kirim bukti baru';

/** Messages about re-enrolment, invoices and money. */
export const billingTemplates = {
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
  due_date_changed: utility({
    name: 'jatuh_tempo_diubah',
    params: ['number', 'link'],
    text: 'Jatuh tempo tagihan {{1}} diubah oleh sekolah. Lihat tanggal dan alasannya di portal.',
    button: INVOICE,
  }),
  payment_reversed: utility({
    name: 'pembayaran_dibatalkan',
    params: ['number', 'link'],
    text: 'Pembayaran {{1}} dibatalkan oleh sekolah. Lihat alasannya di portal.',
    button: INVOICE,
  }),
  refund_approved: utility({
    name: 'pengembalian_disetujui',
    params: ['number', 'amount', 'link'],
    text: 'Pengembalian dana {{1}} sebesar {{2}} disetujui. Lihat di portal.',
    button: REFUND,
  }),
  refund_paid: utility({
    name: 'pengembalian_ditransfer',
    params: ['number', 'amount', 'link'],
    text: 'Dana {{1}} sebesar {{2}} sudah ditransfer. Buktinya di portal.',
    button: REFUND,
  }),
  scheme_changed: utility({
    name: 'skema_pembayaran_diubah',
    params: ['child', 'number', 'link'],
    text: 'Skema pembayaran daftar ulang {{1}} (nomor pendaftaran {{2}}) diubah oleh sekolah. Lihat perubahan dan alasannya di portal.',
    button: ENROLLMENT,
  }),
  enrollment_completed: utility({
    name: 'daftar_ulang_selesai',
    params: ['child', 'number', 'link'],
    text: 'Selamat, daftar ulang {{1}} (nomor pendaftaran {{2}}) sudah selesai: semua tagihan lunas.\nSampai jumpa di sekolah.',
    button: 'Lihat rincian',
  }),
  finance_digest: utility({
    name: 'mutasi_belum_selesai',
    params: ['lines', 'receipts', 'link'],
    text: '{{1}} mutasi belum dikenal dan {{2}} dana belum dibukukan.',
    button: 'Lihat mutasi',
  }),
  pay_review: utility({
    name: 'pembayaran_perlu_ditinjau',
    params: ['number', 'amount', 'link'],
    text: 'Ada pembayaran otomatis yang perlu ditinjau: {{1}} sebesar {{2}}. Tinjau di portal.',
    button: 'Lihat pembayaran',
  }),
} satisfies Partial<Record<MessageKind, MessageTemplate>>;
