import { rolesWith } from '@gerbang/domain/abilities';
import { z } from 'zod';
import { deadlineDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { staffInvoiceSchema } from './invoices.ts';
import { moneyReason } from './money-requests.ts';
import { idParams } from './text.ts';

export const changeDueDate = endpoint({
  id: 'L19',
  method: 'PUT',
  path: '/api/admin/invoices/{id}/due-date',
  service: 'billing',
  tags: ['tagihan'],
  access: { kind: 'roles', roles: rolesWith('due_dates.change') },
  summary: 'Mundurkan jatuh tempo sebuah tagihan; pengingat dan tunggakan mengikuti',
  params: idParams,
  body: z.strictObject({
    due_date: deadlineDay('Tanggal tidak valid'),
    reason: moneyReason,
    version: z.int('Versi tidak valid').min(1, 'Versi tidak valid').max(999_999_999, 'Versi tidak valid'),
  }),
  response: { 200: staffInvoiceSchema },
});
