import type { InvoicePayment } from '@gerbang/contracts/billing.types';
import { mayMoveInvoicePayment } from '@gerbang/domain/invoice-payments';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { FileView } from '@gerbang/web-kit/components/files/file-view';
import { Eye } from 'lucide-react';
import { styled } from 'styled-components';
import { dialogCopy as copy } from '../invoices/staff-invoices.copy.ts';

/** The dialog above the invoice; one at a time. */
export type Above =
  | { readonly kind: 'verify' | 'reject' | 'edit' | 'proof'; readonly payment: InvoicePayment }
  | { readonly kind: 'add' };

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
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
export function ProofButton({ onClick }: { onClick: () => void }) {
  return (
    <Button small variant="ghost" icon={<Eye size={18} aria-hidden="true" />} onClick={onClick}>
      {copy.proof}
    </Button>
  );
}

/** The proof of a payment, with a magnifier; a file that cannot be shown opens in a tab. */
export function ProofDialog({ payment, onClose }: { payment: InvoicePayment; onClose: () => void }) {
  return (
    <Dialog title={copy.proofTitle} isOpen wide onClose={onClose}>
      <FileView url={payment.payment_evidence_url} name={payment.payment_evidence_filename} zoom />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {copy.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What may be done with one payment: only pending ones can be decided or edited. */
export function PaymentRow({
  payment,
  manages,
  setAbove,
}: {
  payment: InvoicePayment;
  manages: boolean;
  setAbove: (above: Above) => void;
}) {
  const decides = manages && mayMoveInvoicePayment(payment.verification_status, 'verified', 'staff');
  return (
    <>
      {payment.admin_notes ? (
        <Notes>
          {copy.notes}: {payment.admin_notes}
        </Notes>
      ) : null}
      {decides ? (
        <Row>
          <Button onClick={() => setAbove({ kind: 'verify', payment })}>{copy.verify}</Button>
          <Button variant="secondary" onClick={() => setAbove({ kind: 'edit', payment })}>
            {copy.edit}
          </Button>
          <Button variant="secondary" onClick={() => setAbove({ kind: 'reject', payment })}>
            {copy.reject}
          </Button>
        </Row>
      ) : null}
    </>
  );
}
