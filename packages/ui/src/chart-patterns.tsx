import { useId } from 'react';
import { styled } from 'styled-components';

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
export function ChartLegend({ names }: { names: readonly string[] }) {
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
