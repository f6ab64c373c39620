import { Button } from '@gerbang/ui/button';
import { Check, Milestone } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { bulkCopy as copy } from '../registration-stages/stage.copy.ts';

export type BulkKind = 'verify' | 'move';

/** Stays in sight while further rows are ticked; below the frame's bar on phones. */
const Bar = styled.div`
  position: sticky;
  z-index: 5;
  inset-block-start: 0;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  min-height: 48px;
  padding: 5px 14px;
  border: 1px solid var(--action2-border);
  border-radius: 10px;
  background: var(--bg-selected);
  strong {
    margin-inline-end: 4px;
    font-feature-settings: 'tnum';
  }
  @media (max-width: 767.98px) {
    inset-block-start: 64px;
  }
`;

/** Keeps a focused element from hiding behind the bar (WCAG 2.4.11). */
function useRoomAbove() {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const height = bar.current?.offsetHeight ?? 0;
    style.scrollPaddingBlockStart = `${72 + height}px`;
    // The table's head stays below the bar.
    style.setProperty('--list-above', `${height}px`);
    return () => {
      style.scrollPaddingBlockStart = '';
      style.removeProperty('--list-above');
    };
  }, []);
  return bar;
}

/** The actions for all ticked rows. A payment is rejected by itself only, since that needs a reason. */
export function BulkBar({
  count,
  verifies,
  moves,
  onStart,
  onClear,
}: {
  count: number;
  verifies: boolean;
  moves: boolean;
  onStart: (kind: BulkKind) => void;
  onClear: () => void;
}) {
  const bar = useRoomAbove();
  return (
    <Bar ref={bar} role="group" aria-label={copy.bar}>
      <strong role="status">{copy.selected(count)}</strong>
      {verifies ? (
        <Button small icon={<Check size={16} aria-hidden="true" />} onClick={() => onStart('verify')}>
          {copy.verify}
        </Button>
      ) : null}
      {moves ? (
        <Button
          small
          variant="secondary"
          icon={<Milestone size={16} aria-hidden="true" />}
          onClick={() => onStart('move')}
        >
          {copy.move}
        </Button>
      ) : null}
      <Button small variant="ghost" onClick={onClear}>
        {copy.clear}
      </Button>
    </Bar>
  );
}
