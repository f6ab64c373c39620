import { confirmEnrollment, makeScheme, ownInvoices } from '../kit/enrollments.ts';
import { acceptedFamily, jakartaDate, registerChild } from '../kit/families.ts';
import type { Call, Client } from '../kit/client.ts';

/** Sixty letters. */
export const LONG = 'Muhammad Abdurrahman Al-Ghifari Kusumawardhana Wicaksono Adi';
const CHILDREN = ['Aisyah', 'Umar', 'Fatih', 'Zahra', 'Yusuf', 'Maryam', 'Khalisa'];

/** A family of eight, the first with a name of sixty letters, accepted, with an invoice due in five days. */
export async function largeFamily(client: Client, staff: (role: 'admin' | 'manager_pendidikan') => Call) {
  const [admin, manager] = [staff('admin'), staff('manager_pendidikan')];
  const accepted = await acceptedFamily(client, { admin, manager }, LONG);
  const { parent, id, childId } = accepted;
  for (const name of CHILDREN) await registerChild(parent.call, name);
  const confirmation = await confirmEnrollment(parent.call, accepted);
  await makeScheme(admin, accepted, confirmation, { first_installment_date: jakartaDate(5) });
  const [invoice] = await ownInvoices(parent.call);
  const all = await parent.call<{ id: string; payment_status: string }[]>('GET', '/api/registrations');
  const unpaid = all.find((one) => one.payment_status === 'pending');
  if (!invoice || !unpaid) throw new Error('Nothing is due');
  return { parent, id, childId, invoice: invoice.id, fee: unpaid.id, confirmation };
}
