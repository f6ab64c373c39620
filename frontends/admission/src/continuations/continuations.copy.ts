/** Texts of a family's questions on the dashboard. */
export const continuationsCopy = {
  title: 'Lanjut jenjang',
  question: (child: string, level: string) => `Apakah ${child} melanjutkan ke ${level}?`,
  until: (day: string, fee: string) => `Jawab paling lambat ${day}. Biaya pendaftaran ${fee}.`,
  yes: 'Ya',
  no: 'Tidak',
  yesOf: (child: string) => `Ya, ${child} melanjutkan`,
  noOf: (child: string) => `Tidak, ${child} tidak melanjutkan`,
  sending: 'Mengirim...',
  saidNo: 'Anda menjawab tidak. Selama belum lewat batas, jawaban dapat diganti menjadi ya.',
  done: {
    title: 'Jawaban tersimpan',
    yes: 'Pendaftarannya sudah dibuat dari data anak.',
    no: 'Terima kasih sudah mengabari kami.',
  },
  failed: 'Jawaban belum tersimpan',
} as const;

/** Texts of the part of /admin/years about children who go on. */
export const panelCopy = {
  title: 'Lanjut jenjang',
  lead: 'Keluarga dari anak yang diterima ditanya apakah melanjutkan tahun berikutnya. Tanpa jawaban tidak dihitung ya. Gelombang tidak berlaku bagi mereka; kursi tetap dihitung saat hasil diumumkan.',
  year: 'Tahun yang ditinggalkan',
  loading: 'Memuat jawaban keluarga...',
  loadFailed: 'Jawaban keluarga tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  caption: 'Jawaban keluarga menurut kelas',
  columns: {
    from: 'Kelas',
    accepted: 'Diterima',
    yes: 'Ya',
    no: 'Tidak',
    none: 'Belum menjawab',
    actions: 'Tindakan',
  },
  to: (place: string, until: string | null) =>
    until === null ? `ke ${place}` : `ke ${place} · sampai ${until}`,
  ask: 'Tanyakan',
  askOf: (place: string) => `Tanyakan keluarga ${place}`,
  empty: 'Belum ada anak yang diterima di kelas yang berlanjut.',
  dialog: (from: string, to: string) => `${from} ke ${to}`,
  dialogText: (count: number) =>
    `${count} anak diterima di kelas ini. Yang sudah ditanya atau sudah terdaftar tidak ditanya lagi.`,
  counting: 'Menghitung keluarga yang akan ditanya...',
  preview: (asked: number, already: number, fee: string) =>
    `Keluarga dari ${asked} anak akan ditanya${already > 0 ? `; ${already} anak sudah ditanya atau sudah terdaftar` : ''}. Biaya pendaftarannya ${fee}.`,
  toClass: 'Kelas tujuan',
  deadline: 'Jawab paling lambat',
  deadlineMissing: 'Pilih tanggal',
  percent: 'Biaya pendaftaran dalam persen',
  percentHint: '100 = biaya penuh, 0 = tanpa biaya dan langsung terverifikasi.',
  percentWrong: 'Tulis persen antara 0 dan 100',
  observation: 'Observasi',
  observed: 'Ya, anak diobservasi dahulu',
  notObserved: 'Tidak, menunggu pengumuman',
  send: 'Tanyakan keluarga',
  sending: 'Mengirim...',
  done: (count: number) => ['Keluarga ditanya', `${count} keluarga mendapat pertanyaannya.`] as const,
  failed: 'Keluarga belum ditanya',
} as const;
