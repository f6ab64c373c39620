import { Button } from './button.tsx';
import { css, styled } from 'styled-components';
import { hiddenCss } from './visually-hidden.tsx';

const phoneCss = css`
  &,
  tbody,
  tr,
  tbody th,
  tbody td {
    display: block;
    width: auto;
  }
  & {
    border: 0;
    background: transparent;
    overflow: visible;
  }
  thead {
    ${hiddenCss}
  }
  [data-until] {
    display: none;
  }
  tbody {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
  /* What the card is about stands first, wherever its column is. */
  tr {
    display: flex;
    flex-direction: column;
    padding: 12px 16px;
    overflow-wrap: anywhere;
    border: 1px solid var(--border-subtle);
    border-radius: 14px;
    background: var(--bg-surface);
    /* A card that is out of sight is drawn when it comes near: fifty at once hold a slow phone up. */
    content-visibility: auto;
    contain-intrinsic-block-size: auto 260px;
  }
  tr[data-marked] {
    background: var(--bg-selected);
    border-color: var(--action2-border);
  }
  tbody th,
  tbody td {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: 16px;
    height: auto;
    min-height: 32px;
    padding: 4px 0;
    border: 0;
    text-align: end;
  }
  tbody [data-label]::before {
    content: attr(data-label) / '';
    /* The words wrap before a tag beside them would leave the card, and are never broken. */
    flex: 0 1 auto;
    overflow-wrap: break-word;
    font-weight: 400;
    text-align: start;
    color: var(--text-secondary);
  }
  tbody th {
    order: -1;
    font-size: 1rem;
    text-align: start;
  }
  tbody th::before {
    display: none;
  }
  tbody [data-long] {
    flex-direction: column;
    gap: 2px;
    text-align: start;
  }
  tbody [data-actions] {
    justify-content: stretch;
    margin-block-start: 8px;
    padding-block-start: 12px;
    border-block-start: 1px solid var(--border-subtle);
  }
  tbody [data-actions]::before,
  tbody [data-actions]:empty {
    display: none;
  }
  tbody [data-actions] > *,
  tbody [data-actions] > :is(div, span) > :is(a, button) {
    flex: 1;
  }
  &[data-cornered] {
    tr {
      position: relative;
    }
    tbody th {
      min-height: 36px;
      padding-inline-end: 44px;
    }
    tbody [data-corner] {
      position: absolute;
      inset-block-start: 8px;
      inset-inline-end: 4px;
      padding: 0;
    }
    tbody [data-corner]::before {
      display: none;
    }
    tbody [data-corner] > label {
      justify-content: center;
      min-width: 44px;
    }
  }
`;

/** The look of a table; what has columns of fixed widths stands in `FittedTables`. */
export const Table = styled.table`
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  background: var(--bg-surface);
  font-size: 0.875rem;
  line-height: 1.43;
  &:not([data-fitted]) {
    overflow: hidden;
    @media screen and (min-width: 640px) and (max-width: 899.98px) {
      [data-from] {
        display: none;
      }
    }
  }

  caption {
    ${hiddenCss}
  }
  th,
  td {
    padding: 8px 16px;
    height: 52px;
    text-align: start;
    vertical-align: middle;
  }
  thead th {
    height: 44px;
    background: var(--bg-subtle);
    color: var(--text-secondary);
    font-weight: 600;
    white-space: nowrap;
  }
  tbody th {
    font-weight: 650;
  }
  tr {
    --row-ground: var(--bg-surface);
  }
  tr[data-marked],
  tr[aria-current] {
    --row-ground: var(--bg-selected);
    background: var(--row-ground);
  }
  tr[aria-current] > :first-child {
    box-shadow: inset 3px 0 var(--action2-border);
  }
  tr[data-opens] {
    cursor: pointer;
  }
  tr[data-opens]:hover {
    --row-ground: var(--bg-subtle);
    background: var(--row-ground);
  }
  tr[data-opens]:focus-visible {
    outline: 3px solid var(--border-focus);
    outline-offset: -3px;
  }
  tbody th,
  tbody td {
    border-block-start: 1px solid var(--border-subtle);
  }
  [data-numeric] {
    text-align: end;
    font-feature-settings: 'tnum';
  }
  [data-actions] {
    text-align: end;
  }
  /* An amount is never broken: a table that has no room for it is scrolled. */
  @media (min-width: 640px) {
    [data-numeric] {
      white-space: nowrap;
    }
  }

  &[data-dense] {
    th,
    td {
      overflow-wrap: break-word;
    }
    @media (min-width: 640px) {
      th,
      td {
        padding-inline: 10px;
      }
      tbody th {
        min-width: 120px;
      }
      tbody span {
        white-space: normal;
      }
    }
  }

  @media (max-width: 639.98px) {
    ${phoneCss}
  }
  /* On paper there is nothing to press; the head stands on every page, and no row is cut in two. */
  @media print {
    [data-corner],
    [data-actions] {
      display: none;
    }
    &&& thead th {
      position: static;
    }
    tr {
      break-inside: avoid;
    }
  }
`;

/** The head of a column that the list can be sorted by. */
export const SortButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  max-width: 100%;
  min-height: 28px;
  margin: 0 -4px;
  padding: 0 4px;
  border: 0;
  border-radius: 6px;
  background: transparent;
  &:hover {
    color: var(--text-primary);
  }
  &:focus-visible {
    outline-offset: -3px;
  }
  [aria-sort] > & {
    color: var(--action2-text);
  }
`;

/** A button in a table's row: on one line, and on phones as high as a finger. */
export const RowButton = styled(Button)`
  white-space: nowrap;
  @media (max-width: 639.98px) {
    min-height: 44px;
  }
`;

/** A button that removes a row: outlined, since a column of solid red would outshine the names. */
export const RemoveButton = styled(Button)`
  &&,
  &&:hover:not([aria-disabled='true']) {
    background: transparent;
    border-color: var(--field-errorBorder);
    color: var(--text-error);
  }
`;
