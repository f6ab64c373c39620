import type { SchoolConfig } from '@gerbang/contracts/admission.types';
import type { Invoice } from '@gerbang/contracts/billing.types';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet } from '@gerbang/ui/layout';
import { MoneyField } from '@gerbang/ui/money-field';
import { RadioCards } from '@gerbang/ui/radio-group';
import { SaveBar } from '@gerbang/ui/save-bar';
import { PaymentStep } from '@gerbang/web-kit/components/payment/payment-step';
import { TransferCard } from '@gerbang/web-kit/components/payment/transfer-card';
import { SchoolText } from '@gerbang/web-kit/components/school-text';
import { formatRupiah } from '@gerbang/web-kit/format';
import { CalendarPlus, Camera } from 'lucide-react';
import { useState } from 'react';
import { saveDueDates } from '../invoices/due-calendar.ts';
import { tagihanCopy as copy } from '../invoices/invoices-page.copy.ts';
import { InvoicePdf } from '../invoices/invoice-parts.tsx';
import type { InvoiceProof } from './invoice-proof-form.tsx';
import { PaymentHistory } from './payment-history.tsx';

const WAYS = ['full', 'part'] as const;

/** The first step: how much, to which account, and what was paid so far. */
export function TransferStep({
  invoice,
  school,
  form,
  about,
  onNext,
}: {
  invoice: Invoice;
  school: SchoolConfig;
  form: InvoiceProof['form'];
  about: string;
  onNext: () => void;
}) {
  const whole = String(invoice.remaining);
  const typed = form.values.amount_paid;
  const [way, setWay] = useState<(typeof WAYS)[number]>(typed === whole ? 'full' : 'part');
  const amount = Number(typed);
  const fits = amount > 0 && amount <= invoice.remaining;
  const choose = (next: string) => {
    setWay(next === 'full' ? 'full' : 'part');
    form.set('amount_paid', next === 'full' ? whole : '');
  };
  const next = () =>
    void form.form.trigger('amount_paid').then((right) => {
      if (right) onNext();
      else document.getElementById(form.idOf('amount_paid'))?.focus();
    });
  return (
    <PaymentStep
      step={1}
      title={copy.transferTitle}
      about={about}
      back={{ label: copy.title, to: '/tagihan' }}
    >
      {invoice.status === 'payment_rejected' ? (
        <Banner tone="danger">
          <strong>{copy.rejectedTitle}</strong>
          <p>{invoice.rejection_reason ?? copy.rejectedNoReason}</p>
        </Banner>
      ) : null}
      <TransferCard
        reference={invoice.invoice_number}
        amount={fits ? amount : invoice.remaining}
        school={school}
        jenjang={invoice.grade_level}
        purpose="invoice"
      />
      <RadioCards
        name="cara"
        label={copy.way}
        value={way}
        onChange={({ target }) => choose(target.value)}
        options={[
          {
            value: 'full',
            label: copy.inFull(invoice.installment_stage === null ? '' : invoice.installment_name),
            description: formatRupiah(invoice.remaining),
          },
          { value: 'part', label: copy.inPart, description: copy.inPartText },
        ]}
      />
      {way === 'part' ? (
        <MoneyField
          {...form.money('amount_paid')}
          label={copy.amountPaid}
          hint={copy.amountHint(formatRupiah(invoice.remaining))}
        />
      ) : null}
      <SchoolText text={school.texts.payment_note} />
      <Quiet $small>{copy.afterSend}</Quiet>
      <InvoicePdf id={invoice.id} number={invoice.invoice_number} />
      <PaymentHistory invoiceId={invoice.id} viewer="parent" />
      <SaveBar>
        <Button
          variant="ghost"
          icon={<CalendarPlus size={18} aria-hidden="true" />}
          onClick={() => saveDueDates([invoice])}
        >
          {copy.later}
        </Button>
        <Button icon={<Camera size={20} aria-hidden="true" />} onClick={next}>
          {copy.toProof}
        </Button>
      </SaveBar>
    </PaymentStep>
  );
}
