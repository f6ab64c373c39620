import type { SchoolConfig } from '@gerbang/contracts/school';
import type { Invoice } from '@gerbang/contracts/invoices';
import { Banner } from '@gerbang/ui/banner';
import { Stack } from '@gerbang/ui/layout';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { NothingHere } from '@gerbang/web-kit/page/nothing-here.tsx';
import { PaymentDone } from '@gerbang/web-kit/payment/payment-done.tsx';
import { ProofStep } from '@gerbang/web-kit/payment/proof-step.tsx';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { useKeptPayment } from '@gerbang/web-kit/payment/use-kept-payment';
import { usePaymentStep } from '@gerbang/web-kit/payment/use-payment-step';
import { asksExactly } from '@gerbang/domain/payment-expectations';
import { useParams } from '@gerbang/web-kit/page/router';
import { useSession } from '@gerbang/web-kit/session/session';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { useSchool } from '@gerbang/web-kit/api/school';
import { useOwnInvoices, usePaymentDefaults } from '../billing.api.ts';
import { InvoicePdf, VoidedNote } from '../invoices/invoice-parts.tsx';
import { tagihanCopy as copy } from '../invoices/invoices-page.copy.ts';
import { invoiceDraft, InvoiceProofFields, useInvoiceProof } from './invoice-proof-form.tsx';
import { PaymentHistory } from './payment-history.tsx';
import { InvoiceTransfer } from './invoice-transfer.tsx';

const LIST = '/tagihan';

/** /tagihan/{id}/bayar: one invoice in two steps, and the state of what was sent. */
export function InvoicePaymentPage() {
  const { invoiceId = '' } = useParams();
  const { user } = useSession();
  const invoices = useOwnInvoices();
  const school = useSchool();
  const defaults = usePaymentDefaults();
  const kept = useKeptPayment(user?.id ?? '', invoiceDraft(invoiceId));

  if (invoices.isError || !invoices.data) {
    return <Loading card of={invoices} lines={6} label={copy.loading} failed={copy.loadFailed} />;
  }
  const invoice = invoices.data.find((one) => one.id === invoiceId);
  if (!invoice) {
    return (
      <NothingHere icon={<SearchX size={28} />} title={copy.missing} to={LIST} toLabel={copy.title}>
        {copy.missingText}
      </NothingHere>
    );
  }
  // The bank of the last payment is offered again; the form does as well without it.
  if (!user || school.isError || !school.data || defaults.isPending || kept === undefined) {
    return <Loading card of={school} lines={6} label={copy.loading} failed={copy.configFailed} />;
  }
  return (
    <Stack $width={640}>
      <Paying
        key={invoice.id}
        userId={user.id}
        invoice={invoice}
        school={school.data}
        bank={defaults.data?.bank_info ?? ''}
        kept={kept}
      />
    </Stack>
  );
}

function Paying({
  userId,
  invoice,
  school,
  bank,
  kept,
}: {
  userId: string;
  invoice: Invoice;
  school: SchoolConfig;
  bank: string;
  kept: Readonly<Record<string, string>> | null;
}) {
  const { step, toProof, toFirst } = usePaymentStep();
  const [sent, setSent] = useState(false);
  const onSent = () => {
    setSent(true);
    toFirst();
  };
  const proof = useInvoiceProof({ userId, invoice, bank, kept, onSent });
  const about = copy.about(invoice.installment_name, invoice.child_name, invoice.invoice_number);

  if (sent || !invoice.payable) {
    return (
      <>
        {invoice.voided ? (
          <Banner tone="info">
            <strong>{about}</strong>
            <VoidedNote of={invoice} />
          </Banner>
        ) : invoice.status === 'verified' ? (
          <PaidUp invoice={invoice} about={about} />
        ) : (
          <PaymentDone school={school} isNew={sent}>
            <p>{about}</p>
            <LinkButton to={LIST}>{copy.done}</LinkButton>
          </PaymentDone>
        )}
        <PaymentHistory invoiceId={invoice.id} viewer="parent" />
        {invoice.voided ? null : <InvoicePdf id={invoice.id} number={invoice.invoice_number} />}
      </>
    );
  }
  if (step === 2) {
    return (
      <ProofStep proof={proof} about={about} onBack={toFirst}>
        <InvoiceProofFields form={proof.form} invoice={invoice} exactly={asksExactly(school)} />
      </ProofStep>
    );
  }
  return (
    <InvoiceTransfer invoice={invoice} school={school} form={proof.form} about={about} onNext={toProof} />
  );
}

function PaidUp({ invoice, about }: { invoice: Invoice; about: string }) {
  return (
    <>
      <p>{about}</p>
      <Banner tone="success">
        <strong>{copy.paidUpTitle}</strong>
        <p>{formatRupiah(invoice.total_amount)}</p>
      </Banner>
      <div>
        <LinkButton to={LIST}>{copy.done}</LinkButton>
      </div>
    </>
  );
}
