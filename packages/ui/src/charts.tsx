import { type ElementType, type ReactNode, useId } from 'react';
import { styled } from 'styled-components';
import { ChartPatterns, seriesColour, seriesFill } from './chart-patterns.tsx';

/** A bar or a column with its parts, one for each series and 0 where it has none. */
export interface ChartRow {
  readonly key: string;
  readonly label: ReactNode;
  readonly parts: readonly number[];
  /** The figure at its end. */
  readonly value: string;
  /** Behind the figure. */
  readonly note?: string;
  /** Address of the list that the bar counts. */
  readonly to?: string | undefined;
}

const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + Math.max(part, 0), 0);

const Bars = styled.div`
  display: grid;
  grid-template-columns: fit-content(40%) minmax(48px, 1fr) auto auto;
  gap: 8px 16px;
  align-items: center;
  font-size: 0.875rem;
  line-height: 1.43;
  font-feature-settings: 'tnum';
  > b,
  > span {
    text-align: end;
  }
  > span:nth-child(4n + 1) {
    text-align: start;
  }
  > span:nth-child(4n) {
    color: var(--text-secondary);
  }
  > a,
  > a svg,
  > svg {
    display: block;
    width: 100%;
  }
`;

/** The height of a bar. */
const THICK = 18;

/**
 * Horizontal bars, one below the other, on one scale. With `link`, the router's link, a bar leads to its list by pointer; the
 * table beside the picture has the same links for keyboards and screen readers.
 */
export function BarChart({ rows, link: Link }: { rows: readonly ChartRow[]; link?: ElementType }) {
  const id = useId();
  const most = Math.max(...rows.map(({ parts }) => sum(parts)), 1);
  return (
    <Bars>
      {rows.map(({ key, label, parts, value, note = '', to }) => {
        const bar = (
          <svg key={`${key} bar`} height={THICK} aria-hidden="true">
            <ChartPatterns id={`${id}-${key}`} series={parts.length} />
            {parts.map((part, at) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a series is its place
                key={at}
                x={`${(sum(parts.slice(0, at)) / most) * 100}%`}
                width={`${(Math.max(part, 0) / most) * 100}%`}
                height={THICK}
                style={{ fill: seriesFill(`${id}-${key}`, at) }}
              />
            ))}
          </svg>
        );
        return [
          <span key={`${key} label`}>{label}</span>,
          Link && to ? (
            <Link key={`${key} bar`} to={to} tabIndex={-1} title={label}>
              {bar}
            </Link>
          ) : (
            bar
          ),
          <b key={`${key} value`}>{value}</b>,
          <span key={`${key} note`}>{note}</span>,
        ];
      })}
    </Bars>
  );
}

const Labels = styled.div`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  margin-block-start: 4px;
  font-size: 0.8125rem;
  line-height: 1.25;
  color: var(--text-secondary);
  text-align: center;
  span {
    white-space: pre;
    overflow: visible;
  }
  @media (max-width: 479px) {
    [data-minor] {
      visibility: hidden;
    }
  }
`;

const Plot = styled.svg`
  width: 100%;
  overflow: visible;
`;

const LABELS = 8;
const TOP = 4;

/**
 * Columns on one scale; their parts stand on each other, or beside each other where `beside` is set. A `dashed` series is
 * drawn as an outline: what is expected. Of many labels only some are written.
 */
export function ColumnChart({
  rows,
  height = 160,
  beside = false,
  dashed = -1,
}: {
  rows: readonly ChartRow[];
  height?: number;
  beside?: boolean;
  dashed?: number;
}) {
  const id = useId();
  const series = rows[0]?.parts.length ?? 0;
  const of = (parts: readonly number[]) => (beside ? Math.max(...parts, 0) : sum(parts));
  const most = Math.max(...rows.map(({ parts }) => of(parts)), 1);
  const room = 100 / rows.length;
  const wide = room * (rows.length > 40 ? 0.9 : 0.64);
  const tall = (part: number) => (Math.max(part, 0) / most) * (height - TOP);
  const step = Math.ceil(rows.length / LABELS);
  return (
    <div>
      <Plot height={height} aria-hidden="true">
        <ChartPatterns id={id} series={series} />
        {rows.map(({ key, parts }, column) =>
          parts.map((part, at) => {
            const width = beside ? wide / series : wide;
            const below = beside ? 0 : tall(sum(parts.slice(0, at)));
            const outline = at === dashed;
            return (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a series is its place
                key={`${key} ${at}`}
                x={`${column * room + (room - wide) / 2 + (beside ? at * width : 0)}%`}
                y={height - below - tall(part)}
                width={`${width}%`}
                height={tall(part)}
                style={
                  outline
                    ? { fill: 'none', stroke: seriesColour(0), strokeDasharray: '3 3' }
                    : { fill: seriesFill(id, at) }
                }
              />
            );
          }),
        )}
        <line x1="0" x2="100%" y1={height} y2={height} style={{ stroke: 'var(--border-control)' }} />
      </Plot>
      <Labels aria-hidden="true">
        {rows.map(({ key, label }, at) => (
          <span key={key} data-minor={step > 1 && at % (2 * step) !== 0 ? '' : undefined}>
            {at % step === 0 ? label : ''}
          </span>
        ))}
      </Labels>
    </div>
  );
}

/** The points of a line in a box of 100 × 100; the line goes straight on where there is no value. */
function pointsOf(values: readonly (number | null)[], most: number): string {
  const last = Math.max(values.length - 1, 1);
  return values
    .flatMap((value, at) => (value === null ? [] : [`${(at / last) * 100},${100 - (value / most) * 96 - 2}`]))
    .join(' ');
}

/** Lines over the same days; the second and later ones are dashed. `ends` are the labels below both ends. */
export function LineChart({
  lines,
  ends,
  height = 160,
}: {
  lines: readonly (readonly (number | null)[])[];
  ends: readonly [string, string];
  height?: number;
}) {
  const most = Math.max(...lines.flat().map((value) => value ?? 0), 1);
  return (
    <div>
      <Plot height={height} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <line
          x1="0"
          x2="100"
          y1="100"
          y2="100"
          vectorEffect="non-scaling-stroke"
          style={{ stroke: 'var(--border-control)' }}
        />
        {lines.map((line, at) => (
          <polyline
            // biome-ignore lint/suspicious/noArrayIndexKey: a series is its place
            key={at}
            points={pointsOf(line, most)}
            vectorEffect="non-scaling-stroke"
            style={{
              fill: 'none',
              stroke: seriesColour(at),
              strokeWidth: 2,
              ...(at > 0 && { strokeDasharray: '5 4' }),
            }}
          />
        ))}
      </Plot>
      <Labels aria-hidden="true">
        <span style={{ textAlign: 'start' }}>{ends[0]}</span>
        <span style={{ textAlign: 'end' }}>{ends[1]}</span>
      </Labels>
    </div>
  );
}

const Spark = styled.svg`
  flex: none;
  width: 80px;
  overflow: visible;
`;

/** A small line without axes beside a figure; what it says stands in words elsewhere. */
export function Sparkline({ values, height = 24 }: { values: readonly number[]; height?: number }) {
  const most = Math.max(...values, 1);
  return (
    <Spark height={height} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polyline
        points={pointsOf(values, most)}
        vectorEffect="non-scaling-stroke"
        style={{ fill: 'none', stroke: seriesColour(0), strokeWidth: 2 }}
      />
    </Spark>
  );
}
