import type { OwnInvoice } from '@gerbang/contracts/invoices';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { styled } from 'styled-components';
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
    total: invoices.length - having('void'),
    pending: pending.length,
    waiting: having('awaiting_verification'),
    paid: having('verified'),
    amount: pending.reduce((sum, invoice) => sum + invoice.remaining, 0),
  };
}

/** The counters of /tagihan, over all children. */
export function InvoiceCounters({ invoices }: { invoices: readonly OwnInvoice[] }) {
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
