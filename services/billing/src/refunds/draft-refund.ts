import type { EventPayload } from '@gerbang/contracts/events';
import { type RefundCause, shareBack } from '@gerbang/domain/refunds';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { lockRegistration } from '../registrations/registrations.repository.ts';
import { writeDraft } from './begin-refund.ts';
import { lockGivable, paidInvoices } from './givable.repository.ts';
import { totalOf } from './refund-lines.ts';
import { isDrafted, type RefundLine } from './refunds.repository.ts';

type Refundable = EventPayload<'withdrawal.refundable'>;

/** What the rule gives back of education fees, shared among the invoices that were paid; what went back of one before stays away. */
async function invoiceLines(
  trx: Knex.Transaction,
  registrationId: string,
  { percent, back: most }: Pick<Refundable['lines'][number], 'percent' | 'back'>,
): Promise<RefundLine[]> {
  const targets = await paidInvoices(trx, registrationId);
  const money = await lockGivable(trx, targets, null);
  const found = targets.flatMap((one) => {
    const of = money.get(one.target);
    return of ? [{ ...one, ...of }] : [];
  });
  const shares = shareBack(
    found.map(({ paid }) => paid),
    percent,
    most,
  );
  return found.flatMap(({ kind, target, number, paid, gone }, at): RefundLine[] => {
    const rule_back = shares[at] ?? 0;
    const back = Math.min(rule_back, paid - gone);
    return back > 0 ? [{ kind, target, number: number ?? '', paid, percent, rule_back, back }] : [];
  });
}

/** Drafts what goes back by the school's rule to a family that left, or of a fee that was corrected; the event may come twice. */
export async function draftRefund(
  context: Pick<Context, 'now' | 'columns'>,
  trx: Knex.Transaction,
  { withdrawal_id, registration_id, lines: computed, deduct, cause: why, to }: Refundable,
  requestId = '',
): Promise<void> {
  const cause: RefundCause = why ?? 'withdrawal';
  const education = computed.find(({ kind }) => kind === 'education');
  // Invoices are locked before fees, as by every other change of money.
  const invoices = education ? await invoiceLines(trx, registration_id, education) : [];
  const fee = await lockRegistration(trx, registration_id);
  if (!fee) throw new Error('a family left whose registration is not known yet');
  if (await isDrafted(trx, withdrawal_id)) return;
  const fees = computed.flatMap(({ kind, paid, percent, back }): RefundLine[] => {
    if (kind !== 'fee' || back === 0) return [];
    const of = {
      kind,
      target: registration_id,
      number: fee.registration_number,
      paid,
      rule_back: back,
      back,
    };
    return [{ ...of, percent: cause === 'withdrawal' ? percent : null }];
  });
  const lines = [...fees, ...invoices];
  const sum = lines.reduce((all, { back }) => all + back, 0);
  // What was given back meanwhile leaves nothing.
  if (sum <= deduct) return;
  const total = totalOf(lines, deduct);
  const draft = { registration_id, withdrawal_id, cause, lines, deduct, total, reason: null, to };
  await writeDraft(context, trx, draft, { actor: null }, { address: '', requestId });
}
