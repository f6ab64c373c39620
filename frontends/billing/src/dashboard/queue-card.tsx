import type { BillingArea } from '@gerbang/contracts/billing.types';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Row } from '@gerbang/ui/layout';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/format';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { WaitingCounts } from '@gerbang/web-kit/components/waiting-counts';
import type { ComponentProps } from 'react';
import { staffCopy as copy } from './dashboard.copy.ts';

type Staff = NonNullable<BillingArea['staff']>;

type Waiting = ComponentProps<typeof WaitingCounts>['waiting'][number];

function waitingOf({ confirmations, payments }: Staff): Waiting[] {
  const all: Waiting[] = [];
  if (payments) {
    const since = payments.oldest_at === null ? null : formatDateShort(payments.oldest_at);
    all.push({
      key: 'payments',
      to: '/admin/invoices?status=awaiting_verification',
      label: copy.payments,
      note: copy.paymentsNote(formatRupiah(payments.amount), since),
      count: payments.waiting,
    });
  }
  if (confirmations) {
    all.push(
      {
        key: 'waiting',
        to: '/admin/enrollment?group=waiting',
        label: copy.waiting,
        count: confirmations.waiting,
      },
      {
        key: 'scheme',
        to: '/admin/enrollment?group=confirmed',
        label: copy.withoutScheme,
        count: confirmations.without_scheme,
      },
    );
  }
  return all;
}

/** What waits for this role in billing, as counts that lead to the filtered lists. */
export function QueueCard({ staff }: { staff: Staff }) {
  return (
    <Card>
      <CardTitle>{copy.title}</CardTitle>
      <WaitingCounts waiting={waitingOf(staff)} none={copy.none} noneText={copy.noneText} />
      <Row $gap={12}>
        {staff.confirmations ? (
          <LinkButton to="/admin/enrollment" $variant="secondary">
            {copy.enrollment}
          </LinkButton>
        ) : null}
        {staff.payments ? (
          <LinkButton to="/admin/invoices" $variant="secondary">
            {copy.invoices}
          </LinkButton>
        ) : null}
      </Row>
    </Card>
  );
}
