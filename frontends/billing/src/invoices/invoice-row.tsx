import type { OwnInvoice } from '@gerbang/contracts/billing.types';
import { Quiet } from '@gerbang/ui/layout';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { formatDateLong, formatDayText, formatRupiah } from '@gerbang/web-kit/format';
import { Link } from '@gerbang/web-kit/router';
import { css, styled } from 'styled-components';
import { dueText, InvoiceTag, invoicesCopy } from './invoice-parts.tsx';
import { tagihanCopy as copy } from './invoices-page.copy.ts';

/** The page where an invoice is paid. */
export const paymentOf = (id: string) => `/tagihan/${encodeURIComponent(id)}/bayar`;

const Row = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: 2px 12px;
  min-height: 62px;
  padding: 10px 16px;
  & + & {
    border-block-start: 1px solid var(--border-subtle);
  }
  > p {
    grid-column: 1 / -1;
  }
`;

const Name = styled.h3`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 8px;
  font-size: 1rem;
  line-height: 1.5;
  font-weight: 650;
  a {
    color: inherit;
    text-decoration: none;
    &:hover {
      text-decoration: underline;
    }
  }
`;

const Side = styled.div`
  display: grid;
  justify-items: end;
  gap: 2px;
  strong {
    white-space: nowrap;
    font-feature-settings: 'tnum';
  }
`;

const wayCss = css`
  display: inline-flex;
  align-items: center;
  min-height: 28px;
  font-size: 0.875rem;
`;
const Way = styled(Link)`
  ${wayCss}
`;
const Paper = styled.a`
  ${wayCss}
`;

const Pay = styled(LinkButton)`
  @media (max-width: 639.98px) {
    min-height: 44px;
  }
`;

const Reason = styled.p`
  font-size: 0.875rem;
  line-height: 1.43;
  color: var(--text-error);
`;

/** What the family is told below the name: when it was paid, or until when what is to be paid. */
function stateText(invoice: OwnInvoice): string {
  const receipt = invoice.receipts?.at(-1);
  if (invoice.status === 'verified' && receipt) return copy.paidOn(formatDateLong(receipt.verified_at));
  const due = copy.dueOn(
    formatDayText(invoice.due_date),
    // A paid invoice needs no countdown.
    invoice.payable ? dueText(invoice.due_date) : null,
  );
  const { amount_paid: paid, remaining, waiting_amount: waiting = 0, total_amount } = invoice;
  if (waiting > 0 && waiting < total_amount) return `${due} · ${copy.waitingPart(formatRupiah(waiting))}`;
  if (paid > 0 && remaining > 0) return `${due} · ${copy.part(formatRupiah(paid), formatRupiah(remaining))}`;
  return due;
}

/** One invoice: its state, its amount, and the one thing that the family can do now. */
export function InvoiceRow({ invoice, next }: { invoice: OwnInvoice; next: boolean }) {
  const { id, invoice_number: number, status } = invoice;
  return (
    <Row>
      <div>
        <Name>
          <Link to={paymentOf(id)} aria-label={copy.actionOn(invoice.installment_name, number)}>
            {invoice.installment_name}
          </Link>
          <InvoiceTag status={status} viewer="parent" />
        </Name>
        <Quiet $small $figures>
          {stateText(invoice)}
        </Quiet>
        <Quiet $small $figures>
          {number}
        </Quiet>
      </div>
      <Side>
        <strong>{formatRupiah(invoice.total_amount)}</strong>
        <WayOn invoice={invoice} next={next} />
      </Side>
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
