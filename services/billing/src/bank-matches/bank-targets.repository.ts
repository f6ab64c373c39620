import type { HeldAmount, MatchTarget } from '@gerbang/domain/bank-matching';
import { JENJANG } from '@gerbang/domain/levels';
import type { BankTarget } from '@gerbang/domain/payment-expectations';
import { accountFor, type SchoolAccount } from '@gerbang/domain/school-accounts';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import { readInPieces } from './pieces.repository.ts';
import { PAID_ONLINE } from './fee-settlements.repository.ts';
import { feeOwed, sinceAsked } from '../registrations/registrations.repository.ts';
import { feeLinesOf } from '../payment-expectations/payment-expectations.repository.ts';
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
] as const;
type Held = Pick<Tables['payment_expectations'], (typeof HELD)[number]> & {
  /** `YYYY-MM-DD` in Jakarta. */
  readonly asked_on: string;
};
type Accounts = { readonly accounts: readonly SchoolAccount[] };
type Names = Pick<
  Tables['registrations'],
  'child_name' | 'father_name' | 'mother_name' | 'registration_number'
>;
/** `proof_on` is the day in Jakarta on which the slip that waits was uploaded. */
type Open = Names & { readonly id: string; readonly owed: number; readonly proof_on: string | null };
type OpenInvoice = Open & { readonly invoice_number: string };

const dayOf = (column: string, name: string) => `(${column} at time zone 'Asia/Jakarta')::date as ${name}`;

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
    void either.whereIn('registrations.jenjang', levels).orWhereRaw(`${id} = any(?)`, [[...held]]);
  });
}

/** Fees that nothing has paid; one that is booked waits for admission and is none of them. */
function openFees(db: Db, part: Parameters<typeof ofAccount>[2]): Knex.QueryBuilder {
  return ofAccount(db('registrations'), 'registrations.id', part)
    .whereRaw(`${feeOwed('registrations')} > 0`)
    .whereNotExists(
      db('bank_matches').whereRaw(`bank_matches.registration_id = registrations.id and status = 'booked'
        and ${sinceAsked('bank_matches.decided_at', 'registrations')}`),
    )
    .whereNotExists(
      db('unapplied_receipts').whereRaw(`unapplied_receipts.assigned_registration_id = registrations.id
        and ${sinceAsked('unapplied_receipts.decided_at', 'registrations')}`),
    )
    .whereRaw(`not exists (${PAID_ONLINE})`)
    .select(
      'registrations.id',
      db.raw(`${feeOwed('registrations')} as owed`),
      db.raw(dayOf('registrations.payment_proof_at', 'proof_on')),
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
      db.raw(dayOf('waiting.created_at', 'proof_on')),
      db.raw('enrollment_invoices.total_amount - enrollment_invoices.paid_amount as owed'),
      ...NAMES,
    );
}

/**
 * Fees that families were asked for together, while each of them is still to be paid: one that is paid already ends the
 * sum. An open one is asked for, the sum of a former choice may still be on its way.
 */
async function feesTogether(db: Db, kept: readonly Held[], fees: readonly Open[]): Promise<MatchTarget[]> {
  const asked = kept.filter(({ kind }) => kind === 'registration_fees');
  const open = new Map(fees.map((fee) => [fee.id, fee]));
  const lines = Map.groupBy(
    await feeLinesOf(
      db,
      asked.map(({ id }) => id),
    ),
    (line) => line.expectation_id,
  );
  return asked.flatMap((one) => {
    const own = (lines.get(one.id) ?? []).map(({ registration_id: id, amount }) => ({ id, amount }));
    const bills = own.flatMap(({ id, amount }) => {
      const bill = open.get(id);
      return bill?.owed === amount ? bill : [];
    });
    if (own.length === 0 || bills.length < own.length) return [];
    const names = bills.flatMap((bill) => [bill.father_name, bill.mother_name, bill.child_name]);
    const proofs = bills.flatMap(({ proof_on }) => proof_on ?? []);
    return {
      kind: 'registration_fee' as const,
      id: one.id,
      fees: own,
      numbers: [],
      owed: one.base,
      names: [...new Set(names.filter((name) => name !== null))],
      days: [...new Set([...proofs, one.asked_on])],
      held: [toHeld(one)],
    };
  });
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
  const kept = await readInPieces<Held>(
    db,
    db('payment_expectations')
      .where({ account_key: accountKey, holds_amount: true })
      .select(...HELD, db.raw(dayOf('created_at', 'asked_on'))),
  );
  const heldBy = Map.groupBy(kept, (one) => one.invoice_id ?? one.registration_id ?? '');
  const part = (kind: BankTarget) => ({
    levels: levelsOf(school, accountKey, kind),
    held: kept.flatMap((one) => (one.kind === kind ? (one.invoice_id ?? one.registration_id ?? []) : [])),
  });
  const common = ({ id, owed, proof_on, father_name, mother_name, child_name }: Open) => {
    const held = heldBy.get(id) ?? [];
    const days = [...(proof_on === null ? [] : [proof_on]), ...held.map(({ asked_on }) => asked_on)];
    return {
      id,
      owed,
      names: [father_name, mother_name, child_name].filter((name) => name !== null),
      days: [...new Set(days)],
      held: held.map(toHeld),
    };
  };
  const fees = await readInPieces<Open>(db, openFees(db, part('registration_fee')));
  const invoices = await readInPieces<OpenInvoice>(db, openInvoices(db, part('invoice')));
  return [
    ...fees.map((row) => ({
      ...common(row),
      kind: 'registration_fee' as const,
      numbers: [row.registration_number],
    })),
    ...(await feesTogether(db, kept, fees)),
    ...invoices.map((row) => ({
      ...common(row),
      kind: 'invoice' as const,
      numbers: [row.invoice_number, row.registration_number],
    })),
  ];
}
