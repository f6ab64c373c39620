import type { InvoicePayment } from '@gerbang/contracts/billing.types';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { FileView } from '@gerbang/web-kit/components/files/file-view';
import { dialogCopy as copy } from '../invoices/staff-invoices.copy.ts';

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
