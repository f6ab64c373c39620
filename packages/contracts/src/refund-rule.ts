import { rolesWith } from '@gerbang/domain/abilities';
import {
  FEE_BACKS,
  REFUND_DAYS_MAX,
  REFUND_DEDUCTIONS,
  REFUND_LIMITS,
  REFUND_ROWS_MAX,
  REFUND_TEXT,
} from '@gerbang/domain/refund-rule';
import { z } from 'zod';
import { calendarDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { rupiah } from './money.ts';
import { optionalLine, paragraphOfText } from './text.ts';

const percent = z
  .int('Persen harus 0 sampai 100')
  .min(0, 'Persen harus 0 sampai 100')
  .max(100, 'Persen harus 0 sampai 100');
const DAYS = `Hari harus 0 sampai ${REFUND_DAYS_MAX}`;

const rowSchema = z
  .strictObject({
    until: z.enum(REFUND_LIMITS, 'Pilih batas waktunya'),
    days: z.int(DAYS).min(0, DAYS).max(REFUND_DAYS_MAX, DAYS).nullable(),
    date: calendarDay('Tanggal tidak valid').nullable(),
    percent,
  })
  .superRefine(({ until, days, date }, context) => {
    const missing = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (until === 'days_before_start' && days === null) missing('days', 'Isi jumlah hari');
    if (until === 'date' && date === null) missing('date', 'Pilih tanggal');
  })
  // What belongs to another limit is not kept.
  .transform((row) => ({
    ...row,
    days: row.until === 'days_before_start' ? row.days : null,
    date: row.until === 'date' ? row.date : null,
  }));

/** The rule as it stands in the school's settings; the server sets its version. */
export const refundRuleSchema = z.strictObject({
  version: z.int().min(1).default(1),
  registration_fee: z.strictObject({ back: z.enum(FEE_BACKS, 'Pilihan tidak dikenal'), percent }),
  education: z.array(rowSchema).max(REFUND_ROWS_MAX, `Paling banyak ${REFUND_ROWS_MAX} baris`),
  deduct: z.strictObject({
    kind: z.enum(REFUND_DEDUCTIONS, 'Pilihan tidak dikenal'),
    rupiah: rupiah('Potongan harus berupa angka'),
  }),
  text: paragraphOfText(
    REFUND_TEXT.max,
    `Tulis ketentuannya, ${REFUND_TEXT.min} sampai ${REFUND_TEXT.max} huruf`,
  ).refine(
    (text) => text.length >= REFUND_TEXT.min,
    `Tulis ketentuannya, paling sedikit ${REFUND_TEXT.min} huruf`,
  ),
  contact: optionalLine(200).transform((text) => text ?? ''),
});

export const previewRefundRule = endpoint({
  id: 'U22',
  method: 'POST',
  path: '/api/admin/school/refund-rule/preview',
  service: 'admission',
  tags: ['penyiapan sekolah'],
  access: { kind: 'roles', roles: rolesWith('school.activate') },
  summary: 'Hitung sebuah ketentuan pengembalian dana untuk tiga keluarga rekaan',
  body: z.strictObject({ rule: refundRuleSchema }),
  response: {
    200: z.object({
      families: z.array(
        z.object({
          title: z.string(),
          /** Whole rupiah. */
          lines: z.array(
            z.object({ kind: z.enum(['fee', 'education']), paid: z.int(), percent: z.int(), back: z.int() }),
          ),
          deduct: z.int(),
          total: z.int(),
        }),
      ),
      warnings: z.array(z.string()),
    }),
  },
});
