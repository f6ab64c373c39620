import { DEFAULT_LEVELS, JENJANG } from '@gerbang/domain/levels';
import { INSTALMENT_PERCENTS, instalmentAmounts } from '@gerbang/domain/payment-schemes';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const RUPIAH = new Intl.NumberFormat('id-ID');
const YEAR = '2025/2026';

/** Example fees of the year that the specification's pictures are of; a foundation configures its own. */
const FEES: readonly (readonly [string, number])[] = [
  ['KB', 12_000_000],
  ['TK', 15_000_000],
  ['SD', 24_000_000],
  ['SMP', 26_000_000],
];

/** The table of education fees in place of the picture. */
function defaultFeeTable() {
  const rest = INSTALMENT_PERCENTS.reduce((left, percent) => left - percent, 100);
  const rupiah = (amount: number) => `Rp ${RUPIAH.format(amount)}`;
  return {
    title: `Biaya Pendidikan ${YEAR}`,
    columns: [
      'Jenjang',
      'Pembayaran penuh',
      ...[...INSTALMENT_PERCENTS, rest].map((percent, index) => `Tahap ${index + 1} (${percent}%)`),
    ],
    rows: FEES.map(([jenjang, fee]) => [jenjang, rupiah(fee), ...instalmentAmounts(fee).map(rupiah)]),
    image_url: null,
  };
}

const rupiah = z.int().min(0).max(1_000_000_000_000);
const text = z.string().min(1).max(200);

const levelSchema = z.strictObject({
  jenjang: z.enum(JENJANG),
  unit_name: text,
  classes: z.array(z.string().min(1).max(20)).max(20),
  fee: rupiah,
});
const feeTableSchema = z.strictObject({
  title: text,
  columns: z.array(text).min(1).max(8),
  rows: z.array(z.array(text).min(1).max(8)).max(40),
  /** A picture in place of the table, where the foundation has one. */
  image_url: z.url().nullable().default(null),
});

/**
 * The settings of a foundation (fees, years, levels, discounts and periods), checked at start, with defaults for what it
 * leaves out.
 */
export const schoolSchema = z.strictObject({
  name: text.default('PPDB Yayasan Contoh'),
  contact_whatsapp: z
    .string()
    .regex(/^\+[1-9][0-9]{6,14}$/u)
    .default('+6281200000000'),
  levels: z
    .array(levelSchema)
    .length(JENJANG.length)
    .refine(
      (levels) => JENJANG.every((jenjang) => levels.some((one) => one.jenjang === jenjang)),
      'one row a level',
    )
    .default(DEFAULT_LEVELS.map((level) => ({ ...level, classes: [...level.classes] }))),
  academic_years: z
    .array(z.string().regex(/^20\d\d\/20\d\d$/u))
    .min(1)
    .max(10)
    .default(['2026/2027', '2027/2028', '2028/2029']),
  account: z
    .strictObject({ bank_name: text, branch: text, bank_code: text, account_number: text, owner: text })
    .default({
      bank_name: 'Bank Syariah Indonesia (BSI)',
      branch: 'Kebon Jeruk',
      bank_code: '451',
      account_number: '700 9322 722',
      owner: 'Yayasan Contoh',
    }),
  discounts: z
    .strictObject({
      loyalty_program: z.array(rupiah).min(1),
      event: z.array(rupiah).min(1),
      full_payment: z.array(rupiah).min(1),
      group: z.array(rupiah).min(1),
    })
    .default({
      loyalty_program: [0, 1_500_000],
      event: [0, 500_000, 750_000, 1_000_000, 2_000_000],
      full_payment: [0, 1_000_000],
      group: [0, 750_000, 1_500_000],
    }),
  payment_periods: z.array(text).min(1).default(['Early Bird', 'Gelombang 1', 'Gelombang 2', 'Gelombang 3']),
  default_payment_period: text.default('Gelombang 1'),
  fee_tables: z.array(feeTableSchema).max(10).default([defaultFeeTable()]),
});
export type School = z.output<typeof schoolSchema>;

export const getConfig = endpoint({
  id: 'G02',
  method: 'GET',
  path: '/api/config',
  service: 'admission',
  access: { kind: 'session' },
  summary: 'Jenjang, kelas, biaya, tahun ajaran, rekening resmi, dan kontak sekolah',
  tags: ['sekolah'],
  response: { 200: schoolSchema },
});
