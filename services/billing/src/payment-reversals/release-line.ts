import type { bankLineSchema } from '@gerbang/contracts/bank-statements';
import { releaseBankLine as call } from '@gerbang/contracts/payment-reversals';
import type { EventPayload } from '@gerbang/contracts/events';
import type { Role } from '@gerbang/domain/roles';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict, Problem } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { refuseSettlement } from '../bank-matches/refuse-settlement.ts';
import { type LineRecord, lockLine } from '../bank-line-record/bank-lines.repository.ts';
import { noLine, toLine } from '../bank-line-record/bank-lines.view.ts';
import type { Context } from '../context.ts';
import type { LockedPayment } from '../invoice-payments/invoice-payments.repository.ts';
import { failRequest } from '../money-requests/decide-money-request.ts';
import { approvedSince } from '../money-requests/money-requests.repository.ts';
import { refuseReturnedFees } from '../invoice-payments/refund-ledger.repository.ts';
import { refuseOnline } from '../pay-requests/refuse-fee.ts';
import type { RequestKind } from '../money-requests/request-kinds.ts';
import { lockRegistration } from '../registrations/registrations.repository.ts';
import { openLine, refuseUnbooked } from './free-money.ts';
import { type BookedFee, feesOf, lockPaymentsOf, otherUses } from './payment-reversals.repository.ts';
import { reverseBooked } from './reverse-booked.ts';
import { type Asked, reverseOrAsk } from './reverse-or-ask.ts';
import { paidFigure } from './reverse-payment.ts';

type Line = z.input<typeof bankLineSchema>;

interface LockedRelease {
  readonly line: LineRecord;
  readonly payments: readonly LockedPayment[];
  readonly fees: readonly BookedFee[];
}

/** Locks a booked line with what it pays; 409 where a part of its money has left the school. */
async function lockRelease(trx: Knex.Transaction, id: string): Promise<LockedRelease> {
  const line = await lockLine(trx, id);
  if (!line) throw noLine();
  refuseUnbooked(line);
  const { returned } = await otherUses(trx, id);
  if (returned > 0) {
    throw conflict('money_returned', 'Sebagian uang mutasi ini sudah dikembalikan kepada pengirimnya.');
  }
  const payments = await lockPaymentsOf(trx, id);
  const fees = await feesOf(trx, id);
  const registrations = [...new Set(fees.map(({ registration_id }) => registration_id))].toSorted();
  // So that no refund of a fee is agreed to at the same moment.
  for (const registration of registrations) await lockRegistration(trx, registration);
  await refuseReturnedFees(trx, registrations);
  return { line, fees, payments };
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
 * asked where the reversal of one of its payments wants one, and for a line that pays a registration fee, which is admission's.
 */
export function releaseLine(
  context: Context,
  caller: Caller,
  id: string,
  body: z.output<(typeof call)['body']>,
): Promise<Asked<Line>> {
  return reverseOrAsk(
    context,
    caller,
    { call, id, body },
    {
      lock: (trx) => lockRelease(trx, id),
      payments: ({ payments, fees }) => (fees.length > 0 ? null : payments),
      apply: async (trx, by, locked) =>
        toLine(context, trx, await release(context, trx, by, locked, body.reason), caller.role),
      request: ({ line, payments, fees }) => ({
        kind: 'line_release',
        registration_ids: [
          ...payments.map(({ invoice }) => invoice.registration_id),
          ...fees.map(({ registration_id }) => registration_id),
        ],
        amount: line.amount,
        figures: [
          { figure: 'line_booked', of: null, before: line.amount, after: 0 },
          ...payments.map((payment) => paidFigure(payment)),
          ...fees.map(({ registration_number, amount }) => ({
            figure: 'fee_paid' as const,
            of: registration_number,
            before: amount,
            after: 0,
          })),
        ],
        terms: {},
      }),
    },
  );
}

/**
 * The release of a line that a second person has agreed to. Admission takes its fees back first, each by its event, and the
 * line opens with the last of them.
 */
export const lineReleases: RequestKind = {
  kind: 'line_release',
  apply: async (context, trx, caller, { id: request_id, subject_id, reason }) => {
    const locked = await lockRelease(trx, subject_id);
    if (locked.fees.length === 0) {
      await release(context, trx, caller, locked, reason);
      return;
    }
    const { id, name } = await actorOf(trx, caller);
    for (const { registration_id } of locked.fees) {
      const approved = {
        request_id,
        registration_id,
        line_id: subject_id,
        reason,
        actor: { id, name, role: caller.role as Role },
      };
      await context.outbox.publish(trx, 'fee.reversal.approved', approved, {
        requestId: caller.origin.requestId,
      });
    }
  },
};

/** Opens a line whose last fee was taken back, where a second person agreed to that since the fee was booked. */
async function finishRelease(
  context: Context,
  trx: Knex.Transaction,
  lineId: string,
  bookedAt: Date,
  requestId: string,
): Promise<void> {
  if ((await feesOf(trx, lineId)).length > 0) return;
  const request = await approvedSince(trx, { kind: 'line_release', subject_id: lineId }, bookedAt);
  if (!request) return;
  const locked = await lockRelease(trx, lineId).catch((refusal: unknown) => {
    if (refusal instanceof Problem) return null;
    throw refusal;
  });
  // The money that admission gave back stands unapplied then.
  if (!locked) return failRequest(trx, request.id);
  const caller = {
    id: request.decided_by_id as string,
    role: request.decided_by_role as Role,
    origin: { address: '', requestId },
    ifMatch: undefined,
    idempotencyKey: undefined,
  };
  await release(context, trx, caller, locked, request.reason);
}

/** Lets money that does not pay its registration fee stand unapplied, or opens its line where that is released. */
export async function freeFee(
  context: Context,
  trx: Knex.Transaction,
  refused: EventPayload<'fee.settlement.refused'>,
  requestId = '',
): Promise<void> {
  const { source, registration_id: id, amount } = refused;
  if (source.kind === 'pay_request') return refuseOnline(trx, refused, requestId);
  const fee = (await feesOf(trx, source.id)).find(
    (one) => one.registration_id === id && one.amount === amount,
  );
  await refuseSettlement(trx, refused, requestId);
  if (fee) await finishRelease(context, trx, source.id, fee.decided_at, requestId);
}
