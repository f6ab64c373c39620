import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Spinner } from '@gerbang/ui/spinner';
import { formatDateLong } from '@gerbang/web-kit/format';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { useParams } from '@gerbang/web-kit/router';
import { useSession } from '@gerbang/web-kit/session';
import { CircleCheck, Hourglass, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useConfirmationOf } from '../billing.api.ts';
import { ConfirmationTag } from '../invoices/status-tags.tsx';
import { useFamily } from './confirmation.api.ts';
import { confirmationCopy as copy } from './confirmation.copy.ts';
import { ConfirmationView } from './confirmation-view.tsx';

const Waiting = styled.div`
  display: grid;
  place-items: center;
  gap: 12px;
  padding: 48px 16px;
  color: var(--text-secondary);
`;

const Words = styled.div`
  display: grid;
  gap: 8px;
  justify-items: center;
`;

function State({
  icon,
  title,
  to,
  back,
  children,
}: {
  icon: ReactNode;
  title: string;
  to: string;
  back: string;
  children: ReactNode;
}) {
  return (
    <Card as="div">
      <EmptyState icon={icon} title={title} action={<LinkButton to={to}>{back}</LinkButton>}>
        <Words>{children}</Words>
      </EmptyState>
    </Card>
  );
}

/** /enrollment-confirmation/{registrationId}: the family confirms the re-enrolment of one child. */
export function ConfirmationPage() {
  const { registrationId = '' } = useParams();
  const { user } = useSession();
  const family = useFamily(registrationId);
  const confirmation = useConfirmationOf(registrationId);

  if (family.data === null) {
    return (
      <State icon={<SearchX size={28} />} title={copy.missing} to="/registration" back={copy.toRegistrations}>
        {copy.missingText}
      </State>
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
      <State icon={<CircleCheck size={28} />} title={copy.confirmed} to="/enrollment" back={copy.back}>
        <ConfirmationTag status={known.status} viewer="parent" />
        <p>{copy.confirmedOn(formatDateLong(known.submitted_at))}</p>
        <p>{copy.confirmedNext}</p>
      </State>
    );
  }
  if (family.data.registration.current_stage !== 'passed') {
    return (
      <State
        icon={<Hourglass size={28} />}
        title={copy.notAccepted}
        to="/registration"
        back={copy.toRegistrations}
      >
        {copy.notAcceptedText}
      </State>
    );
  }
  return <ConfirmationView userId={user.id} family={family.data} declined={known} />;
}
