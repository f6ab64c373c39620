import { rolesWith } from '@gerbang/domain/abilities';
import { z } from 'zod';
import { deadlineDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { staffInvoiceSchema } from './invoices.ts';
import { moneyReason } from './money-requests.ts';
import { idParams } from './text.ts';
import { seenVersion } from './seen-version.ts';

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
    version: seenVersion,
  }),
  response: { 200: staffInvoiceSchema },
});
