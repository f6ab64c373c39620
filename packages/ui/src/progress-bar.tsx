import { styled } from 'styled-components';

const Track = styled.div`
  height: 8px;
  overflow: hidden;
  border-radius: 4px;
  background: var(--bg-subtle);
`;

const Fill = styled.div.attrs<{ $percent: number }>((props) => ({ style: { width: `${props.$percent}%` } }))`
  height: 100%;
  border-radius: 4px;
  background: var(--action-bg);
  transition: width 120ms;
`;

/** How far something is, from 0 to 100. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
    >
      <Fill $percent={percent} />
    </Track>
  );
}
