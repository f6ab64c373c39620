import { styled } from 'styled-components';

const Svg = styled.svg`
  display: block;
  flex: 1 1 160px;
  width: 100%;
  min-width: 80px;
  height: 8px;
`;

export interface Segment {
  readonly key: string;
  readonly count: number;
  /** A colour of the tokens, as `chart-1`. */
  readonly colour: 'chart-1' | 'chart-2' | 'chart-3' | 'chart-4' | 'chart-5';
}

const WIDTH = 1000;
const GAP = 6;

/** Parts of a whole beside each other, as long as their counts; the numbers stand beside it as text. */
export function SegmentBar({ segments }: { segments: readonly Segment[] }) {
  const shown = segments.filter(({ count }) => count > 0);
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  const room = WIDTH - GAP * (shown.length - 1);
  const parts = shown.map((segment, at) => {
    const before = shown.slice(0, at).reduce((sum, { count }) => sum + count, 0);
    return { ...segment, x: (room * before) / total + GAP * at, width: (room * segment.count) / total };
  });
  return (
    <Svg viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true">
      {parts.map(({ key, x, width, colour }) => (
        <rect key={key} x={x} y={0} width={width} height={8} rx={4} fill={`var(--${colour})`} />
      ))}
    </Svg>
  );
}
