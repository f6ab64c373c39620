import type { OwnInvoice } from '@gerbang/contracts/billing.types';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Stack } from '@gerbang/ui/layout';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { Loading } from '@gerbang/web-kit/components/loading';
import { formatRupiah } from '@gerbang/web-kit/format';
import { Navigate, useSearchParams } from '@gerbang/web-kit/router';
import { Receipt } from 'lucide-react';
import { styled } from 'styled-components';
import { useOwnInvoices } from '../billing.api.ts';
import { ChildInvoices } from './child-invoices.tsx';
import { DueReminders } from './due-reminders.tsx';
import { paymentOf } from './invoice-row.tsx';
import { tagihanCopy as copy } from './invoices-page.copy.ts';

const Grid = styled.dl`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 12px 8px;
  padding: 12px 16px;
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  background: var(--bg-surface);
  > div {
    display: flex;
    flex-direction: column;
    justify-content: space-between;
    gap: 2px;
  }
  > div:last-child {
    grid-column: 1 / -1;
  }
  dt {
    font-size: 0.875rem;
    line-height: 1.43;
    color: var(--text-secondary);
  }
  dd {
    margin: 0;
    font-size: 1.25rem;
    line-height: 1.2;
    font-weight: 700;
    font-feature-settings: 'tnum';
  }
  @media (min-width: 640px) {
    grid-template-columns: repeat(4, minmax(0, 1fr)) minmax(0, 2fr);
    > div:last-child {
      grid-column: auto;
    }
  }
`;

/** What the counters say: pending is what can be paid, its amount the sum of what remains. */
export function countInvoices(invoices: readonly OwnInvoice[]) {
  const pending = invoices.filter((invoice) => invoice.payable);
  const having = (status: OwnInvoice['status']) => invoices.filter((one) => one.status === status).length;
  return {
    total: invoices.length,
    pending: pending.length,
    waiting: having('awaiting_verification'),
    paid: having('verified'),
    amount: pending.reduce((sum, invoice) => sum + invoice.remaining, 0),
  };
}

/** The counters of /tagihan, over all children. */
function Counters({ invoices }: { invoices: readonly OwnInvoice[] }) {
  const counts = countInvoices(invoices);
  const cards = [
    { label: copy.total, value: counts.total },
    { label: copy.pending, value: counts.pending },
    { label: copy.waiting, value: counts.waiting },
    { label: copy.paid, value: counts.paid },
    { label: copy.amount, value: formatRupiah(counts.amount) },
  ];
  return (
    <Grid aria-label={copy.counters}>
      {cards.map((card) => (
        <div key={card.label}>
          <dt>{card.label}</dt>
          <dd>{card.value}</dd>
        </div>
      ))}
    </Grid>
  );
}

/** The invoices of each child, in the order in which they are due. */
function byChild(invoices: readonly OwnInvoice[]): [string, OwnInvoice[]][] {
  const groups = new Map<string, OwnInvoice[]>();
  for (const invoice of invoices.toSorted((one, other) => one.due_date.localeCompare(other.due_date))) {
    groups.set(invoice.registration_id, [...(groups.get(invoice.registration_id) ?? []), invoice]);
  }
  return [...groups];
}

/** /tagihan: the family's invoices, counted, and the way to pay each. */
export function TagihanPage() {
  const invoices = useOwnInvoices();
  const [address] = useSearchParams();

  // The dashboard and messages lead straight to an invoice: /tagihan?bayar=<id>.
  const paid = address.get('bayar');
  if (paid !== null) return <Navigate to={paymentOf(paid)} replace />;
  if (invoices.isError || !invoices.data) {
    return <Loading card of={invoices} lines={6} label={copy.loading} failed={copy.loadFailed} />;
  }
  if (invoices.data.length === 0) {
    return (
      <Card as="div">
        <EmptyState
          icon={<Receipt size={28} />}
          title={copy.empty}
          action={
            <LinkButton to="/enrollment" $variant="secondary">
              {copy.toEnrollment}
            </LinkButton>
          }
        >
          {copy.emptyText}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Stack $gap={24} $width={800}>
      {byChild(invoices.data).map(([registration, own]) => (
        <ChildInvoices key={registration} invoices={own} />
      ))}
      <Counters invoices={invoices.data} />
      <DueReminders invoices={invoices.data} />
    </Stack>
  );
}
