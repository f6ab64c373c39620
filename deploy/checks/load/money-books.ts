import { randomUUID } from 'node:crypto';
import type { Stack } from '@gerbang/local/stack';
import { withClient } from './families.ts';

/** Invoices of one plan; what each payment pays. */
const STAGES = 4;
export const AMOUNT = 1000;

const SHARES = `(values (1, 'Tahap 1', 5000000), (2, 'Tahap 2', 2500000), (3, 'Tahap 3', 1500000),
  (4, 'Tahap 4', 1000000)) as stage (number, name, amount)`;

/** The whole of a plan in one transaction, as the service leaves it: the database checks it at the commit. */
const PLANS = `
  with plan as (
    select n, gen_random_uuid() as registration, gen_random_uuid() as child, gen_random_uuid() as confirmation,
      gen_random_uuid() as scheme, gen_random_uuid() as person
    from generate_series($1::int, $2::int) n
  ), copies as (
    insert into registrations (id, version, deleted, user_id, parent_id, child_id, child_name, father_name,
      contact_phone, registration_number, jenjang, kelas, academic_year, current_stage, payment_status)
    select registration, 1, false, person, gen_random_uuid(), child, 'Anak Contoh ' || n, 'Bapak Contoh ' || n,
      '+62812' || lpad(n::text, 8, '0'), 'PSB-BENCH-SD-' || n, 'SD', '1', '2026/2027', 'passed', 'verified' from plan
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
      date '2026-12-01' + n % 300, date '2026-12-01' + n % 300, person, 'finance' from plan
  )
  insert into enrollment_invoices (id, enrollment_payment_scheme_id, enrollment_confirmation_id, registration_id,
    invoice_number, installment_stage, installment_name, total_amount, due_date)
  select gen_random_uuid(), scheme, confirmation, registration,
    'INV-2001-' || lpad((n * ${STAGES} + stage.number)::text, 6, '0'), stage.number, stage.name, stage.amount,
    date '2026-12-01' + n % 300 + stage.number * 60
  from plan cross join ${SHARES}`;
const PLANS_AT_ONCE = 500;
const FEW_PLANS = 25;

/** Makes plans up until there are so many invoices, and brings the statistics up to date. */
export async function fillInvoices(stack: Stack, size: number): Promise<void> {
  const owner = new URL(stack.ownerUrl);
  owner.pathname = new URL(stack.databaseUrls.billing).pathname;
  await withClient(owner.href, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from enrollment_payment_schemes',
    );
    const step = size < PLANS_AT_ONCE ? FEW_PLANS : PLANS_AT_ONCE;
    for (let from = rows[0]?.n ?? 0; from * STAGES < size; from += step) {
      await client.query(PLANS, [from, from + step - 1]);
    }
    await client.query('vacuum analyze');
  });
}

/** Payments that wait, each of an invoice of its own; answers their ids. */
export async function waitingPayments(stack: Stack, count: number, by: string): Promise<string[]> {
  return withClient(stack.databaseUrls.billing, async (client) => {
    const { rows } = await client.query<{ payment_id: string }>(
      `with chosen as (
         select id from enrollment_invoices where not waiting and paid_amount + $2 <= total_amount
         order by id limit $1
       ), made as (
         insert into enrollment_invoice_payments (id, enrollment_invoice_id, amount_paid, payment_date,
           payment_evidence_file_id, created_by_id, created_by_role)
         select gen_random_uuid(), id, $2, '2026-11-20', gen_random_uuid(), $3, 'admin' from chosen returning *
       )
       insert into invoice_payment_events (id, payment_id, version, kind, to_status, amount, file_id, actor_id,
         actor_role)
       select gen_random_uuid(), id, 1, 'created', 'pending', amount_paid, payment_evidence_file_id, $3, 'admin'
       from made returning payment_id`,
      [count, AMOUNT, by],
    );
    return rows.map((row) => row.payment_id);
  });
}

/** Uploads of this person that nothing has claimed yet; answers their links. */
export async function freeUploads(stack: Stack, count: number, by: string): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await withClient(stack.databaseUrls.admission, (client) =>
    client.query(
      `insert into files (id, uploader_id, uploader_role, purpose, name, media_type, size)
       select unnest($1::uuid[]), $2, 'admin', 'payment_evidence', 'bukti.jpg', 'image/jpeg', 1000`,
      [ids, by],
    ),
  );
  return ids.map((id) => `/api/files/${id}`);
}

/** One invoice with room for small payments, and any one for its paper. */
export async function someInvoice(stack: Stack): Promise<string> {
  return withClient(stack.databaseUrls.billing, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from enrollment_invoices where not waiting and installment_stage = 1 and paid_amount = 0
       order by id desc limit 1`,
    );
    if (!rows[0]) throw new Error('No invoice');
    return rows[0].id;
  });
}
