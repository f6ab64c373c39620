import { getFeeReceipt } from '@gerbang/contracts/papers';
import { PaperActions } from '@gerbang/web-kit/files/paper-actions.tsx';
import type { Payer } from '@gerbang/contracts/registration-payments';
import type { Registration } from '@gerbang/contracts/registrations';
import type { SchoolConfig } from '@gerbang/contracts/school';
import { settlementText } from '@gerbang/domain/registration-payments';
import { Banner } from '@gerbang/ui/banner';
import { Stack } from '@gerbang/ui/layout';
import { ApiError } from '@gerbang/web-kit/api/client';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { NothingHere } from '@gerbang/web-kit/page/nothing-here.tsx';
import { PaymentDone } from '@gerbang/web-kit/payment/payment-done.tsx';
import { formatMoment, levelText } from '@gerbang/web-kit/page/format';
import { useKeptPayment } from '@gerbang/web-kit/payment/use-kept-payment';
import { usePaymentStep } from '@gerbang/web-kit/payment/use-payment-step';
import { useParams } from '@gerbang/web-kit/page/router';
import { useSession } from '@gerbang/web-kit/session/session';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { GuidedToPayment } from '../registrations/guided.tsx';
import { useLastPayer, useRegistration } from '../registrations/registrations.api.ts';
import { useSchool } from '@gerbang/web-kit/api/school';
import { feeDraft, useFeeProof } from './fee-proof-form.tsx';
import { FeeRest } from './fee-rest.tsx';
import { FeeSteps, LIST } from './fee-steps.tsx';
import { paymentCopy as copy } from './payment.copy.ts';
import { ManageProof, SentProof } from './sent-proof.tsx';

/** /registrations/{id}/bayar: the registration fee in two steps, and the state of what was sent. */
export function FeePaymentPage() {
  const { registrationId = '' } = useParams();
  const { user } = useSession();
  const registration = useRegistration(registrationId);
  const school = useSchool();
  const payer = useLastPayer();
  const kept = useKeptPayment(user?.id ?? '', feeDraft(registrationId));
  const { error } = registration;

  if (error instanceof ApiError && [400, 404].includes(error.status)) {
    return (
      <NothingHere icon={<SearchX size={28} />} title={copy.missing} to={LIST} toLabel={copy.toList}>
        {copy.missingText}
      </NothingHere>
    );
  }
  if (!user || !registration.data || !school.data || payer.isPending || kept === undefined) {
    return (
      <Loading card of={[registration, school]} lines={6} label={copy.loading} failed={copy.loadFailed} />
    );
  }
  return (
    <Stack $width={640}>
      <GuidedToPayment />
      <Fee
        userId={user.id}
        registration={registration.data}
        school={school.data}
        payer={payer.data ?? null}
        kept={kept}
      />
    </Stack>
  );
}

function Fee({
  userId,
  registration,
  school,
  payer,
  kept,
}: {
  userId: string;
  registration: Registration;
  school: SchoolConfig;
  payer: Payer | null;
  kept: Readonly<Record<string, string>> | null;
}) {
  const at = usePaymentStep();
  const [sent, setSent] = useState(false);
  const onSent = () => {
    setSent(true);
    at.toFirst();
  };
  const proof = useFeeProof({ userId, registration, payer, kept, onSent });
  const status = registration.payment_status;
  const about = copy.about(
    registration.child.full_name,
    levelText(registration.jenjang, registration.kelas),
    registration.academic_year,
  );

  if (status === 'verified') return <Verified registration={registration} about={about} school={school} />;
  return (
    <FeeSteps
      school={school}
      at={at}
      proof={proof}
      transfer={{
        reference: registration.registration_number,
        amount: registration.payment_amount,
        jenjang: registration.jenjang,
      }}
      billId={registration.id}
      about={about}
      back={{ label: copy.toList, to: LIST }}
      before={
        status === 'rejected' ? (
          <>
            <Banner tone="attention">
              <strong>{copy.rejectedTitle}</strong>
              <p>{registration.rejection_reason ?? copy.rejectedNoReason}</p>
            </Banner>
            <ManageProof registration={registration} />
          </>
        ) : null
      }
      instead={
        status === 'paid' ? (
          <PaymentDone school={school} isNew={sent}>
            <LinkButton to={LIST}>{copy.done}</LinkButton>
            <ManageProof registration={registration} onReplace={at.toProof} />
          </PaymentDone>
        ) : null
      }
    />
  );
}

function Verified({
  registration,
  about,
  school,
}: {
  registration: Registration;
  about: string;
  school: SchoolConfig;
}) {
  const { payment_verified_at: verifiedAt, settled_by: settledBy, settled_channel: channel } = registration;
  const verified = (at: string) =>
    settledBy ? copy.settledOn(settlementText(settledBy, channel), at) : copy.verifiedOn(at);
  return (
    <>
      <p>{about}</p>
      <Banner tone="success">
        <strong>{settledBy === 'pay_request' ? copy.paidTitle : copy.verifiedTitle}</strong>
        {verifiedAt ? <p>{verified(formatMoment(verifiedAt))}</p> : null}
      </Banner>
      {registration.fee_asked === undefined ? null : (
        <FeeRest registration={registration} amount={registration.fee_asked} school={school} />
      )}
      {registration.payment_evidence_url === null ? null : <SentProof registration={registration} />}
      <PaperActions address={getFeeReceipt.path.replace('{id}', registration.id)} label={copy.receipt} />
      <div>
        <LinkButton to={LIST}>{copy.done}</LinkButton>
      </div>
    </>
  );
}
