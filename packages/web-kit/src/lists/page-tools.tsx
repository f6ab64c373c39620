import { useSyncExternalStore, type ReactNode } from 'react';
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

/** Id of the place beside the page's title, which the frame of a list page has. */
export const PAGE_TOOLS = 'page-tools';

const never = () => () => undefined;
const placeOf = () => document.getElementById(PAGE_TOOLS);

/** What belongs beside the title of the page: its search and buttons. Where the frame has no place for it, it stays here. */
export function PageTools({ children }: { children: ReactNode }) {
  // Read again after the frame is drawn: frame and page may come at once.
  const place = useSyncExternalStore(never, placeOf);
  const tools = <Line>{children}</Line>;
  return place ? createPortal(tools, place) : tools;
}
