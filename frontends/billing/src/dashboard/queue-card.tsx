import type { BillingArea } from '@gerbang/contracts/billing.types';
import { Card, CardTitle } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/format';
import { LinkButton } from '@gerbang/web-kit/link-button';
import { Link } from '@gerbang/web-kit/router';
import { CircleCheck } from 'lucide-react';
import { styled } from 'styled-components';
import { staffCopy as copy } from './staff.copy.ts';

type Staff = NonNullable<BillingArea['staff']>;

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr));
  gap: 12px;
  margin: 16px 0;
  padding: 0;
  list-style: none;
`;

const Count = styled(Link)`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  min-height: 64px;
  padding: 12px 16px;
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  color: var(--text-primary);
  text-decoration: none;
  &:hover {
    border-color: var(--action2-border);
    background: var(--bg-selected);
  }
  strong {
    flex: none;
    font-size: 1.5rem;
    line-height: 1.2;
    font-feature-settings: 'tnum';
  }
  small {
    display: block;
    font-size: 0.875rem;
    line-height: 1.43;
    color: var(--text-secondary);
    font-feature-settings: 'tnum';
  }
`;

const Ways = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
`;

interface Waiting {
  readonly key: string;
  readonly to: string;
  readonly label: string;
  readonly note?: string;
  readonly count: number;
}

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
  return all.filter(({ count }) => count > 0);
}

/** What waits for this role in billing, as counts that lead to the filtered lists. */
export function QueueCard({ staff }: { staff: Staff }) {
  const waiting = waitingOf(staff);
  return (
    <Card>
      <CardTitle>{copy.title}</CardTitle>
      {waiting.length === 0 ? (
        <EmptyState icon={<CircleCheck size={28} />} title={copy.none}>
          {copy.noneText}
        </EmptyState>
      ) : (
        <List>
          {waiting.map(({ key, to, label, note, count }) => (
            <li key={key}>
              <Count to={to}>
                <span>
                  {label}
                  {note ? <small>{note}</small> : null}
                </span>{' '}
                <strong>{count.toLocaleString('id-ID')}</strong>
              </Count>
            </li>
          ))}
        </List>
      )}
      <Ways>
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
      </Ways>
    </Card>
  );
}
