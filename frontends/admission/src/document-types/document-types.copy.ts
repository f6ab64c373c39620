import type { DocumentAccepts, DocumentGate, DocumentMoment } from '@gerbang/domain/child-documents';

/** By when a document is needed. */
export const MOMENT_LABELS: Readonly<Record<DocumentMoment, string>> = {
  registration: 'Pendaftaran',
  observation: 'Observasi',
  re_enrolment: 'Daftar ulang',
};

const GATE_TEXTS: Readonly<Record<DocumentGate, string>> = {
  none: 'Terlihat di daftar keluarga. Tidak ada yang tertahan.',
  warn: 'Keluarga diingatkan saat daftar ulang bila belum ada. Tidak ada yang tertahan.',
  block:
    'Tahapnya tidak dapat dimulai sebelum dokumen ini diterima. Berlaku untuk pendaftaran yang dibuat setelah pilihan ini disimpan.',
};

const ACCEPT_LABELS: Readonly<Record<DocumentAccepts, string>> = {
  image: 'Foto saja',
  image_pdf: 'Foto atau PDF',
};

/** Texts of /admin/document-types. */
export const typesCopy = {
  caption: 'Jenis dokumen',
  loading: 'Memuat jenis dokumen...',
  loadFailed: 'Jenis dokumen tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Belum ada jenis dokumen.',
  emptyText: 'Tambahkan dokumen yang sekolah perlukan, beserta alasannya.',
  columns: {
    label: 'Dokumen',
    levels: 'Diminta dari',
    needed: 'Diperlukan saat',
    gate: 'Bila belum ada',
    status: 'Status',
    actions: 'Aksi',
  },
  required: 'Wajib',
  optional: 'Opsional',
  retired: 'Ditutup',
  classes: (names: string) => `kelas ${names}`,
  add: 'Tambah jenis',
  change: 'Ubah',
  changeOf: (label: string) => `Ubah ${label}`,
  retire: 'Tutup',
  retireOf: (label: string) => `Tutup ${label}`,
  revive: 'Minta lagi',
  reviveOf: (label: string) => `Minta lagi ${label}`,
  retireTitle: (label: string) => `Tutup ${label}?`,
  retireText:
    'Keluarga tidak diminta lagi mengirimnya. Yang sudah dikirim tetap tersimpan dan dapat dilihat.',
  reviveTitle: (label: string) => `Minta ${label} lagi?`,
  reviveText: 'Keluarga yang belum mengirimnya akan diminta mengirim.',
  pending: 'Menyimpan...',
  success: 'Berhasil',
  failed: 'Gagal disimpan',
  retiredToast: (label: string) => `${label} ditutup`,
  revivedToast: (label: string) => `${label} diminta lagi`,
} as const;

/** Texts of the form of a document type. */
export const typeFormCopy = {
  addTitle: 'Tambah jenis dokumen',
  changeTitle: (label: string) => `Ubah ${label}`,
  key: 'Kunci',
  keyHint: '2–30 huruf kecil atau garis bawah, misalnya surat_baptis. Tidak dapat diganti atau dipakai lagi.',
  keyInvalid: 'Kunci: 2–30 huruf kecil atau garis bawah',
  label: 'Nama dokumen',
  labelRequired: 'Nama dokumen harus diisi',
  labelLong: 'Nama dokumen paling panjang 60 huruf',
  purpose: 'Tujuan',
  purposeHint: 'Mengapa sekolah memintanya, seperti yang dibaca keluarga: “untuk mencocokkan NIK ...”.',
  purposeRequired: 'Tujuan harus diisi: mengapa sekolah memintanya',
  help: 'Petunjuk',
  helpHint: 'Apa yang harus terbaca.',
  long: 'Paling panjang 200 huruf',
  levels: 'Jenjang',
  levelsRequired: 'Pilih paling sedikit satu jenjang',
  classes: 'Kelas',
  classesHint: 'Tanpa pilihan: semua kelas.',
  required: 'Wajib dikirim',
  neededBy: 'Diperlukan saat',
  gate: 'Bila dokumen wajib ini belum ada',
  gateTexts: GATE_TEXTS,
  maxFiles: 'Halaman paling banyak',
  maxFilesInvalid: 'Isi angka 1 sampai 10',
  accepts: 'Bentuk',
  acceptLabels: ACCEPT_LABELS,
  facts: 'Data yang dicocokkan',
  factsHint: 'Ditampilkan di samping dokumen saat diperiksa.',
  expires: 'Masa berlaku (bulan)',
  expiresHint: 'Sejak diterima. Kosong: berlaku terus.',
  expiresInvalid: 'Isi angka 1 sampai 120, atau kosongkan',
  position: 'Urutan',
  positionHint: 'Angka kecil tampil lebih dahulu.',
  positionInvalid: 'Isi angka 0 sampai 1000',
  save: 'Simpan',
  saved: (label: string) => `${label} disimpan`,
} as const;
