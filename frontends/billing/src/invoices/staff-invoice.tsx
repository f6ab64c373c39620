import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import type { InvoicePayment } from '@gerbang/contracts/invoice-payments';
import type { StaffInvoice } from '@gerbang/contracts/invoices';
import { mayMoveInvoicePayment } from '@gerbang/domain/invoice-payments';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions, DialogClose } from '@gerbang/ui/dialog';
import { Row } from '@gerbang/ui/layout';
import { Menu } from '@gerbang/ui/menu';
import { SummaryList } from '@gerbang/ui/summary-list';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { WhoMay } from '@gerbang/web-kit/session/who-may.tsx';
import { HeldProof } from '@gerbang/web-kit/desk/proof-likeness.tsx';
import { FileView } from '@gerbang/web-kit/files/file-view.tsx';
import { familyLine, formatDayText, formatRupiah } from '@gerbang/web-kit/page/format';
import { Eye } from 'lucide-react';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { useLocation, useNavigate } from '@gerbang/web-kit/page/router';
import { Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { DueChanges } from '../due-dates/due-changes.tsx';
import { DueDateDialog } from '../due-dates/due-date-dialog.tsx';
import { dueDateCopy } from '../due-dates/due-dates.copy.ts';
import { dialogCopy as copy } from './staff-invoices.copy.ts';
import { InvoicePdf, InvoiceTotal, VoidedNote } from './invoice-parts.tsx';
import { AddPaymentForm } from '../invoice-payments/add-payment-form.tsx';
import { readCheck } from '../invoice-payments/invoice-payments.api.ts';
import { copy as reversalCopy } from '../payment-reversals/payment-reversals.copy.ts';
import { PaymentHistory } from '../invoice-payments/payment-history.tsx';
import { VerifyDialogs, EditPaymentDialog } from '../invoice-payments/payment-dialogs.tsx';

// Few payments are reversed.
const ReverseDialog = lazyPart(() =>
  import('../payment-reversals/reverse-dialog.tsx').then((file) => file.ReverseDialog),
);

/** The dialog above the invoice; one at a time. */
interface Above {
  readonly kind: 'verify' | 'reject' | 'edit' | 'proof' | 'reverse';
  readonly payment: InvoicePayment;
}

const Buttons = styled(Row)`
  margin-block-start: 12px;
  > button {
    flex: 1 1 auto;
  }
`;

const Notes = styled.p`
  margin-block-start: 8px;
  color: var(--text-secondary);
`;

/** Opens the proof in a preview. */
function ProofButton({ onClick }: { onClick: () => void }) {
  return (
    <Button small variant="ghost" icon={<Eye size={18} aria-hidden="true" />} onClick={onClick}>
      {copy.proof}
    </Button>
  );
}

/** The proof of a payment, with a magnifier; a file that cannot be shown opens in a tab. */
function ProofDialog({ payment, onClose }: { payment: InvoicePayment; onClose: () => void }) {
  return (
    <Dialog title={copy.proofTitle} wide onClose={onClose}>
      {payment.payment_evidence_url === null ? null : (
        <FileView url={payment.payment_evidence_url} name={payment.payment_evidence_filename} zoom />
      )}
      <DialogClose onClose={onClose} />
    </Dialog>
  );
}

/** What may be done with one payment: pending ones can be decided or edited, verified ones reversed. */
function PaymentRow({
  payment,
  manages,
  setAbove,
}: {
  payment: InvoicePayment;
  manages: boolean;
  setAbove: (above: Above) => void;
}) {
  const verified = payment.verification_status === 'verified';
  const reverses = useCan('payments.reverse') && verified;
  const decides = manages && mayMoveInvoicePayment(payment.verification_status, 'verified', 'staff');
  return (
    <>
      {payment.admin_notes ? (
        <Notes>
          {copy.notes}: {payment.admin_notes}
        </Notes>
      ) : null}
      {manages && payment.proof_alert ? (
        <HeldProof
          queryKey={['invoices', 'check', payment.id]}
          read={(signal) => readCheck(payment.id, signal)}
        />
      ) : null}
      {verified ? <WhoMay ability="payments.reverse" action={reversalCopy.reverse} /> : null}
      {reverses ? (
        <Row $justify="end">
          <Menu
            outlined
            label={reversalCopy.menu}
            trigger="⋯"
            groups={[
              {
                id: 'payment',
                entries: [
                  {
                    id: 'reverse',
                    label: reversalCopy.reverse,
                    onAction: () => setAbove({ kind: 'reverse', payment }),
                  },
                ],
              },
            ]}
          />
        </Row>
      ) : null}
      {decides ? (
        <Buttons>
          <Button onClick={() => setAbove({ kind: 'verify', payment })}>{copy.verify}</Button>
          <Button variant="secondary" onClick={() => setAbove({ kind: 'edit', payment })}>
            {copy.edit}
          </Button>
          <Button variant="secondary" onClick={() => setAbove({ kind: 'reject', payment })}>
            {copy.reject}
          </Button>
        </Buttons>
      ) : null}
    </>
  );
}

/** One invoice with everything that was paid of it. */
export function Invoice({ invoice }: { invoice: StaffInvoice }) {
  const manages = useCan('invoices.manage');
  const [above, setAbove] = useState<Above | null>(null);
  // The counter leads here to take cash.
  const cash = (useLocation().state as { readonly cash?: true } | null)?.cash === true;
  const [adding, setAdding] = useState(cash && manages && invoice.remaining > 0);
  const [moving, setMoving] = useState(false);
  const navigate = useNavigate();
  const moves = useCan('due_dates.change') && invoice.remaining > 0;
  const refunds = useCan('refunds.write') && invoice.amount_paid > (invoice.returned ?? 0);
  const entries = [
    ...(moves ? [{ id: 'due', label: dueDateCopy.title, onAction: () => setMoving(true) }] : []),
    ...(refunds
      ? [
          {
            id: 'refund',
            label: copy.refund,
            onAction: () => void navigate(`/admin/refunds?mulai=${invoice.registration_id}`),
          },
        ]
      : []),
  ];
  const close = () => setAbove(null);
  const { parent } = invoice;
  if (adding) return <AddPaymentForm invoice={invoice} cash={cash} onClose={() => setAdding(false)} />;
  return (
    <>
      <SummaryList
        rows={[
          { label: copy.number, value: invoice.invoice_number },
          { label: copy.part, value: invoice.installment_name },
          { label: copy.registration, value: invoice.registration_number },
          {
            label: copy.level,
            value: [levelLabel(invoice.grade_level), invoice.kelas].filter(Boolean).join(' · '),
          },
          { label: copy.parent, value: familyLine(parent) },
          { label: copy.due, value: formatDayText(invoice.due_date) },
          { label: copy.total, value: <InvoiceTotal of={invoice} /> },
          { label: copy.paid, value: formatRupiah(invoice.amount_paid) },
          { label: copy.remaining, value: formatRupiah(invoice.remaining) },
        ]}
      />
      <VoidedNote of={invoice} />
      <DueChanges invoice={invoice} />
      {invoice.remaining > 0 ? <WhoMay ability="due_dates.change" action={dueDateCopy.title} /> : null}
      <Row $gap={8} $align="center" $justify="between">
        {invoice.voided ? null : <InvoicePdf id={invoice.id} number={invoice.invoice_number} />}
        {entries.length > 0 ? (
          <Menu outlined label={dueDateCopy.menu} trigger="⋯" groups={[{ id: 'invoice', entries }]} />
        ) : null}
      </Row>
      <PaymentHistory
        invoiceId={invoice.id}
        viewer="staff"
        proof={(payment) => <ProofButton onClick={() => setAbove({ kind: 'proof', payment })} />}
        actions={(payment) => <PaymentRow payment={payment} manages={manages} setAbove={setAbove} />}
      />
      {manages && invoice.payable ? (
        <DialogActions>
          <Button onClick={() => setAdding(true)}>{copy.add}</Button>
        </DialogActions>
      ) : null}
      {above?.kind === 'verify' || above?.kind === 'reject' ? (
        <VerifyDialogs action={above.kind} payment={above.payment} onClose={close} />
      ) : null}
      {above?.kind === 'edit' ? (
        <EditPaymentDialog invoice={invoice} payment={above.payment} onClose={close} />
      ) : null}
      {moving ? <DueDateDialog invoice={invoice} onClose={() => setMoving(false)} /> : null}
      <Suspense fallback={null}>
        {above?.kind === 'reverse' ? (
          <ReverseDialog payment={above.payment} number={invoice.invoice_number} onClose={close} />
        ) : null}
      </Suspense>
      {above?.kind === 'proof' ? <ProofDialog payment={above.payment} onClose={close} /> : null}
    </>
  );
}
