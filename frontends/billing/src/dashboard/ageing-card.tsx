import type { Ageing } from '@gerbang/contracts/billing.types';
import { AGEING_BUCKETS, AGEING_LABELS, type AgeingBucket } from '@gerbang/domain/invoice-ageing';
import { Card, CardTitle } from '@gerbang/ui/card';
import { formatDayText, formatRupiah } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { staffCopy as copy } from './dashboard.copy.ts';

const Quiet = styled.p`
  margin-block: 4px 16px;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
`;

const Scroll = styled.div`
  overflow-x: auto;
`;

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-feature-settings: 'tnum';
  caption {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  th,
  td {
    padding: 8px 12px 8px 0;
    border-block-start: 1px solid var(--border-subtle);
    text-align: end;
    vertical-align: top;
    white-space: nowrap;
  }
  thead th {
    border: 0;
    font-size: 0.875rem;
    font-weight: 600;
    color: var(--text-secondary);
  }
  th:first-child {
    text-align: start;
  }
  small {
    display: block;
    font-size: 0.875rem;
    font-weight: 400;
    color: var(--text-secondary);
  }
`;

/** The share of everything owed, as a bar; the figure beside it says the same. */
const Bar = styled.span<{ $share: number; $late: boolean }>`
  display: block;
  inline-size: ${(props) => props.$share}%;
  min-inline-size: ${(props) => (props.$share > 0 ? '2px' : '0')};
  block-size: 8px;
  margin-block-start: 6px;
  border-radius: 4px;
  background: var(${(props) => (props.$late ? '--tone-danger-fg' : '--action-bg')});
  @media (forced-colors: active) {
    background: CanvasText;
  }
`;

const LATE: ReadonlySet<AgeingBucket> = new Set(['61_90', 'over_90']);

/** Receivables by days overdue: in total with bars, and by level as a table for screen readers. */
export function AgeingCard({ ageing }: { ageing: Ageing }) {
  const { total, buckets, levels } = ageing;
  return (
    <Card>
      <CardTitle>{copy.ageing}</CardTitle>
      <Quiet>
        {copy.ageingNote(formatDayText(ageing.as_of), total.invoices, formatRupiah(total.amount))}
      </Quiet>
      {/* Wider than a phone where there are four levels: scrolled by keyboard too. */}
      <Scroll tabIndex={0} role="group" aria-label={copy.ageingCaption}>
        <Table>
          <caption>{copy.ageingCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{copy.ageing}</th>
              <th scope="col">{copy.all}</th>
              {levels.map(({ jenjang }) => (
                <th key={jenjang} scope="col">
                  {jenjang}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {AGEING_BUCKETS.map((bucket) => {
              const { amount, invoices } = buckets[bucket];
              return (
                <tr key={bucket}>
                  <th scope="row">
                    {AGEING_LABELS[bucket]}
                    <Bar
                      aria-hidden="true"
                      $share={total.amount > 0 ? (amount / total.amount) * 100 : 0}
                      $late={LATE.has(bucket)}
                    />
                  </th>
                  <td>
                    {formatRupiah(amount)}
                    <small>{copy.invoicesOf(invoices)}</small>
                  </td>
                  {levels.map((level) => (
                    <td key={level.jenjang}>{formatRupiah(level.buckets[bucket].amount)}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </Table>
      </Scroll>
    </Card>
  );
}
