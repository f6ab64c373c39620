import type { Db } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { lockConfirmations } from '../bank-matches/bank-bookings.repository.ts';
import { type LineRecord, lockLine } from '../bank-line-record/bank-lines.repository.ts';
import type { Tables } from '../database.types.ts';
import { type LockedPayment, lockPayment } from '../invoice-payments/invoice-payments.repository.ts';
import { lockInvoice } from '../invoices/invoices.repository.ts';

type Receipt = Tables['unapplied_receipts'];

/** A payment with where its money comes from, all locked. */
export interface LockedMoney {
  readonly payment: LockedPayment;
  /** The bank's line that pays it; null for a slip or cash. */
  readonly line: LineRecord | null;
  /** The unapplied receipt that was assigned to it. */
  readonly receipt: Receipt | null;
}

/** Locks a payment in the order of all money: its line, the receipt that it was assigned from, its invoice. */
export async function lockMoney(trx: Knex.Transaction, id: string): Promise<LockedMoney | undefined> {
  const known = await trx('enrollment_invoice_payments')
    .where({ id })
    .first<{ bank_line_id: string | null } | undefined>('bank_line_id');
  if (!known) return undefined;
  const line = known.bank_line_id === null ? null : ((await lockLine(trx, known.bank_line_id)) ?? null);
  const receipt = await trx('unapplied_receipts')
    .where({ assigned_payment_id: id, status: 'assigned' })
    .forUpdate()
    .first<Receipt | undefined>();
  const payment = await lockPayment(trx, id);
  if (payment?.bank_line_id !== known.bank_line_id) {
    throw conflict('in_flight', 'Pembayaran ini baru saja berubah. Muat ulang lalu coba lagi.');
  }
  return payment && { payment, line, receipt: receipt ?? null };
}

/** The verified payments that a locked line pays, with their invoices and re-enrolments locked in the order of their ids. */
export async function lockPaymentsOf(trx: Knex.Transaction, lineId: string): Promise<LockedPayment[]> {
  const rows = await trx('enrollment_invoice_payments')
    .where({ bank_line_id: lineId, verification_status: 'verified' })
    .orderBy(['enrollment_invoice_id', 'id'])
    .select<{ id: string; enrollment_invoice_id: string }[]>('id', 'enrollment_invoice_id');
  for (const row of rows) await lockInvoice(trx, row.enrollment_invoice_id, null);
  const payments: LockedPayment[] = [];
  for (const { id } of rows) {
    const payment = await lockPayment(trx, id);
    if (payment) payments.push(payment);
  }
  const confirmations = payments.map(({ invoice }) => invoice.enrollment_confirmation_id);
  if (payments.length > 1) await lockConfirmations(trx, confirmations);
  return payments;
}

/** Rupiah that a person has reversed since a moment without a second one. */
export async function sumReversed(trx: Db, id: string, since: Date): Promise<number> {
  const row = await trx('enrollment_invoice_payments as p')
    .where('reversed_by_id', id)
    .where('reversed_at', '>', since)
    .whereNotExists(
      trx('money_requests')
        .where('status', 'approved')
        .whereRaw(
          `subject_id in (p.id, p.bank_line_id)
           and decided_at between p.reversed_at - interval '1 minute' and p.reversed_at`,
        ),
    )
    .first<{ sum: number | null }>(trx.raw('sum(amount_paid)::bigint as sum'));
  return Number(row.sum ?? 0);
}

/** What else than invoices' payments a booked line pays: its matches, and receipts by their status. */
export async function otherUses(
  trx: Db,
  lineId: string,
): Promise<{ readonly returned: number; readonly kept: number; readonly matches: number }> {
  const { rows } = await trx.raw(
    `select
       (select count(*)::int from bank_matches where line_id = :lineId and status = 'booked') as matches,
       (select count(*)::int from unapplied_receipts where line_id = :lineId and status = 'returned') as returned,
       (select count(*)::int from unapplied_receipts
         where line_id = :lineId and status in ('assigned', 'returned')) as kept`,
    { lineId },
  );
  return (rows as Awaited<ReturnType<typeof otherUses>>[])[0] as Awaited<ReturnType<typeof otherUses>>;
}

/** A registration fee that a line pays. */
export interface BookedFee {
  readonly registration_id: string;
  readonly registration_number: string;
  readonly amount: number;
  /** When the line was booked for it. */
  readonly decided_at: Date;
}

/** The registration fees that a booked line pays, by its matches and its assigned receipts. */
export async function feesOf(trx: Db, lineId: string): Promise<BookedFee[]> {
  const { rows } = await trx.raw(
    `select f.registration_id, r.registration_number, f.amount, f.decided_at from (
       select registration_id, amount, decided_at from bank_matches
         where line_id = :lineId and status = 'booked' and registration_id is not null
       union all
       select assigned_registration_id, amount, decided_at from unapplied_receipts
         where line_id = :lineId and assigned_registration_id is not null
     ) f join registrations r on r.id = f.registration_id order by r.registration_number`,
    { lineId },
  );
  return rows as BookedFee[];
}

/** Opens a receipt again that was assigned to a reversed payment. One of a request keeps its cause, which tells what its money was. */
export async function reopenAssigned(
  trx: Db,
  { id, version, pay_request_id }: Receipt,
  note: string,
): Promise<void> {
  await trx('unapplied_receipts')
    .where({ id, version, status: 'assigned' })
    .update({
      status: 'open',
      ...(pay_request_id === null && { cause: 'reversed' }),
      note,
      assigned_payment_id: null,
      decided_by_id: null,
      decided_by_name: null,
      decided_by_role: null,
      decided_at: null,
      version: version + 1,
    });
}

/** Lets money of a reversed payment stand unapplied: of its line, or of the payment itself where no line proves it. */
export async function insertReversed(
  trx: Db,
  source: { readonly line_id: string } | { readonly reversed_payment_id: string },
  amount: number,
  note: string,
): Promise<void> {
  await trx('unapplied_receipts').insert({ id: uuidv7(), ...source, amount, cause: 'reversed', note });
}

/** Takes back what a line was booked for: all of it, or one payment's match. */
export async function rejectBooked(trx: Db, lineId: string, paymentId?: string): Promise<void> {
  await trx('bank_matches')
    .where({ line_id: lineId, status: 'booked', ...(paymentId && { payment_id: paymentId }) })
    .update({ status: 'rejected' });
}

/** Ends the receipts of a line that is open again, and takes its surplus back. */
export async function emptyLine(
  trx: Db,
  lineId: string,
  by: { actor: { id: string; name: string | null; role: string }; at: Date },
): Promise<void> {
  await trx('unapplied_receipts')
    .where({ line_id: lineId })
    .whereIn('status', ['open', 'assigned'])
    .update({
      status: 'released',
      assigned_payment_id: null,
      decided_by_id: by.actor.id,
      decided_by_name: by.actor.name,
      decided_by_role: by.actor.role,
      decided_at: by.at,
      version: trx.raw('version + 1'),
    });
  const surplus = await trx('surplus_ledger')
    .where({ line_id: lineId })
    .groupBy('expectation_id')
    .havingRaw('sum(amount) <> 0')
    .select<{ expectation_id: string; amount: number }[]>(
      'expectation_id',
      trx.raw('sum(amount)::bigint as amount'),
    );
  if (surplus.length === 0) return;
  await trx('surplus_ledger').insert(
    surplus.map(({ expectation_id, amount }) => ({
      id: uuidv7(),
      line_id: lineId,
      expectation_id,
      amount: -Number(amount),
    })),
  );
}
