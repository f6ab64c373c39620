import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useInSight } from './in-sight.ts';

const List = styled.div`
  position: relative;
  display: flex;
  gap: 8px;
  /* Room for the ring of the focus, which the scrolling would cut. */
  margin: -5px;
  padding: 5px;
  overflow-x: auto;
  scrollbar-width: thin;
  @media (min-width: 1024px) {
    flex-wrap: wrap;
  }
`;

const Chip = styled.button`
  flex: none;
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  max-width: 180px;
  padding: 6px 12px 6px 6px;
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  background: var(--bg-surface);
  font-size: 0.875rem;
  font-weight: 500;
  &[aria-pressed='true'] {
    border-color: var(--action2-border);
    box-shadow: inset 0 0 0 1px var(--action2-border);
    font-weight: 650;
  }
  &:hover {
    background: var(--bg-subtle);
  }
  > span:last-child {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

// Drawn by style, with no words for screen readers: the name beside it says more.
const Initials = styled.span`
  &::before {
    content: attr(data-initials) / '';
  }
  flex: none;
  display: grid;
  place-items: center;
  width: 30px;
  height: 30px;
  border-radius: 9px;
  background: var(--bg-selected);
  color: var(--action2-text);
  font-size: 0.75rem;
  font-weight: 650;
`;

export interface ChoiceChip {
  readonly key: string;
  /** Short, cut where it does not fit. */
  readonly label: string;
  /** The whole name, as the description. */
  readonly name: string;
  readonly initials: string;
}

/** One of a few people or things, chosen by a press; `more` stands behind the last one. */
export function ChoiceChips({
  label,
  chips,
  value,
  onChange,
  more,
}: {
  label: string;
  chips: readonly ChoiceChip[];
  value: string;
  onChange: (key: string) => void;
  more?: ReactNode;
}) {
  const list = useInSight(value);
  return (
    <List ref={list} role="group" aria-label={label}>
      {chips.map((chip) => (
        <Chip
          key={chip.key}
          type="button"
          aria-pressed={chip.key === value}
          title={chip.name}
          onClick={() => onChange(chip.key)}
        >
          <Initials aria-hidden="true" data-initials={chip.initials} />
          <span>{chip.label}</span>
        </Chip>
      ))}
      {more}
    </List>
  );
}
