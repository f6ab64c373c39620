import { addInvoicePayment } from '@gerbang/contracts/invoice-payments';
import * as calls from '@gerbang/contracts/drawers';
import type { Caller } from '@gerbang/service-kit/testing/door';
import type { Door } from './door.ts';
import type { World } from './invoice-payments.ts';

/** What a person does with a drawer. */
export const drawersOf = (door: Door) => ({
  open: (person: Caller, float = 0) => door.call(calls.openDrawer, person, { body: { float } }),
  close: (person: Caller, id: string, counted: unknown, reason?: string) =>
    door.call(calls.closeDrawer, person, {
      params: { id },
      body: { counted, ...(reason !== undefined && { reason }) },
    }),
  sign: (person: Caller, id: string) => door.call(calls.signDrawer, person, { params: { id }, body: {} }),
  sheet: async (person: Caller, id: string): Promise<calls.DrawerSheet> =>
    (await door.call(calls.getDrawer, person, { params: { id } })).json(),
  list: async (person: Caller, query = ''): Promise<calls.Drawer[]> =>
    (await door.call(calls.listDrawers, person, { query })).json(),
});

/** Cash that a person books for an invoice, without a slip. */
export const payCash = (
  { door }: Pick<World, 'door'>,
  person: Caller,
  invoice: { readonly id: string; readonly created_at: string },
  amount: number,
  payment_date: string,
  key?: string,
) =>
  door.call(addInvoicePayment, person, {
    body: {
      enrollment_invoice_id: invoice.id,
      amount_paid: amount,
      payment_date,
      payment_method: 'cash',
      admin_notes: 'Dibayar tunai di loket',
      auto_verify: true,
    },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
