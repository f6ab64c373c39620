import { styled } from 'styled-components';
import type { Tone } from './status-tag.tsx';

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(136px, 1fr));
  gap: 12px;
`;

const BARS: Readonly<Record<Tone, string>> = {
  neutral: '--tone-neutral-fg',
  attention: '--tone-attention-bar',
  info: '--tone-info-fg',
  success: '--tone-success-fg',
  danger: '--tone-danger-fg',
};

const One = styled.button<{ $tone: Tone }>`
  display: grid;
  /* Figures stand level also where one of the words takes two lines. */
  grid-template-rows: 1fr auto auto;
  gap: 8px;
  min-height: 88px;
  padding: 12px 16px 10px;
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  background: var(--bg-surface);
  color: var(--text-primary);
  text-align: start;
  font-size: 0.875rem;
  line-height: 1.43;
  &::after {
    content: '';
    height: 4px;
    border-radius: 2px;
    background: var(${(props) => BARS[props.$tone]});
  }
  &:hover {
    border-color: var(--border-control);
  }
  &[aria-pressed='true'] {
    border-color: var(--action2-border);
    box-shadow: 0 0 0 1px var(--action2-border);
    background: var(--bg-selected);
  }
  strong {
    font-size: 1.5rem;
    line-height: 1.2;
    font-feature-settings: 'tnum';
  }
`;

const Words = styled.span`
  color: var(--text-secondary);
`;

export interface StatCard {
  readonly key: string;
  readonly label: string;
  /** Null while unknown. */
  readonly count: number | null;
  readonly tone: Tone;
}

/** Counts that are filters: a press sets the filter, a second press removes it. */
export function StatCards({
  label,
  cards,
  value,
  onChange,
}: {
  label: string;
  cards: readonly StatCard[];
  value: string | null;
  onChange: (key: string | null) => void;
}) {
  return (
    <Grid role="group" aria-label={label}>
      {cards.map((card) => (
        <One
          key={card.key}
          type="button"
          $tone={card.tone}
          aria-pressed={card.key === value}
          onClick={() => onChange(card.key === value ? null : card.key)}
        >
          <Words>{card.label}</Words>
          <strong>{card.count === null ? '–' : card.count.toLocaleString('id-ID')}</strong>
        </One>
      ))}
    </Grid>
  );
}
