import type { EDUCATION, INCOMES, JOBS } from './family-options.ts';

/** Codes of Dapodik's reference tables, and those of what a profile says; where they were read stands in `dapodik.ts`. */
export type Codes = Readonly<Record<string, string>>;

export const RELIGIONS: Codes = {
  1: 'Islam',
  2: 'Kristen',
  3: 'Katholik',
  4: 'Hindu',
  5: 'Budha',
  6: 'Khonghucu',
  7: 'Kepercayaan kpd Tuhan YME',
  99: 'Lainnya',
};
export const RESIDENCES: Codes = {
  1: 'Bersama orang tua',
  2: 'Wali',
  3: 'Kost',
  4: 'Asrama',
  5: 'Panti asuhan',
  10: 'Pesantren',
  99: 'Lainnya',
};
export const TRANSPORTS: Codes = {
  1: 'Jalan kaki',
  3: 'Angkutan umum/bus/pete-pete',
  4: 'Mobil/bus antar jemput',
  5: 'Kereta api',
  6: 'Ojek',
  7: 'Andong/bendi/sado/dokar/delman/becak',
  8: 'Perahu penyeberangan/rakit/getek',
  11: 'Kuda',
  12: 'Sepeda',
  13: 'Sepeda motor',
  14: 'Mobil pribadi',
  99: 'Lainnya',
};
export const EDUCATIONS: Codes = {
  0: 'Tidak sekolah',
  3: 'Putus SD',
  4: 'SD / sederajat',
  5: 'SMP / sederajat',
  6: 'SMA / sederajat',
  20: 'D1',
  21: 'D2',
  22: 'D3',
  23: 'D4',
  30: 'S1',
  31: 'Profesi',
  32: 'Sp-1',
  35: 'S2',
  36: 'S2 Terapan',
  37: 'Sp-2',
  40: 'S3',
  41: 'S3 Terapan',
  90: 'Non formal',
  91: 'Informal',
  99: 'Lainnya',
};
export const NO_WORK = '1';
export const DECEASED = '98';
const OTHER_WORK = '99';
export const WORK: Codes = {
  [NO_WORK]: 'Tidak bekerja',
  2: 'Nelayan',
  3: 'Petani',
  4: 'Peternak',
  5: 'PNS/TNI/Polri',
  6: 'Karyawan Swasta',
  7: 'Pedagang Kecil',
  8: 'Pedagang Besar',
  9: 'Wiraswasta',
  10: 'Wirausaha',
  11: 'Buruh',
  12: 'Pensiunan',
  13: 'Tenaga Kerja Indonesia',
  14: 'Karyawan BUMN',
  [DECEASED]: 'Sudah Meninggal',
  [OTHER_WORK]: 'Lainnya',
};
export const EARNINGS: Codes = {
  11: 'Kurang dari Rp. 500,000',
  12: 'Rp. 500,000 - Rp. 999,999',
  13: 'Rp. 1,000,000 - Rp. 1,999,999',
  14: 'Rp. 2,000,000 - Rp. 4,999,999',
  15: 'Rp. 5,000,000 - Rp. 20,000,000',
  16: 'Lebih dari Rp. 20,000,000',
  99: 'Tidak Berpenghasilan',
};

/** The codes of what a profile says; null = no code means just that, so that the family is asked. */
export const PROFILE_CODES = {
  education: {
    SD: '4',
    SMP: '5',
    SMA: '6',
    'D1-D3': null,
    S1: '30',
    S2: '35',
    S3: '40',
  } satisfies Record<(typeof EDUCATION)[number], string | null>,
  job: {
    'PNS / ASN': '5',
    'TNI / Polri': '5',
    'Pegawai Swasta': '6',
    'Wiraswasta / Pengusaha': null,
    Petani: '3',
    Nelayan: '2',
    'Buruh (Buruh Pabrik / Harian Lepas)': '11',
    Guru: null,
    Dosen: null,
    'Tenaga Kesehatan': null,
    'Pekerja Migran / TKI': '13',
    // As the guide of the form has it.
    'Ibu Rumah Tangga': OTHER_WORK,
    Pensiunan: '12',
    'Tidak Bekerja': NO_WORK,
    Lainnya: OTHER_WORK,
  } satisfies Record<(typeof JOBS)[number], string | null>,
  income: {
    '<10.000.000': null,
    '10.000.000 - 20.000.000': '15',
    '>20.000.000': '16',
  } satisfies Record<(typeof INCOMES)[number], string | null>,
} as const;
