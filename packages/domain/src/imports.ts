/** The states of an import: read in the background, shown, written row by row, and perhaps taken back. */
export const IMPORT_STATES = ['reading', 'preview', 'running', 'stopped', 'done', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const IMPORT_STATE_LABELS: Readonly<Record<ImportState, string>> = {
  reading: 'Sedang dibaca',
  preview: 'Pratinjau',
  running: 'Sedang diimpor',
  stopped: 'Dihentikan',
  done: 'Selesai',
  undone: 'Dibatalkan',
};

/** What a row becomes: a new family, another child of a known one, nothing because it is there, or nothing before a person decides. */
export const ROW_STATUSES = ['new', 'family', 'registered', 'look', 'impossible'] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

export const ROW_STATUS_LABELS: Readonly<Record<RowStatus, string>> = {
  new: 'Baru',
  family: 'Keluarga sudah ada',
  registered: 'Sudah terdaftar',
  look: 'Perlu dilihat',
  impossible: 'Tidak bisa',
};

/** Where a registration of a list came from. */
export const IMPORT_SOURCES = ['inden', 'continuing', 'paper'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

export const IMPORT_SOURCE_LABELS: Readonly<Record<ImportSource, string>> = {
  inden: 'Inden',
  continuing: 'Lanjut jenjang',
  paper: 'Formulir kertas',
};

/** Largest file, and most rows of children in it. */
export const IMPORT_MAX_BYTES = 5 * 1_048_576;
export const IMPORT_MAX_ROWS = 2000;
export const IMPORT_ACCEPT = '.xlsx,.csv';
/** How long an import can be taken back, and how long its rows are kept. */
export const UNDO_HOURS = 24;
export const KEPT_DAYS = 30;
/** Above this sum in rupiah a second person settles the fees of a list. */
export const SETTLE_ALONE_MOST = 10_000_000;

/** The fields of a row, named as in the family's own calls, with the heading of the sample and other words for it. */
export const IMPORT_FIELDS = {
  full_name: {
    label: 'Nama lengkap anak',
    words:
      'nama|nama anak|nama lengkap|nama siswa|nama murid|nama peserta didik|nama calon siswa|nama calon murid|full name|name',
  },
  nick_name: { label: 'Nama panggilan', words: 'panggilan|nickname|nick name|nama kecil' },
  gender: { label: 'Jenis kelamin', words: 'jk|l p|lp|kelamin|gender|sex' },
  birth_city: { label: 'Tempat lahir', words: 'tmp lahir|tempat lhr|kota lahir|kota kelahiran|birth place' },
  birth_date: {
    label: 'Tanggal lahir',
    words: 'tgl lahir|tgl lhr|tanggal lhr|lahir|hari lahir|birth date|date of birth|dob',
  },
  nik: { label: 'NIK', words: 'nik anak|nik siswa|no nik|nomor nik|nomor induk kependudukan|no ktp anak' },
  nisn: { label: 'NISN', words: 'no nisn|nomor nisn|nomor induk siswa nasional' },
  kk_number: { label: 'Nomor KK', words: 'kk|no kk|nomor kartu keluarga|no kartu keluarga|kartu keluarga' },
  jenjang: { label: 'Jenjang', words: 'tingkat|unit|jenjang dituju|jenjang tujuan|jenjang pendidikan|level' },
  kelas: { label: 'Kelas', words: 'kls|kelas dituju|kelas tujuan|masuk kelas|rombel|class|grade' },
  academic_year: {
    label: 'Tahun ajaran',
    words: 'ta|tahun pelajaran|thn ajaran|tahun masuk|th ajaran|academic year|school year',
  },
  previous_school: {
    label: 'Asal sekolah',
    words: 'sekolah asal|sekolah sebelumnya|asal tk|previous school',
  },
  source: { label: 'Sumber', words: 'sumber data|jalur|asal pendaftaran|source' },
  registered_on: {
    label: 'Tanggal daftar',
    words: 'tgl daftar|tanggal pendaftaran|tgl pendaftaran|tgl registrasi|tanggal registrasi',
  },
  paper_number: {
    label: 'Nomor formulir',
    words: 'no formulir|no form|nomor form|no pendaftaran lama|no kertas|nomor kertas',
  },
  father_name: { label: 'Nama ayah', words: 'ayah|nama bapak|bapak|nama orang tua ayah|father' },
  father_phone: {
    label: 'Nomor HP ayah',
    words:
      'hp ayah|no hp ayah|no ayah|telepon ayah|telp ayah|wa ayah|no wa ayah|nomor ayah|nomor telepon ayah',
  },
  mother_name: { label: 'Nama ibu', words: 'ibu|nama mama|nama bunda|bunda|mother' },
  mother_phone: {
    label: 'Nomor HP ibu',
    words: 'hp ibu|no hp ibu|no ibu|telepon ibu|telp ibu|wa ibu|no wa ibu|nomor ibu|nomor telepon ibu',
  },
  contact_phone: {
    label: 'Nomor WhatsApp',
    words:
      'wa|no wa|nomor wa|whatsapp|no whatsapp|hp|no hp|nomor hp|handphone|no handphone|telepon|telp|no telp|no telepon|nomor telepon|kontak|no kontak|nomor kontak|hp ortu|no hp ortu|hp orang tua|no hp orang tua|phone',
  },
  email: { label: 'Email', words: 'e mail|alamat email|surel|email orang tua|email ortu' },
  address: { label: 'Alamat', words: 'alamat rumah|alamat lengkap|alamat tinggal|address' },
  fee_paid: {
    label: 'Biaya pendaftaran lunas',
    words: 'lunas|sudah bayar|status bayar|biaya lunas|bayar|paid|formulir lunas|sudah lunas',
  },
  payment_date: {
    label: 'Tanggal bayar',
    words: 'tgl bayar|tanggal pembayaran|tgl pembayaran|tanggal lunas|tgl lunas',
  },
  payment_method: {
    label: 'Cara bayar',
    words: 'metode|metode bayar|metode pembayaran|cara pembayaran|pembayaran lewat',
  },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly words: string }>>;

export type ImportField = keyof typeof IMPORT_FIELDS;
export const IMPORT_FIELD_NAMES = Object.keys(IMPORT_FIELDS) as [ImportField, ...ImportField[]];

/** Without these there is no registration; beside them one of the three numbers. */
export const REQUIRED_FIELDS = ['full_name', 'birth_date', 'jenjang', 'academic_year'] as const;
/** The numbers of a family, the one for messages first: the first that a row has is the one to log in with. */
export const NUMBER_FIELDS = ['contact_phone', 'mother_phone', 'father_phone'] as const;

/** A heading without case, blanks, signs, and what stands in brackets. */
export const plainHeading = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\(.*?\)/gu, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, '');

const FIELD_OF: ReadonlyMap<string, ImportField> = new Map(
  IMPORT_FIELD_NAMES.flatMap((field) => {
    const { label, words } = IMPORT_FIELDS[field];
    return [field.replaceAll('_', ' '), label, ...words.split('|')].map(
      (word) => [plainHeading(word), field] as const,
    );
  }),
);

/** The field that a heading means, by a table of synonyms; null where it means none. */
export const fieldOfHeading = (heading: string): ImportField | null =>
  FIELD_OF.get(plainHeading(heading)) ?? null;
