import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Box = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 4px 14px;
  align-items: center;
  padding: 12px;
  border-radius: 12px;
  background: var(--bg-subtle);
`;

const Leaf = styled.div`
  display: grid;
  width: 56px;
  overflow: hidden;
  border: 1px solid var(--border-subtle);
  border-radius: 10px;
  background: var(--bg-surface);
  text-align: center;
  font-size: 0.75rem;
  line-height: 1.5;
  font-weight: 650;
  b {
    font-size: 1.375rem;
    line-height: 1.27;
    font-weight: 700;
    font-feature-settings: 'tnum';
  }
  > :first-child {
    background: var(--action-bg);
    color: var(--action-text);
  }
`;

/** A day as a leaf of a calendar with what happens on it beside; the leaf repeats words and is hidden from screen readers. */
export function CalendarLeaf({
  weekday,
  day,
  month,
  children,
}: {
  /** Three letters. */
  weekday: string;
  day: string;
  month: string;
  children: ReactNode;
}) {
  return (
    <Box>
      <Leaf aria-hidden="true">
        <span>{weekday}</span>
        <b>{day}</b>
        <span>{month}</span>
      </Leaf>
      <div>{children}</div>
    </Box>
  );
}
