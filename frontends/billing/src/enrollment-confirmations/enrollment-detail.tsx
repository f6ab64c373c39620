import type { Viewer } from '@gerbang/domain/status-tones';
import { Banner } from '@gerbang/ui/banner';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Row, Stack } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { Loading } from '@gerbang/web-kit/components/loading';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { useParams } from '@gerbang/web-kit/router';
import { hasInvoices } from '@gerbang/domain/enrollment-confirmations';
import { ArrowLeft, SearchX } from 'lucide-react';
import { useConfirmation } from '../billing.api.ts';
import { ConfirmationTag, invoicesCopy } from '../invoices/invoice-parts.tsx';
import { detailCopy as copy } from './detail.copy.ts';
import { InfoCards } from './info-cards.tsx';
import { InvoicesCard } from './invoices-card.tsx';
import { SchemeCard } from './scheme-card.tsx';

const BACK = { parent: '/enrollment', staff: '/admin/enrollment' } as const;

/** A re-enrolment with its scheme and its invoices: one screen for both sides. */
function EnrollmentDetail({ id, viewer }: { id: string; viewer: Viewer }) {
  const confirmation = useConfirmation(id, viewer);
  const back = (
    <LinkButton to={BACK[viewer]} $variant="secondary">
      <ArrowLeft size={18} aria-hidden="true" />
      {copy.back}
    </LinkButton>
  );
  if (confirmation.isError || confirmation.data === undefined) {
    return <Loading card of={confirmation} lines={8} label={copy.loading} failed={copy.loadFailed} />;
  }
  const known = confirmation.data;
  if (known === null) {
    return (
      <Card as="div">
        <EmptyState icon={<SearchX size={28} />} title={copy.missing} action={back}>
          {viewer === 'parent' ? copy.missingText : copy.missingForStaff}
        </EmptyState>
      </Card>
    );
  }
  const declined = known.status === 'declined';
  return (
    <Stack $gap={24}>
      <Row $gap={12} $align="center" $justify="between">
        {back}
        <Row>
          <ConfirmationTag status={known.status} viewer={viewer} />
          {hasInvoices(known) ? (
            <StatusTag tone="info">{invoicesCopy.available}</StatusTag>
          ) : (
            <StatusTag>{invoicesCopy.none}</StatusTag>
          )}
        </Row>
      </Row>
      {declined ? (
        <Banner tone={viewer === 'parent' ? 'attention' : 'danger'}>
          <strong>{copy.declinedTitle}</strong>
          <p>{known.decline_reason ?? copy.declinedNoReason}</p>
        </Banner>
      ) : null}
      {declined && viewer === 'parent' ? (
        <div>
          <LinkButton to={`/enrollment-confirmation/${known.registration_id}`}>{copy.sendAgain}</LinkButton>
        </div>
      ) : null}
      <InfoCards confirmation={known} />
      <SchemeCard confirmation={known} viewer={viewer} />
      <InvoicesCard confirmation={known} viewer={viewer} />
    </Stack>
  );
}

/** /enrollment-confirmation-detail/{confirmationId}: the family's own. */
export function ParentDetailPage() {
  const { confirmationId = '' } = useParams();
  return <EnrollmentDetail id={confirmationId} viewer="parent" />;
}

/** /admin/enrollment/{confirmationId}/details: the same as staff see it. */
export function StaffDetailPage() {
  const { confirmationId = '' } = useParams();
  return <EnrollmentDetail id={confirmationId} viewer="staff" />;
}
