import { css, styled } from 'styled-components';

type Gap = 0 | 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16 | 20 | 24;

/**
 * Blocks below each other, in one column that is never wider than its parent. Pixels: `$gap` (16 where absent), and
 * `$width` at most. `$items`: where each block stands in the column; as wide as it where absent.
 */
export const Stack = styled.div<{ $gap?: Gap; $width?: 640 | 800; $items?: 'start' | 'center' }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ $gap = 16 }) => $gap}px;
  ${({ $width }) => ($width ? `max-width: ${$width}px;` : '')}
  ${({ $items }) => ($items ? `justify-items: ${$items};` : '')}
`;

const JUSTIFIED = { between: 'space-between', center: 'center', end: 'flex-end' } as const;

/** Elements beside each other, wrapped where there is no room. Pixels: `$gap` (8 where absent), `$apart` in a line. */
export const Row = styled.div<{
  $gap?: Gap;
  $apart?: Gap;
  /** Across the line; `stretch` where absent. */
  $align?: 'center' | 'end' | 'start' | 'baseline';
  /** Along the line: `between` pushes the first and the last to its ends. */
  $justify?: 'between' | 'center' | 'end';
}>`
  display: flex;
  flex-wrap: wrap;
  gap: ${({ $gap = 8, $apart = $gap }) => `${$gap}px ${$apart}px`};
  ${({ $align }) => ($align ? `align-items: ${$align};` : '')}
  ${({ $justify }) => ($justify ? `justify-content: ${JUSTIFIED[$justify]};` : '')}
`;

interface TextProps {
  /** 14 px instead of 16. */
  $small?: boolean;
  /** Digits of equal width. */
  $figures?: boolean;
  /** Keeps the line breaks that were typed. */
  $lines?: boolean;
  /** Never wraps. */
  $whole?: boolean;
}

const textCss = css<TextProps>`
  ${({ $small }) => ($small ? 'font-size: 0.875rem; line-height: 1.43;' : '')}
  ${({ $figures }) => ($figures ? "font-feature-settings: 'tnum';" : '')}
  ${({ $lines }) => ($lines ? 'white-space: pre-line;' : '')}
  ${({ $whole }) => ($whole ? 'white-space: nowrap;' : '')}
`;

/** Two columns from `$from` pixels on, as wide as `$tracks` says; below each other before. */
export const Columns = styled.div<{ $from: number; $tracks: string; $gap?: Gap }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  align-items: start;
  @media (min-width: ${({ $from }) => $from}px) {
    grid-template-columns: ${({ $tracks }) => $tracks};
    ${({ $gap }) => ($gap ? `gap: ${$gap}px;` : '')}
  }
`;

/** A paragraph; `as` for anything else. */
export const Text = styled.p<TextProps>`
  ${textCss}
`;

/** A paragraph that stands back behind the others. */
export const Quiet = styled.p<TextProps>`
  color: var(--text-secondary);
  ${textCss}
`;

/** A second line in a table's cell, below what the cell is about. */
export const CellNote = styled.span`
  display: block;
  font-weight: 400;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
`;

/** Lines in a table's cell; `small` ones stand back. */
export const CellLines = styled.span`
  display: grid;
  gap: 2px;
  font-feature-settings: 'tnum';
  small {
    font-size: 0.875rem;
    font-weight: 400;
    color: var(--text-secondary);
  }
  /* A long address is no wider than its card. */
  @media (max-width: 639.98px) {
    overflow-wrap: anywhere;
  }
`;

/** Lines in a table's cell of which the first is a tag, as wide as its words. */
export const TagLines = styled(CellLines)`
  justify-items: start;
  @media (max-width: 639.98px) {
    justify-items: end;
  }
`;

const wrappedCss = css`
  &&&&& > :first-child {
    display: -webkit-box;
    width: auto;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    white-space: normal;
    overflow-wrap: break-word;
  }
`;

// Beyond its column, over what stands there: nothing moves.
const wholeCss = css`
  position: relative;
  z-index: 1;
  width: max-content;
  overflow: visible;
  background: var(--row-ground);
  box-shadow: 0 0 0 3px var(--row-ground);
`;

/**
 * Two lines of a fitted table's cell, each cut where the column ends: what the cell is about, and a quiet line. On phones
 * and on paper they wrap. From a list's width of `$twoLinesFrom` on, what the cell is about wraps, where it takes the place of
 * a quiet line. A cut name is whole while the pointer is on it, or the focus in its row.
 */
export const CellPair = styled.span<{ $twoLinesFrom?: number | undefined }>`
  display: block;
  min-width: 0;
  font-feature-settings: 'tnum';
  > * {
    display: block;
  }
  small {
    font-size: 0.8125rem;
    line-height: 1.25;
    font-weight: 400;
    color: var(--text-secondary);
  }
  @media screen and (min-width: 640px) {
    > *,
    small > span {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    tr[data-opens] & > span:first-child:not([data-tag]):hover,
    tr[data-opens]:focus-visible & > span:first-child:not([data-tag]) {
      ${wholeCss}
    }
    ${({ $twoLinesFrom: from }) => (from ? css`@container (min-width: ${from}px) { ${wrappedCss} }` : '')}
  }
  @media (min-width: 640px) {
    small {
      display: flex;
    }
    /* The end of a quiet line is never cut. */
    small > span + span {
      flex: none;
    }
  }
  @media print {
    small {
      flex-wrap: wrap;
    }
  }
  @media (max-width: 639.98px) {
    overflow-wrap: anywhere;
  }
`;

/** A link with an icon, as high as a finger. */
export const IconLink = styled.a`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 44px;
  justify-self: start;
`;

/** Only where there is a keyboard. */
export const WithKeyboard = styled.span`
  @media (hover: none) {
    display: none;
  }
`;

/** What is inside is laid out by this width, not by the screen's. */
export const Container = styled.div`
  container-type: inline-size;
`;

/** Wide content that scrolls sideways by itself from tablets up; on phones tables are cards. */
export const Scroll = styled.div`
  min-width: 0;
  @media (min-width: 640px) {
    overflow-x: auto;
  }
`;

/** The same for families, who read no values below 16 px on a phone. */
export const FamilyScroll = styled(Scroll)`
  @media (max-width: 639.98px) {
    table {
      font-size: 1rem;
    }
  }
`;
