import { bookMatches as call } from '@gerbang/contracts/bank-matches';
import type { ProblemCode } from '@gerbang/contracts/problem';
import { BOOKING_REFUSALS } from '@gerbang/domain/bank-bookings';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { requireKey, withIdempotency } from '@gerbang/service-kit/http/idempotency';
import { conflict, Problem } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { assertBooking, beginBooking } from '../hand-bookings/assert-proved.ts';
import { sumProposed } from '../hand-bookings/hand-bookings.repository.ts';
import { feeLinesOf } from '../payment-expectations/payment-expectations.repository.ts';
import {
  findMatch,
  lockLineOfMatch,
  type MatchRecord,
  proposalsOf,
  targetOf,
} from './bank-bookings.repository.ts';
import { withdrawProposals } from './propose-matches.ts';
import { bookingNote, bookLine, refuseTaken } from './book-line.ts';

type Answer = z.input<(typeof call)['response'][200]>;
type Outcome =
  | { readonly booked: Answer['booked'][number] }
  | { readonly refused: Answer['refused'][number] };

/** Bookings of one call that run beside each other; receipts' numbers are given one after the other. */
const AT_ONCE = 4;

const matchGone = () => conflict('match_gone', BOOKING_REFUSALS.match_gone);

/** The proposals that are booked with this one: those of all fees that the family pays together. */
async function bookedWith(trx: Knex.Transaction, match: MatchRecord): Promise<MatchRecord[]> {
  if (match.expectation_id === null) return [match];
  const fees = await feeLinesOf(trx, [match.expectation_id]);
  if (fees.length === 0) return [match];
  const proposals = await proposalsOf(trx, match.line_id);
  const together = proposals.filter((one) => one.expectation_id === match.expectation_id);
  if (together.length < fees.length) throw matchGone();
  return together;
}

/** Books one proposal as it stands under its line's lock. */
async function bookMatch(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  { id, onlyExact }: { readonly id: string; readonly onlyExact: boolean },
): Promise<Answer['booked'][number]> {
  await beginBooking(trx, caller);
  const line = await lockLineOfMatch(trx, id);
  if (!line) throw matchGone();
  refuseTaken(line);
  const match = await findMatch(trx, id);
  if (match?.status !== 'proposed') throw matchGone();
  if (onlyExact && match.confidence !== 'exact') throw conflict('not_exact', BOOKING_REFUSALS.not_exact);
  const actor = await actorOf(trx, caller);
  const matches = await bookedWith(trx, match);
  const wanted = matches.reduce((sum, { amount }) => sum + amount, 0);
  await assertBooking(context, trx, caller, wanted);
  const booked = await bookLine(context, trx, caller, {
    line,
    actor,
    reason: null,
    mayCorrect: false,
    targets: matches.map((one) => ({
      ...targetOf(one),
      amount: one.amount,
      expectationId: one.expectation_id,
      proposalId: one.id,
    })),
  });
  await audit(trx, { ...bookingNote(line, booked, null), actor, origin: caller.origin });
  return { match_id: id, line_id: line.id, receipt_number: booked.receipts[0] ?? null };
}

/** A refusal of one proposal: nothing of it is written, and the others are booked. */
class Refusal extends Error {
  readonly code: ProblemCode;
  constructor(problem: Problem) {
    super(problem.message, { cause: problem });
    this.code = problem.code;
  }
}

/** The outcome for one proposal in a transaction of its own; a refusal is kept with the key too. */
async function outcomeOf(
  context: Context,
  caller: Caller,
  once: Omit<Parameters<typeof withIdempotency>[0], 'route' | 'body'>,
  match: { readonly id: string; readonly onlyExact: boolean },
): Promise<Outcome> {
  const { id } = match;
  const item = { ...once, route: `${call.id} ${id}`, body: id };
  const book = async (trx: Knex.Transaction): Promise<Outcome> => {
    try {
      return { booked: await bookMatch(context, trx, caller, match) };
    } catch (error) {
      // Asked for a proof, the person repeats the call with the same key: nothing is refused yet.
      const isRefused =
        error instanceof Problem && error.statusCode < 500 && error.code !== 'fresh_proof_required';
      throw isRefused ? new Refusal(error) : error;
    }
  };
  try {
    return (await withIdempotency(item, book)).answer;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const refused: Outcome = { refused: { match_id: id, code: error.code } };
    const keep = async (trx: Knex.Transaction): Promise<Outcome> => {
      // Another line of the same call may have paid it, which could not take it from a line that was held.
      const settled = error.code === 'nothing_owed' && (await findMatch(trx, id));
      if (settled) await withdrawProposals(trx, targetOf(settled));
      return refused;
    };
    return (await withIdempotency(item, keep)).answer;
  }
}

/**
 * Books proposals, each in a transaction of its own with its own place under the call's key: a call that was cut short is
 * repeated with the same key, finds what it has booked, and does the rest. Several at once only where they are exact.
 */
export async function bookMatches(
  context: Context,
  caller: Caller,
  body: z.output<(typeof call)['body']>,
): Promise<Answer> {
  requireKey(caller);
  const { database, sealer } = context;
  const once = { database, sealer, userId: caller.id, key: caller.idempotencyKey };
  // The key belongs to these proposals from now on, unless all of them together want a fresh proof first.
  const ids = [...new Set(body.match_ids)];
  await withIdempotency({ ...once, route: call.id, body }, async (trx) => {
    await beginBooking(trx, caller);
    await assertBooking(context, trx, caller, await sumProposed(trx, ids));
    return null;
  });
  const outcomes: Outcome[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids
      .slice(from, from + AT_ONCE)
      .map((id) => outcomeOf(context, caller, once, { id, onlyExact: ids.length > 1 }));
    outcomes.push(...(await Promise.all(some)));
  }
  return {
    booked: outcomes.flatMap((outcome) => ('booked' in outcome ? [outcome.booked] : [])),
    refused: outcomes.flatMap((outcome) => ('refused' in outcome ? [outcome.refused] : [])),
  };
}
