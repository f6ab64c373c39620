import { css, styled } from 'styled-components';

/** Widths of the list, in pixels, from which a column is shown beside the others. */
const ROOM = [560, 640, 720, 840, 960, 1080, 1240] as const;
export type Room = (typeof ROOM)[number];

/** Hides columns for which the list has no room, never on paper; what stands in for them is hidden where they are shown. */
const roomCss = ROOM.map(
  (width) => css`
    @media screen {
      @container (max-width: ${width - 0.02}px) {
        [data-from='${width}'][data-from] {
          display: none;
        }
      }
    }
    @container (min-width: ${width}px) {
      [data-until='${width}'][data-until] {
        display: none;
      }
    }
  `,
);

const fittedCss = css`
  table-layout: fixed;
  th,
  td {
    height: 44px;
    padding: 3px 8px;
    line-height: 1.3;
  }
  thead th {
    position: sticky;
    z-index: 2;
    inset-block-start: var(--list-above, 0px);
    height: 36px;
    padding-block: 0;
    font-size: 0.8125rem;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  [data-tag] {
    gap: 4px;
    padding: 1px 6px;
    font-size: 0.8125rem;
  }
  [data-corner] {
    width: 40px;
  }
  [data-corner] label {
    display: flex;
    min-height: 36px;
  }
  @media (max-width: 767.98px) {
    thead th {
      inset-block-start: calc(56px + var(--list-above, 0px));
    }
  }
  thead th:first-child {
    border-start-start-radius: 13px;
  }
  thead th:last-child {
    border-start-end-radius: 13px;
  }
  ${roomCss}
`;

/** On paper every column is there, as wide as its words, which wrap. */
const paperCss = css`
  table-layout: auto;
  font-size: 0.75rem;
  th,
  td {
    height: auto;
    padding: 4px 6px;
    vertical-align: top;
  }
  thead th {
    width: auto !important;
    font-size: inherit;
    white-space: normal;
  }
  small,
  [data-tag] {
    padding: 0;
    font-size: inherit;
  }
  [data-until][data-until] {
    display: none;
  }
`;

/** Around tables with columns of fixed widths: rows of 44 px, a head that stays in sight, columns by the room there is. */
export const FittedTables = styled.div`
  container-type: inline-size;
  @media (min-width: 640px) {
    table[data-fitted] {
      ${fittedCss}
    }
  }
  @media print {
    && table[data-fitted] {
      ${paperCss}
    }
  }
`;
