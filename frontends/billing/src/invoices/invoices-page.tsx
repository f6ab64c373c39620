import type { Invoice } from '@gerbang/contracts/billing.types';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Stack } from '@gerbang/ui/layout';
import { Loading } from '@gerbang/web-kit/components/loading';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { formatRupiah, levelText } from '@gerbang/web-kit/format';
import { useSearchParams } from '@gerbang/web-kit/router';
import { Receipt } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { InvoiceCard } from './invoice-card.tsx';
import { tagihanCopy as copy } from './invoices-page.copy.ts';
import { useOwnInvoices } from '../billing.api.ts';

const Grid = styled.dl`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 12px;
  > div {
    display: flex;
    flex-direction: column;
    justify-content: space-between;
    gap: 8px;
    padding: 12px 16px;
    border: 1px solid var(--border-subtle);
    border-radius: 14px;
    background: var(--bg-surface);
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
    font-size: 1.5rem;
    line-height: 1.2;
    font-weight: 700;
    font-feature-settings: 'tnum';
  }
  @media (min-width: 768px) {
    grid-template-columns: repeat(3, minmax(0, 1fr)) minmax(0, 2fr);
    > div:last-child {
      grid-column: auto;
    }
  }
`;

/** What the counters say: pending is what can be paid, its amount the sum of what remains. */
export function countInvoices(invoices: readonly Invoice[]) {
  const pending = invoices.filter((invoice) => invoice.payable);
  return {
    total: invoices.length,
    pending: pending.length,
    paid: invoices.filter((invoice) => invoice.status === 'verified').length,
    amount: pending.reduce((sum, invoice) => sum + invoice.remaining, 0),
  };
}

/** The four counters of /tagihan. */
function Counters({ invoices }: { invoices: readonly Invoice[] }) {
  const counts = countInvoices(invoices);
  const cards = [
    { label: copy.total, value: counts.total },
    { label: copy.pending, value: counts.pending },
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

// The dialog brings React Aria along; it is loaded when the first one opens.
const InvoiceDialog = lazy(() =>
  import('./invoice-dialog.tsx').then((part) => ({ default: part.InvoiceDialog })),
);

const Child = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  h2 {
    font-size: 1.25rem;
    line-height: 1.4;
  }
`;

const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: 16px;
  @media (min-width: 1024px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

/** The invoices of each child, in the order in which they are due. */
function byChild(invoices: readonly Invoice[]): [string, Invoice[]][] {
  const groups = new Map<string, Invoice[]>();
  for (const invoice of invoices.toSorted((one, other) => one.due_date.localeCompare(other.due_date))) {
    groups.set(invoice.registration_id, [...(groups.get(invoice.registration_id) ?? []), invoice]);
  }
  return [...groups];
}

/** /tagihan: the family's invoices, counted, and the way to pay each. */
export function TagihanPage() {
  const invoices = useOwnInvoices();
  const [opened, setOpened] = useState<string | null>(null);
  const [address, setAddress] = useSearchParams();

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
  // The dashboard and messages lead straight to an invoice: /tagihan?bayar=<id>.
  const wanted = opened ?? address.get('bayar');
  const present = invoices.data.find((invoice) => invoice.id === wanted);
  const close = () => {
    setOpened(null);
    if (address.has('bayar')) setAddress({}, { replace: true });
  };
  return (
    <Stack $gap={24}>
      <Counters invoices={invoices.data} />
      {byChild(invoices.data).map(([registration, own]) => (
        <Child key={registration}>
          {own[0] ? (
            <h2>{copy.ofChild(own[0].child_name, levelText(own[0].grade_level, own[0].kelas))}</h2>
          ) : null}
          <List>
            {own.map((invoice) => (
              <li key={invoice.id}>
                <InvoiceCard
                  invoice={invoice}
                  next={invoice === own.find(({ payable }) => payable)}
                  onOpen={() => setOpened(invoice.id)}
                />
              </li>
            ))}
          </List>
        </Child>
      ))}
      <Suspense fallback={null}>
        {present ? <InvoiceDialog invoice={present} onClose={close} /> : null}
      </Suspense>
    </Stack>
  );
}
