import { styled } from 'styled-components';

/** Rows that each lead somewhere, in one frame. */
export const LinkRows = styled.ul`
  overflow: hidden;
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  background: var(--bg-surface);
`;

/** A row with one link in its `div`, the whole row being its target; before or after it a ring, an amount or an arrow. */
export const LinkRow = styled.li`
  position: relative;
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 60px;
  padding: 10px 14px;
  & + & {
    border-block-start: 1px solid var(--border-subtle);
  }
  &:hover {
    background: var(--bg-subtle);
  }
  > div {
    flex: 1;
    min-width: 0;
  }
  a {
    /* As high as a target by itself: the row may lie below a bar that stays (WCAG 2.5.8). */
    display: inline-block;
    min-height: 24px;
    color: var(--text-primary);
    font-weight: 650;
    text-decoration: none;
  }
  a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
`;
