import type { SchoolConfig } from '@gerbang/contracts/school';
import { Card, CardTitle } from '@gerbang/ui/card';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { styled } from 'styled-components';
import { confirmationCopy as copy } from './confirmation.copy.ts';

const Scroll = styled.div`
  overflow-x: auto;
  border: 1px solid var(--border-subtle);
  border-radius: 10px;
`;

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: 0.875rem;
  line-height: 1.43;
  font-feature-settings: 'tnum';
  caption {
    padding: 12px 16px;
    text-align: start;
    font-size: 1rem;
    font-weight: 650;
    color: var(--text-primary);
  }
  th,
  td {
    /* Whole words: what is too wide scrolls. */
    overflow-wrap: normal;
    padding: 10px 16px;
    text-align: start;
    vertical-align: top;
    border-block-start: 1px solid var(--border-subtle);
  }
  thead th {
    background: var(--bg-subtle);
    color: var(--text-secondary);
    font-weight: 600;
  }
  tbody th {
    font-weight: 600;
  }
`;

const Picture = styled.img`
  max-width: 100%;
  height: auto;
  border: 1px solid var(--border-subtle);
  border-radius: 10px;
`;

/** An amount stays on one line, however its owner typed it. */
const whole = (cell: string) => cell.replaceAll(/Rp (?=\d)/gu, 'Rp\u00A0');

type FeeTable = SchoolConfig['fee_tables'][number];

function Drawn({ title, columns, rows }: Pick<FeeTable, 'title' | 'columns' | 'rows'>) {
  return (
    <Scroll tabIndex={0} role="region" aria-label={title}>
      <Table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{whole(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Scroll>
  );
}

/** The discounts that finance can grant, from the configured lists. */
function discountRows(discounts: SchoolConfig['discounts']): string[][] {
  return (Object.keys(copy.discounts) as (keyof typeof copy.discounts)[]).flatMap((name) => {
    const choices = discounts[name].filter((amount) => amount > 0).map(formatRupiah);
    return choices.length > 0 ? [[copy.discounts[name], choices.join(' / ')]] : [];
  });
}

/** The school year that all tables name in their titles; '' where they name none or several. */
export function yearOf(tables: SchoolConfig['fee_tables']): string {
  const years = new Set(tables.map(({ title }) => /\b20\d\d\/20\d\d\b/u.exec(title)?.[0] ?? ''));
  return years.size === 1 ? ([...years][0] ?? '') : '';
}

/** The fee structure as tables for everybody's eyes and ears, or as configured pictures. */
export function FeeTables({ school }: { school: SchoolConfig }) {
  const discounts = discountRows(school.discounts);
  const year = yearOf(school.fee_tables);
  return (
    <Stack as={Card} $gap={20}>
      <CardTitle>{copy.feesTitle(year)}</CardTitle>
      {school.fee_tables.length === 0 ? <Quiet>{copy.noFees}</Quiet> : null}
      {school.fee_tables.map((table) =>
        table.image_url === null ? (
          <Drawn key={table.title} {...table} />
        ) : (
          <Picture
            key={table.title}
            src={table.image_url}
            alt={copy.feePicture(table.title)}
            loading="lazy"
          />
        ),
      )}
      {discounts.length > 0 ? (
        <>
          <Drawn title={copy.discountsTitle(year)} columns={[...copy.discountColumns]} rows={discounts} />
          <Quiet>{copy.discountsNote}</Quiet>
        </>
      ) : null}
    </Stack>
  );
}
