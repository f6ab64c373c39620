import { styled } from 'styled-components';

const Track = styled.div`
  display: flex;
  flex: 1 1 160px;
  gap: 3px;
  min-width: 80px;
  height: 10px;
`;

const Place = styled.span.attrs<{ $count: number }>(({ $count }) => ({ style: { flexGrow: $count } }))`
  display: flex;
  flex-basis: 0;
  min-width: 4px;
  overflow: hidden;
  border: 1px solid var(--border-subtle);
  border-radius: 4px;
  background: var(--bg-subtle);
  @media (forced-colors: active) {
    forced-color-adjust: none;
  }
`;

type Colour = 'chart-1' | 'chart-2' | 'chart-3' | 'chart-4' | 'chart-5';
/** A colour of the tokens, the same in stripes, or empty. */
export type SegmentFill = Colour | `${Colour}-striped` | 'none';

function background(fill: SegmentFill): string {
  if (fill === 'none') return 'var(--bg-subtle)';
  const colour = `var(--${fill.replace('-striped', '')})`;
  return fill.endsWith('-striped')
    ? `repeating-linear-gradient(135deg, ${colour} 0 3px, var(--bg-surface) 3px 6px)`
    : colour;
}

const Part = styled.span.attrs<{ $percent: number }>(({ $percent }) => ({
  style: { width: `${$percent}%` },
}))<{
  $fill: SegmentFill;
}>`
  background: ${({ $fill }) => background($fill)};
`;

export interface SegmentPart {
  readonly count: number;
  readonly colour: SegmentFill;
}

export interface Segment {
  readonly key: string;
  /** Its length, in the unit of all segments; one of 0 is left out. */
  readonly count: number;
  /** What fills it from its beginning, in the same unit; the rest is empty. A colour alone fills all of it. */
  readonly colour: SegmentFill | readonly SegmentPart[];
}

/** Parts of a whole beside each other, as long as their counts. `label` says it in words; without one the text beside it does. */
export function SegmentBar({ label, segments }: { label?: string; segments: readonly Segment[] }) {
  return (
    <Track {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}>
      {segments
        .filter(({ count }) => count > 0)
        .map(({ key, count, colour }) => (
          <Place key={key} $count={count}>
            {(typeof colour === 'string' ? [{ count, colour }] : colour).map((part) => (
              <Part key={part.colour} $fill={part.colour} $percent={(part.count * 100) / count} />
            ))}
          </Place>
        ))}
    </Track>
  );
}

const Swatch = styled.i<{ $fill: SegmentFill }>`
  flex: none;
  width: 12px;
  height: 12px;
  border: 1px solid var(--border-control);
  border-radius: 3px;
  background: ${({ $fill }) => background($fill)};
`;

/** The sign of a fill in the bar's legend. */
export function SegmentSwatch({ fill }: { fill: SegmentFill }) {
  return <Swatch $fill={fill} aria-hidden="true" />;
}
