import { Star, StarSurface } from '@gerbang/ui/star';
import type { OwnInvoice } from '@gerbang/contracts/invoices';
import { LinkRows } from '@gerbang/ui/link-rows';
import { sumInvoices, wholePercents } from '@gerbang/domain/invoice-sums';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { SegmentBar, SegmentSwatch } from '@gerbang/ui/segment-bar';
import { formatRupiah, initialsOf, levelText } from '@gerbang/web-kit/page/format';
import { styled } from 'styled-components';
import { InvoiceRow } from './invoice-row.tsx';
import { InvoiceTools } from './invoice-tools.tsx';
import { tagihanCopy as copy } from './invoices-page.copy.ts';

const Section = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  align-items: start;
  /* Sum and tools stand beside the rows where there is room. */
  @media (min-width: 1200px) {
    grid-template: auto auto 1fr / minmax(0, 7fr) minmax(0, 5fr);
    column-gap: 24px;
    > h2 {
      grid-column: 1 / -1;
    }
    > ul:nth-child(3) {
      grid-area: 2 / 1 / span 2 / 2;
    }
    > :nth-child(2),
    > :nth-child(4) {
      grid-column: 2;
    }
  }
`;

const Sum = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 6px;
  font-size: 0.8125rem;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
  strong {
    font-size: 1.4375rem;
    line-height: 1.4;
    font-weight: 700;
    color: var(--text-primary);
    white-space: nowrap;
  }
`;

const Legend = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 12px;
  font-size: 0.875rem;
  line-height: 1.43;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
  li {
    display: flex;
    align-items: center;
    gap: 6px;
  }
`;

const FILLS = { done: 'chart-1', waiting: 'chart-3-striped', left: 'none' } as const;

/** The invoices of one child: how much is paid, each with the one thing to do, and what serves all of them. */
export function ChildInvoices({ invoices }: { invoices: readonly [OwnInvoice, ...OwnInvoice[]] }) {
  const [first] = invoices;
  const next = invoices.find(({ payable }) => payable);
  return (
    <Section>
      <CardTitle>{copy.ofChild(first.child_name, levelText(first.grade_level, first.kelas))}</CardTitle>
      <Summary invoices={invoices} />
      <LinkRows>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} next={invoice === next} />
        ))}
      </LinkRows>
      <InvoiceTools invoices={invoices} />
    </Section>
  );
}

function Summary({ invoices }: { invoices: readonly [OwnInvoice, ...OwnInvoice[]] }) {
  const { total, paid, waiting, left } = sumInvoices(invoices);
  const [paidPercent = 0, waitingPercent = 0, leftPercent = 0] = wholePercents([paid, waiting, left]);
  if (total > 0 && paid === total) return <AllPaid name={invoices[0].child_name} total={total} />;
  return (
    <Stack as={Card} $gap={10}>
      <div>
        <Quiet $small>{copy.sumTitle}</Quiet>
        <Sum>
          <strong>{formatRupiah(paid)}</strong> {copy.sumOf(formatRupiah(total))}
        </Sum>
      </div>
      <SegmentBar
        label={copy.sumWords(formatRupiah(paid), formatRupiah(waiting), formatRupiah(left))}
        segments={invoices.map(({ id, total_amount, amount_paid, waiting_amount = 0 }) => ({
          key: id,
          count: total_amount,
          colour: [
            { count: amount_paid, colour: FILLS.done },
            { count: waiting_amount, colour: FILLS.waiting },
          ],
        }))}
      />
      <Legend aria-hidden="true">
        <li>
          <SegmentSwatch fill={FILLS.done} />
          {copy.legend.done(paidPercent)}
        </li>
        <li>
          <SegmentSwatch fill={FILLS.waiting} />
          {copy.legend.waiting(waitingPercent)}
        </li>
        <li>
          <SegmentSwatch fill={FILLS.left} />
          {copy.legend.left(leftPercent)}
        </li>
      </Legend>
    </Stack>
  );
}

/** The last installment is paid: the star once more. The set-up names no first day of school, so none is promised. */
function AllPaid({ name, total }: { name: string; total: number }) {
  return (
    <StarSurface>
      <Star initials={initialsOf(name)} />
      <strong>{copy.allPaid}</strong>
      <p>{copy.allPaidText(formatRupiah(total))}</p>
    </StarSurface>
  );
}
