import { styled } from 'styled-components';

const List = styled.ol`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
`;

const Step = styled.li<{ $reached: boolean }>`
  position: relative;
  display: grid;
  justify-items: center;
  align-content: start;
  gap: 2px;
  font-size: 0.75rem;
  line-height: 1.3;
  text-align: center;
  color: var(--text-secondary);
  overflow-wrap: break-word;
  &:not(:first-child)::before {
    content: '';
    position: absolute;
    inset-block-start: 11px;
    inset-inline: calc(-50% + 14px) calc(50% + 14px);
    height: 2px;
    background: var(${({ $reached }) => ($reached ? '--action-bg' : '--border-subtle')});
  }
  &[aria-current] b {
    font-weight: 700;
    color: var(--text-primary);
  }
  b {
    font-weight: 500;
  }
  small {
    font-size: inherit;
    font-feature-settings: 'tnum';
  }
  svg {
    margin-block-end: 4px;
  }
  .reached {
    fill: var(--action-bg);
    stroke: var(--action-bg);
  }
  .open {
    fill: var(--bg-surface);
    stroke: var(--border-control);
  }
  .now {
    fill: var(--bg-surface);
    stroke: var(--action-bg);
  }
  .tick {
    stroke: var(--action-text);
  }
  .stop {
    fill: var(--tone-neutral-fg);
    stroke: var(--tone-neutral-fg);
  }
  .cross {
    stroke: var(--tone-neutral-bg);
  }
`;

/** `ended` = the way ends here without going on. */
export type RailState = 'done' | 'now' | 'open' | 'ended';

export interface RailStep {
  readonly key: string;
  readonly label: string;
  /** A line below the label, such as a date. */
  readonly note?: string | null;
  readonly state: RailState;
}

function Mark({ state }: { state: RailState }) {
  const box = <rect x="1" y="1" width="22" height="22" rx="8" strokeWidth="2" />;
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {state === 'done' ? (
        <>
          <g className="reached">{box}</g>
          <path
            className="tick"
            d="m7 12.5 3.5 3.5 6.5-8"
            fill="none"
            strokeWidth="2"
            strokeLinecap="round"
          />
        </>
      ) : state === 'ended' ? (
        <>
          <g className="stop">{box}</g>
          <path className="cross" d="M8 12h8" strokeWidth="2" strokeLinecap="round" />
        </>
      ) : (
        <>
          <g className={state}>{box}</g>
          {state === 'now' ? <rect className="reached" x="8.5" y="8.5" width="7" height="7" rx="2" /> : null}
        </>
      )}
    </svg>
  );
}

/** A way in a few steps beside each other: what is done, where one is, what is to come. `stateLabels` are read out. */
export function ProgressRail({
  label,
  steps,
  stateLabels,
}: {
  label: string;
  steps: readonly RailStep[];
  stateLabels: Readonly<Record<RailState, string>>;
}) {
  return (
    <List aria-label={label}>
      {steps.map(({ key, label: name, note, state }) => (
        <Step
          key={key}
          $reached={state !== 'open'}
          aria-current={state === 'now' ? 'step' : undefined}
          aria-label={[name, note, stateLabels[state]].filter(Boolean).join(', ')}
        >
          <Mark state={state} />
          <b>{name}</b>
          {note ? <small>{note}</small> : null}
        </Step>
      ))}
    </List>
  );
}
