import { CASH_PROOFS } from '@gerbang/domain/invoice-payments';
import { JENJANG } from '@gerbang/domain/levels';
import { ACCOUNT_PURPOSES } from '@gerbang/domain/school-accounts';
import { NEUTRAL_SETTINGS } from '@gerbang/domain/school-settings';
import { PAY_CHANNELS } from '@gerbang/domain/pay-requests';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { brandSchema, guideSchema, hoursSchema, line, textsSchema } from './school-parts.ts';
import { refundRuleSchema } from './refund-rule.ts';
import { registrationDays } from './registration-days.ts';
import { rupiah } from './money.ts';
import { SAMPLE_ACCOUNT, SAMPLES } from './school-samples.ts';
import { lineOfText, optionalDigits } from './text.ts';

/** Largest JSON of the settings in bytes; a larger one is 413. */
export const SETTINGS_MAX_BYTES = 512 * 1024;

const fee = rupiah('Isi dengan angka rupiah');
const age = z.int('Usia tidak valid').min(0, 'Usia tidak valid').max(300, 'Usia tidak valid').nullable();
const jenjang = z.enum(JENJANG, 'Jenjang tidak dikenal');
const distinct = (values: readonly string[]) => new Set(values).size === values.length;

const levelSchema = z.preprocess(
  (typed) => (isRecord(typed) ? { label: typed.jenjang, ...typed } : typed),
  z
    .strictObject({
      jenjang,
      offered: z.boolean().default(true),
      label: lineOfText(20, 'Sebutan jenjang harus diisi'),
      unit_name: lineOfText(200, 'Nama unit harus diisi'),
      npsn: optionalDigits(8, 'NPSN harus 8 angka').default(null),
      classes: z.array(lineOfText(20, 'Nama kelas harus diisi')).max(20, 'Paling banyak 20 kelas'),
      fee,
      min_age_months: age.default(null),
      max_age_months: age.default(null),
    })
    .refine(({ min_age_months: min, max_age_months: max }) => min === null || max === null || min <= max, {
      path: ['max_age_months'],
      message: 'Usia tertua harus di atas usia termuda',
    }),
);

const place = z
  .string('Pilih kelas')
  .regex(new RegExp(`^(?:${JENJANG.join('|')})(?:/[^<>\\n]{1,20})?$`, 'u'), 'Pilih kelas');
/** The table of steps; absent while it is empty, so that settings without one stay the same to the byte. */
const nextClasses = z
  .array(
    z
      .strictObject({ from: place, to: z.union([z.literal(''), place], 'Pilih kelas') })
      .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Pilih kelas lain' }),
  )
  .max(40, 'Paling banyak 40 baris')
  .refine((rows) => distinct(rows.map(({ from }) => from)), 'Satu kelas hanya berlanjut ke satu kelas')
  .transform((rows) => (rows.length > 0 ? rows : undefined));

const accountSchema = z.strictObject({
  key: z.string().regex(/^[a-z0-9-]{2,20}$/u, 'Kunci rekening tidak valid'),
  label: lineOfText(60, 'Nama rekening harus diisi'),
  bank_name: lineOfText(200, 'Nama bank harus diisi'),
  branch: lineOfText(200, 'Cabang harus diisi'),
  bank_code: z.string('Kode bank harus 3 angka').regex(/^\d{3}$/u, 'Kode bank harus 3 angka'),
  account_number: z
    .string('Nomor rekening harus 5 sampai 34 angka')
    .regex(/^\d(?:[\d ]{3,32})\d$/u, 'Nomor rekening harus 5 sampai 34 angka'),
  owner: lineOfText(200, 'Nama pemilik rekening harus diisi'),
  levels: z.array(jenjang).max(JENJANG.length).refine(distinct, 'Jenjang tidak boleh berulang'),
  purposes: z
    .array(z.enum(ACCOUNT_PURPOSES, 'Tujuan tidak dikenal'))
    .max(ACCOUNT_PURPOSES.length)
    .refine(distinct, 'Tujuan tidak boleh berulang'),
  closed: z.boolean().default(false),
});
/** The account as programs read it that know only one; '-' while the school has none. */
const oneAccountSchema = z.strictObject({
  bank_name: z.string(),
  branch: z.string(),
  bank_code: z.string(),
  account_number: z.string(),
  owner: z.string(),
});

const text = lineOfText(200, 'Isian tidak boleh kosong');
const feeTableSchema = z.strictObject({
  title: text,
  columns: z.array(text).min(1).max(8, 'Paling banyak 8 kolom'),
  rows: z.array(z.array(text).min(1).max(8, 'Paling banyak 8 kolom')).max(40, 'Paling banyak 40 baris'),
  /** A picture in place of the table, where the foundation has one. */
  image_url: z
    .url('Alamat gambar tidak valid')
    .max(500, 'Alamat gambar tidak valid')
    .nullable()
    .default(null),
});

const discountList = z
  .array(fee)
  .min(1, 'Isi sedikitnya satu potongan (0)')
  .max(20, 'Paling banyak 20 potongan');

