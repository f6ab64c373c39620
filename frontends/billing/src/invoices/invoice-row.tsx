import type { OwnInvoice } from '@gerbang/contracts/invoices';
import { Quiet } from '@gerbang/ui/layout';
import { VisuallyHidden } from '@gerbang/ui/visually-hidden';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { formatDateLong, formatDateShort, formatRupiah } from '@gerbang/web-kit/page/format';
import type { Bill } from '@gerbang/web-kit/payment/use-exact-amount';
import { useTransferAmount } from '@gerbang/web-kit/payment/use-transfer-amount';
import { Link } from '@gerbang/web-kit/page/router';
import { css, styled } from 'styled-components';
import { DueChanges } from '../due-dates/due-changes.tsx';
import { dueText, InvoiceTag, InvoiceTotal, invoicesCopy, VoidedNote } from './invoice-parts.tsx';
import { tagihanCopy as copy } from './invoices-page.copy.ts';

/** The page where an invoice is paid. */
export const paymentOf = (id: string) => `/tagihan/${encodeURIComponent(id)}/bayar`;

const Row = styled.li`
  display: grid;
  gap: 2px;
  align-content: center;
  min-height: 62px;
  padding: 6px 16px;
  & + & {
    border-block-start: 1px solid var(--border-subtle);
  }
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 2px 8px;
  > strong {
    flex: none;
    font-feature-settings: 'tnum';
  }
`;

const Words = styled.div`
  display: flex;
  /* The way moves below where it and the state alone do not fit beside each other. */
  flex: 1 1 min-content;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 8px;
  min-width: 0;
  h3 {
    font-size: 1rem;
  }
  h3 a {
    display: inline-block;
    min-height: 24px;
    color: inherit;
    text-decoration: none;
    &:hover {
      text-decoration: underline;
    }
  }
`;

const wayCss = css`
  display: inline-flex;
  flex: none;
  align-items: center;
  margin-inline-start: auto;
  min-height: 24px;
  font-size: 0.875rem;
  line-height: 1.43;
  /* As high as a finger, in a row that stays low. */
  position: relative;
  &::after {
    content: '';
    position: absolute;
    inset: -10px -8px;
  }
`;
const Way = styled(Link)`
  ${wayCss}
`;
const Paper = styled.a`
  ${wayCss}
`;

const Pay = styled(LinkButton)`
  flex: none;
  margin-inline-start: auto;
  @media (max-width: 639.98px) {
    min-height: 44px;
  }
`;

const Reason = styled.p`
  font-size: 0.875rem;
  line-height: 1.43;
  color: var(--text-error);
`;

/** What stands beside the state: when it was paid, what is still missing, or how long there is time. */
function noteOf(invoice: OwnInvoice): string {
  const { amount_paid: paid, due_date: due, remaining, status, total_amount } = invoice;
  const waiting = invoice.waiting_amount ?? 0;
  const receipt = invoice.receipts?.at(-1);
  if (status === 'verified') return receipt ? formatDateLong(receipt.verified_at) : '';
  if (waiting > 0) return waiting < total_amount ? copy.waitingPart(formatRupiah(waiting)) : '';
  const left = invoice.payable ? dueText(due) : '';
  return paid > 0 ? `${left} · ${copy.part(formatRupiah(remaining))}` : left;
}

/** What a family transfers for an invoice. */
export const billOf = ({ id, remaining }: Pick<OwnInvoice, 'id' | 'remaining'>): Bill => ({
  kind: 'invoice',
  id,
  amount: remaining,
  keep: true,
});

/** One invoice: its state, its amount, and the one thing that the family can do now. */
export function InvoiceRow({ invoice, next }: { invoice: OwnInvoice; next: boolean }) {
  const { id, invoice_number: number, status } = invoice;
  // Only what is paid next is named as a transfer; the others are bills.
  const transfer = useTransferAmount(next ? billOf(invoice) : null);
  return (
    <Row>
      <Line>
        <Words>
          <h3>
            {invoice.voided ? (
              <s>{invoice.installment_name}</s>
            ) : (
              <Link to={paymentOf(id)} aria-label={copy.actionOn(invoice.installment_name, number)}>
                {invoice.installment_name}
              </Link>
            )}
          </h3>
          <Quiet as="span" $small $figures>
            <VisuallyHidden>{copy.due} </VisuallyHidden>
            {formatDateShort(invoice.due_date)}
          </Quiet>
        </Words>
        <strong>
          {transfer?.waits || transfer?.words ? transfer.amount : <InvoiceTotal of={invoice} />}
        </strong>
      </Line>
      <Line>
        <Words>
          <InvoiceTag status={status} viewer="parent" />
          <Quiet as="span" $small $figures>
            {[noteOf(invoice), transfer?.words].filter(Boolean).join(' · ')}
          </Quiet>
        </Words>
        <WayOn invoice={invoice} next={next} />
      </Line>
      <VoidedNote of={invoice} />
      <DueChanges invoice={invoice} />
      {status === 'payment_rejected' ? (
        <Reason>
          <strong>{copy.rejectedTitle}:</strong>{' '}
          <span>{invoice.rejection_reason ?? copy.rejectedNoReason}</span>
        </Reason>
      ) : null}
    </Row>
  );
}

/** Only the next payment has a button; everything else is a link. */
function WayOn({ invoice, next }: { invoice: OwnInvoice; next: boolean }) {
  const { id, invoice_number: number, status, payable } = invoice;
  const [receipt, ...others] = invoice.receipts ?? [];
  const to = paymentOf(id);
  if (invoice.voided) return null;
  if (!payable && status === 'verified' && receipt && others.length === 0) {
    return (
      <Paper
        href={`/api/enrollment-invoice-payments/${receipt.payment_id}/receipt`}
        target="_blank"
        rel="noreferrer"
        aria-label={invoicesCopy.inNewTab(invoicesCopy.receipt(receipt.receipt_number))}
      >
        {copy.receipt}
      </Paper>
    );
  }
  if (!payable) {
    const label = status === 'verified' ? (receipt ? copy.receipt : copy.see) : copy.seeProof;
    return (
      <Way to={to} aria-label={copy.actionOn(label, number)}>
        {label}
      </Way>
    );
  }
  const rejected = status === 'payment_rejected';
  const label = rejected ? copy.payAgain : next || invoice.overdue ? copy.pay : copy.payEarly;
  return next || rejected ? (
    <Pay to={to} $small aria-label={copy.actionOn(label, number)}>
      {label}
    </Pay>
  ) : (
    <Way to={to} aria-label={copy.actionOn(label, number)}>
      {label}
    </Way>
  );
}
