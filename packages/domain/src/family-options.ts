/** Option lists of a family's data, as stored and shown. */
export const EDUCATION = ['SD', 'SMP', 'SMA', 'D1-D3', 'S1', 'S2', 'S3'] as const;
export const JOBS = [
  'PNS / ASN',
  'TNI / Polri',
  'Pegawai Swasta',
  'Wiraswasta / Pengusaha',
  'Petani',
  'Nelayan',
  'Buruh (Buruh Pabrik / Harian Lepas)',
  'Guru',
  'Dosen',
  'Tenaga Kesehatan',
  'Pekerja Migran / TKI',
  'Ibu Rumah Tangga',
  'Pensiunan',
  'Tidak Bekerja',
  'Lainnya',
] as const;
export const INCOMES = ['<10.000.000', '10.000.000 - 20.000.000', '>20.000.000'] as const;
export const ALIVE_STATUSES = ['HIDUP', 'MENINGGAL'] as const;
export const GENDERS = ['male', 'female'] as const;
export const GENDER_LABELS = { male: 'Laki-laki', female: 'Perempuan' } as const;
export const BLOOD_TYPES = ['A', 'B', 'O', 'AB'] as const;
