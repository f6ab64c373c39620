import type { StaffInvoice } from '@gerbang/contracts/billing.types';
import { PAYMENT_METHOD_LABELS, PAYMENT_METHODS, type PaymentMethod } from '@gerbang/domain/invoice-payments';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { Banner } from '@gerbang/ui/banner';
import { Checkbox } from '@gerbang/ui/checkbox';
import { DatePicker } from '@gerbang/ui/date-picker';
import { MoneyField } from '@gerbang/ui/money-field';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { issuesOf } from '@gerbang/web-kit/client';
import { FormActions } from '@gerbang/web-kit/components/form-actions';
import { FileField } from '@gerbang/web-kit/components/files/file-field';
import { staffInvoiceProof } from '@gerbang/web-kit/files/kinds';
import { useUpload } from '@gerbang/web-kit/files/use-upload';
import { formatRupiah } from '@gerbang/web-kit/format';
import { refusalText } from '@gerbang/web-kit/stale-words';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/use-decision';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { usePaymentChanges } from './invoice-payments.api.ts';
import { dialogCopy as copy } from '../invoices/staff-invoices.copy.ts';
import { markOfInvoice } from '../child-mark.ts';
import { amountProblem } from './payment-dialogs.tsx';

function dateProblem(day: string, today: string): string | undefined {
  if (day === '') return copy.dateRequired;
  return day > today ? copy.dateFuture : undefined;
}

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  padding-block-start: 4px;
  outline: none;
  h3 {
    font-size: 1.125rem;
    line-height: 1.45;
  }
`;

/** The address of a payment's receipt. */
const receiptOf = (id: string) => `/api/enrollment-invoice-payments/${id}/receipt`;

/**
 * Records a payment for a family in place of the invoice: a transfer with its proof, cash without. It is verified at once
 * unless the box is cleared; the receipt of cash opens for printing.
 */
export function AddPaymentForm({ invoice, onClose }: { invoice: StaffInvoice; onClose: () => void }) {
  const id = useId();
  const [today] = useState(() => jakartaDay(new Date()));
  const [amount, setAmount] = useState<number | null>(invoice.remaining);
  const [method, setMethod] = useState<PaymentMethod>('transfer');
  const [day, setDay] = useState(today);
  const [bank, setBank] = useState('');
  const [notes, setNotes] = useState('');
  const [auto, setAuto] = useState(true);
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const upload = useUpload(staffInvoiceProof, () => setRefused({}));
  const receipt = useRef<Window | null>(null);
  const { add } = usePaymentChanges();
  const { send } = useDecision(add, {
    done: [copy.success, copy.added],
    failed: copy.addFailed,
    failureText: (error) => refusalText(error, copy.addFailed),
    onDone: ({ id: made }) => receipt.current?.location.replace(receiptOf(made)),
    onClose,
    onFailure: (error) => {
      receipt.current?.close();
      setRefused(issuesOf(error));
    },
  });
  const keyOf = useRepeatKey();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.focus(), []);
  const cash = method === 'cash';
  const prints = cash && auto;
  const dirty = amount !== invoice.remaining || bank !== '' || notes !== '' || upload.state.kind !== 'none';
  const { state } = upload;
  const busy = state.kind === 'preparing' || state.kind === 'uploading';
  const problems = {
    amount: amountProblem(amount, invoice.remaining) ?? refused.amount_paid,
    date: dateProblem(day, today) ?? refused.payment_date,
    proof: cash || state.kind === 'uploaded' ? refused.payment_evidence_url : copy.proofRequired,
  };
  const shown = asked ? problems : { amount: undefined, date: undefined, proof: undefined };

  const save = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    const first = (['amount', 'date', 'proof'] as const).find((name) => problems[name] !== undefined);
    if (first) document.getElementById(`${id}-${first}`)?.focus();
    if (first || add.isPending || busy || amount === null) return;
    const proof = !cash &&
      state.kind === 'uploaded' && {
        bank_info: bank,
        payment_evidence_url: state.url,
        payment_evidence_filename: state.name,
      };
    const body = {
      enrollment_invoice_id: invoice.id,
      amount_paid: amount,
      payment_date: day,
      payment_method: method,
      admin_notes: notes,
      auto_verify: auto,
      ...proof,
    };
    // Opened by the press itself: a browser blocks a window that opens after an answer.
    receipt.current = prints ? window.open('', '_blank') : null;
    send({ body, key: keyOf(body) });
  };
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      tabIndex={-1}
      aria-label={copy.addTitle}
      data-unsaved={dirty ? '' : undefined}
      onSubmit={save}
    >
      <h3>{copy.addTitle}</h3>
      <p>
        {invoice.child_name} · {markOfInvoice(invoice)} · {invoice.invoice_number} · {copy.remaining}{' '}
        {formatRupiah(invoice.remaining)}
      </p>
      <MoneyField
        id={`${id}-amount`}
        label={copy.amount}
        error={shown.amount}
        value={amount}
        onChange={(next) => {
          setAmount(next);
          setRefused({});
        }}
      />
      <RadioGroup
        label={copy.method}
        name={`${id}-method`}
        value={method}
        options={PAYMENT_METHODS.map((one) => ({ value: one, label: PAYMENT_METHOD_LABELS[one] }))}
        onChange={({ target }) => setMethod(target.value === 'cash' ? 'cash' : 'transfer')}
      />
      <DatePicker
        id={`${id}-date`}
        label={copy.date}
        error={shown.date}
        latest={today}
        value={day}
        onChange={(next) => {
          setDay(next);
          setRefused({});
        }}
      />
      {cash ? null : (
        <>
          <FileField id={`${id}-proof`} error={shown.proof} upload={upload} />
          <TextField
            label={copy.bankInfo}
            optional
            maxLength={200}
            value={bank}
            onChange={({ target }) => setBank(target.value)}
          />
        </>
      )}
      <TextArea
        label={copy.adminNotes}
        hint={copy.adminNotesHint}
        optional
        maxLength={2000}
        value={notes}
        onChange={({ target }) => setNotes(target.value)}
      />
      <Checkbox label={copy.autoVerify} checked={auto} onChange={({ target }) => setAuto(target.checked)} />
      {add.isError && Object.keys(refused).length === 0 ? (
        <Banner tone="danger">{refusalText(add.error, copy.addFailed)}</Banner>
      ) : null}
      <FormActions
        label={prints ? copy.saveAndPrint : copy.save}
        pending={add.isPending || busy}
        pendingLabel={busy ? upload.kind.texts.preparing : copy.pending}
        onCancel={onClose}
      />
    </Form>
  );
}
