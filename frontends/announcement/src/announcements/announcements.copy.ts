import type { Announcement } from '@gerbang/contracts/announcement-shapes';

/** Texts of /admin/announcements. */
export const listCopy = {
  create: 'Buat Pengumuman',
  search: 'Cari judul atau periode observasi...',
  searchLabel: 'Cari pengumuman menurut judul atau periode observasi',
  counters: 'Jumlah pengumuman per status',
  statusFilter: 'Status',
  sorts: {
    '-created_at': 'Terbaru dahulu',
    created_at: 'Terlama dahulu',
    title: 'Judul A–Z',
    '-title': 'Judul Z–A',
    '-updated_at': 'Baru diubah dahulu',
    updated_at: 'Lama tidak diubah dahulu',
  },
  found: (count: number) => `${count.toLocaleString('id-ID')} pengumuman`,
  loading: 'Memuat pengumuman...',
  loadFailed: 'Pengumuman tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Belum ada pengumuman.',
  emptyText: 'Siswa yang menunggu pengumuman dapat dimasukkan ke pengumuman baru.',
  noneInFilter: 'Tidak ada pengumuman dengan saringan ini.',
  caption: 'Pengumuman',
  columns: {
    title: 'Judul',
    period: 'Periode observasi',
    level: 'Jenjang',
    status: 'Status',
    date: 'Dibuat',
    actions: 'Aksi',
  },
  students: (total: number) => (total === 0 ? 'Belum ada siswa' : `${total.toLocaleString('id-ID')} siswa`),
  skipped: (count: number) => `${count.toLocaleString('id-ID')} tidak diterapkan`,
} as const;

/** The actions, in a row of the list and on the announcement itself. */
export const actionCopy = {
  detail: 'Lihat',
  edit: 'Ubah',
  submit: 'Ajukan',
  review: 'Tinjau',
  revise: 'Revisi',
  publish: 'Terbitkan',
  of: (action: string, title: string) => `${action}: ${title}`,
  gone: 'Pengumuman tidak ditemukan',
  ownWork: 'Anda penyusunnya, jadi orang lain yang meninjau.',
  revised: 'Pengumuman kembali menjadi draf',
  revisedText: 'Catatan tinjauan tetap tersimpan. Ubah drafnya, lalu ajukan lagi.',
  reviseFailed: 'Gagal merevisi pengumuman',
  fasterTo: (status: string, who: string, when: string) =>
    `Pengumuman ini sudah ${status} oleh ${who} pada ${when}.`,
  refreshed: 'Yang Anda lihat sekarang adalah data terbaru.',
  faster: {
    draft: 'dikembalikan menjadi draf',
    pending_review: 'diajukan untuk ditinjau',
    approved: 'disetujui',
    rejected: 'ditolak',
    published: 'diterbitkan',
  },
} as const;

/** Texts of the dialogs that ask before something follows from it. */
export const confirmCopy = {
  loading: 'Memuat pengumuman...',
  loadFailed: 'Hasil siswa tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  cancel: 'Batal',
  close: 'Tutup',
  total: 'Jumlah siswa',
  passed: 'Lulus',
  failed: 'Tidak Lulus',
  waitlisted: 'Cadangan',
  names: (count: number) => `Siswa yang tidak lulus (${count.toLocaleString('id-ID')})`,
  allPassed: 'Semua siswa dalam pengumuman ini lulus.',
  obstacles: (count: number) =>
    `${count.toLocaleString('id-ID')} hasil tidak akan diterapkan seperti keadaannya sekarang:`,
  none: 'Belum ada siswa dalam draf ini. Tambahkan paling sedikit satu siswa sebelum mengajukan.',
  submitTitle: 'Ajukan pengumuman?',
  submitText:
    'Setelah diajukan, isinya tidak dapat diubah sampai tinjauan selesai. Periksa jumlah dan nama ini:',
  submitting: 'Mengajukan...',
  publishTitle: 'Terbitkan pengumuman?',
  publishText:
    'Hasil langsung tampil bagi orang tua dan setiap keluarga dikirimi satu pesan WhatsApp. Ini tidak dapat dibatalkan.',
  publishing: 'Menerbitkan...',
} as const;

/** Texts about who examined the results. */
export const examinationCopy = {
  examined: (count: number, total: number, names: string) =>
    `${count.toLocaleString('id-ID')} dari ${total.toLocaleString('id-ID')} diperiksa oleh ${names}.`,
  none: 'Tidak ada hasil yang tercatat diperiksa di portal ini.',
  unnamed: 'petugas tanpa nama',
  vouched: (name: string, moment: string) =>
    `${name} menyatakan pada ${moment}: sudah memeriksa semuanya di luar portal.`,
  names: (count: number) => `Belum diperiksa (${count.toLocaleString('id-ID')})`,
  missed: (count: number) => `${count.toLocaleString('id-ID')} siswa belum diperiksa.`,
  stillPassed: 'Hasil mereka masih Lulus dari awal.',
  examineNow: 'Periksa sekarang',
  statement: 'Saya sudah memeriksa semuanya di luar portal',
} as const;

