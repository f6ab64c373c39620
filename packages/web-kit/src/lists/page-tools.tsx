import { hiddenCss } from '@gerbang/ui/visually-hidden';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { styled } from 'styled-components';

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  @media (min-width: 640px) {
    flex-wrap: nowrap;
    button {
      white-space: nowrap;
    }
    /* A single button stands where others have theirs: at the end. */
    > :only-child {
      margin-inline-start: auto;
    }
  }
`;

/** The words of a button beside the search: in sight where there is room for both, which is from a width of the window on. */
export const ToolWord = styled.span<{ $from: number }>`
  white-space: nowrap;
  @media (min-width: 640px) and (max-width: ${({ $from }) => $from - 0.02}px) {
    ${hiddenCss}
  }
`;

/** Id of the place beside the page's title, which the frame of a list page has. */
export const PAGE_TOOLS = 'page-tools';

/**
 * What belongs beside the title of the page: its search and buttons. Where the frame has no place for it, it stays here. It is
 * drawn once its place is known, since what moves there later would lose what was typed by then.
 */
export function PageTools({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>();
  // Frame and page may come at once: once this stands, both do, and nothing was painted yet.
  if (place === undefined)
    return <span hidden ref={(here) => (here ? setPlace(document.getElementById(PAGE_TOOLS)) : undefined)} />;
  const tools = <Line>{children}</Line>;
  return place ? createPortal(tools, place) : tools;
}
