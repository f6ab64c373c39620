import {
  type Codes,
  DECEASED,
  EARNINGS,
  EDUCATIONS,
  NO_WORK,
  PROFILE_CODES,
  RELIGIONS,
  RESIDENCES,
  TRANSPORTS,
  WORK,
} from './dapodik-codes.ts';

/**
 * What Dapodik, the national register of pupils, wants of a child.
 *
 * The form is 'Daftar Peserta Didik' (Dapodik: Peserta Didik, Unduh, Daftar PD), whose headings stand in two rows. Its columns
 * were read on 29 November 2026 from public programs that take this file, and its codes from the reference tables that
 * they share; who fills in what, from the 'Pedoman Tabel Peserta Didik' of the application (github.com/dapodix/dapodik-2022,
 * app/dataweb/apps/web/resources/html/PesertaDidik.php).
 */
const HOUSEWORK = 'Ibu Rumah Tangga';

/** How a field is filled in: a choice of codes, a text, so many digits, or a number between two. */
export interface DapodikField {
  readonly label: string;
  /** Whose it is: one of a child counts for it alone, one of its parents for all their children. */
  readonly of: 'child' | 'parents';
  readonly codes?: Codes;
  readonly digits?: number;
  readonly number?: {
    readonly min: number;
    readonly max: number;
    readonly unit: string;
    readonly step?: 0.1;
  };
  /** Kept with child or profile, where a family fills it in otherwise. */
  readonly own?: true;
}

const year = { min: 1900, max: 2020, unit: '' } as const;

const ofParent = <W extends 'father' | 'mother'>(who: W, word: string) =>
  ({
    [`${who}_name`]: { label: `Nama ${word}`, of: 'parents', own: true },
    [`${who}_birth_year`]: { label: `Tahun lahir ${word}`, of: 'parents', number: year },
    [`${who}_education`]: { label: `Pendidikan ${word}`, of: 'parents', codes: EDUCATIONS },
    [`${who}_job`]: { label: `Pekerjaan ${word}`, of: 'parents', codes: WORK },
    [`${who}_income`]: { label: `Penghasilan ${word} sebulan`, of: 'parents', codes: EARNINGS },
    [`${who}_ktp`]: { label: `NIK ${word}`, of: 'parents', digits: 16, own: true },
  }) as Record<`${W}_${'name' | 'birth_year' | 'education' | 'job' | 'income' | 'ktp'}`, DapodikField>;

/** Everything that a child's row needs and its family can say, in the order in which it is asked. */
export const DAPODIK_FIELDS = {
  gender: {
    label: 'Jenis kelamin',
    of: 'child',
    codes: { male: 'Laki-laki', female: 'Perempuan' },
    own: true,
  },
  birth_city: { label: 'Tempat lahir', of: 'child', own: true },
  nik: { label: 'NIK anak', of: 'child', digits: 16, own: true },
  kk_number: { label: 'Nomor KK', of: 'child', digits: 16, own: true },
  birth_certificate: { label: 'Nomor registrasi akta lahir', of: 'child' },
  religion: { label: 'Agama', of: 'child', codes: RELIGIONS },
  address: { label: 'Alamat jalan', of: 'parents', own: true },
  rt: { label: 'RT', of: 'child', number: { min: 0, max: 999, unit: '' } },
  rw: { label: 'RW', of: 'child', number: { min: 0, max: 999, unit: '' } },
  provinsi: { label: 'Provinsi', of: 'parents', own: true },
  kab_kota: { label: 'Kabupaten/kota', of: 'parents', own: true },
  kecamatan: { label: 'Kecamatan', of: 'parents', own: true },
  kelurahan: { label: 'Kelurahan/desa', of: 'parents', own: true },
  postal_code: { label: 'Kode pos', of: 'child', digits: 5 },
  residence: { label: 'Jenis tinggal', of: 'child', codes: RESIDENCES },
  transport: { label: 'Alat transportasi ke sekolah', of: 'child', codes: TRANSPORTS },
  birth_order: { label: 'Anak ke berapa menurut KK', of: 'child', number: { min: 1, max: 30, unit: '' } },
  sibling_count: {
    label: 'Jumlah saudara kandung',
    of: 'child',
    number: { min: 0, max: 30, unit: '' },
    own: true,
  },
  weight: { label: 'Berat badan', of: 'child', number: { min: 2, max: 200, unit: 'kg', step: 0.1 } },
  height: { label: 'Tinggi badan', of: 'child', number: { min: 30, max: 220, unit: 'cm', step: 0.1 } },
  head: { label: 'Lingkar kepala', of: 'child', number: { min: 20, max: 80, unit: 'cm', step: 0.1 } },
  distance: {
    label: 'Jarak rumah ke sekolah',
    of: 'child',
    number: { min: 0, max: 200, unit: 'km', step: 0.1 },
  },
  ...ofParent('father', 'ayah'),
  ...ofParent('mother', 'ibu'),
} as const satisfies Record<string, DapodikField>;
export type DapodikName = keyof typeof DAPODIK_FIELDS;
export const DAPODIK_NAMES = Object.keys(DAPODIK_FIELDS) as DapodikName[];
export const dapodikField = (name: DapodikName): DapodikField => DAPODIK_FIELDS[name];

