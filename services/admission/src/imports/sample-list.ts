import {
  IMPORT_FIELDS,
  IMPORT_MAX_ROWS,
  IMPORT_SOURCE_LABELS,
  type ImportField,
  NUMBER_FIELDS,
  REQUIRED_FIELDS,
} from '@gerbang/domain/imports';
import { type FormColumn, formWorkbook } from '@gerbang/service-kit/http/form-workbook';
import type { Readable } from 'node:stream';
import type { ListTerms } from './list-values.ts';

const REQUIRED = 'Wajib. ';
const HELP: Readonly<Record<ImportField, string>> = {
  full_name: `${REQUIRED}Seperti di akta kelahiran.`,
  nick_name: 'Boleh kosong.',
  gender: 'L atau P.',
  birth_city: 'Boleh kosong; keluarganya ditanya nanti.',
  birth_date: `${REQUIRED}17/03/2020, 2020-03-17, 17-3-20, atau 17 Maret 2020.`,
  nik: '16 angka, sebagai teks. Bila Excel menampilkan 3,17E+15, ketik ulang dengan tanda petik di depan.',
  nisn: '10 angka.',
  kk_number: '16 angka, sebagai teks.',
  jenjang: `${REQUIRED}Pilih dari daftar.`,
  kelas: 'Kosong berarti kelas pertama di jenjang itu.',
  academic_year: `${REQUIRED}Pilih dari daftar, misalnya 2026/2027.`,
  previous_school: 'Boleh kosong.',
  source: 'Inden, lanjut jenjang, atau formulir kertas.',
  registered_on: 'Tanggal formulir diterima.',
  paper_number: 'Nomor di formulir kertas.',
  father_name: 'Boleh kosong.',
  father_phone: '',
  mother_name: 'Boleh kosong.',
  mother_phone: '',
  contact_phone: `${REQUIRED}Satu dari tiga nomor: 0812…, 62812…, atau +62812…. Nomor yang sama berarti keluarga yang sama.`,
  email: 'Boleh kosong.',
  address: 'Boleh kosong.',
  fee_paid: 'Ya atau tidak. Biaya baru lunas setelah bagian keuangan menandainya.',
  payment_date: 'Tanggal uangnya diterima.',
  payment_method: 'Transfer atau tunai.',
};

/** The drop-downs of a list: the school's own levels, classes and years. */
function choicesOf({ levels, years }: ListTerms): Partial<Record<ImportField, readonly string[]>> {
  const offered = levels.filter((level) => level.offered);
  return {
    gender: ['Laki-laki', 'Perempuan'],
    jenjang: offered.map(({ jenjang }) => jenjang),
    kelas: offered.flatMap(({ classes }) => classes),
    academic_year: years,
    source: Object.values(IMPORT_SOURCE_LABELS),
    fee_paid: ['Ya', 'Tidak'],
    payment_method: ['Transfer', 'Tunai'],
  };
}

/** A list to be filled in, with the school's own levels, classes and years as drop-downs and a sheet of help. */
export function sampleList(terms: ListTerms): Readable {
  const choices = choicesOf(terms);
  const wanted: readonly ImportField[] = [...REQUIRED_FIELDS, NUMBER_FIELDS[0]];
  const columns = (Object.entries(IMPORT_FIELDS) as [ImportField, { label: string }][]).map(
    ([field, { label }]): FormColumn => ({
      title: wanted.includes(field) ? `${label} (wajib)` : label,
      width: Math.max(14, label.length + 10),
      ...(choices[field] && { choices: choices[field] }),
    }),
  );
  const lines = (Object.entries(HELP) as [ImportField, string][]).map(([field, text]) => [
    IMPORT_FIELDS[field].label,
    text,
  ]);
  return formWorkbook({
    title: 'Daftar',
    columns,
    rows: IMPORT_MAX_ROWS,
    help: { title: 'Bantuan', lines: [['Kolom', 'Cara mengisi'], ...lines] },
    choices: 'Pilihan',
  });
}
