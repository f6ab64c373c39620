import { settleImportFees as call } from '@gerbang/contracts/imports';
import { SETTLE_ALONE_MOST } from '@gerbang/domain/imports';
import { mayMovePayment } from '@gerbang/domain/registration-payments';
import { isFeeFixed } from '@gerbang/domain/registration-stages';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { onceInPieces, requireKey } from '@gerbang/service-kit/http/idempotency';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { keepProofs, unverifiable } from '../proof-alerts/proof-alerts.repository.ts';
import { publishBookedFee } from '../registration-payments/booked-fees.ts';
import { feeMove, movePayment, paymentNote } from '../registration-payments/move-payment.ts';
import { publishMoves } from '../registration-record/publish.ts';
import {
  type LockedRegistration,
  lockRegistrations,
  registrations,
} from '../registration-record/registrations.repository.ts';
import { noImport } from './change-import.ts';
import { type RowRecord, rowsOf } from './import-rows.repository.ts';
import { importById, lockImport, writeAsked } from './imports.repository.ts';
import { refuseState } from './run-import.ts';

type Answer = z.input<(typeof call)['response'][200]> | { waiting: { count: number; sum: number } };

/** Fees that are marked in one transaction. */
const AT_ONCE = 25;

interface Paid {
  readonly row: RowRecord;
  readonly registration_id: string;
  readonly paid_on: string;
  readonly method: 'transfer' | 'cash';
}

/** The rows whose fee is said to be paid, with the day and the way as typed; a transfer where none is. */
function paidRows(rows: readonly RowRecord[]): Paid[] {
  return rows.flatMap((row) => {
    const { fee_paid, payment_date, payment_method } = row.shown?.values ?? {};
    if (row.outcome !== 'imported' || row.registration_id === null) return [];
    if (fee_paid !== true || typeof payment_date !== 'string') return [];
    return [
      {
        row,
        registration_id: row.registration_id,
        paid_on: payment_date,
        method: payment_method === 'cash' ? ('cash' as const) : ('transfer' as const),
      },
    ];
  });
}

const idsOf = (paid: readonly Paid[]) => paid.map(({ registration_id }) => registration_id);

const isOwed = ({
  payment_status: status,
  current_stage,
}: Pick<LockedRegistration, 'payment_status' | 'current_stage'>): boolean =>
  mayMovePayment(status, 'verified', 'import') && !isFeeFixed(current_stage, status);

const proofsOf = (fees: readonly Pick<LockedRegistration, 'payment_evidence_file_id'>[]): string[] =>
  fees.flatMap((fee) => fee.payment_evidence_file_id ?? []);

/** Those that are owed and may be marked: a slip that is like another one is decided first. */
async function owedOf<T extends LockedRegistration>(db: Db, fees: readonly T[]): Promise<T[]> {
  const held = await unverifiable(db, proofsOf(fees));
  return fees.filter((fee) => isOwed(fee) && !held.has(fee.payment_evidence_file_id ?? ''));
}

async function settlePiece(
  context: Context,
  caller: Caller,
  importId: string,
  paid: readonly Paid[],
): Promise<number> {
  return context.database.transaction(async (trx) => {
    const by = actorOf(trx, caller);
    const locked = await lockRegistrations(trx, idsOf(paid));
    await keepProofs(trx, proofsOf(locked));
    const due = await owedOf(trx, locked);
    for (const present of due) {
      const one = paid.find(({ registration_id }) => registration_id === present.id);
      if (!one) throw new Error('a registration was locked that no row named');
      const moved = await movePayment(
        context,
        { trx, present, actor: () => by },
        {
          to: 'verified',
          cause: 'import',
          fileId: present.payment_evidence_file_id,
          settlement: { source: { kind: 'import', id: importId }, settled_on: one.paid_on },
          method: one.method,
        },
      );
      await audit(trx, {
        ...paymentNote(present, moved, 'registration.payment_imported'),
        actor: await by,
        origin: caller.origin,
      });
      await publishMoves(context, trx, [feeMove(present, moved)]);
      await publishBookedFee(context, trx, moved.eventId, caller.origin.requestId);
    }
    return due.length;
  });
}

/** The fees of an import that are said to be paid and are still owed. */
async function dueOf({ database, columns }: Context, id: string) {
  const found = await importById(database.knex, columns, id);
  if (!found) throw noImport();
  refuseState(found, ['stopped', 'done']);
  const paid = paidRows(await rowsOf(database.knex, columns, id));
  const said = await registrations(database.knex).whereIn('registrations.id', idsOf(paid));
  const due = await owedOf(database.knex, said);
  return { found, paid, due, sum: due.reduce((total, { payment_amount }) => total + payment_amount, 0) };
}

/** How many fees `settleFees` would mark now, and their sum in rupiah. */
export async function countFees(context: Context, id: string): Promise<Answer> {
  const { due, sum } = await dueOf(context, id);
  return { settled: due.length, sum };
}

/**
 * Marks the fees that a list says are paid as verified, by the day and the way that it says; families get no message. Above the
 * sum that one person settles alone the first one's word waits (202) and another person's same call settles.
 */
export function settleFees(context: Context, caller: Caller, id: string): Promise<Answer> {
  requireKey(caller);
  return onceInPieces(context, caller, { route: call.id, body: { id } }, () => settle(context, caller, id));
}

async function settle(context: Context, caller: Caller, id: string): Promise<Answer> {
  const { database, columns } = context;
  const { found, paid, due, sum } = await dueOf(context, id);
  if (due.length === 0)
    throw conflict('nothing_to_do', 'Tidak ada biaya di daftar ini yang perlu ditandai lunas.');
  const waiting = { count: due.length, sum };
  if (sum > SETTLE_ALONE_MOST) {
    const first = found.settle_asked_by_id;
    // Another sum than the first person saw is another word.
    if (first === null || first === caller.id || Number(found.settle_sum) !== sum) {
      await database.transaction(async (trx) => {
        if (!(await lockImport(trx, columns, id))) throw noImport();
        await writeAsked(trx, id, { by: caller.id, sum });
        await audit(trx, {
          action: 'import.settling_asked',
          actor: await actorOf(trx, caller),
          subject: id,
          details: waiting,
          origin: caller.origin,
        });
      });
      return { waiting };
    }
    await context.assertEyes(caller.id, [first], caller.origin.requestId);
  }
  let settled = 0;
  for (let at = 0; at < due.length; at += AT_ONCE) {
    const ids = new Set(due.slice(at, at + AT_ONCE).map((one) => one.id));
    settled += await settlePiece(
      context,
      caller,
      id,
      paid.filter(({ registration_id }) => ids.has(registration_id)),
    );
  }
  await database.transaction(async (trx) => {
    await writeAsked(trx, id, null);
    await audit(trx, {
      action: 'import.settled',
      actor: await actorOf(trx, caller),
      subject: id,
      details: { settled, sum },
      origin: caller.origin,
    });
  });
  return { settled, sum };
}
