import type { SchoolConfig } from '@gerbang/contracts/school';
import type { SeatPool } from '@gerbang/contracts/seat-pools';
import { JENJANG } from '@gerbang/domain/levels';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { FilterRow } from '@gerbang/web-kit/lists/list-filters.tsx';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { PageTools } from '@gerbang/web-kit/lists/page-tools.tsx';
import { useYearChoice } from '@gerbang/web-kit/lists/year-choice';
import { OneYearSelect } from '@gerbang/web-kit/lists/year-select.tsx';
import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { useSearchParams } from '@gerbang/web-kit/page/router';
import { Armchair, Plus } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { useSchool } from '../registrations/school.api.ts';
import { PoolCard } from './pool-card.tsx';
import { useSeats } from './seat-pools.api.ts';
import { seatsCopy as copy } from './seat-pools.copy.ts';

// Dialogs bring React Aria along, and a list comes with its class: both are loaded when they are opened.
const PoolDialog = lazySheet(() => import('./pool-dialog.tsx').then((file) => file.PoolDialog));
const RemovePool = lazyPart(() => import('./remove-pool.tsx').then((file) => file.RemovePool));
const PoolView = lazyPart(() => import('./pool-view.tsx').then((file) => file.PoolView));

type Opened = { readonly kind: 'form' | 'remove'; readonly pool: SeatPool | null } | null;

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

function Pools({
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
  onOpen: (opened: Opened) => void;
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

/** /admin/seats, 'Kursi & daftar tunggu': how many places each class has, who holds them and who waits. */
export function SeatsPage() {
  const school = useSchool();
  const [address, setAddress] = useSearchParams();
  const choice = useYearChoice(address.get('tahun'));
  const year = choice.one;
  const jenjang = JENJANG.find((one) => one === address.get('jenjang'));
  const chosen = address.get('pool');
  // One pool is found among all of its year, whatever level was chosen before.
  const seats = useSeats(choice.year === undefined ? null : year, chosen === null ? jenjang : undefined);
  const decides = useCan('seats.decide');
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  if (!school.data || !seats.data) {
    return <Loading card of={[school, seats]} lines={10} label={copy.loading} failed={copy.loadFailed} />;
  }
  const { pools, criteria_offered: criteria } = seats.data;
  const choose = (name: 'tahun' | 'jenjang', value: string) => {
    const next = new URLSearchParams({ tahun: year, ...(jenjang && { jenjang }), [name]: value });
    if (value === '') next.delete(name);
    setAddress(next, { replace: true });
  };
  const add = decides ? (
    <Button
      small
      icon={<Plus size={16} aria-hidden="true" />}
      onClick={() => setOpened({ kind: 'form', pool: null })}
    >
      {copy.add}
    </Button>
  ) : null;
  return (
    <Stack>
      {chosen === null ? (
        <>
          {pools.length > 0 ? <PageTools>{add}</PageTools> : null}
          <FilterRow>
            <OneYearSelect choice={choice} onChange={(next) => choose('tahun', next)} />
            <Select
              filters
              compact
              label={copy.level}
              value={jenjang ?? ''}
              placeholder={copy.everyLevel}
              options={JENJANG.map((value) => ({ value, label: levelLabel(value) }))}
              onChange={({ target }) => choose('jenjang', target.value)}
            />
          </FilterRow>
          <Pools
            pools={pools}
            school={school.data}
            filtered={jenjang !== undefined}
            year={year}
            add={add}
            onOpen={setOpened}
          />
        </>
      ) : (
        <Suspense fallback={null}>
          <PoolView
            key={chosen}
            pool={pools.find(({ id }) => id === chosen) ?? null}
            year={year}
            acts={(pool) => ({
              onEdit: () => setOpened({ kind: 'form', pool }),
              onRemove: () => setOpened({ kind: 'remove', pool }),
            })}
          />
        </Suspense>
      )}
      <Suspense fallback={null}>
        {opened?.kind === 'form' ? (
          <PoolDialog
            pool={opened.pool}
            year={year}
            jenjang={jenjang}
            school={school.data}
            criteria={criteria}
            onClose={close}
          />
        ) : null}
        {opened?.kind === 'remove' && opened.pool ? (
          <RemovePool pool={pools.find(({ id }) => id === opened.pool?.id) ?? opened.pool} onClose={close} />
        ) : null}
      </Suspense>
    </Stack>
  );
}
