import type { Confirmation } from '@gerbang/contracts/billing.types';
import { Banner } from '@gerbang/ui/banner';
import { Card } from '@gerbang/ui/card';
import { Stack } from '@gerbang/ui/layout';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Skeleton } from '@gerbang/ui/skeleton';
import { StatusTag } from '@gerbang/ui/status-tag';
import { lazy, Suspense, useState } from 'react';
import { useSchool } from '../billing.api.ts';
import type { Family } from './confirmation.api.ts';
import { confirmationCopy as copy } from './confirmation.copy.ts';
import { ConfirmationForm } from './confirmation-form.tsx';
import { DataCards } from './data-cards.tsx';
import { FeeTables } from './fee-tables.tsx';

// The forms come when the first one opens.
const ChildDialog = lazy(() => import('./child-dialog.tsx').then((part) => ({ default: part.ChildDialog })));
const RegistrationDialog = lazy(() =>
  import('./registration-dialog.tsx').then((part) => ({ default: part.RegistrationDialog })),
);

/** The page while there is something to confirm: data, fees, form. */
export function ConfirmationView({
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
  const [edited, setEdited] = useState<'child' | 'registration' | null>(null);
  const close = () => setEdited(null);
  const { registration, child } = family;
  return (
    <Stack $gap={24}>
      <div>
        <StatusTag tone="success">{copy.badge(registration.jenjang, registration.kelas)}</StatusTag>
      </div>
      {declined ? (
        <Banner tone="attention">
          <strong>{copy.declinedTitle}</strong>
          <p>{declined.decline_reason ?? copy.declinedNoReason}</p>
          <p>{copy.declinedAgain}</p>
        </Banner>
      ) : null}
      <DataCards family={family} onEdit={setEdited} />
      {school.data ? (
        <FeeTables school={school.data} />
      ) : school.isError ? (
        <LoadFailed
          title={copy.loadFailed}
          retrying={school.isFetching}
          onRetry={() => void school.refetch()}
        />
      ) : (
        <Card as="div">
          <Skeleton lines={6} label={copy.loading} />
        </Card>
      )}
      <ConfirmationForm userId={userId} family={family} declined={declined} />
      <Suspense fallback={null}>
        {edited === 'child' ? <ChildDialog child={child} onClose={close} /> : null}
        {edited === 'registration' ? (
          <RegistrationDialog registration={registration} onClose={close} />
        ) : null}
      </Suspense>
    </Stack>
  );
}
