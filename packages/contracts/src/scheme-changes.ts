import { rolesWith } from '@gerbang/domain/abilities';
import { REVISED_MOST } from '@gerbang/domain/scheme-revisions';
import { z } from 'zod';
import { confirmationSchema } from './enrollment-confirmations.ts';
import { endpoint } from './endpoint.ts';
import { deadlineDay } from './days.ts';
import { rupiah } from './money.ts';
import { moneyReason, waitsForApproval } from './money-requests.ts';
import { schemeAmounts, schemeSchema, schemeSideSchema } from './payment-schemes.ts';
import { idParams } from './text.ts';
import { seenVersion } from './seen-version.ts';

const changing = {
  service: 'billing',
  tags: ['skema pembayaran'],
  access: { kind: 'roles', roles: rolesWith('schemes.change') },
  params: idParams,
  idempotent: 'required',
} as const;

export const voidScheme = endpoint({
  ...changing,
  id: 'L18',
  method: 'POST',
  path: '/api/admin/payment-schemes/{id}/void',
  summary: 'Batalkan skema yang belum dibayar; konfirmasinya menunggu keputusan lagi',
  body: z.strictObject({ reason: moneyReason }),
  response: { 200: confirmationSchema },
});

export const reviseScheme = endpoint({
  ...changing,
  id: 'L17',
  method: 'POST',
  path: '/api/admin/payment-schemes/{id}/revise',
  summary: 'Ubah skema; preview tidak menulis apa pun. 202 = menunggu persetujuan orang kedua',
  body: z.strictObject({
    ...schemeAmounts,
    /** The first rows belong to the invoices with money, in their order. */
    instalments: z
      .array(
        z.strictObject({
          amount: rupiah('Jumlah harus berupa angka'),
          due_date: deadlineDay('Tanggal tidak valid'),
        }),
      )
      .min(1, 'Isi paling sedikit satu tahap')
      .max(REVISED_MOST, `Paling banyak ${REVISED_MOST} tahap`),
    reason: moneyReason,
    version: seenVersion,
    preview: z.boolean().optional(),
  }),
  response: {
    200: z.object({
      /** Null where it was a preview. */
      scheme: schemeSchema.nullable(),
      before: schemeSideSchema,
      after: schemeSideSchema,
      /** Rupiah that leave the invoices and stand unapplied. */
      excess: z.int(),
      second_person: z.boolean(),
    }),
    202: waitsForApproval,
  },
});
