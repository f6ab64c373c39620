import { JENJANG } from '@gerbang/domain/levels';
import { Stack } from '@gerbang/ui/layout';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { AddButton } from '@gerbang/web-kit/lists/add-button.tsx';
import { PageTools } from '@gerbang/web-kit/lists/page-tools.tsx';
import { useYearChoice } from '@gerbang/web-kit/lists/year-choice';
import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { useSearchParams } from '@gerbang/web-kit/page/router';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { Suspense, useState } from 'react';
import { useSchool } from '@gerbang/web-kit/api/school';
import { PoolFilters } from './pool-filters.tsx';
import { type OpenedPool, Pools } from './pools.tsx';
import { useSeats } from './seat-pools.api.ts';
import { seatsCopy as copy } from './seat-pools.copy.ts';

// Dialogs bring React Aria along, and a list comes with its class: both are loaded when they are opened.
const PoolDialog = lazySheet(() => import('./pool-dialog.tsx').then((file) => file.PoolDialog));
const RemovePool = lazyPart(() => import('./remove-pool.tsx').then((file) => file.RemovePool));
const PoolView = lazyPart(() => import('./pool-view.tsx').then((file) => file.PoolView));

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
  const [opened, setOpened] = useState<OpenedPool>(null);
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
    <AddButton label={copy.add} onClick={() => setOpened({ kind: 'form', pool: null })} />
  ) : null;
  return (
    <Stack>
      {chosen === null ? (
        <>
          {pools.length > 0 ? <PageTools>{add}</PageTools> : null}
          <PoolFilters choice={choice} jenjang={jenjang} onChoose={choose} />
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
