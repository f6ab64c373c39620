import { styled } from 'styled-components';

/** A reason of a match, as a chip. */
const Chip = styled.li`
  padding: 1px 8px;
  border-radius: 999px;
  background: var(--bg-subtle);
  color: var(--text-secondary);
  font-size: 0.8125rem;
  line-height: 1.43;
  max-width: 100%;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

// In a table those that have no room on its line are left out whole; the panel has them all.
const Chips = styled.ul<{ $cut: boolean }>`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  @media (min-width: 640px) {
    ${({ $cut }) => ($cut ? 'height: 1.3125rem; overflow: hidden;' : '')}
  }
  @media (max-width: 639.98px) {
    justify-content: ${({ $cut }) => ($cut ? 'flex-end' : 'flex-start')};
  }
`;

/** Why a match is believed, as chips; `cut` keeps to one line of a table. */
export function Reasons({ of, cut = false }: { of: readonly string[]; cut?: boolean }) {
  if (of.length === 0) return null;
  return (
    <Chips $cut={cut} title={cut ? of.join(', ') : undefined}>
      {of.map((reason) => (
        <Chip key={reason}>{reason}</Chip>
      ))}
    </Chips>
  );
}

/** Labels with amounts, one below the other. */
export const Amounts = styled.dl`
  font-size: 0.875rem;
  line-height: 1.43;
  font-feature-settings: 'tnum';
  > div {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    min-height: 34px;
    align-items: center;
    border-block-end: 1px solid var(--border-subtle);
  }
  dt {
    color: var(--text-secondary);
  }
  dd {
    font-weight: 600;
    white-space: nowrap;
  }
`;
