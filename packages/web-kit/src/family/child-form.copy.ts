const CONSENT =
  'Dengan menyimpan, saya sebagai orang tua atau wali menyetujui data anak ini dipakai sekolah untuk pendaftaran dan daftar ulang, sesuai UU Pelindungan Data Pribadi.';

/** Texts of a child's form. */
export const childFormCopy = {
  addTitle: 'Tambah data anak',
  editTitle: 'Ubah data anak',
  personal: 'Data pribadi',
  addressSection: 'Alamat',
  fields: {
    full_name: 'Nama lengkap',
    nick_name: 'Nama panggilan',
    gender: 'Jenis kelamin',
    birth_city: 'Tempat lahir',
    birth_date: 'Tanggal lahir',
    nik: 'NIK',
    kk_number: 'Nomor KK',
    sibling_count: 'Jumlah saudara',
    blood_type: 'Golongan darah',
  },
  birthDateHint: 'Contoh: 17 8 2020',
  nikHint: '16 digit, tertulis di kartu keluarga',
  kkHint: '16 digit nomor kartu keluarga',
  choose: 'Pilih',
  parentAddress: 'Gunakan alamat orang tua',
  parentAddressUsed: 'Alamat orang tua sudah diisikan.',
  parentAddressEmpty: 'Alamat orang tua belum diisi di Biodata Orang Tua.',
  parentAddressFailed: 'Alamat orang tua tidak dapat dimuat. Silakan coba lagi.',
  /** What is agreed to, with the documents that the school asks of children. */
  consent: (documents: readonly string[] = []) =>
    documents.length === 0
      ? CONSENT
      : `${CONSENT} Termasuk dokumen yang diminta sekolah: ${documents.join(', ')}.`,
  locked: 'Data anak tidak dapat diubah lagi karena daftar ulang sudah diproses.',
  save: 'Simpan',
  pending: 'Menyimpan...',
  cancel: 'Batal',
  close: 'Tutup',
} as const;

export const nikCopy = {
  birth_date: 'Tanggal lahir di NIK berbeda dengan tanggal lahir yang diisi.',
  sex: 'Jenis kelamin di NIK berbeda dengan yang dipilih.',
  region: 'Kode wilayah di NIK tidak dikenal.',
  impossible_date: 'Tanggal lahir di NIK tidak mungkin.',
  kk: 'NIK sama dengan Nomor KK. Di kartu keluarga, NIK anak tertulis di baris namanya.',
  check: 'Mohon periksa lagi. Data tetap dapat disimpan.',
} as const;

/** Where the family already has a child of this name and birth date. */
export const sameChildCopy = {
  title: 'Anak ini sudah ada',
  text: (name: string) => `${name} dengan tanggal lahir ini sudah ada di data anak Anda.`,
  choose: 'Kalau ini anak yang sama, lengkapi data yang sudah ada. Kalau anak lain, simpan saja.',
  saveOther: 'Simpan sebagai anak lain',
  open: (name: string) => `Buka data ${name}`,
  list: 'Lihat Biodata Anak',
} as const;
