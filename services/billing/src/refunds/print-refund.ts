import { REFUND_BANKS, REFUND_KINDS } from '@gerbang/domain/refunds';
import type { Context } from '../context.ts';
import { readPrintedChild } from '../invoice-documents/invoice-documents.repository.ts';
import { type BillingDocument, toRefundDocument } from '../invoice-documents/invoice-documents.view.ts';
import { noPaper } from '../papers/papers.view.ts';
import { refundPaperOf } from './issue-refund-paper.ts';
import { findRefund } from './refunds.repository.ts';
import { accountOf, maskAccount, noRefund } from './refunds.view.ts';

/** The paper of a refund to print, of any family or of this account's own; 404 for another's, 409 while it is not paid. */
export async function printedRefund(
  context: Context,
  id: string,
  ownerId: string | null,
): Promise<{ readonly paperId: string; readonly number: string; readonly document: BillingDocument }> {
  const db = context.database.knex;
  const refund = await findRefund(db, id, ownerId);
  if (!refund) throw noRefund();
  const child = await readPrintedChild(db, refund.registration_id, ownerId);
  if (!child) throw noPaper();
  const paper = await refundPaperOf(context, refund, child);
  const account = accountOf(context, refund);
  const to = account && maskAccount(account);
  const document = toRefundDocument(context, child, paper, {
    lines: refund.lines.map(({ kind, number, back }) => ({ label: `${REFUND_KINDS[kind]} ${number}`, back })),
    deduct: refund.deduct,
    paid_on: refund.paid_on ?? paper.issued_on,
    to: to ? `${to.owner}, ${REFUND_BANKS[to.bank_code]} ${to.number}` : 'Orang tua/wali',
  });
  return { paperId: paper.id, number: paper.number, document };
}
