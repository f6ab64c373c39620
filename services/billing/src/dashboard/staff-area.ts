import type { BillingArea } from '@gerbang/contracts/billing.types';
import { can } from '@gerbang/domain/abilities';
import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import { ageingOf } from '../invoices/sum-ageing.ts';
import type { Context } from '../context.ts';

type StaffArea = NonNullable<BillingArea['staff']>;

async function waitingConfirmations(db: Db): Promise<StaffArea['confirmations']> {
  const { rows } = await db.raw(`
    select (select count(*) from enrollment_confirmations where status in ('pending', 'submitted')) as waiting,
      (select count(*) from enrollment_confirmations
        where status = 'processed' and payment_status = 'pending') as without_scheme`);
  return (rows as NonNullable<StaffArea['confirmations']>[])[0] ?? null;
}

async function waitingPayments(db: Db): Promise<StaffArea['payments']> {
  const row = await db('enrollment_invoice_payments')
    .where({ verification_status: 'pending' })
    .first<{ waiting: number; amount: number; oldest_at: Date | null }>(
      db.raw(
        'count(*) as waiting, coalesce(sum(amount_paid), 0)::bigint as amount, min(created_at) as oldest_at',
      ),
    );
  const { waiting, amount, oldest_at } = row;
  return { waiting, amount, oldest_at: oldest_at === null ? null : new Date(oldest_at).toISOString() };
}

/** What waits for this role; payments and their ageing only for who may see invoices (admission workflow §6). */
export async function staffArea(context: Context, role: Role): Promise<StaffArea> {
  const db = context.database.knex;
  const seesMoney = can(role, 'invoices.read');
  const [confirmations, payments, ageing] = await Promise.all([
    waitingConfirmations(db),
    seesMoney ? waitingPayments(db) : null,
    seesMoney ? ageingOf(context, {}) : null,
  ]);
  return { confirmations, payments, ageing };
}
