import type { CorrectionTarget } from '@gerbang/domain/corrections';

/** The fields of a registration that are corrected. */
export const REGISTRATION_LABELS: Readonly<Record<string, string>> = {
  jenjang: 'Jenjang',
  kelas: 'Kelas',
  academic_year: 'Tahun ajaran',
  previous_school: 'Asal sekolah',
  previous_grade: 'Kelas terakhir',
  nisn: 'NISN',
  how_know_school: 'Mengetahui sekolah dari',
  uniform_size: 'Ukuran seragam',
  sibling_name: 'Saudara di sekolah ini',
  collective_student_name: 'Nama pendaftaran kolektif',
  information: 'Catatan khusus',
};

const targets: Readonly<Record<CorrectionTarget, string>> = {
  child: 'Data anak',
  parents: 'Data orang tua',
  registration: 'Data pendaftaran',
};

/** Texts of the tab 'Koreksi'. */
export const correctionsCopy = {
  title: 'Koreksi',
  open: 'Buka koreksi',
  targets,
  loading: 'Memuat data yang dapat dikoreksi...',
  loadFailed: 'Data tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  edit: 'Ubah',
  editOf: (field: string) => `Ubah ${field}`,
  keep: 'Batal ubah',
  keepOf: (field: string) => `Batal ubah ${field}`,
  region: 'Alamat dan wilayah',
  empty: 'Belum diisi',
  choose: 'Pilih',
  noClasses: 'Jenjang ini tidak memiliki kelas.',
  over: 'Tetap pindahkan meski penuh',
  barred: (fields: string, why: string) => `${fields}: ${why}`,
  basis: 'Dasar koreksi',
  document: 'Dokumen',
  noDocument: 'Anak ini belum punya dokumen yang diterima.',
  reason: 'Alasan',
  reasonHint: 'Dibaca keluarga di riwayat pendaftaran. Paling sedikit 10 karakter.',
  check: 'Lihat yang ikut berubah',
  checking: 'Memeriksa...',
  follows: 'Yang ikut berubah',
  save: 'Simpan koreksi',
  saving: 'Menyimpan...',
  saved: 'Koreksi disimpan',
  savedText: 'Keluarga diberi tahu dan dapat membaca alasannya.',
  failed: 'Koreksi belum tersimpan',
  history: 'Koreksi sebelumnya',
  none: 'Belum ada koreksi.',
  by: (name: string, role: string) => `Oleh ${name} · ${role}`,
  nobody: 'Sistem',
  objected: (text: string) => `Keluarga menyatakan tidak benar: ${text}`,
} as const;

/** Texts of what a family reads of corrections. */
export const ownCopy = {
  title: 'Koreksi sekolah',
  requests: 'Permintaan koreksi Anda',
  line: (field: string, before: string, after: string) =>
    `Sekolah mengoreksi ${field}: ${before} → ${after}.`,
  reason: (reason: string) => `Alasan: ${reason}`,
  nothing: 'kosong',
  failed: 'Koreksi sekolah tidak dapat dimuat. Silakan coba lagi.',
  retry: 'Coba lagi',
  object: 'Ini tidak benar',
  objectTitle: 'Koreksi ini tidak benar',
  objectHint: 'Sekolah membaca dan menjawabnya. Data tidak berubah dengan sendirinya.',
  objected: (text: string) => `Anda menyatakan ini tidak benar: ${text}`,
  ask: 'Ada yang salah? Minta koreksi',
  askTitle: 'Minta koreksi',
  askHint: 'Tulis data mana yang salah dan yang benar. Jangan menulis NIK atau nomor KTP di sini.',
  text: 'Yang salah dan yang benar',
  required: 'Tulis apa yang salah',
  send: 'Kirim',
  sent: 'Terkirim',
  sentText: 'Jawaban sekolah tampil di sini.',
  sendFailed: 'Belum terkirim',
  waits: 'Menunggu jawaban sekolah.',
  answer: (answer: string) => `Jawaban sekolah: ${answer}`,
} as const;

/** Texts of /admin/correction-requests. */
export const requestsCopy = {
  search: 'Cari nama anak atau nomor...',
  searchLabel: 'Cari permintaan koreksi menurut nama anak atau nomor pendaftaran',
  status: 'Status',
  everyStatus: 'Semua status',
  sorts: { created_at: 'Terlama dahulu', '-created_at': 'Terbaru dahulu' },
  found: (count: number) => `${count.toLocaleString('id-ID')} permintaan`,
  loading: 'Memuat permintaan koreksi...',
  loadFailed: 'Permintaan koreksi tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Belum ada permintaan koreksi.',
  emptyText: 'Permintaan dan keberatan keluarga muncul di sini.',
  noneInFilter: 'Tidak ada permintaan dengan saringan ini.',
  caption: 'Permintaan koreksi',
  columns: { child: 'Anak', text: 'Permintaan', status: 'Status', made: 'Dikirim', actions: 'Aksi' },
  objection: 'Keberatan atas koreksi',
  open: 'Lihat',
  openOf: (child: string) => `Lihat permintaan untuk ${child}`,
} as const;

/** Texts of one request. */
export const answerCopy = {
  title: 'Permintaan koreksi',
  child: 'Anak',
  made: 'Dikirim',
  text: 'Yang diminta',
  answer: 'Jawaban',
  answeredBy: 'Dijawab oleh',
  toRegistration: 'Buka pendaftaran',
  done: 'Sudah dikoreksi',
  refused: 'Tidak dikoreksi',
  answerTitle: { done: 'Jawab: sudah dikoreksi', refused: 'Jawab: tidak dikoreksi' },
  hint: 'Dibaca keluarga di riwayat pendaftaran. Paling sedikit 5 karakter.',
  required: 'Jawaban harus diisi',
  send: 'Kirim jawaban',
  sent: 'Jawaban terkirim',
  sentText: 'Keluarga membacanya di riwayat pendaftaran.',
  failed: 'Jawaban belum terkirim',
  close: 'Tutup',
} as const;
