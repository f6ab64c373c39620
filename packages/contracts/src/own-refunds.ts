import { rolesWith } from '@gerbang/domain/abilities';
import { REFUND_OBJECTION_MAX } from '@gerbang/domain/refunds';
import { z } from 'zod';
import { endpoint, PDF } from './endpoint.ts';
import { accountToRefund, refundAccountSchema, refundSchema } from './refund-shapes.ts';
import { idParams, paragraphOfText } from './text.ts';

const own = {
  service: 'billing',
  tags: ['pengembalian dana'],
  access: { kind: 'roles', roles: rolesWith('invoices.own') },
} as const;

/** A refund as its family sees it: the whole way with its days, without the people of the school. */
export const ownRefundSchema = refundSchema
  .omit({ account: true, steps: true, reason: true, own: true, bank_line_id: true, offers: true })
  .extend({
    account: refundAccountSchema.nullable(),
    steps: z.array(refundSchema.shape.steps.element.pick({ step: true, at: true })),
    /** What the family may do now. */
    may: z.object({ account: z.boolean(), object: z.boolean() }),
  });
export type OwnRefund = z.output<typeof ownRefundSchema>;

export const listOwnRefunds = endpoint({
  ...own,
  id: 'U16',
  method: 'GET',
  path: '/api/refunds',
  summary: 'Pengembalian dana keluarga sendiri, yang terbaru lebih dahulu',
  response: { 200: z.array(ownRefundSchema) },
});

export const setRefundAccount = endpoint({
  ...own,
  id: 'U17',
  method: 'PUT',
  path: '/api/refunds/{id}/account',
  summary: 'Isi rekening tujuan sampai dana ditransfer; yang sudah disetujui diminta lagi persetujuannya',
  params: idParams,
  body: accountToRefund,
  response: { 200: ownRefundSchema },
});

export const objectRefund = endpoint({
  ...own,
  id: 'U18',
  method: 'POST',
  path: '/api/refunds/{id}/object',
  summary: 'Nyatakan satu kali bahwa jumlahnya keliru, sampai dana ditransfer',
  params: idParams,
  body: z.strictObject({ text: paragraphOfText(REFUND_OBJECTION_MAX, 'Tulis apa yang keliru') }),
  response: { 200: ownRefundSchema },
});

export const getOwnRefundPaper = endpoint({
  ...own,
  id: 'U19',
  method: 'GET',
  path: '/api/refunds/{id}/paper',
  summary: 'Bukti pengembalian dana (PDF)',
  params: idParams,
  media: [PDF],
  response: { 200: z.any() },
});

export const ownRefundCalls = [listOwnRefunds, setRefundAccount, objectRefund, getOwnRefundPaper] as const;