/** Texts of the panel about the messages of a published announcement. */
export const deliveryCopy = {
  title: 'Pengiriman pesan',
  reload: 'Muat ulang',
  loading: 'Memuat pengiriman pesan...',
  loadFailed: 'Pengiriman pesan tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  none: 'Belum ada pesan. Pesan disiapkan setelah hasilnya diterapkan, biasanya dalam satu menit.',
  counts: (total: number, states: readonly string[]) =>
    `${total.toLocaleString('id-ID')} pesan: ${states.join(' · ')}`,
  states: {
    delivered: (count: number) => `${count.toLocaleString('id-ID')} sampai`,
    read: (count: number) => `${count.toLocaleString('id-ID')} dibaca`,
    sent: (count: number) => `${count.toLocaleString('id-ID')} terkirim`,
    waiting: (count: number) => `${count.toLocaleString('id-ID')} menunggu`,
    failed: (count: number) => `${count.toLocaleString('id-ID')} gagal`,
  },
  failures: 'Pesan yang gagal',
  unknownChild: 'Siswa yang hasilnya tidak ada lagi',
  unknownCause: 'Pesan tidak dapat dikirim.',
  resend: 'Kirim ulang',
  resendOf: (name: string) => `Kirim ulang pesan untuk keluarga ${name}`,
  resent: 'Pesan dikirim ulang',
  resentText: 'Muat ulang sebentar lagi untuk melihat apakah pesannya sampai.',
  resendFailed: 'Gagal mengirim ulang pesan',
  callInstead: 'Sampaikan lewat telepon.',
  toCall: 'Keluarga yang belum dihubungi menunggu di “Perlu dihubungi” milik CS.',
} as const;

/** Texts about families that the messages of an announcement will not reach. */
export const reachCopy = {
  unreached: (count: number, total: number) =>
    `${count.toLocaleString('id-ID')} dari ${total.toLocaleString('id-ID')} keluarga tidak akan menerima pesan: nomornya belum ada atau menolak pesan sekolah. Setelah terbit mereka menunggu di “Perlu dihubungi” milik CS.`,
  open: 'Buka “Perlu dihubungi”',
} as const;

/** Texts of the review dialog. */
export const reviewCopy = {
  title: 'Tinjau Pengumuman',
  verdict: 'Hasil tinjauan',
  verdicts: {
    approved: { label: 'Setujui', text: 'Pengumuman siap diterbitkan.' },
    rejected: { label: 'Tolak', text: 'Penyusun dapat merevisi lalu mengajukannya lagi.' },
  },
  verdictRequired: 'Hasil tinjauan harus dipilih',
  notes: 'Catatan tinjauan',
  notesHint: 'Dibaca oleh penyusun. Saat menolak, tuliskan apa yang perlu diperbaiki.',
  save: 'Simpan tinjauan',
} as const;

/** Texts of /announcement/{id}. */
export const detailCopy = {
  loading: 'Memuat pengumuman...',
  loadFailed: 'Pengumuman tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  missing: 'Pengumuman tidak ditemukan',
  missingText: 'Alamatnya mungkin keliru. Cari pengumumannya di daftar.',
  back: 'Kembali ke daftar',
  print: 'Cetak',
  facts: 'Keterangan',
  content: 'Isi pengumuman',
  results: 'Hasil siswa',
  fields: {
    status: 'Status',
    kind: 'Jenis',
    period: 'Periode observasi',
    level: 'Jenjang',
    created: 'Dibuat',
    submitted: 'Diajukan',
    reviewed: 'Ditinjau',
    published: 'Diterbitkan',
    notes: 'Catatan tinjauan',
  },
  correction: 'Koreksi',
  by: (name: string, role: string) => `${name} (${role})`,
  counts: ({ total, passed, failed, waitlisted = 0 }: Announcement['counts']) =>
    `${total.toLocaleString('id-ID')} siswa: ${passed.toLocaleString('id-ID')} lulus, ${failed.toLocaleString('id-ID')} tidak lulus${waitlisted > 0 ? `, ${waitlisted.toLocaleString('id-ID')} cadangan` : ''}`,
  caption: 'Hasil siswa',
  columns: {
    number: 'No',
    student: 'Siswa',
    level: 'Jenjang',
    class: 'Kelas',
    result: 'Hasil',
    note: 'Catatan',
  },
  noResults: 'Belum ada siswa dalam pengumuman ini.',
  showAll: (count: number) => `Tampilkan semua (${count.toLocaleString('id-ID')})`,
  skipped: (count: number) =>
    `${count.toLocaleString('id-ID')} hasil tidak diterapkan saat pengumuman diterbitkan. Keluarganya tidak menerima pesan.`,
  obstacles: (count: number) =>
    `${count.toLocaleString('id-ID')} hasil tidak akan diterapkan seperti keadaannya sekarang:`,
  notApplied: 'Tidak diterapkan',
} as const;
