import type { Invoice } from '@gerbang/contracts/billing.types';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { SummaryList } from '@gerbang/ui/summary-list';
import { Row } from '@gerbang/ui/layout';
import { formatDayText, formatRupiah } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { InvoiceTag, dueText, InvoicePdf } from './invoice-parts.tsx';
import { tagihanCopy as copy } from './invoices-page.copy.ts';

const Box = styled(Card)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  h3 {
    font-size: 1.125rem;
    line-height: 1.45;
  }
`;

const Ways = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 20px;
  @media (max-width: 639.98px) {
    > button {
      flex: 1 0 100%;
    }
  }
`;

/** One invoice: its state, what is left, until when, and what the family can do now. */
export function InvoiceCard({
  invoice,
  next,
  onOpen,
}: {
  invoice: Invoice;
  /** Whether it is the one to pay first; the others can be paid as well. */
  next: boolean;
  onOpen: () => void;
}) {
  const rejected = invoice.status === 'payment_rejected';
  const action = !invoice.payable ? copy.see : rejected ? copy.payAgain : copy.pay;
  const due = formatDayText(invoice.due_date);
  return (
    <Box as="article">
      <Row $apart={12} $align="center" $justify="between">
        <h3>{invoice.installment_name}</h3>
        <InvoiceTag status={invoice.status} viewer="parent" />
      </Row>
      {rejected ? (
        <Banner tone="danger">
          <strong>{copy.rejectedTitle}</strong>
          <p>{invoice.rejection_reason ?? copy.rejectedNoReason}</p>
        </Banner>
      ) : null}
      <SummaryList
        rows={[
          { label: copy.number, value: invoice.invoice_number },
          { label: copy.value, value: formatRupiah(invoice.total_amount) },
          ...(invoice.amount_paid > 0 && invoice.remaining > 0
            ? [
                { label: copy.alreadyPaid, value: formatRupiah(invoice.amount_paid) },
                { label: copy.left, value: formatRupiah(invoice.remaining) },
              ]
            : []),
          {
            label: copy.due,
            // A paid invoice needs no countdown.
            value: invoice.payable ? copy.dueOn(due, dueText(invoice.due_date)) : due,
          },
        ]}
      />
      <Ways>
        <Button
          variant={next || rejected ? 'primary' : 'secondary'}
          aria-label={copy.actionOn(action, invoice.invoice_number)}
          onClick={onOpen}
        >
          {action}
        </Button>
        <InvoicePdf id={invoice.id} number={invoice.invoice_number} />
      </Ways>
    </Box>
  );
}
