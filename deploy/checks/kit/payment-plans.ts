import { rowsOf } from './databases.ts';

/** Invoices of one plan. */
const STAGES = 4;

/** A whole plan a person in one transaction, as billing leaves it: constraints of the database check it at the commit. */
const PLANS = `
  with plan as (
    select $2::int + n - 1 as n, person, gen_random_uuid() as registration, gen_random_uuid() as child,
      gen_random_uuid() as confirmation, gen_random_uuid() as scheme, date '2100-01-01' as due
    from unnest($1::uuid[]) with ordinality as one(person, n)
  ), copies as (
    insert into registrations (id, version, deleted, user_id, parent_id, child_id, child_name, father_name,
      contact_phone, registration_number, jenjang, kelas, academic_year, current_stage, payment_status)
    select registration, 1, false, person, gen_random_uuid(), child, 'Anak Contoh ' || n, 'Bapak Contoh ' || n,
      '+62812' || lpad(n::text, 8, '0'), 'PSB-UJI-SD-' || n, 'SD', '1', '2026/2027', 'passed', 'verified' from plan
  ), confirmed as (
    insert into enrollment_confirmations (id, registration_id, child_id, parent_id, payment_preference,
      contribution_type, payment_status, enrollment_status, status, decided_by_id, decided_at)
    select confirmation, registration, child, person, 'installment', 'cash', 'invoice_generated',
      'payment_scheme_created', 'processed', person, now() from plan
  ), history as (
    insert into confirmation_events (id, confirmation_id, version, to_status, cause)
    select gen_random_uuid(), confirmation, 1, 'processed', 'scheme_created' from plan
  ), schemes as (
    insert into enrollment_payment_schemes (id, enrollment_confirmation_id, registration_id, child_id, grade_level,
      payment_period, payment_scheme, base_education_fee, total_discount, final_education_fee, payment_deadline,
      first_installment_date, created_by_id, created_by_role)
    select scheme, confirmation, registration, child, 'SD', 'Gelombang 1', 'installment', 10000000, 0, 10000000,
      due, due, person, 'finance' from plan
  )
  insert into enrollment_invoices (id, enrollment_payment_scheme_id, enrollment_confirmation_id, registration_id,
    invoice_number, installment_stage, installment_name, total_amount, due_date)
  select gen_random_uuid(), scheme, confirmation, registration,
    'INV-2001-' || lpad((n * ${STAGES} + stage.number)::text, 6, '0'), stage.number, stage.name, stage.amount,
    due + stage.number * 60
  from plan cross join (values (1, 'Tahap 1', 5000000), (2, 'Tahap 2', 2500000), (3, 'Tahap 3', 1500000),
    (4, 'Tahap 4', 1000000)) as stage (number, name, amount)`;

/** Counts the numbers that the plans take; the database allows a counter to grow only one by one. */
const countNumbers = (count: number) => `do $$ begin
  for n in 1..${count} loop
    insert into document_counters (kind, year, last) values ('INV', 2001, 1)
      on conflict (kind, year) do update set last = document_counters.last + 1;
  end loop;
end $$`;

/** Makes a payment plan of four invoices, due from 2100 on, for each of these people, straight in the database of billing. */
export async function makePlans(billingOwnerUrl: string, people: readonly string[]): Promise<void> {
  const [known] = await rowsOf<{ n: number }>(
    billingOwnerUrl,
    `select count(*)::int as n from registrations where registration_number like 'PSB-UJI-SD-%'`,
  );
  await rowsOf(billingOwnerUrl, countNumbers(people.length * STAGES));
  await rowsOf(billingOwnerUrl, PLANS, [people, known?.n ?? 0]);
}
