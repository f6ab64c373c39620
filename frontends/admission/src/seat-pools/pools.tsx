import type { SchoolConfig } from '@gerbang/contracts/school';
import type { SeatPool } from '@gerbang/contracts/seat-pools';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet } from '@gerbang/ui/layout';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { Armchair } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { PoolCard } from './pool-card.tsx';
import { seatsCopy as copy } from './seat-pools.copy.ts';

/** The dialog of a pool; null = none. */
export type OpenedPool = { readonly kind: 'form' | 'remove'; readonly pool: SeatPool | null } | null;

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 460px), 1fr));
  gap: 16px;
`;

/** The offered levels of which no class is limited. */
function unlimitedOf(school: SchoolConfig, pools: readonly SeatPool[]): string[] {
  return school.levels
    .filter(({ jenjang, offered }) => offered && !pools.some((pool) => pool.jenjang === jenjang))
    .map(({ jenjang }) => levelLabel(jenjang));
}

/** A card a limited class; below, the levels without a limit. */
export function Pools({
  pools,
  school,
  filtered,
  year,
  add,
  onOpen,
}: {
  pools: readonly SeatPool[];
  school: SchoolConfig;
  /** Whether one level is shown alone. */
  filtered: boolean;
  year: string;
  /** The button that adds one; null where the viewer may not. */
  add: ReactNode;
  onOpen: (opened: OpenedPool) => void;
}) {
  if (pools.length === 0) {
    return (
      <Card as="div">
        <EmptyState icon={<Armchair size={28} />} title={copy.empty} action={add}>
          <p>{copy.emptyText(year)}</p>
          {add ? null : <p>{copy.emptyFor}</p>}
        </EmptyState>
      </Card>
    );
  }
  const unlimited = filtered ? [] : unlimitedOf(school, pools);
  return (
    <>
      <Cards>
        {pools.map((pool) => (
          <PoolCard
            key={pool.id}
            pool={pool}
            acts={{
              onEdit: () => onOpen({ kind: 'form', pool }),
              onRemove: () => onOpen({ kind: 'remove', pool }),
            }}
          />
        ))}
      </Cards>
      {unlimited.length > 0 ? <Quiet $small>{copy.unlimited(unlimited.join(' · '))}</Quiet> : null}
    </>
  );
}
