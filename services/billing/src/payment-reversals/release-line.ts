import type { bankLineSchema } from '@gerbang/contracts/bank-statements';
import { releaseBankLine as call } from '@gerbang/contracts/payment-reversals';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { requireKey, withIdempotency } from '@gerbang/service-kit/http/idempotency';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { type LineRecord, lockLine } from '../bank-statements/bank-statements.repository.ts';
import { noLine, toLine } from '../bank-statements/bank-statements.view.ts';
import type { Context } from '../context.ts';
import { lockBooker } from '../hand-bookings/hand-bookings.repository.ts';
import type { LockedPayment } from '../invoice-payments/invoice-payments.repository.ts';
import { askSecondPerson, refuseAsked } from '../money-requests/ask-second-person.ts';
import type { RequestKind } from '../money-requests/request-kinds.ts';
import { openLine, refuseUnbooked } from './free-money.ts';
import { mayAlone } from './may-alone.ts';
import { lockPaymentsOf, otherUses } from './payment-reversals.repository.ts';
import { reverseBooked } from './reverse-booked.ts';
import { type Asked, paidFigure } from './reverse-payment.ts';

type Line = z.input<typeof bankLineSchema>;

interface LockedRelease {
  readonly line: LineRecord;
  readonly payments: readonly LockedPayment[];
}

/** Locks a booked line with what it pays; 409 where a part of its money is beyond this service. */
async function lockRelease(trx: Knex.Transaction, id: string): Promise<LockedRelease> {
  const line = await lockLine(trx, id);
  if (!line) throw noLine();
  refuseUnbooked(line);
  const { fees, returned } = await otherUses(trx, id);
  if (fees > 0) {
    throw conflict(
      'fee_booked',
      'Mutasi ini melunasi biaya pendaftaran. Batalkan biaya itu lebih dahulu; uangnya lalu dapat dibukukan lagi.',
    );
  }
  if (returned > 0) {
    throw conflict('money_returned', 'Sebagian uang mutasi ini sudah dikembalikan kepada pengirimnya.');
  }
  return { line, payments: await lockPaymentsOf(trx, id) };
}

async function release(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  { line, payments }: LockedRelease,
  reason: string,
): Promise<LineRecord> {
  for (const { id } of payments) {
    await reverseBooked(context, trx, caller, id, { cause: 'wrong_target', reason });
  }
  return openLine(context, trx, caller, line, reason);
}

/**
 * Takes a booked line back: what it paid is reversed and the line is open again, in one transaction. A second person is
 * asked where the reversal of one of its payments wants one.
 */
export async function releaseLine(
  context: Context,
  caller: Caller,
  id: string,
  body: z.output<(typeof call)['body']>,
): Promise<Asked<Line>> {
  requireKey(caller);
  const { database, sealer } = context;
  const { reason } = body;
  const once = {
    database,
    sealer,
    userId: caller.id,
    route: call.id,
    key: caller.idempotencyKey,
    body: { id, ...body },
  };
  const { answer } = await withIdempotency(once, async (trx): Promise<Asked<Line>> => {
    await lockBooker(trx, caller.id);
    const locked = await lockRelease(trx, id);
    const { line, payments } = locked;
    await refuseAsked(trx, id);
    if (await mayAlone(context, trx, caller, payments)) {
      const open = await release(context, trx, { ...caller, ifMatch: undefined }, locked, reason);
      return { done: await toLine(context, trx, open, caller.role) };
    }
    const request_id = await askSecondPerson(trx, caller, {
      kind: 'line_release',
      subject_id: id,
      registration_ids: payments.map(({ invoice }) => invoice.registration_id),
      amount: line.amount,
      reason,
      figures: [
        { figure: 'line_booked', of: null, before: line.amount, after: 0 },
        ...payments.map((payment) => paidFigure(payment)),
      ],
      terms: {},
    });
    return { request_id };
  });
  return answer;
}

/** The release of a line that a second person has agreed to. */
export const lineReleases: RequestKind = {
  kind: 'line_release',
  apply: async (context, trx, caller, { subject_id, reason }) => {
    await release(context, trx, caller, await lockRelease(trx, subject_id), reason);
  },
};
