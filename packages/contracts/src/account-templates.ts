import type { MessageKind } from './message-kinds.ts';
import { type MessageTemplate, utility } from './message-template.ts';

const CODE_TEXT =
  '{{1}} adalah kode verifikasi Anda. Demi keamanan, jangan bagikan kode ini.\nKode ini kedaluwarsa dalam 10 menit.';

const code = (name: string): MessageTemplate => ({
  name,
  category: 'authentication',
  params: ['code'],
  text: CODE_TEXT,
});

const OWNER = { name: 'Bapak/Ibu' };
const RESET = 'Atur ulang password';
const SECURITY = 'Buka keamanan akun';

/** Messages about accounts, the school’s settings and the erasure of data. */
export const accountTemplates = {
  reset_code: code('kode_reset_password'),
  phone_verification: code('kode_verifikasi_nomor'),
  // The link holds a code, in its fragment. The number may be another family's: it gets no name.
  counter_invitation: utility({
    name: 'undangan_loket',
    params: ['child', 'school', 'link'],
    text: 'Akun untuk {{1}} dibuat di loket {{2}}.\nBuat kata sandi dalam 72 jam, lalu masuk dengan nomor WhatsApp ini dan periksa data yang kami isi.',
    button: 'Buat kata sandi',
  }),
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
} satisfies Partial<Record<MessageKind, MessageTemplate>>;
