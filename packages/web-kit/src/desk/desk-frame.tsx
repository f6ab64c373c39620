import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { UndoPlace } from './undo-bar.tsx';

const COLUMNS = { list: 'minmax(0, 1fr) 508px', panel: '288px minmax(0, 1fr)' } as const;

// What is open stands beside its list, or on narrower screens in its place: one element either way, so that a window of
// another width takes nothing that is being typed.
const Grid = styled.div<{ $columns: string }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  align-items: start;
  > * {
    grid-area: 1 / 1;
    min-width: 0;
  }
  @media (min-width: 1200px) {
    grid-template-columns: ${({ $columns }) => $columns};
    > :nth-child(3) {
      grid-column: 2;
    }
  }
  @media (max-width: 1199.98px) {
    &[data-desk='open'] > :first-child {
      display: none;
    }
  }
`;

// As wide as the list at the most, and below its last line where the page ends: never over the panel beside it.
const Undo = styled(UndoPlace)`
  align-self: end;
  justify-self: start;
  max-width: 100%;
  margin-block-end: -64px;
`;

/** A list that gave its place to the open row is found again where it was left, with the focus on what opened the row. */
function useKeptPlace(open: boolean) {
  const list = useRef<HTMLDivElement>(null);
  const kept = useRef({ top: 0, opener: null as Element | null, hidden: false });
  useLayoutEffect(() => {
    const { current: place } = kept;
    if (open) {
      place.opener = document.activeElement;
      place.hidden = list.current !== null && getComputedStyle(list.current).display === 'none';
      if (place.hidden) window.scrollTo(0, 0);
      return;
    }
    if (place.hidden) window.scrollTo(0, place.top);
    if (document.activeElement === document.body && place.opener instanceof HTMLElement)
      place.opener.focus({ preventScroll: true });
    Object.assign(place, { opener: null, hidden: false });
    const keep = () => {
      place.top = window.scrollY;
    };
    keep();
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [open]);
  return list;
}

/** The list with the panel of the open row to its right, or in its place; the list stays the same element, with its typed search. */
export function DeskFrame({
  list,
  panel,
  undo,
  wide = 'list',
}: {
  list: ReactNode;
  panel: ReactNode;
  /** What can be taken back. */
  undo: ReactNode;
  /** Which of the two takes the room that is left. */
  wide?: keyof typeof COLUMNS;
}) {
  const open = panel !== null;
  const place = useKeptPlace(open);
  return (
    <Grid $columns={open ? COLUMNS[wide] : 'minmax(0, 1fr)'} data-desk={open ? 'open' : undefined}>
      <div ref={place}>{list}</div>
      <Undo>{undo}</Undo>
      {panel}
    </Grid>
  );
}
