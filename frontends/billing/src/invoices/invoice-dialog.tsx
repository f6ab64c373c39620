import type { Invoice } from '@gerbang/contracts/billing.types';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { Loading } from '@gerbang/web-kit/components/loading';
import { formatRupiah } from '@gerbang/web-kit/format';
import { SchoolText } from '@gerbang/web-kit/components/school-text';
import { TransferDetails } from '@gerbang/web-kit/components/transfer-details';
import { useInvoicePayments, useSchool } from '../billing.api.ts';
import { InvoicePdf } from './invoice-parts.tsx';
import { PaymentHistory } from '../invoice-payments/payment-history.tsx';
import { PaymentForm } from '../invoice-payments/payment-form.tsx';
import { tagihanCopy as copy } from './invoices-page.copy.ts';

/** One invoice: where to pay, the form while something can be paid, and what was paid so far. */
export function InvoiceDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  return (
    <Dialog title={copy.dialogTitle} dismissable={false} onClose={onClose}>
      <p>{copy.about(invoice.installment_name, invoice.child_name)}</p>
      <StateWords invoice={invoice} />
      {invoice.payable ? <Paying invoice={invoice} onClose={onClose} /> : null}
      <PaymentHistory invoiceId={invoice.id} viewer="parent" />
      {invoice.payable ? null : (
        <>
          <InvoicePdf id={invoice.id} number={invoice.invoice_number} />
          <DialogActions>
            <Button onClick={onClose}>{copy.close}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

/** The state of the invoice in words; of a rejected one, the reason. */
function StateWords({ invoice }: { invoice: Invoice }) {
  if (invoice.status === 'payment_rejected') {
    return (
      <Banner tone="danger">
        <strong>{copy.rejectedTitle}</strong>
        <p>{invoice.rejection_reason ?? copy.rejectedNoReason}</p>
      </Banner>
    );
  }
  if (invoice.status === 'awaiting_verification') {
    return (
      <Banner tone="info" role="status">
        <strong>{copy.waitingTitle}</strong>
        <p>{copy.waitingText}</p>
      </Banner>
    );
  }
  if (invoice.status === 'verified') {
    return (
      <Banner tone="success">
        <strong>{copy.paidUpTitle}</strong>
        <p>{formatRupiah(invoice.total_amount)}</p>
      </Banner>
    );
  }
  return null;
}

function Paying({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const school = useSchool();
  const payments = useInvoicePayments(invoice.id);
  // The bank of the last payment is offered again; without the history the form does as well without it.
  const known = payments.data !== undefined || payments.isError;
  if (school.isError || !school.data || !known) {
    return <Loading of={school} lines={6} label={copy.loading} failed={copy.configFailed} />;
  }
  return (
    <>
      <TransferDetails
        reference={{ label: copy.number, value: invoice.invoice_number }}
        amount={invoice.remaining}
        school={school.data}
        jenjang={invoice.grade_level}
        purpose="invoice"
      />
      <SchoolText text={school.data.texts.payment_note} />
      <PaymentForm invoice={invoice} bank={payments.data?.[0]?.bank_info ?? ''} onClose={onClose} />
    </>
  );
}
