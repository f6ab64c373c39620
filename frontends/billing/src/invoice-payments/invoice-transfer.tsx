import type { SchoolConfig } from '@gerbang/contracts/school';
import type { Invoice } from '@gerbang/contracts/invoices';
import { asksExactly } from '@gerbang/domain/payment-expectations';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { MoneyField } from '@gerbang/ui/money-field';
import { RadioCards } from '@gerbang/ui/radio-group';
import { TransferStep } from '@gerbang/web-kit/payment/transfer-step.tsx';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { useState } from 'react';
import { saveDueDates } from '../invoices/due-calendar.ts';
import { tagihanCopy as copy } from '../invoices/invoices-page.copy.ts';
import { InvoicePdf } from '../invoices/invoice-parts.tsx';
import type { InvoiceProof } from './invoice-proof-form.tsx';
import { PaymentHistory } from './payment-history.tsx';

const WAYS = ['full', 'part'] as const;

/** An amount that is chosen on this page is not known to an entry. */
const unnamed = () => null;

/** The first step of an invoice: all or a part of it, and what was paid so far. */
export function InvoiceTransfer({
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
  const [typing, setTyping] = useState(false);
  const amount = Number(typed);
  const fits = amount > 0 && amount <= invoice.remaining;
  const money = form.money('amount_paid');
  const choose = (next: string) => {
    setTyping(false);
    setWay(next === 'full' ? 'full' : 'part');
    form.set('amount_paid', next === 'full' ? whole : '');
  };
  const next = () =>
    void form.form.trigger('amount_paid').then((right) => {
      if (right) onNext();
      else document.getElementById(form.idOf('amount_paid'))?.focus();
    });
  return (
    <TransferStep
      school={school}
      transfer={{
        reference: invoice.invoice_number,
        amount: fits ? amount : invoice.remaining,
        jenjang: invoice.grade_level,
        purpose: 'invoice',
      }}
      billId={invoice.id}
      typing={typing}
      about={about}
      back={{ label: copy.title, to: '/tagihan' }}
      before={
        invoice.status === 'payment_rejected' ? (
          <Banner tone="danger">
            <strong>{copy.rejectedTitle}</strong>
            <p>{invoice.rejection_reason ?? copy.rejectedNoReason}</p>
          </Banner>
        ) : null
      }
      after={
        <>
          <InvoicePdf id={invoice.id} number={invoice.invoice_number} />
          <PaymentHistory invoiceId={invoice.id} viewer="parent" />
        </>
      }
      later={
        <Button
          variant="ghost"
          onClick={() => saveDueDates([invoice], asksExactly(school) ? unnamed : undefined)}
        >
          {copy.later}
        </Button>
      }
      onNext={next}
    >
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
          {...money}
          onChange={(value) => {
            setTyping(true);
            money.onChange(value);
          }}
          onBlur={() => setTyping(false)}
          label={copy.amountPaid}
          hint={copy.amountHint(formatRupiah(invoice.remaining))}
        />
      ) : null}
    </TransferStep>
  );
}
