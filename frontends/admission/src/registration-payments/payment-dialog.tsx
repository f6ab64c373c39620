import { Loading } from '@gerbang/web-kit/components/loading';
import type { Registration, SchoolConfig } from '@gerbang/contracts/admission.types';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { Stack } from '@gerbang/ui/layout';
import { SummaryList } from '@gerbang/ui/summary-list';
import { FileView } from '@gerbang/web-kit/components/files/file-view';
import { useDecision } from '@gerbang/web-kit/use-decision';
import { formatMoment, levelText } from '@gerbang/web-kit/format';
import { SchoolText } from '@gerbang/web-kit/components/school-text';
import { TransferDetails } from '@gerbang/web-kit/components/transfer-details';
import { useState } from 'react';
import { paymentCopy as copy } from './payment.copy.ts';
import { PaymentForm } from './payment-form.tsx';
import { useRegistration, useRegistrationChanges, useSchool } from '../registrations/registrations.api.ts';

/** The fee of a registration: amount and account, the proof, and its status. */
export function PaymentDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const registration = useRegistration(id);
  const school = useSchool();
  return (
    <Dialog title={copy.title} dismissable={false} onClose={onClose}>
      {registration.data && school.data ? (
        <Payment registration={registration.data} school={school.data} onClose={onClose} />
      ) : (
        <Loading of={[registration, school]} lines={6} label={copy.loading} failed={copy.loadFailed} />
      )}
    </Dialog>
  );
}

function Payment({
  registration,
  school,
  onClose,
}: {
  registration: Registration;
  school: SchoolConfig;
  onClose: () => void;
}) {
  const [replacing, setReplacing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const status = registration.payment_status;
  const pays = status === 'pending' || status === 'rejected' || (status === 'paid' && replacing);

  return (
    <>
      <p>
        {copy.about(
          registration.child.full_name,
          levelText(registration.jenjang, registration.kelas),
          registration.academic_year,
        )}
      </p>
      <StatusWords registration={registration} />
      {status === 'verified' ? null : (
        <TransferDetails
          reference={{ label: copy.number, value: registration.registration_number }}
          amount={registration.payment_amount}
          school={school}
          jenjang={registration.jenjang}
          purpose="registration_fee"
        />
      )}
      {pays ? <SchoolText text={school.texts.payment_note} /> : null}
      {pays ? (
        <PaymentForm
          registration={registration}
          onDone={() => setReplacing(false)}
          onCancel={() => (replacing ? setReplacing(false) : onClose())}
        />
      ) : (
        <>
          <SentProof registration={registration} />
          <DialogActions>
            {status === 'paid' ? (
              <>
                <Button variant="ghost" onClick={() => setRemoving(true)}>
                  {copy.removeProof}
                </Button>
                <Button variant="secondary" onClick={() => setReplacing(true)}>
                  {copy.replace}
                </Button>
              </>
            ) : null}
            <Button onClick={onClose}>{copy.close}</Button>
          </DialogActions>
        </>
      )}
      {removing ? <RemoveProofDialog registration={registration} onClose={() => setRemoving(false)} /> : null}
    </>
  );
}

/** The status of the payment in words, with the reason of a rejection. */
function StatusWords({ registration }: { registration: Registration }) {
  const { payment_status: status, rejection_reason: reason, payment_verified_at: verifiedAt } = registration;
  if (status === 'rejected') {
    return (
      <Banner tone="attention">
        <strong>{copy.rejectedTitle}</strong>
        <p>{reason ?? copy.rejectedNoReason}</p>
      </Banner>
    );
  }
  if (status === 'paid') {
    return (
      <Banner tone="info" role="status">
        <strong>{copy.waitingTitle}</strong>
        <p>{copy.waitingText}</p>
      </Banner>
    );
  }
  if (status === 'verified') {
    return (
      <Banner tone="success">
        <strong>{copy.verifiedTitle}</strong>
        {verifiedAt ? <p>{copy.verifiedOn(formatMoment(verifiedAt))}</p> : null}
      </Banner>
    );
  }
  return null;
}

/** The proof that was sent and the account that it was paid from. */
function SentProof({ registration }: { registration: Registration }) {
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
