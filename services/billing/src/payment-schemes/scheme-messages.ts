import type { PlannedInvoice } from '@gerbang/domain/payment-schemes';
import type { Db } from '@gerbang/service-kit/data/database';
import { publishAccountMessage } from '@gerbang/service-kit/events/account-messages';
import type { Told } from '../enrollment-confirmations/confirmation-messages.ts';
import type { Context } from '../context.ts';
import { dayText, rupiahText } from '../family-messages.ts';

/** Tells the family that its invoices are out: one message a scheme (decisions, Notifications). */
export async function notifyIssued(
  context: Context,
  trx: Db,
  told: Told,
  issued: readonly (PlannedInvoice & { readonly invoice_number: string })[],
): Promise<void> {
  const [first] = issued;
  const last = issued.at(-1);
  if (!first || !last) throw new Error('a scheme without invoices');
  const several = issued.length > 1;
  const total = rupiahText(issued.reduce((sum, one) => sum + one.total_amount, 0));
  await publishAccountMessage(
    context,
    trx,
    told.userId,
    {
      kind: 'invoice_issued',
      dedupeKey: `invoice_issued:${told.eventId}`,
      params: {
        child: told.child,
        number: several ? `${first.invoice_number} s.d. ${last.invoice_number}` : first.invoice_number,
        amount: several ? `${total} dalam ${issued.length} tahap` : total,
        due: several ? `${dayText(first.due_date)} (${first.installment_name})` : dayText(first.due_date),
        link: new URL('/tagihan', context.config.PUBLIC_ORIGIN).href,
      },
      requestId: told.requestId,
    },
    'billing',
  );
}
