import { type ReactNode, useId, useState } from 'react';
import { css, styled } from 'styled-components';
import { Scroll } from './layout.tsx';
import { hiddenCss } from './visually-hidden.tsx';

const COLOURS = ['--chart-1', '--chart-3', '--chart-2', '--chart-4', '--chart-5'] as const;

/** The colour of a series by its place; from the second on a pattern marks it too (`ChartPatterns`). */
export const seriesColour = (at: number): string => `var(${COLOURS[at % COLOURS.length]})`;

/** The fill of a series: the first is solid, the others carry a pattern of their own, so that colour is never alone. */
export const seriesFill = (id: string, at: number): string =>
  at === 0 ? seriesColour(0) : `url(#${id}-${at % COLOURS.length})`;

/** Patterns of the series, once in each picture; `id` is unique on the page. */
export function ChartPatterns({ id, series }: { id: string; series: number }) {
  return (
    <defs>
      {Array.from({ length: Math.max(series - 1, 0) }, (_none, index) => {
        const at = index + 1;
        return (
          <pattern
            key={at}
            id={`${id}-${at}`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform={`rotate(${[0, 45, -45, 90, 0][at]})`}
          >
            <rect width="6" height="6" style={{ fill: seriesColour(at) }} />
            <rect width={at} height="6" style={{ fill: 'var(--bg-surface)', opacity: 0.35 }} />
          </pattern>
        );
      })}
    </defs>
  );
}

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

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: 0.875rem;
  line-height: 1.43;
  font-feature-settings: 'tnum';
  caption {
    ${hiddenCss}
  }
  th,
  td {
    padding: 6px 12px 6px 0;
    border-block-end: 1px solid var(--border-subtle);
    text-align: end;
    overflow-wrap: normal;
  }
  th:first-child {
    text-align: start;
  }
  thead th {
    font-weight: 600;
    color: var(--text-secondary);
  }
  tbody th {
    font-weight: 600;
  }
`;

const Legend = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  font-size: 0.875rem;
  line-height: 1.43;
  color: var(--text-secondary);
  li {
    display: flex;
    align-items: center;
    gap: 6px;
  }
`;

/** What the colours and patterns of a picture stand for. */
function ChartLegend({ names }: { names: readonly string[] }) {
  const id = useId();
  return (
    <Legend>
      {names.map((name, at) => (
        <li key={name}>
          <svg width="12" height="12" aria-hidden="true">
            <ChartPatterns id={id} series={names.length} />
            <rect width="12" height="12" rx="2" style={{ fill: seriesFill(id, at) }} />
          </svg>
          {name}
        </li>
      ))}
    </Legend>
  );
}

/** The figures of a picture; the first cell of a row names it. */
export interface ChartTable {
  readonly head: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** The same figures as a table. */
export function FiguresTable({ caption, table }: { caption: string; table: ChartTable }) {
  return (
    // Scrolled by keyboard too where it is wider than its place.
    <Scroll tabIndex={0} role="group" aria-label={caption}>
      <Table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {table.head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {others.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Scroll>
  );
}

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

const Short = styled.button`
  position: relative;
  min-height: 24px;
  padding: 0;
  border: 0;
  background: none;
  font: inherit;
  font-feature-settings: 'tnum';
  cursor: default;
  &:hover::after,
  &:focus-visible::after {
    content: attr(data-whole);
    position: absolute;
    inset-block-end: calc(100% + 4px);
    inset-inline-start: 0;
    z-index: 1;
    padding: 4px 8px;
    border-radius: 6px;
    background: var(--bg-inverse);
    color: var(--text-inverse);
    font-size: 0.875rem;
    font-weight: 400;
    white-space: nowrap;
  }
`;

/** A rounded figure that shows the whole one on focus; screen readers read both, the shown one first, as it can be spoken. */
export function RoundedFigure({ short, whole }: { short: string; whole: string }) {
  return (
    <Short type="button" data-whole={whole} aria-label={short === whole ? undefined : `${short}, ${whole}`}>
      {short}
    </Short>
  );
}
