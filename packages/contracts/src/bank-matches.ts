import { rolesWith } from '@gerbang/domain/abilities';
import { BANK_TARGETS } from '@gerbang/domain/payment-expectations';
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
  summary: 'Bukukan satu baris untuk tagihan atau biaya pendaftaran yang dipilih',
  params: idParams,
  body: z.strictObject({
    targets: z
      .array(
        z.strictObject({
          kind: z.enum(BANK_TARGETS, 'Pilihan tidak dikenal'),
          id: uuidText(),
          amount: paidRupiah('Jumlah harus lebih dari 0'),
        }),
      )
      .min(1, 'Pilih paling sedikit satu tagihan')
      .max(5, 'Paling banyak lima tagihan')
      .refine(
        (targets) => new Set(targets.map(({ id }) => id)).size === targets.length,
        'Tagihan yang sama dipilih dua kali',
      ),
    /** Required where the line has no proposal of these targets. */
    reason: lineOfText(300, 'Alasan harus diisi')
      .refine((value) => value.length >= 5, 'Alasan paling sedikit 5 karakter')
      .optional(),
  }),
  idempotent: 'required',
  response: { 200: bankLineSchema },
});

export const bankMatchCalls = [bookMatches, matchLine] as const;
