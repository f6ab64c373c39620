import { confirmEnrollment, makeScheme, ownInvoices, payInvoice } from '../../kit/enrollments.ts';
import { announcePassed, observe, paidFamily } from '../../kit/families.ts';
import { client, staff } from './world.ts';

/** A family with four instalments for its child, each with a payment that waits for finance; in the order sent. */
export async function waitingPayments(child: string) {
  const people = { finance: staff('finance'), staff: staff('admin'), manager: staff('manager_pendidikan') };
  const { parent, made } = await paidFamily(client, [child]);
  for (const registered of made) {
    await observe(registered, people);
    await announcePassed(parent.call, registered, people);
    await makeScheme(people.finance, registered, await confirmEnrollment(parent.call, registered));
  }
  const invoices = await ownInvoices(parent.call);
  for (const { id, total_amount } of invoices) await payInvoice(parent.call, id, total_amount);
  return { parent, invoices };
}
