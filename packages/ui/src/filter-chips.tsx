import { X } from 'lucide-react';
import { styled } from 'styled-components';
import { Button } from './button.tsx';
import { langOf } from './lang.tsx';
import { Row } from './layout.tsx';

const Chip = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-height: 36px;
  padding: 4px 12px;
  border: 1px solid var(--border-control);
  border-radius: 10px;
  background: var(--bg-surface);
  color: var(--text-primary);
  font-size: 0.875rem;
  font-weight: 550;
  &:hover {
    background: var(--bg-subtle);
  }
`;

export interface FilterChip {
  readonly key: string;
  readonly label: string;
  readonly onRemove: () => void;
}

/** The filters that are set, each with a button to remove it, and a button to clear them all. */
export function FilterChips({
  label,
  chips,
  removeLabel,
  clearLabel,
  onClear,
}: {
  label: string;
  chips: readonly FilterChip[];
  removeLabel: (chip: string) => string;
  clearLabel: string;
  onClear: () => void;
}) {
  if (chips.length === 0) return null;
  return (
    <Row $align="center" role="group" aria-label={label}>
      {chips.map((chip) => (
        <Chip
          key={chip.key}
          type="button"
          lang={langOf(chip.label)}
          aria-label={removeLabel(chip.label)}
          onClick={chip.onRemove}
        >
          {chip.label}
          <X size={16} aria-hidden="true" />
        </Chip>
      ))}
      <Button small variant="ghost" onClick={onClear}>
        {clearLabel}
      </Button>
    </Row>
  );
}
