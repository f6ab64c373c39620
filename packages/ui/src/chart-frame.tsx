import { type ReactNode, useId, useState } from 'react';
import { css, styled } from 'styled-components';
import { ChartLegend } from './chart-patterns.tsx';
import { type ChartTable, FiguresTable } from './figures-table.tsx';

const Frame = styled.figure`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  min-width: 0;
  break-inside: avoid;
  print-color-adjust: exact;
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 4px 16px;
  h2,
  h3 {
    font-size: 1rem;
    line-height: 1.5;
  }
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px 16px;
`;

const Caption = styled.figcaption`
  color: var(--text-secondary);
  font-size: 0.875rem;
  line-height: 1.43;
`;

const Toggle = styled.button`
  min-height: 24px;
  padding: 4px 0;
  border: 0;
  background: none;
  color: var(--text-link);
  font-size: 0.875rem;
  text-decoration: underline;
  text-underline-offset: 3px;
  @media print {
    display: none;
  }
`;

const Part = styled.div<{ $shown: boolean }>`
  ${({ $shown }) =>
    $shown
      ? ''
      : css`
          display: none;
          @media print {
            display: block;
          }
        `}
`;

const words = { table: 'Lihat sebagai tabel', picture: 'Lihat sebagai gambar' };

/**
 * A picture of figures: title, sentence, and the same figures as a table one key away. `children` is the picture, null
 * where there is nothing to draw: the sentence then says so. Print shows picture and table.
 */
export function ChartFigure({
  title,
  level: Title = 'h2',
  note,
  sentence,
  table,
  legend = [],
  children,
}: {
  title: string;
  level?: 'h2' | 'h3';
  /** Beside the title. */
  note?: ReactNode;
  /** What the picture shows. */
  sentence: ReactNode;
  table: ChartTable;
  /** The names of the series; without them, or with one, there is nothing to tell apart. */
  legend?: readonly string[];
  children: ReactNode;
}) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <Frame aria-labelledby={id}>
      <Head>
        <Title id={id}>{title}</Title>
        {note}
      </Head>
      <Caption>{sentence}</Caption>
      {children === null ? null : (
        <>
          <Part $shown={!asTable} aria-hidden="true">
            {children}
          </Part>
          <Part $shown={asTable}>
            <FiguresTable caption={title} table={table} />
          </Part>
          <Foot>
            {legend.length > 1 ? <ChartLegend names={legend} /> : <span />}
            <Toggle type="button" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              {asTable ? words.picture : words.table}
            </Toggle>
          </Foot>
        </>
      )}
    </Frame>
  );
}
