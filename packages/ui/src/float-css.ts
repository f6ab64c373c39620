import { css } from 'styled-components';

/** What floats above the page: menus, calendars. */
export const floatCss = css`
  max-width: calc(100vw - 16px);
  overflow: auto;
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  background: var(--bg-surface);
  color: var(--text-primary);
  box-shadow: 0 12px 40px rgb(0 0 0 / 22%);
`;

/** A line of a menu or of a list to choose from. */
export const optionCss = css`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 44px;
  padding: 8px 12px;
  border-radius: 10px;
  cursor: pointer;
  outline: none;
  &[data-focused] {
    background: var(--bg-selected);
  }
  &[data-focus-visible] {
    outline: 3px solid var(--border-focus);
    outline-offset: -3px;
  }
`;
