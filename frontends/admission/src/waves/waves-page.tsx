import type { SchoolConfig } from '@gerbang/contracts/school';
import type { StaffWave, WaveList } from '@gerbang/contracts/waves';
import { JENJANG } from '@gerbang/domain/levels';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { FilterRow } from '@gerbang/web-kit/lists/list-filters.tsx';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { PageTools } from '@gerbang/web-kit/lists/page-tools.tsx';
import { useYearChoice } from '@gerbang/web-kit/lists/year-choice';
import { OneYearSelect } from '@gerbang/web-kit/lists/year-select.tsx';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { useSearchParams } from '@gerbang/web-kit/page/router';
import { CalendarRange, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSchool } from '../registrations/school.api.ts';
import type { WaveDecision } from './decide-wave.tsx';
import { WaveRow } from './wave-row.tsx';
import { spanOf, WaveTrack } from './wave-track.tsx';
import { staffWavesOf, useWaves } from './waves.api.ts';
import { wavesCopy as copy } from './waves.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const WaveDialog = lazySheet(() => import('./wave-dialog.tsx').then((file) => file.WaveDialog));
const DecideWave = lazySheet(() => import('./decide-wave.tsx').then((file) => file.DecideWave));

type Opened =
  | { readonly kind: 'form'; readonly wave: StaffWave | null }
  | { readonly kind: WaveDecision; readonly wave: StaffWave };

/** A card a level with waves: a line of time and their list; below, the levels that have none. */
function Levels({
  list,
  school,
  onOpen,
}: {
  list: WaveList;
  school: SchoolConfig;
  onOpen: (opened: Opened) => void;
}) {
  const [now] = useState(() => Date.now());
  const all = JENJANG.map((jenjang) => ({ jenjang, waves: staffWavesOf(list, jenjang) }));
  const levels = all.filter(({ waves }) => waves.length > 0);
  const unlimited = all.filter(
    ({ jenjang, waves }) =>
      waves.length === 0 && school.levels.some((level) => level.jenjang === jenjang && level.offered),
  );
  const span = spanOf(
    levels.flatMap(({ waves }) => waves.filter(({ cancelled }) => !cancelled)),
    now,
  );
  return (
    <>
      {levels.map(({ jenjang, waves }) => (
        <Card key={jenjang} as="section" aria-label={copy.list(levelLabel(jenjang))}>
          <Stack>
            <CardTitle>{levelLabel(jenjang)}</CardTitle>
            <WaveTrack waves={waves} span={span} now={now} />
            <ul>
              {waves.map((wave) => (
                <WaveRow
                  key={wave.id}
                  wave={wave}
                  onEdit={() => onOpen({ kind: 'form', wave })}
                  onDecide={(kind) => onOpen({ kind, wave })}
                />
              ))}
            </ul>
          </Stack>
        </Card>
      ))}
      {unlimited.length > 0 ? (
        <Quiet $small>
          {copy.unlimited(unlimited.map(({ jenjang }) => levelLabel(jenjang)).join(' · '))}
        </Quiet>
      ) : null}
    </>
  );
}

/** /admin/waves, 'Gelombang pendaftaran': when each level takes registrations, how many, and at which fee. */
export function WavesPage() {
  const school = useSchool();
  const [address, setAddress] = useSearchParams();
  const choice = useYearChoice(address.get('tahun'));
  const year = choice.one;
  const waves = useWaves(choice.year === undefined ? null : year);
  const writes = useCan('waves.write');
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  if (!school.data || !waves.data) {
    return <Loading card of={[school, waves]} lines={8} label={copy.loading} failed={copy.loadFailed} />;
  }
  return (
    <Stack>
      {writes ? (
        <PageTools>
          <Button
            small
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => setOpened({ kind: 'form', wave: null })}
          >
            {copy.add}
          </Button>
        </PageTools>
      ) : null}
      <FilterRow>
        <OneYearSelect choice={choice} onChange={(tahun) => setAddress({ tahun }, { replace: true })} />
      </FilterRow>
      {waves.data.levels.length === 0 ? (
        <Card>
          <EmptyState icon={<CalendarRange size={28} />} title={copy.empty}>
            {copy.emptyText(year)}
          </EmptyState>
        </Card>
      ) : (
        <Levels list={waves.data} school={school.data} onOpen={setOpened} />
      )}
      <Suspense fallback={null}>
        {opened?.kind === 'form' ? (
          <WaveDialog wave={opened.wave} year={year} school={school.data} onClose={close} />
        ) : null}
        {opened && opened.kind !== 'form' ? (
          <DecideWave wave={opened.wave} decision={opened.kind} onClose={close} />
        ) : null}
      </Suspense>
    </Stack>
  );
}
