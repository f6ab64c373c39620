import { bookMatches as call } from '@gerbang/contracts/bank-matches';
import { BOOKING_REFUSALS } from '@gerbang/domain/bank-bookings';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { requireKey, withIdempotency } from '@gerbang/service-kit/http/idempotency';
import { conflict, Problem } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { lockLine } from '../bank-statements/bank-statements.repository.ts';
import type { Context } from '../context.ts';
import { findMatch, targetOf } from './bank-bookings.repository.ts';
import { bookingNote, bookLine, refuseTaken } from './book-line.ts';

type Answer = z.input<(typeof call)['response'][200]>;
type Outcome =
  | { readonly booked: Answer['booked'][number] }
  | { readonly refused: Answer['refused'][number] };

const matchGone = () => conflict('match_gone', BOOKING_REFUSALS.match_gone);

/** Books one proposal as it stands under its line's lock. */
async function bookMatch(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  { id, onlyExact }: { readonly id: string; readonly onlyExact: boolean },
): Promise<Answer['booked'][number]> {
  const known = await findMatch(trx, id);
  const line = known && (await lockLine(trx, known.line_id));
  if (!line) throw matchGone();
  refuseTaken(line);
  const match = await findMatch(trx, id);
  if (match?.status !== 'proposed') throw matchGone();
  if (onlyExact && match.confidence !== 'exact') throw conflict('not_exact', BOOKING_REFUSALS.not_exact);
  const actor = await actorOf(trx, caller);
  const booked = await bookLine(context, trx, caller, {
    line,
    actor,
    reason: null,
    mayCorrect: false,
    targets: [
      {
        ...targetOf(match),
        amount: match.amount,
        expectationId: match.expectation_id,
        proposalId: match.id,
      },
    ],
  });
  await audit(trx, { ...bookingNote(line, booked, null), actor, origin: caller.origin });
  return { match_id: id, line_id: line.id, receipt_number: booked.receipts[0] ?? null };
}

/** The same in a savepoint: a refusal is an answer too, and is kept with the key. */
async function tryMatch(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  match: { readonly id: string; readonly onlyExact: boolean },
): Promise<Outcome> {
  try {
    return { booked: await trx.transaction((savepoint) => bookMatch(context, savepoint, caller, match)) };
  } catch (error) {
    if (!(error instanceof Problem) || error.statusCode >= 500) throw error;
    return { refused: { match_id: match.id, code: error.code } };
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
  // The key belongs to these proposals from now on.
  await withIdempotency({ ...once, route: call.id, body }, async () => null);
  const ids = [...new Set(body.match_ids)];
  const outcomes: Outcome[] = [];
  for (const id of ids) {
    const { answer } = await withIdempotency({ ...once, route: `${call.id} ${id}`, body: id }, (trx) =>
      tryMatch(context, trx, caller, { id, onlyExact: ids.length > 1 }),
    );
    outcomes.push(answer);
  }
  return {
    booked: outcomes.flatMap((outcome) => ('booked' in outcome ? [outcome.booked] : [])),
    refused: outcomes.flatMap((outcome) => ('refused' in outcome ? [outcome.refused] : [])),
  };
}
