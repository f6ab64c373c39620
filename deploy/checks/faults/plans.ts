import type { Stack } from '@gerbang/local/stack';
import { ownerUrl, rowsOf } from './databases.ts';

const SHARES = `(values (1, 'Tahap 1', 5000000), (2, 'Tahap 2', 2500000), (3, 'Tahap 3', 1500000),
  (4, 'Tahap 4', 1000000)) as stage (number, name, amount)`;
const STAGES = 4;

/** The whole of each plan in one transaction, as the service leaves it: the database checks it at the commit. */
const PLANS = `
  with plan as (
    select n, person, gen_random_uuid() as registration, gen_random_uuid() as child,
      gen_random_uuid() as confirmation, gen_random_uuid() as scheme
    from unnest($1::uuid[]) with ordinality as one(person, n)
  ), copies as (
    insert into registrations (id, version, deleted, user_id, parent_id, child_id, child_name, father_name,
      registration_number, jenjang, kelas, academic_year, current_stage, payment_status)
    select registration, 1, false, person, gen_random_uuid(), child, 'Anak Uji ' || n, 'Bapak Uji ' || n,
      'PSB-UJI-SD-' || n, 'SD', '1', '2026/2027', 'passed', 'verified' from plan
  ), confirmed as (
    insert into enrollment_confirmations (id, registration_id, child_id, parent_id, payment_preference,
      contribution_type, payment_status, enrollment_status, status, decided_by_id, decided_at)
    select confirmation, registration, child, person, 'installment', 'cash', 'invoice_generated',
      'payment_scheme_created', 'processed', person, now() from plan
  ), told as (
    insert into confirmation_events (id, confirmation_id, version, to_status, cause)
    select gen_random_uuid(), confirmation, 1, 'processed', 'scheme_created' from plan
  ), schemes as (
    insert into enrollment_payment_schemes (id, enrollment_confirmation_id, registration_id, child_id, grade_level,
      payment_period, payment_scheme, base_education_fee, total_discount, final_education_fee, payment_deadline,
      first_installment_date, created_by_id, created_by_role)
    select scheme, confirmation, registration, child, 'SD', 'Gelombang 1', 'installment', 10000000, 0, 10000000,
      date '2100-01-01', date '2100-01-01', person, 'finance' from plan
  )
  insert into enrollment_invoices (id, enrollment_payment_scheme_id, enrollment_confirmation_id, registration_id,
    invoice_number, installment_stage, installment_name, total_amount, due_date)
  select gen_random_uuid(), scheme, confirmation, registration,
    'INV-2001-' || lpad(((n - 1) * ${STAGES} + stage.number)::text, 6, '0'), stage.number, stage.name, stage.amount,
    date '2100-01-01' + stage.number * 60
  from plan cross join ${SHARES}`;

/** The numbers that the plans take: a counter counts one by one, whoever counts. */
const countedTo = (last: number) => `do $$ begin
  for n in 1..${last} loop
    insert into document_counters (kind, year, last) values ('INV', 2001, 1)
      on conflict (kind, year) do update set last = document_counters.last + 1;
  end loop;
end $$`;

/** Makes so many payment plans for each of these families: not they are what is tried here, but what is paid on them. */
export async function makePlans(stack: Stack, families: readonly string[], each: number): Promise<void> {
  const people = families.flatMap((id) => Array.from({ length: each }, () => id));
  await rowsOf(ownerUrl(stack, 'billing'), countedTo(people.length * STAGES));
  await rowsOf(ownerUrl(stack, 'billing'), PLANS, [people]);
}

/** The invoices of these families on which no payment waits, by family. */
export async function freeInvoices(
  stack: Stack,
  families: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await rowsOf<{ user_id: string; id: string }>(
    ownerUrl(stack, 'billing'),
    `select r.user_id, i.id from enrollment_invoices i join registrations r on r.id = i.registration_id
     where r.user_id = any($1) and not i.waiting and i.total_amount - i.paid_amount > 100000 order by i.id`,
    [families],
  );
  return new Map(
    [...Map.groupBy(rows, (row) => row.user_id)].map(([id, all]) => [id, all.map((row) => row.id)]),
  );
}
