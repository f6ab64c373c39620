import { ownerUrl, rowsOf, withClient } from '../kit/databases.ts';
import { makePlans } from '../kit/payment-plans.ts';
import type { Bench } from './runner.ts';

/** A child that waits for its result. */
export interface Waiting {
  /** Of the registration. */
  readonly id: string;
  readonly child_id: string;
}

/** Made-up children that wait for their result, straight in the copies of announcement. */
export function fillWaiting(bench: Bench, count: number): Promise<Waiting[]> {
  return rowsOf<Waiting>(
    ownerUrl(bench.stack(), 'announcement'),
    `insert into registrations (id, version, deleted, user_id, child_id, child_name, registration_number, jenjang, kelas,
       academic_year, current_stage, payment_status)
     select gen_random_uuid(), 1, false, gen_random_uuid(), gen_random_uuid(), 'Anak ' || n, 'GILIR-' || gen_random_uuid(),
       'SMP', '7', '2028/2029', 'waiting_announcement', 'verified'
     from generate_series(1, $1::int) n returning id, child_id`,
    [count],
  );
}

/** Payment plans of made-up families, all of whose invoices were due long ago. */
export async function fillLateInvoices(bench: Bench, plans: number): Promise<void> {
  const url = ownerUrl(bench.stack(), 'billing');
  const people = Array.from({ length: plans }, () => crypto.randomUUID());
  await makePlans(url, people, '2025-01-01');
  await withClient(url, (client) => client.query('vacuum analyze'));
}
