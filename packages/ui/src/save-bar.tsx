import { useEffect, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';

const Bar = styled.div`
  position: sticky;
  inset-block-end: var(--bottom-bar, 0px);
  z-index: 5;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  margin-inline: -4px;
  padding: 12px 4px max(12px, env(safe-area-inset-bottom));
  border-block-start: 1px solid var(--border-subtle);
  background: var(--bg-page);
  [role='dialog'] & {
    background: var(--bg-surface);
  }
`;

const Note = styled.p`
  font-size: 0.875rem;
  line-height: 1.43;
  color: var(--text-secondary);
  &:empty {
    margin-inline-end: -16px;
  }
`;

const Buttons = styled.div<{ $stacked: boolean }>`
  display: flex;
  flex: 1 1 auto;
  flex-wrap: wrap;
  gap: 12px;
  justify-content: flex-end;
  ${({ $stacked }) => ($stacked ? 'flex-direction: column; gap: 4px;' : '')}
  @media (max-width: 639.98px) {
    > * {
      flex: 1 1 auto;
    }
  }
`;

/** What scrolls around an element: a dialog's sheet, else the page. */
function scrollerOf(element: HTMLElement): HTMLElement {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/u.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return document.documentElement;
}

/**
 * The buttons of a long form, always in view. A focused element scrolls clear of the bar (WCAG 2.4.11), because its
 * height is the scroll padding of the page.
 */
export function SaveBar({
  note,
  stacked = false,
  children,
}: {
  note?: ReactNode;
  /** Each button below the other, over the whole width. */
  stacked?: boolean;
  children: ReactNode;
}) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const scroller = scrollerOf(element);
    const before = scroller.style.scrollPaddingBlockEnd;
    const fit = () => {
      scroller.style.scrollPaddingBlockEnd = `${element.offsetHeight + 16}px`;
    };
    fit();
    window.addEventListener('resize', fit);
    return () => {
      window.removeEventListener('resize', fit);
      scroller.style.scrollPaddingBlockEnd = before;
    };
  }, []);
  return (
    <Bar ref={bar} data-save-bar>
      <Note role="status">{note}</Note>
      <Buttons $stacked={stacked}>{children}</Buttons>
    </Bar>
  );
}
