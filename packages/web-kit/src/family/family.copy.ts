/** Texts that the forms of a profile and of a child share. */
export const regionCopy = {
  provinsi: {
    label: 'Provinsi',
    search: 'Cari provinsi',
    choose: 'Pilih provinsi',
    empty: 'Provinsi tidak ditemukan',
    failed: 'Failed to fetch provinces',
    failedText: 'Daftar provinsi tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
    first: '',
  },
  kab_kota: {
    label: 'Kabupaten/kota',
    search: 'Cari kabupaten/kota',
    choose: 'Pilih kabupaten/kota',
    empty: 'Kabupaten/kota tidak ditemukan',
    failed: 'Failed to fetch regencies',
    failedText: 'Daftar kabupaten/kota tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
    first: 'Pilih provinsi terlebih dahulu',
  },
  kecamatan: {
    label: 'Kecamatan',
    search: 'Cari kecamatan',
    choose: 'Pilih kecamatan',
    empty: 'Kecamatan tidak ditemukan',
    failed: 'Failed to fetch districts',
    failedText: 'Daftar kecamatan tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
    first: 'Pilih kabupaten/kota terlebih dahulu',
  },
  kelurahan: {
    label: 'Kelurahan/desa',
    search: 'Cari kelurahan/desa',
    choose: 'Pilih kelurahan/desa',
    empty: 'Kelurahan/desa tidak ditemukan',
    failed: 'Failed to fetch villages',
    failedText: 'Daftar kelurahan/desa tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
    first: 'Pilih kecamatan terlebih dahulu',
  },
} as const;

export const familyCopy = {
  loading: 'Memuat...',
  retry: 'Coba lagi',
  address: 'Alamat lengkap',
  addressHint: 'Nama jalan, nomor rumah, RT/RW',
  source: 'Data wilayah:',
  sourceName: 'idn-area-data',
  sourceLink: 'https://github.com/fityannugroho/idn-area-data',
  licence: 'lisensi ODbL',
} as const;
