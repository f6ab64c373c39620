import { rolesWith } from '@gerbang/domain/abilities';
import { WHOLE_LINE_CAUSES } from '@gerbang/domain/bank-matches';
import { BANK_TARGETS, TARGETS_OF_A_LINE } from '@gerbang/domain/payment-expectations';
import { z } from 'zod';
import { bankLineSchema } from './bank-statements.ts';
import { endpoint } from './endpoint.ts';
import { paidRupiah } from './money.ts';
import { idParams, lineOfText, uuidText } from './text.ts';

const booking = {
  service: 'billing',
  tags: ['mutasi bank'],
  access: { kind: 'roles', roles: rolesWith('bank.book') },
} as const;

export const bookMatches = endpoint({
  id: 'R07',
  method: 'POST',
  path: '/api/admin/bank-matches/book',
  ...booking,
  summary: 'Bukukan usulan yang cocok; lebih dari satu hanya yang cocok pasti',
  body: z.strictObject({
    match_ids: z
      .array(uuidText())
      .min(1, 'Pilih paling sedikit satu baris')
      .max(200, 'Paling banyak 200 baris'),
  }),
  idempotent: 'required',
  response: {
    200: z.object({
      /** A fee's receipt follows once admission has verified it. */
      booked: z.array(
        z.object({ match_id: z.uuid(), line_id: z.uuid(), receipt_number: z.string().nullable() }),
      ),
      refused: z.array(z.object({ match_id: z.uuid(), code: z.string() })),
    }),
  },
});

export const matchLine = endpoint({
  id: 'R08',
  method: 'POST',
  path: '/api/admin/bank-lines/{id}/match',
  ...booking,
  summary: 'Bukukan satu baris untuk tagihan atau biaya pendaftaran yang dipilih, atau sebagai dana',
  params: idParams,
  body: z
    .strictObject({
      targets: z
        .array(
          z.strictObject({
            kind: z.enum(BANK_TARGETS, 'Pilihan tidak dikenal'),
            id: uuidText(),
            amount: paidRupiah('Jumlah harus lebih dari 0'),
          }),
        )
        .max(TARGETS_OF_A_LINE, `Paling banyak ${TARGETS_OF_A_LINE} tagihan atau biaya`)
        .refine(
          (targets) => new Set(targets.map(({ id }) => id)).size === targets.length,
          'Tagihan yang sama dipilih dua kali',
        ),
      /** Why all of the line stands unapplied, in place of targets: money of a family that pays none of its bills. */
      unapplied: z.enum(WHOLE_LINE_CAUSES, 'Pilihan tidak dikenal').optional(),
      /** Required where the line has no proposal of these targets, and beside `unapplied`. */
      reason: lineOfText(300, 'Alasan harus diisi')
        .refine((value) => value.length >= 5, 'Alasan paling sedikit 5 karakter')
        .optional(),
    })
    .refine(({ targets, unapplied }) => targets.length > 0 || unapplied !== undefined, {
      path: ['targets'],
      error: 'Pilih paling sedikit satu tagihan',
    })
    .refine(({ targets, unapplied }) => targets.length === 0 || unapplied === undefined, {
      path: ['unapplied'],
      error: 'Pilih tagihan atau dana belum dibukukan, tidak keduanya',
    }),
  idempotent: 'required',
  response: { 200: bankLineSchema },
});

export const bankMatchCalls = [bookMatches, matchLine] as const;