const REGION = ['provinsi', 'kab_kota', 'kecamatan', 'kelurahan'] as const;

/** Values by field; what is not there or null is not known. */
export type DapodikValues = Readonly<Record<string, string | number | null | undefined>>;

/** What is known of a child: its own fields, those of its family's profile, and what the family has said for Dapodik. */
export interface DapodikFacts {
  readonly child: DapodikValues;
  readonly parents: DapodikValues;
  readonly answers: DapodikValues;
}

const isKnown = (value: DapodikValues[string]) => value !== null && value !== undefined && value !== '';
const codeOf = (codes: Readonly<Record<string, string | null>>, value: DapodikValues[string]) =>
  typeof value === 'string' ? (codes[value] ?? null) : null;

/** The values of a row as Dapodik writes them, and the fields that it leaves open for good. */
function rowOf({ child, parents, answers }: DapodikFacts) {
  const values: Record<string, string | number | null | undefined> = { ...answers };
  for (const name of DAPODIK_NAMES) {
    const { of, own } = dapodikField(name);
    if (own) values[name] = (of === 'child' ? child : parents)[name];
  }
  // A child may live elsewhere than the address of the profile.
  const at = isKnown(child.address) ? child : parents;
  const region = isKnown(child.kelurahan) ? child : parents;
  values.address = at.address;
  for (const name of REGION) values[name] = region[name];
  const left = new Set<string>();
  for (const who of ['father', 'mother'] as const) {
    const said = (what: keyof typeof PROFILE_CODES) =>
      codeOf(PROFILE_CODES[what], parents[`${who}_${what}`]) ?? answers[`${who}_${what}`];
    const dead = parents[`${who}_alive_status`] === 'MENINGGAL';
    values[`${who}_education`] = said('education');
    const job = dead ? DECEASED : said('job');
    values[`${who}_job`] = job;
    values[`${who}_income`] = said('income');
    const unpaid = job === DECEASED || job === NO_WORK || parents[`${who}_job`] === HOUSEWORK;
    if (unpaid) {
      values[`${who}_income`] = null;
      left.add(`${who}_income`);
    }
    if (job === DECEASED) for (const what of ['birth_year', 'education', 'ktp']) left.add(`${who}_${what}`);
  }
  return { values: values as DapodikValues, left };
}

/** The fields that only the family can fill in. */
export function missingForDapodik(facts: DapodikFacts): DapodikName[] {
  const { values, left } = rowOf(facts);
  return DAPODIK_NAMES.filter((name) => !left.has(name) && !isKnown(values[name]));
}

/** A column of the form: its heading, the one above several where there is one, and what stands in it. */
export interface DapodikColumn {
  readonly title: string;
  readonly group?: string;
  readonly value?: (values: DapodikValues, facts: DapodikFacts) => DapodikValues[string];
}

