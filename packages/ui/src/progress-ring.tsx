import { styled } from 'styled-components';

const Drawing = styled.svg`
  .rest {
    stroke: var(--tone-neutral-bg);
  }
  .done {
    stroke: var(--action-bg);
  }
  text {
    fill: var(--text-primary);
    font-size: 10px;
    font-weight: 650;
    text-anchor: middle;
    font-feature-settings: 'tnum';
  }
  text.long {
    font-size: 9px;
  }
  @media (forced-colors: active) {
    .done {
      stroke: CanvasText;
    }
  }
`;

/** How much of something is done, as a ring of 40 px with the numbers in it; `label` says the same in words. */
export function ProgressRing({ filled, total, label }: { filled: number; total: number; label: string }) {
  const share = total > 0 ? Math.min(100, (filled / total) * 100) : 100;
  return (
    <Drawing width="40" height="40" viewBox="0 0 40 40" role="img" aria-label={label}>
      <g fill="none" strokeWidth="4">
        <circle className="rest" cx="20" cy="20" r="17" />
        {share > 0 ? (
          <circle
            className="done"
            cx="20"
            cy="20"
            r="17"
            pathLength="100"
            strokeDasharray={`${share} 100`}
            strokeLinecap="round"
            transform="rotate(-90 20 20)"
          />
        ) : null}
      </g>
      <text x="20" y="23.5" className={filled > 9 && total > 9 ? 'long' : undefined} aria-hidden="true">
        {filled}/{total}
      </text>
    </Drawing>
  );
}
