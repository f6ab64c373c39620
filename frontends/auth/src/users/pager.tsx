import { Button } from '@gerbang/ui/button';
import { styled } from 'styled-components';
import { PAGE_SIZE } from './users.api.ts';
import { usersCopy as copy } from './users.copy.ts';

const Row = styled.nav`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 12px;
  font-feature-settings: 'tnum';
`;

/** Turns the pages of the list by its cursors. */
export function Pager({
  page,
  total,
  next,
  previous,
  onTurn,
}: {
  page: number;
  total: number;
  next: string | null;
  previous: string | null;
  onTurn: (cursor: string, step: 1 | -1) => void;
}) {
  if (next === null && previous === null) return null;
  const turn = (cursor: string | null, step: 1 | -1) => () =>
    cursor === null ? undefined : onTurn(cursor, step);
  return (
    <Row aria-label={copy.pages}>
      <Button small variant="secondary" aria-disabled={previous === null} onClick={turn(previous, -1)}>
        {copy.previous}
      </Button>
      <span>{copy.page(page, Math.max(page, Math.ceil(total / PAGE_SIZE)))}</span>
      <Button small variant="secondary" aria-disabled={next === null} onClick={turn(next, 1)}>
        {copy.next}
      </Button>
    </Row>
  );
}