const field = (name: DapodikName) => (values: DapodikValues) => values[name];
const ofChild = (name: string) => (_values: DapodikValues, facts: DapodikFacts) => facts.child[name];

const person = (group: string, who?: 'father' | 'mother'): DapodikColumn[] =>
  (
    [
      ['Nama', 'name'],
      ['Tahun Lahir', 'birth_year'],
      ['Jenjang Pendidikan', 'education'],
      ['Pekerjaan', 'job'],
      ['Penghasilan', 'income'],
      ['NIK', 'ktp'],
    ] as const
  ).map(([title, what]) => ({ title, group, ...(who && { value: field(`${who}_${what}`) }) }));

/**
 * The columns in the order of the form. Those without a value are the school's or the ministry's to fill in: numbers that it
 * gives, groups of pupils, benefits, bank accounts, special needs and places on the map.
 */
export const DAPODIK_COLUMNS: readonly DapodikColumn[] = [
  { title: 'No' },
  { title: 'Nama', value: ofChild('full_name') },
  { title: 'NIPD' },
  { title: 'JK', value: ({ gender }) => gender && (gender === 'male' ? 'L' : 'P') },
  { title: 'NISN', value: ofChild('nisn') },
  { title: 'Tempat Lahir', value: field('birth_city') },
  { title: 'Tanggal Lahir', value: ofChild('birth_date') },
  { title: 'NIK', value: field('nik') },
  { title: 'Agama', value: field('religion') },
  { title: 'Alamat', value: field('address') },
  { title: 'RT', value: field('rt') },
  { title: 'RW', value: field('rw') },
  { title: 'Dusun' },
  { title: 'Kelurahan', value: field('kelurahan') },
  { title: 'Kecamatan', value: field('kecamatan') },
  { title: 'Kode Pos', value: field('postal_code') },
  { title: 'Jenis Tinggal', value: field('residence') },
  { title: 'Alat Transportasi', value: field('transport') },
  { title: 'Telepon' },
  { title: 'HP', value: ofChild('phone') },
  { title: 'E-Mail' },
  { title: 'SKHUN' },
  { title: 'Penerima KPS' },
  { title: 'No. KPS' },
  ...person('Data Ayah', 'father'),
  ...person('Data Ibu', 'mother'),
  ...person('Data Wali'),
  { title: 'Rombel Saat Ini' },
  { title: 'No Peserta Ujian Nasional' },
  { title: 'No Seri Ijazah' },
  { title: 'Penerima KIP' },
  { title: 'Nomor KIP' },
  { title: 'Nama di KIP' },
  { title: 'Nomor KKS' },
  { title: 'No Registrasi Akta Lahir', value: field('birth_certificate') },
  { title: 'Bank' },
  { title: 'Nomor Rekening Bank' },
  { title: 'Rekening Atas Nama' },
  { title: 'Layak PIP (usulan dari sekolah)' },
  { title: 'Alasan Layak PIP' },
  { title: 'Kebutuhan Khusus' },
  { title: 'Sekolah Asal', value: ofChild('previous_school') },
  { title: 'Anak ke-berapa', value: field('birth_order') },
  { title: 'Lintang' },
  { title: 'Bujur' },
  { title: 'No KK', value: field('kk_number') },
  { title: 'Berat Badan', value: field('weight') },
  { title: 'Tinggi Badan', value: field('height') },
  { title: 'Lingkar Kepala', value: field('head') },
  { title: 'Jml. Saudara\nKandung', value: field('sibling_count') },
  { title: 'Jarak Rumah\nke Sekolah (KM)', value: field('distance') },
];

/** The cells of a child's row; null = left open. The first, its running number, is the caller's. */
export function dapodikRow(facts: DapodikFacts): (string | number | null)[] {
  const { values } = rowOf(facts);
  return DAPODIK_COLUMNS.map(({ value }) => value?.(values, facts) ?? null);
}

/** How long a family is left alone after it was asked. */
export const DAPODIK_ASK_DAYS = 3;
