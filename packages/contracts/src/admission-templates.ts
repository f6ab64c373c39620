import { RESULT_MESSAGE } from '@gerbang/domain/result-message';
import type { MessageKind } from './message-kinds.ts';
import { type MessageTemplate, utility } from './message-template.ts';

const REGISTRATION = 'Buka pendaftaran';
const PROOF = 'Kirim bukti baru';
const SEAT = 'Konfirmasi kursi';
const SLOT = 'Pilih jadwal';

/** Messages about registrations, results, documents and seats. */
export const admissionTemplates = {
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
  slot_choose: utility({
    name: 'pilih_jadwal_observasi',
    params: ['child', 'link'],
    text: 'Pembayaran {{1}} sudah kami terima. Pilih jadwal observasi di halaman pendaftaran.',
    button: SLOT,
  }),
  slot_booked: utility({
    name: 'jadwal_observasi',
    params: ['child', 'day', 'time', 'place', 'link'],
    text: 'Observasi {{1}}: {{2}}, {{3}}, {{4}}.\nUbah jadwal di halaman pendaftaran.',
    button: REGISTRATION,
  }),
  slot_reminder: utility({
    name: 'pengingat_observasi',
    params: ['child', 'when', 'place', 'bring', 'link'],
    defaults: { bring: 'lihat di halaman pendaftaran' },
    text: 'Mengingatkan observasi {{1}}: {{2}}, di {{3}}.\nYang dibawa: {{4}}.',
    button: REGISTRATION,
  }),
  slot_cancelled: utility({
    name: 'jadwal_observasi_dibatalkan',
    params: ['child', 'day', 'link'],
    text: 'Jadwal observasi {{1}} pada {{2}} dibatalkan sekolah. Alasannya dan jadwal lain ada di halaman pendaftaran.',
    button: SLOT,
  }),
  slot_new: utility({
    name: 'jadwal_observasi_baru',
    params: ['link'],
    text: 'Jadwal observasi baru tersedia. Pilih di halaman pendaftaran.',
    button: SLOT,
  }),
  result_published: utility(RESULT_MESSAGE),
  data_corrected: utility({
    name: 'data_dikoreksi',
    params: ['child', 'link'],
    text: 'Data pendaftaran {{1}} dikoreksi oleh sekolah. Periksa di portal.',
    button: 'Lihat koreksi',
  }),
  year_move: utility({
    name: 'pindah_tahun_ajaran',
    params: ['year', 'number', 'next', 'link'],
    text: 'Tahun ajaran {{1}} sudah ditutup. Pendaftaran {{2}} dapat pindah ke {{3}} bila Anda setuju. Jawab di portal.',
    button: REGISTRATION,
  }),
  withdrawal_done: utility({
    name: 'pengunduran_diri_tercatat',
    params: ['number', 'link'],
    text: 'Pengunduran diri {{1}} sudah kami catat. Rinciannya di portal.',
    button: 'Lihat rinciannya',
  }),
  withdrawal_answered: utility({
    name: 'permintaan_mundur_dijawab',
    params: ['number', 'link'],
    text: 'Ada jawaban atas permintaan mundur {{1}}. Baca di portal.',
    button: 'Baca jawaban',
  }),
  withdrawal_requested: utility({
    name: 'permintaan_mundur_menunggu',
    params: ['count', 'link'],
    text: 'Ada {{1}} permintaan mundur baru yang menunggu keputusan sekolah.',
    button: 'Lihat permintaan',
  }),
  result_corrected: utility({
    name: 'hasil_dikoreksi',
    params: ['number', 'link'],
    text: 'Ada koreksi atas hasil pendaftaran {{1}}. Baca di portal.',
    button: 'Baca koreksi',
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
  dapodik_asked: utility({
    name: 'data_dapodik_diminta',
    params: ['child', 'link'],
    text: 'Sekolah masih membutuhkan beberapa data {{1}} untuk pendataan siswa (Dapodik).\nIsi di halaman Data Dapodik; setiap isian langsung tersimpan.',
    button: 'Isi Data Dapodik',
  }),
  continue_asked: utility({
    name: 'lanjut_jenjang_ditanyakan',
    params: ['child', 'level', 'until', 'link'],
    text: 'Apakah {{1}} melanjutkan ke {{2}}?\nJawab ya atau tidak di portal paling lambat {{3}}. Tanpa jawaban, tempatnya tidak kami siapkan.',
    button: 'Jawab sekarang',
  }),
  continue_reminder: utility({
    name: 'lanjut_jenjang_belum_dijawab',
    params: ['child', 'level', 'until', 'link'],
    text: 'Kami belum menerima jawaban apakah {{1}} melanjutkan ke {{2}}.\nJawab ya atau tidak di portal paling lambat {{3}}, agar tempatnya dapat kami siapkan.',
    button: 'Jawab sekarang',
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
} satisfies Partial<Record<MessageKind, MessageTemplate>>;
