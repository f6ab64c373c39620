import type { Db } from '@gerbang/service-kit/data/database';
import { publishAccountMessage } from '@gerbang/service-kit/events/account-messages';
import type { Context } from '../context.ts';
import { rupiahText } from '../family-messages.ts';

/** A payment that was looked at, as the family is told of it. */
interface Checked {
  readonly id: string;
  readonly amount_paid: number;
  readonly requestId: string;
}

interface Concerned {
  readonly user_id: string;
  readonly child_name: string;
  readonly invoice_number: string;
}

/**
 * Tells the family that its payment is verified and what is left, or rejected and why (decisions, Notifications); once,
 * because a payment is looked at once.
 */
export async function notifyChecked(
  context: Context,
  trx: Db,
  invoice: Concerned,
  payment: Checked,
  outcome: { readonly remaining: number } | { readonly reason: string },
): Promise<void> {
  const kind = 'reason' in outcome ? 'invoice_payment_rejected' : 'invoice_payment_verified';
  const said = 'reason' in outcome ? outcome : { remaining: rupiahText(outcome.remaining) };
  await publishAccountMessage(
    context,
    trx,
    invoice.user_id,
    {
      kind,
      dedupeKey: `${kind}:${payment.id}`,
      params: {
        amount: rupiahText(payment.amount_paid),
        number: invoice.invoice_number,
        child: invoice.child_name,
        ...said,
        link: new URL('/tagihan', context.config.PUBLIC_ORIGIN).href,
      },
      requestId: payment.requestId,
    },
    'billing',
  );
}
