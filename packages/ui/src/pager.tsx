import { styled } from 'styled-components';
import { Button } from './button.tsx';

const Row = styled.nav`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 12px;
  font-feature-settings: 'tnum';
`;

/** Turns the pages of a list by its cursors: 'Halaman x dari y', only where there is more than one. */
export function Pager({
  label,
  page,
  pages,
  next,
  previous,
  onTurn,
}: {
  label: string;
  page: number;
  pages: number;
  next: string | null;
  previous: string | null;
  onTurn: (cursor: string, step: 1 | -1) => void;
}) {
  if (next === null && previous === null) return null;
  const turn = (cursor: string | null, step: 1 | -1) => () =>
    cursor === null ? undefined : onTurn(cursor, step);
  return (
    <Row aria-label={label}>
      <Button small variant="secondary" aria-disabled={previous === null} onClick={turn(previous, -1)}>
        Sebelumnya
      </Button>
      <span>{`Halaman ${page} dari ${Math.max(page, pages)}`}</span>
      <Button small variant="secondary" aria-disabled={next === null} onClick={turn(next, 1)}>
        Berikutnya
      </Button>
    </Row>
  );
}
