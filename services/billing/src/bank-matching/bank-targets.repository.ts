import type { HeldAmount, MatchTarget } from '@gerbang/domain/bank-matching';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { JENJANG } from '@gerbang/domain/levels';
import type { BankTarget } from '@gerbang/domain/payment-expectations';
import { accountFor, type SchoolAccount } from '@gerbang/domain/school-accounts';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { Tables } from '../database.types.ts';

/** The columns of a kept amount that matching needs: there are thousands. */
const HELD = [
  'id',
  'kind',
  'registration_id',
  'invoice_id',
  'base',
  'unique_add',
  'transfer_amount',
  'reference',
  'status',
  'created_at',
] as const;
type Held = Pick<Tables['payment_expectations'], (typeof HELD)[number]>;
type Accounts = { readonly accounts: readonly SchoolAccount[] };
type Names = Pick<
  Tables['registrations'],
  'child_name' | 'father_name' | 'mother_name' | 'registration_number'
>;
type OpenFee = Names &
  Pick<Tables['registrations'], 'id' | 'payment_amount'> & { readonly proof_at: Date | null };
type OpenInvoice = Names & {
  readonly id: string;
  readonly invoice_number: string;
  readonly owed: number;
  readonly proof_at: Date | null;
};

const NAMES = ['child_name', 'father_name', 'mother_name', 'registration_number'].map(
  (column) => `registrations.${column}`,
);

/** The levels whose families pay this to the account. */
const levelsOf = (school: Accounts, accountKey: string, kind: BankTarget) =>
  JENJANG.filter((jenjang) => accountFor(school, jenjang, kind)?.key === accountKey);

/** The bills of an account: of its levels, and those for which an amount at this account is kept. */
function ofAccount(
  rows: Knex.QueryBuilder,
  id: string,
  { levels, held }: { readonly levels: readonly string[]; readonly held: readonly string[] },
): Knex.QueryBuilder {
  return rows.where('registrations.deleted', false).where((either) => {
    void either.whereIn('registrations.jenjang', levels).orWhereIn(id, held);
  });
}

/** Fees that nothing has paid; one that is booked waits for admission and is none of them. */
function openFees(db: Db, part: Parameters<typeof ofAccount>[2]): Knex.QueryBuilder {
  return ofAccount(db('registrations'), 'registrations.id', part)
    .whereNot('registrations.payment_status', 'verified')
    .where('registrations.payment_amount', '>', 0)
    .whereNotExists(
      db('bank_matches').whereRaw(`bank_matches.registration_id = registrations.id and status = 'booked'`),
    )
    .whereNotExists(
      db('unapplied_receipts').whereRaw('unapplied_receipts.assigned_registration_id = registrations.id'),
    )
    .select(
      'registrations.id',
      'registrations.payment_amount',
      'registrations.payment_proof_at as proof_at',
      ...NAMES,
    );
}

function openInvoices(db: Db, part: Parameters<typeof ofAccount>[2]): Knex.QueryBuilder {
  const rows = db('enrollment_invoices')
    .join('registrations', 'registrations.id', 'enrollment_invoices.registration_id')
    .leftJoin('enrollment_invoice_payments as waiting', function waitingPayment() {
      this.on('waiting.enrollment_invoice_id', 'enrollment_invoices.id').andOnVal(
        'waiting.verification_status',
        'pending',
      );
    });
  return ofAccount(rows, 'enrollment_invoices.id', part)
    .whereRaw('enrollment_invoices.paid_amount < enrollment_invoices.total_amount')
    .select(
      'enrollment_invoices.id',
      'enrollment_invoices.invoice_number',
      'waiting.created_at as proof_at',
      db.raw('enrollment_invoices.total_amount - enrollment_invoices.paid_amount as owed'),
      ...NAMES,
    );
}

const toHeld = ({ id, base, unique_add, transfer_amount, reference, status }: Held): HeldAmount => ({
  id,
  base,
  unique_add,
  transfer_amount,
  reference,
  awaited: status === 'open' || status === 'cooling',
});

/** All that is owed to an account, with the amounts that are kept at it. Names stay in memory. */
export async function openTargets(db: Db, school: Accounts, accountKey: string): Promise<MatchTarget[]> {
  const kept = (await db('payment_expectations')
    .where({ account_key: accountKey, holds_amount: true })
    .select([...HELD])) as Held[];
  const heldBy = Map.groupBy(kept, (one) => one.invoice_id ?? one.registration_id ?? '');
  const part = (kind: BankTarget) => ({
    levels: levelsOf(school, accountKey, kind),
    held: kept.flatMap((one) => (one.kind === kind ? (one.invoice_id ?? one.registration_id ?? []) : [])),
  });
  const common = (row: Names & { readonly id: string; readonly proof_at: Date | null }) => {
    const held = heldBy.get(row.id) ?? [];
    const moments = [...(row.proof_at ? [row.proof_at] : []), ...held.map((one) => one.created_at)];
    return {
      id: row.id,
      names: [row.father_name, row.mother_name, row.child_name].filter((name) => name !== null),
      days: [...new Set(moments.map((moment) => jakartaDay(moment)))],
      held: held.map(toHeld),
    };
  };
  const fees = (await openFees(db, part('registration_fee'))) as OpenFee[];
  const invoices = (await openInvoices(db, part('invoice'))) as OpenInvoice[];
  return [
    ...fees.map((row) => ({
      ...common(row),
      kind: 'registration_fee' as const,
      owed: row.payment_amount,
      numbers: [row.registration_number],
    })),
    ...invoices.map((row) => ({
      ...common(row),
      kind: 'invoice' as const,
      owed: row.owed,
      numbers: [row.invoice_number, row.registration_number],
    })),
  ];
}
