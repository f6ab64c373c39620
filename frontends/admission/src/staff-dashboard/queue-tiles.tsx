import { Sparkline } from '@gerbang/ui/charts';
import { VisuallyHidden } from '@gerbang/ui/visually-hidden';
import { Link } from '@gerbang/web-kit/page/router';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { type Queue, TILES } from './queues.ts';
import { dashboardCopy as copy } from './staff-dashboard.copy.ts';

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 200px), 1fr));
  gap: 16px;
  @media (max-width: 639.98px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 8px;
  }
`;

const Tile = styled(Link)<{ $calm: boolean }>`
  display: grid;
  /* The week gives way to the number. */
  grid-template-columns: auto minmax(0, 80px);
  justify-content: space-between;
  column-gap: 8px;
  align-content: start;
  height: 100%;
  min-height: 96px;
  padding: 12px 16px;
  border: 1px solid var(--border-subtle);
  border-block-start: 3px solid var(${({ $calm }) => ($calm ? '--border-subtle' : '--tone-attention-bar')});
  border-radius: 14px;
  background: var(--bg-surface);
  color: var(--text-primary);
  text-decoration: none;
  &:is(a):hover {
    border-color: var(--action2-border);
  }
  /* The number stands first for the eye and after its name for the ear. */
  b {
    order: 1;
    grid-column: 1 / -1;
    font-size: 0.9375rem;
    line-height: 1.4;
    font-weight: 650;
  }
  strong {
    order: 0;
    font-size: 1.75rem;
    line-height: 1.28;
    font-weight: 700;
    font-feature-settings: 'tnum';
    white-space: nowrap;
  }
  svg {
    order: 0;
    max-width: 100%;
    align-self: center;
  }
  small {
    order: 2;
    grid-column: 1 / -1;
    font-size: 0.875rem;
    line-height: 1.43;
    color: var(--text-secondary);
    font-feature-settings: 'tnum';
  }
`;

/** More would be a paragraph that people skip; the menu leads to the rest. */
const OTHERS = 3;

const Others = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-block-start: 8px;
  font-size: 0.875rem;
  line-height: 1.43;
  font-feature-settings: 'tnum';
  a {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    min-height: 36px;
    padding: 4px 12px;
    border: 1px solid var(--border-subtle);
    border-radius: 18px;
    background: var(--bg-surface);
    text-decoration: none;
  }
`;

/** What a tile shows. */
export interface TileFacts {
  readonly key: string;
  /** Where it leads; null where it has no list. */
  readonly to: string | null;
  readonly label: string;
  readonly value: string;
  /** Nothing to do: a grey edge. */
  readonly calm: boolean;
  readonly note: ReactNode;
  readonly week: readonly number[] | null;
}

/** Four figures of the role, each with its week and the list behind it. */
export function Tiles({ tiles }: { tiles: readonly TileFacts[] }) {
  return (
    <List>
      {tiles.map(({ key, to, label, value, calm, note, week }) => (
        <li key={key}>
          <Tile {...(to === null ? { as: 'div', to: '' } : { to })} $calm={calm}>
            <b>{label}</b> <strong>{value}</strong>
            {week ? <Sparkline values={week} /> : null}
            <small>{note}</small>
            {week ? <VisuallyHidden>{copy.weekWords(week)}</VisuallyHidden> : null}
          </Tile>
        </li>
      ))}
    </List>
  );
}

const factsOf = ({ count, note, ...queue }: Queue): TileFacts => ({
  ...queue,
  value: count.toLocaleString('id-ID'),
  calm: count === 0,
  // Every tile has a second line, also where no age or sum is known.
  note: count === 0 ? copy.calm : note || copy.open,
});

/** The queues of the role: four as tiles, and the next ones that have work as chips below; or other tiles in their place. */
export function QueueTiles({ queues, tiles }: { queues: readonly Queue[]; tiles?: ReactNode }) {
  const others = tiles
    ? []
    : queues
        .slice(TILES)
        .filter(({ count }) => count > 0)
        .slice(0, OTHERS);
  return (
    <section aria-label={copy.queues}>
      {tiles ?? <Tiles tiles={queues.slice(0, TILES).map(factsOf)} />}
      {others.length > 0 ? (
        <Others aria-label={copy.others}>
          {others.map(({ key, to, label, count }) => (
            <li key={key}>
              <Link to={to}>
                {label} <b>{count.toLocaleString('id-ID')}</b>
              </Link>
            </li>
          ))}
        </Others>
      ) : null}
    </section>
  );
}
