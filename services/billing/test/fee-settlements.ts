import type { EventPayload } from '@gerbang/contracts/events';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import { uuidv7 } from 'uuidv7';
import { randomBytes } from 'node:crypto';
import { settleFee } from '../src/bank-matches/settle-fee.ts';
import { eventHandlers } from '../src/events/handlers.ts';
import type { Door } from './door.ts';

export type Refused = EventPayload<'fee.settlement.refused'>;

export const FINANCE: Actor = { id: uuidv7(), name: 'Fina Keuangan', role: 'finance' };

/** A line of the bank's statement with this amount in rupiah. */
export async function bankLine(door: Door, amount: number, booked_on = '2026-11-18'): Promise<string> {
  const [id, statement] = [uuidv7(), uuidv7()];
  await door.db('bank_statements').insert({
    id: statement,
    account_key: 'utama',
    profile: 'bca-bisnis',
    file_sha256: randomBytes(32),
    file_name: 'mutasi.csv',
    period_from: booked_on,
    period_to: booked_on,
    credits_total: amount,
    debits_total: 0,
    lines_total: 1,
    lines_new: 1,
    checks: '[]',
    imported_by_id: FINANCE.id,
    imported_by_role: FINANCE.role,
  });
  await door.db('bank_lines').insert({
    id,
    statement_id: statement,
    account_key: 'utama',
    booked_on,
    direction: 'in',
    amount,
    fingerprint: randomBytes(32),
    occurrence: 1,
  });
  return id;
}

const decided = { decided_by_id: FINANCE.id, decided_by_role: FINANCE.role, decided_at: new Date() };

/** Books a line for a fee: what the booking of a match does about it. */
export async function bookLine(
  door: Pick<Door, 'context'>,
  lineId: string,
  registration_id: string,
  amount: number,
  database = door.context.database,
): Promise<void> {
  await database.transaction(async (trx) => {
    await settleFee(door.context, trx, {
      registration_id,
      amount,
      source: { kind: 'bank_line', id: lineId },
      settled_on: '2026-11-18',
      actor: FINANCE,
      requestId: uuidv7(),
    });
    const match = { id: uuidv7(), line_id: lineId, kind: 'registration_fee', registration_id, amount };
    await trx('bank_matches').insert({ ...match, status: 'booked', ...decided });
    await trx('bank_lines').where({ id: lineId }).update({ status: 'booked' });
  });
}

/** Gives an open receipt to a fee: what the assignment of unapplied money does about it. */
export async function assignReceipt(
  door: Pick<Door, 'context'>,
  receiptId: string,
  registration_id: string,
): Promise<void> {
  await door.context.database.transaction(async (trx) => {
    const receipt = await trx('unapplied_receipts')
      .where({ id: receiptId, status: 'open' })
      .forUpdate()
      .first();
    await settleFee(door.context, trx, {
      registration_id,
      amount: receipt.amount,
      source: { kind: 'bank_line', id: receipt.line_id },
      settled_on: '2026-11-18',
      actor: FINANCE,
      requestId: uuidv7(),
    });
    await trx('unapplied_receipts')
      .where({ id: receiptId })
      .update({ status: 'assigned', assigned_registration_id: registration_id, ...decided });
  });
}

/** What the queue does with admission's refusal. */
export const refuse = (door: Pick<Door, 'context'>, event: Refused, database = door.context.database) =>
  database.transaction((trx) =>
    eventHandlers(door.context)['fee.settlement.refused']!(trx, event, {
      id: uuidv7(),
      version: 1,
      requestId: undefined,
    }),
  );

/** A line with what became of its money, in rupiah. */
interface LineMoney {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly booked: number;
  readonly unapplied: number;
  readonly surplus: number;
}

/** How the money of these lines stands; a line's amount is booked, surplus or unapplied, or it is not booked. */
export async function moneyOf(door: Pick<Door, 'db'>, lineIds: readonly string[]) {
  const { rows } = await door.db.raw<{ rows: LineMoney[] }>(
    `select l.id, l.status, l.amount,
       coalesce((select sum(amount) from bank_matches where line_id = l.id and status = 'booked'), 0)::bigint as booked,
       coalesce((select sum(amount) from unapplied_receipts where line_id = l.id), 0)::bigint as unapplied,
       coalesce((select sum(amount) from surplus_ledger where line_id = l.id), 0)::bigint as surplus
     from bank_lines l where l.id = any(?) order by l.id`,
    [[...lineIds]],
  );
  return rows;
}
