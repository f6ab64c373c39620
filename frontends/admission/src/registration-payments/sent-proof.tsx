import type { Registration } from '@gerbang/contracts/registrations';
import { mayMovePayment } from '@gerbang/domain/registration-payments';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Button } from '@gerbang/ui/button';
import { Disclosure } from '@gerbang/ui/disclosure';
import { Row, Stack } from '@gerbang/ui/layout';
import { SummaryList } from '@gerbang/ui/summary-list';
import { FileView } from '@gerbang/web-kit/files/file-view.tsx';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { useRegistrationChanges } from '../registrations/registrations.api.ts';
import { paymentCopy as copy } from './payment.copy.ts';

/** The proof that was sent and the account that it was paid from. */
export function SentProof({ registration }: { registration: Registration }) {
  const { payment_evidence_url: url, payment_evidence_filename: name } = registration;
  return (
    <Stack $gap={12}>
      {url ? <FileView url={url} name={name} /> : null}
      <SummaryList
        rows={[
          { label: copy.accountOwner, value: registration.bank_account_owner },
          { label: copy.accountNumber, value: registration.bank_account_number },
          { label: copy.bankName, value: registration.bank_name },
        ]}
      />
    </Stack>
  );
}

/** The proof behind a line, with what the family may still do with it: replace it, take it away. */
export function ManageProof({
  registration,
  onReplace,
}: {
  registration: Registration;
  /** Absent where a new proof is asked for anyway. */
  onReplace?: () => void;
}) {
  const [removing, setRemoving] = useState(false);
  if (registration.payment_evidence_url === null) return null;
  const removable = mayMovePayment(registration.payment_status, 'pending', 'parent');
  return (
    <Disclosure label={copy.manage}>
      <SentProof registration={registration} />
      <Row $justify="end">
        {removable ? (
          <Button variant="ghost" onClick={() => setRemoving(true)}>
            {copy.removeProof}
          </Button>
        ) : null}
        {onReplace ? (
          <Button variant="secondary" onClick={onReplace}>
            {copy.replace}
          </Button>
        ) : null}
      </Row>
      {removing ? <RemoveProofDialog registration={registration} onClose={() => setRemoving(false)} /> : null}
    </Disclosure>
  );
}

/** Asks before the proof is removed, which sets the payment back to 'Belum Bayar'. */
function RemoveProofDialog({ registration, onClose }: { registration: Registration; onClose: () => void }) {
  const { pay } = useRegistrationChanges();
  const { send, pending } = useDecision(pay, {
    done: [copy.success, copy.updated],
    failed: copy.updateFailed,
    onClose,
  });
  return (
    <AlertDialog
      title={copy.removeTitle}
      confirmLabel={copy.removeProof}
      pendingLabel={copy.removePending}
      pending={pending}
      onConfirm={() => send({ of: registration, body: { payment_status: 'pending' } })}
      onCancel={onClose}
    >
      <p>{copy.removeText}</p>
    </AlertDialog>
  );
}
