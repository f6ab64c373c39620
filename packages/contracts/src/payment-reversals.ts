import { rolesWith } from '@gerbang/domain/abilities';
import { REVERSAL_CAUSES } from '@gerbang/domain/payment-reversals';
import { z } from 'zod';
import { bankLineSchema } from './bank-statements.ts';
import { endpoint } from './endpoint.ts';
import { invoicePaymentSchema } from './invoice-payments.ts';
import { moneyReason, waitsForApproval } from './money-requests.ts';
import { idParams } from './text.ts';
import { seenVersion } from './seen-version.ts';

const reversing = {
  service: 'billing',
  access: { kind: 'roles', roles: rolesWith('payments.reverse') },
  idempotent: 'required',
  params: idParams,
} as const;

export const reverseInvoicePayment = endpoint({
  id: 'L12',
  method: 'POST',
  path: '/api/admin/enrollment-invoice-payments/{id}/reverse',
  ...reversing,
  tags: ['pembayaran tagihan'],
  summary: 'Batalkan pembayaran yang sudah diverifikasi, atau minta persetujuan orang kedua (202)',
  body: z.strictObject({
    reason: moneyReason,
    cause: z.enum(REVERSAL_CAUSES, 'Sebab harus dipilih'),
    version: seenVersion,
  }),
  response: { 200: invoicePaymentSchema, 202: waitsForApproval },
});

export const releaseBankLine = endpoint({
  id: 'L21',
  method: 'POST',
  path: '/api/admin/bank-lines/{id}/release',
  ...reversing,
  tags: ['mutasi bank'],
  summary: 'Lepaskan mutasi yang sudah dibukukan: pembayarannya dibatalkan dan mutasinya terbuka lagi',
  body: z.strictObject({ reason: moneyReason }),
  response: { 200: bankLineSchema, 202: waitsForApproval },
});

export const reversalCalls = [reverseInvoicePayment, releaseBankLine] as const;
