import { checkBooks } from '../src/housekeeping.ts';
import { type World, usePayments } from './invoice-payments.ts';
import { check, invoiceOf, sent } from './payment-calls.ts';

describe('the daily check of the books', () => {
  let world: World;
  usePayments((opened) => void (world = opened));

  test('when a paid amount is changed past the service, then the log has an error, and before that none', async () => {
    const { door } = world;
    const { family, staff, invoice } = await invoiceOf(world);
    const payment = await sent(world, family, invoice);
    await check(world, staff, payment.id);
    await checkBooks(door.database, door.context.log);
    expect(door.logged()).not.toContain('books_out_of_balance');
    const pastTheService = (paid_amount: number) =>
      door.db.transaction(async (trx) => {
        await trx.raw('set local session_replication_role = replica');
        await trx('enrollment_invoices').where({ id: invoice.id }).update({ paid_amount });
      });
    const { paid_amount: paid } = await door.db('enrollment_invoices').where({ id: invoice.id }).first();
    await pastTheService(1);
    await checkBooks(door.database, door.context.log);
    expect(door.logged()).toContain('books_out_of_balance');
    expect(door.logged()).toContain(invoice.invoice_number);
    await pastTheService(paid);
  });
});
