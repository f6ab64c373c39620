import { matchLine as call } from '@gerbang/contracts/bank-matches';
import type { bankLineSchema } from '@gerbang/contracts/bank-statements';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { refusedField } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { lockLine } from '../bank-line-record/bank-lines.repository.ts';
import { noLine, toLine } from '../bank-line-record/bank-lines.view.ts';
import type { Context } from '../context.ts';
import { assertBooking, beginBooking } from '../hand-bookings/assert-proved.ts';
import { proposalsOf, targetOf } from './bank-bookings.repository.ts';
import { type BookingTarget, bookingNote, bookLine, refuseTaken, setUnapplied } from './book-line.ts';

type Body = z.output<(typeof call)['body']>;

const reasonMissing = () => refusedField('reason', 'reason', 'Alasan harus diisi');

/** The chosen targets with the proposals of them; 422 for a target that is not proposed, without a reason. */
async function chosenTargets(
  trx: Knex.Transaction,
  lineId: string,
  { targets, reason }: Body,
): Promise<BookingTarget[]> {
  const proposals = new Map((await proposalsOf(trx, lineId)).map((one) => [targetOf(one).id, one]));
  const chosen = new Set(targets.map(({ id }) => id));
  // Of fees that are paid together some alone are a choice of the person, which wants a reason.
  const parted = new Set(
    [...proposals].flatMap(([id, { expectation_id }]) => (chosen.has(id) ? [] : (expectation_id ?? []))),
  );
  const isProposed = (id: string) =>
    proposals.has(id) && !parted.has(proposals.get(id)?.expectation_id ?? '');
  if (reason === undefined && !targets.every(({ id }) => isProposed(id))) {
    throw reasonMissing();
  }
  return targets.map((target) => {
    const proposal = proposals.get(target.id);
    return {
      ...target,
      proposalId: proposal?.id ?? null,
      expectationId: isProposed(target.id) ? (proposal?.expectation_id ?? null) : null,
    };
  });
}

/** Books a line for the targets that a person chose, or lets all of it stand unapplied. */
export async function matchLine(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<z.input<typeof bankLineSchema>> {
  const reason = body.reason ?? null;
  return changeOnce(
    context,
    caller,
    { route: call.id, body: { id, ...body } },
    {
      lock: async (trx) => {
        await beginBooking(trx, caller);
        return lockLine(trx, id);
      },
      notFound: noLine,
      expect: {
        actions: ['bank_line.booked', 'bank_line.ignored', 'bank_line.restored'],
        present: ({ trx, present }) => toLine(context, trx, present, caller.role),
      },
      apply: async ({ trx, present, actor }) => {
        refuseTaken(present);
        if (body.unapplied !== undefined) {
          if (reason === null) throw reasonMissing();
          const by = { cause: body.unapplied, reason, actor: await actor() };
          return setUnapplied(context, trx, present, by);
        }
        const targets = await chosenTargets(trx, id, body);
        const wanted = targets.reduce((sum, { amount }) => sum + amount, 0);
        await assertBooking(context, trx, caller, wanted);
        return bookLine(context, trx, caller, {
          line: present,
          targets,
          actor: await actor(),
          reason,
          mayCorrect: true,
        });
      },
      audit: ({ present }, booked) => bookingNote(present, booked, reason),
      view: ({ trx, present }, booked) => toLine(context, trx, booked?.line ?? present, caller.role),
    },
  );
}
