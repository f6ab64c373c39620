import { getReceipt, type InvoicePayment } from '@gerbang/contracts/invoice-payments';
import type { StaffInvoice } from '@gerbang/contracts/invoices';
import { CardTitle } from '@gerbang/ui/card';
import {
  CASH_MISSING_TEXTS,
  missingOfCash,
  paymentDayProblem,
  paymentDays,
  PAYMENT_METHOD_LABELS,
  HAND_METHODS,
} from '@gerbang/domain/invoice-payments';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { Banner } from '@gerbang/ui/banner';
import { Checkbox } from '@gerbang/ui/checkbox';
import { DatePicker } from '@gerbang/ui/date-picker';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { MoneyField } from '@gerbang/ui/money-field';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { issuesOf } from '@gerbang/web-kit/api/client';
import { lacksDrawer, NoDrawer } from '@gerbang/web-kit/desk/no-drawer.tsx';
import { PrintDialog } from '@gerbang/web-kit/desk/print-dialog.tsx';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FileField } from '@gerbang/web-kit/files/file-field.tsx';
import { staffInvoiceProof } from '@gerbang/web-kit/files/kinds';
import { useUpload } from '@gerbang/web-kit/files/use-upload';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { refusalText } from '@gerbang/web-kit/api/stale-words';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useSchool } from '@gerbang/web-kit/api/school';
import { usePaymentChanges } from './invoice-payments.api.ts';
import { dialogCopy as copy } from '../invoices/staff-invoices.copy.ts';
import { markOfInvoice } from '../child-mark.ts';
import { amountProblem } from './payment-dialogs.tsx';

const Form = styled(Stack)`
  padding-block-start: 4px;
  outline: none;
`;

/**
 * Records a payment for a family in place of the invoice: a transfer with its proof, cash with one or, where the school allows
 * it, with a note. It is verified at once
 * unless the box is cleared; the receipt of cash is printed next.
 */
export function AddPaymentForm({
  invoice,
  cash: inCash,
  onClose,
}: {
  invoice: StaffInvoice;
  /** Whether it begins with cash. */
  cash: boolean;
  onClose: () => void;
}) {
  const id = useId();
  const [now] = useState(() => new Date());
  const [amount, setAmount] = useState<number | null>(invoice.remaining);
  const [method, setMethod] = useState<(typeof HAND_METHODS)[number]>(inCash ? 'cash' : 'transfer');
  const [day, setDay] = useState(jakartaDay(now));
  const [bank, setBank] = useState('');
  const [notes, setNotes] = useState('');
  const [auto, setAuto] = useState(true);
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const upload = useUpload(staffInvoiceProof, () => setRefused({}));
  const [made, setMade] = useState<InvoicePayment | null>(null);
  const { add } = usePaymentChanges();
  const { send } = useDecision(add, {
    done: [copy.success, copy.added],
    failed: copy.addFailed,
    failureText: (error) => refusalText(error, copy.addFailed),
    onDone: setMade,
    onClose: (done) => (done && prints ? undefined : onClose()),
    onFailure: (error) => setRefused(issuesOf(error)),
  });
  const keyOf = useRepeatKey();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.focus(), []);
  const cash = method === 'cash';
  const dayFacts = { method, invoiceMadeAt: new Date(invoice.created_at), now };
  const takesCash = useCan('invoices.take_cash');
  const school = useSchool();
  // Until the setting is known, the stricter one holds.
  const setting = school.data?.cash_proof ?? 'required';
  const prints = cash && auto;
  const dirty = amount !== invoice.remaining || bank !== '' || notes !== '' || upload.state.kind !== 'none';
  const { state } = upload;
  const busy = state.kind === 'preparing' || state.kind === 'uploading';
  const hasProof = state.kind === 'uploaded';
  const missing = cash
    ? missingOfCash(setting, { hasProof, note: notes })
    : hasProof
      ? null
      : ('proof' as const);
  const problems = {
    amount: amountProblem(amount, invoice.remaining) ?? refused.amount_paid,
    date: (day === '' ? copy.dateRequired : paymentDayProblem(day, dayFacts)) ?? refused.payment_date,
    proof: missing === 'proof' ? CASH_MISSING_TEXTS.proof : refused.payment_evidence_url,
    notes: missing === 'note' ? CASH_MISSING_TEXTS.note : refused.admin_notes,
  };
  const shown: Partial<typeof problems> = asked ? problems : {};

  const save = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    const first = (['amount', 'date', 'proof', 'notes'] as const).find(
      (name) => problems[name] !== undefined,
    );
    if (first) document.getElementById(`${id}-${first}`)?.focus();
    if (first || add.isPending || busy || amount === null) return;
    const proof = state.kind === 'uploaded' && {
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
      ...(!cash && { bank_info: bank }),
      ...proof,
    };
    send({ body, key: keyOf(body) });
  };
  if (prints && made?.receipt_number) {
    const address = getReceipt.path.replace('{id}', made.id);
    return <PrintDialog address={address} number={made.receipt_number} onClose={onClose} />;
  }
  return (
    <Form
      as="form"
      ref={form}
      method="post"
      noValidate
      tabIndex={-1}
      aria-label={copy.addTitle}
      data-unsaved={dirty ? '' : undefined}
      onSubmit={save}
    >
      <CardTitle as="h3">{copy.addTitle}</CardTitle>
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
        options={HAND_METHODS.filter((one) => one !== 'cash' || takesCash).map((one) => ({
          value: one,
          label: PAYMENT_METHOD_LABELS[one],
        }))}
        onChange={({ target }) => setMethod(target.value === 'cash' ? 'cash' : 'transfer')}
      />
      {takesCash ? null : <Quiet>{copy.cashByOthers}</Quiet>}
      {cash && school.data && school.data.cash_drawers !== true ? <Quiet>{copy.drawersHint}</Quiet> : null}
      <DatePicker
        id={`${id}-date`}
        label={copy.date}
        error={shown.date}
        limits={paymentDays(dayFacts)}
        value={day}
        onChange={(next) => {
          setDay(next);
          setRefused({});
        }}
      />
      <FileField
        id={`${id}-proof`}
        error={shown.proof}
        optional={cash && setting === 'optional'}
        upload={upload}
      />
      {cash ? null : (
        <TextField
          label={copy.bankInfo}
          optional
          maxLength={200}
          value={bank}
          onChange={({ target }) => setBank(target.value)}
        />
      )}
      <TextArea
        id={`${id}-notes`}
        label={copy.adminNotes}
        hint={cash && setting === 'optional' ? copy.cashNotesHint : copy.adminNotesHint}
        error={shown.notes}
        optional={!cash || setting === 'required' || hasProof}
        maxLength={2000}
        value={notes}
        onChange={({ target }) => setNotes(target.value)}
      />
      <Checkbox label={copy.autoVerify} checked={auto} onChange={({ target }) => setAuto(target.checked)} />
      <NoDrawer error={add.error} />
      {add.isError && Object.keys(refused).length === 0 && !lacksDrawer(add.error) ? (
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
