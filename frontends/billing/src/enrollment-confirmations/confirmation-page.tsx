import { NothingHere } from '@gerbang/web-kit/page/nothing-here.tsx';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import { Banner } from '@gerbang/ui/banner';
import { Card } from '@gerbang/ui/card';
import { Disclosure } from '@gerbang/ui/disclosure';
import { Stack } from '@gerbang/ui/layout';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Spinner } from '@gerbang/ui/spinner';
import { StatusTag } from '@gerbang/ui/status-tag';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { formatDateLong } from '@gerbang/web-kit/page/format';
import { useParams } from '@gerbang/web-kit/page/router';
import { useSession } from '@gerbang/web-kit/session/session';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { CircleCheck, Hourglass, SearchX } from 'lucide-react';
import { Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { ConfirmationForm } from './confirmation-form.tsx';
import { type Family, useFamily, useFeeEstimate } from './confirmation.api.ts';
import { confirmationCopy as copy } from './confirmation.copy.ts';
import { DataCards, MissingData } from './data-cards.tsx';
import { MissingDocuments } from './missing-documents.tsx';
import { FeeTables } from './fee-tables.tsx';
import { useSchool } from '@gerbang/web-kit/api/school';
import { useConfirmationOf } from '../billing.api.ts';
import { ConfirmationTag } from '../invoices/invoice-parts.tsx';

// The forms come when the first one opens.
const ChildDialog = lazyPart(() => import('./child-dialog.tsx').then((file) => file.ChildDialog));
const RegistrationDialog = lazyPart(() =>
  import('./registration-dialog.tsx').then((file) => file.RegistrationDialog),
);

/** The page while there is something to confirm: the choice first, then what is missing, with data and fees folded. */
function ConfirmationView({
  userId,
  family,
  declined,
}: {
  userId: string;
  family: Family;
  /** The confirmation that the school declined and that can be sent again. */
  declined: Confirmation | null;
}) {
  const school = useSchool();
  const estimate = useFeeEstimate(family.registration.id);
  const [edited, setEdited] = useState<'child' | 'registration' | null>(null);
  const close = () => setEdited(null);
  const { registration, child } = family;
  return (
    <Stack $gap={24}>
      <div>
        <StatusTag tone="success">
          {copy.badge(levelLabel(registration.jenjang), registration.kelas)}
        </StatusTag>
      </div>
      {declined ? (
        <Banner tone="attention">
          <strong>{copy.declinedTitle}</strong>
          <p>{declined.decline_reason ?? copy.declinedNoReason}</p>
          <p>{copy.declinedAgain}</p>
        </Banner>
      ) : null}
      {estimate.isPending || !school.data ? (
        <Loading
          card
          of={school.data ? estimate : school}
          lines={4}
          label={copy.loading}
          failed={copy.loadFailed}
        />
      ) : (
        <ConfirmationForm
          userId={userId}
          family={family}
          estimate={estimate.data ?? null}
          declined={declined}
          refundRule={school.data.refund_rule}
        >
          <MissingDocuments family={family} />
          <MissingData family={family} onEdit={setEdited} />
          <div>
            <Disclosure label={copy.seeData}>
              <DataCards family={family} onEdit={setEdited} />
            </Disclosure>
            <Disclosure label={copy.seeFees}>
              <FeeTables school={school.data} />
            </Disclosure>
          </div>
        </ConfirmationForm>
      )}
      <Suspense fallback={null}>
        {edited === 'child' ? <ChildDialog child={child} onClose={close} /> : null}
        {edited === 'registration' ? (
          <RegistrationDialog registration={registration} onClose={close} />
        ) : null}
      </Suspense>
    </Stack>
  );
}

const Waiting = styled.div`
  display: grid;
  place-items: center;
  gap: 12px;
  padding: 48px 16px;
  color: var(--text-secondary);
`;

/** /enrollment-confirmation/{registrationId}: the family confirms the re-enrolment of one child. */
export function ConfirmationPage() {
  const { registrationId = '' } = useParams();
  const { user } = useSession();
  const family = useFamily(registrationId);
  const confirmation = useConfirmationOf(registrationId);

  if (family.data === null) {
    return (
      <NothingHere
        icon={<SearchX size={28} />}
        title={copy.missing}
        to="/registration"
        toLabel={copy.toRegistrations}
      >
        {copy.missingText}
      </NothingHere>
    );
  }
  // Whether the registration is there is known first: an id that is none has no confirmation either.
  if (family.isError || (family.data && confirmation.isError)) {
    return (
      <LoadFailed
        title={copy.loadFailed}
        retrying={family.isFetching || confirmation.isFetching}
        onRetry={() => void (family.isError ? family.refetch() : confirmation.refetch())}
      />
    );
  }
  if (!user || !family.data || confirmation.data === undefined) {
    return (
      <Card as="div">
        <Waiting role="status">
          <Spinner size={28} />
          {copy.loading}
        </Waiting>
      </Card>
    );
  }
  const known = confirmation.data;
  if (known && known.status !== 'declined') {
    return (
      <NothingHere
        icon={<CircleCheck size={28} />}
        title={copy.confirmed}
        to="/enrollment"
        toLabel={copy.back}
      >
        <Stack $gap={8} $items="center">
          <ConfirmationTag status={known.status} viewer="parent" />
          <p>{copy.confirmedOn(formatDateLong(known.submitted_at))}</p>
          <p>{copy.confirmedNext}</p>
        </Stack>
      </NothingHere>
    );
  }
  if (family.data.registration.current_stage !== 'passed') {
    return (
      <NothingHere
        icon={<Hourglass size={28} />}
        title={copy.notAccepted}
        to="/registration"
        toLabel={copy.toRegistrations}
      >
        {copy.notAcceptedText}
      </NothingHere>
    );
  }
  return <ConfirmationView userId={user.id} family={family.data} declined={known} />;
}
