import { confirmEnrollment, makeScheme } from '../kit/enrollments.ts';
import { acceptedFamily, jakartaDate, registerChild } from '../kit/families.ts';
import type { Call, Client } from '../kit/client.ts';

/** Sixty letters. */
export const LONG = 'Muhammad Abdurrahman Al-Ghifari Kusumawardhana Wicaksono Adi';
const CHILDREN = ['Aisyah', 'Umar', 'Fatih', 'Zahra', 'Yusuf', 'Maryam', 'Khalisa'];

/** A family of eight, the first with a name of sixty letters, accepted, with an invoice due in five days. */
export async function largeFamily(client: Client, staff: (role: 'admin' | 'manager_pendidikan') => Call) {
  const [admin, manager] = [staff('admin'), staff('manager_pendidikan')];
  const accepted = await acceptedFamily(client, { admin, manager }, LONG);
  const { parent } = accepted;
  for (const name of CHILDREN) await registerChild(parent.call, name);
  const confirmation = await confirmEnrollment(parent.call, accepted);
  await makeScheme(admin, accepted, confirmation, { first_installment_date: jakartaDate(5) });
  return parent;
}
