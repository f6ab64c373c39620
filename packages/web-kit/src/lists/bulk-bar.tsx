import { Button } from '@gerbang/ui/button';
import { type ReactNode, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { bulkCopy as copy } from './bulk.copy.ts';

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

/** The actions for all ticked rows, the buttons inside. */
export function BulkBar({
  count,
  onClear,
  children,
}: {
  count: number;
  onClear: () => void;
  children: ReactNode;
}) {
  const bar = useRoomAbove();
  return (
    <Bar ref={bar} role="group" aria-label={copy.bar}>
      <strong role="status">{copy.selected(count)}</strong>
      {children}
      <Button small variant="ghost" onClick={onClear}>
        {copy.clear}
      </Button>
    </Bar>
  );
}