const settingsObject = z.strictObject({
  open: z.boolean().default(true),
  name: lineOfText(200, 'Nama portal harus diisi'),
  short_name: lineOfText(40, 'Nama singkat harus diisi'),
  address: line(200).default(NEUTRAL_SETTINGS.address),
  city: line(60).default(NEUTRAL_SETTINGS.city),
  contact_whatsapp: z
    .string('Nomor WhatsApp tidak valid')
    .regex(/^\+[1-9][0-9]{6,14}$/u, 'Nomor WhatsApp tidak valid'),
  levels: z
    .array(levelSchema)
    .length(JENJANG.length, 'Setiap jenjang harus ada satu kali')
    .refine(
      (levels) => JENJANG.every((one) => levels.some((level) => level.jenjang === one)),
      'Setiap jenjang harus ada satu kali',
    ),
  next_classes: nextClasses.optional(),
  academic_years: z
    .array(z.string().regex(/^20\d\d\/20\d\d$/u, 'Tulis tahun ajaran seperti 2026/2027'))
    .max(10, 'Paling banyak 10 tahun ajaran'),
  account: oneAccountSchema,
  accounts: z
    .array(accountSchema)
    .max(6, 'Paling banyak 6 rekening')
    .refine((accounts) => distinct(accounts.map((one) => one.key)), 'Kunci rekening tidak boleh berulang'),
  unique_code: z
    .strictObject({ on: z.boolean(), max: z.literal([0, 99, 999], 'Pilih 0, 99, atau 999') })
    .default(NEUTRAL_SETTINGS.unique_code),
  cash_proof: z.enum(CASH_PROOFS, 'Pilihan tidak dikenal').default(NEUTRAL_SETTINGS.cash_proof),
  discounts: z.strictObject({
    loyalty_program: discountList,
    event: discountList,
    full_payment: discountList,
    group: discountList,
  }),
  payment_periods: z.array(text).max(20, 'Paling banyak 20 periode'),
  default_payment_period: line(200),
  fee_tables: z.array(feeTableSchema).max(10, 'Paling banyak 10 tabel biaya'),
  texts: textsSchema,
  brand: brandSchema,
  hours: hoursSchema,
  /** Absent while the school names none, so that settings without any stay the same to the byte. */
  registration_days: registrationDays.transform((days) => (days.length > 0 ? days : undefined)).optional(),
  /** Absent while the school has no drawers. */
  cash_drawers: z
    .boolean('Pilihan tidak dikenal')
    .transform((on) => on || undefined)
    .optional(),
  /** Absent while the school says nothing of it. */
  refund_rule: refundRuleSchema.optional(),
  /** Absent while the landing page says nothing of the school. */
  guide: guideSchema.optional(),
});

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const ONE_ACCOUNT = ['bank_name', 'branch', 'bank_code', 'account_number', 'owner'] as const;
const NO_ACCOUNT = Object.fromEntries(ONE_ACCOUNT.map((field) => [field, '-']));

/** The former single account as the only one of all levels and purposes. */
function accountsOf(account: unknown): unknown {
  if (!isRecord(account)) return account === undefined ? undefined : [account];
  const number = account.account_number;
  return [
    {
      key: 'utama',
      label: 'Rekening utama',
      ...account,
      // Files written by hand group the digits with hyphens and dots, too.
      ...(typeof number === 'string' && { account_number: number.replace(/[-.]/gu, ' ').trim() }),
      levels: [...JENJANG],
      purposes: [...ACCOUNT_PURPOSES],
      closed: false,
    },
  ];
}

/** Fills what follows from other keys: `accounts` from a former file's `account`, and `account` from `accounts`. */
function withAccounts(typed: unknown): unknown {
  if (!isRecord(typed)) return typed;
  const { account, accounts = accountsOf(account), ...rest } = typed;
  const first = Array.isArray(accounts)
    ? accounts.find((one) => isRecord(one) && one.closed !== true)
    : undefined;
  const named = first && ONE_ACCOUNT.every((field) => typeof first[field] === 'string');
  return {
    short_name: typeof rest.name === 'string' ? rest.name.slice(0, 40).trim() : undefined,
    ...rest,
    accounts,
    account: named ? Object.fromEntries(ONE_ACCOUNT.map((field) => [field, first[field]])) : NO_ACCOUNT,
  };
}

/** Settings as people type and import them: nothing that a school must decide is filled in for it. */
export const settingsSchema = z.preprocess(withAccounts, settingsObject);

const withSamples = (typed: unknown) => {
  if (!isRecord(typed)) return typed;
  const account = 'accounts' in typed ? {} : { account: SAMPLE_ACCOUNT };
  return withAccounts({ ...SAMPLES, ...account, ...typed });
};

/**
 * The settings of a foundation, with the specified values for what a file leaves out. Files with the former single
 * `account` parse as before.
 */
export const schoolSchema = z.preprocess(withSamples, settingsObject);
export type School = z.output<typeof schoolSchema>;

/** The settings as screens read them. */
export const schoolConfigSchema = z.preprocess(
  withSamples,
  settingsObject.extend({
    /** When the official accounts last changed; null = never since the first version. */
    account_changed_at: z.iso.datetime().nullable().default(null),
    /** Labels of the documents that the school asks of children, for the sentence of consent; absent = none. */
    documents: z.array(z.string()).optional(),
    /** Payments through a provider; absent without them. */
    gateway: z
      .object({
        channels: z.array(z.enum(PAY_CHANNELS)),
        banks: z.array(z.object({ code: z.string(), name: z.string() })),
        qris_max: z.int(),
      })
      .optional(),
  }),
);
export type SchoolConfig = z.output<typeof schoolConfigSchema>;

export const getConfig = endpoint({
  id: 'G02',
  method: 'GET',
  path: '/api/config',
  service: 'admission',
  access: { kind: 'session' },
  summary: 'Jenjang, kelas, biaya, tahun ajaran, rekening resmi, dan kontak sekolah',
  tags: ['sekolah'],
  response: { 200: schoolConfigSchema },
});
