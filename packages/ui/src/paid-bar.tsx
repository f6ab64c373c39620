import { styled } from 'styled-components';

const Track = styled.div`
  display: flex;
  gap: 3px;
  height: 12px;
`;

const Segment = styled.span.attrs<{ $share: number }>(({ $share }) => ({ style: { flexGrow: $share } }))`
  display: flex;
  flex-basis: 0;
  min-width: 4px;
  overflow: hidden;
  border: 1px solid var(--border-subtle);
  border-radius: 4px;
  background: var(--bg-subtle);
`;

const FILLS = {
  done: 'var(--action-bg)',
  waiting: 'repeating-linear-gradient(135deg, var(--chart-3) 0 3px, var(--bg-surface) 3px 6px)',
  left: 'var(--bg-subtle)',
} as const;
export type BarState = keyof typeof FILLS;

const Fill = styled.span.attrs<{ $percent: number }>(({ $percent }) => ({
  style: { width: `${$percent}%` },
}))<{
  $state: BarState;
}>`
  background: ${({ $state }) => FILLS[$state]};
`;

export interface BarSegment {
  readonly key: string;
  /** Of the whole bar, in any unit. */
  readonly share: number;
  /** Of the segment's share, in the same unit; the rest is empty. */
  readonly done: number;
  readonly waiting: number;
}

/** An amount in parts, each done (solid), waiting (hatched) or left (empty); `label` says the same in words. */
export function PaidBar({ label, segments }: { label: string; segments: readonly BarSegment[] }) {
  return (
    <Track role="img" aria-label={label}>
      {segments.map(({ key, share, done, waiting }) => (
        <Segment key={key} $share={share}>
          <Fill $state="done" $percent={share === 0 ? 0 : (done * 100) / share} />
          <Fill $state="waiting" $percent={share === 0 ? 0 : (waiting * 100) / share} />
        </Segment>
      ))}
    </Track>
  );
}

const Swatch = styled.i<{ $state: BarState }>`
  flex: none;
  width: 12px;
  height: 12px;
  border: 1px solid var(--border-control);
  border-radius: 3px;
  background: ${({ $state }) => FILLS[$state]};
`;

/** The sign of a state in the bar's legend. */
export function BarSwatch({ state }: { state: BarState }) {
  return <Swatch $state={state} aria-hidden="true" />;
}
