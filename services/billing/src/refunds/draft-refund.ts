import type { EventPayload } from '@gerbang/contracts/events';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { lockRegistration } from '../registrations/registrations.repository.ts';
import { writeDraft } from './begin-refund.ts';
import { totalOf } from './refund-lines.ts';
import { isDrafted, type RefundLine } from './refunds.repository.ts';

/**
 * Drafts what goes back by the school's rule to a family that left; the event may come twice. Before a re-enrolment is processed,
 * which is when a family leaves by itself, only the registration fee can be paid.
 */
export async function draftRefund(
  context: Pick<Context, 'now'>,
  trx: Knex.Transaction,
  { withdrawal_id, registration_id, lines: computed, deduct }: EventPayload<'withdrawal.refundable'>,
  requestId = '',
): Promise<void> {
  const fee = await lockRegistration(trx, registration_id);
  if (!fee) throw new Error('a family left whose registration is not known yet');
  if (await isDrafted(trx, withdrawal_id)) return;
  const lines = computed.flatMap(({ kind, paid, percent, back }): RefundLine[] =>
    kind === 'fee' && back > 0
      ? [
          {
            kind,
            target: registration_id,
            number: fee.registration_number,
            paid,
            percent,
            rule_back: back,
            back,
          },
        ]
      : [],
  );
  if (lines.length === 0) return;
  const total = totalOf(lines, deduct);
  const draft = {
    registration_id,
    withdrawal_id,
    cause: 'withdrawal',
    lines,
    deduct,
    total,
    reason: null,
  } as const;
  await writeDraft(context, trx, draft, { actor: null }, { address: '', requestId });
}
