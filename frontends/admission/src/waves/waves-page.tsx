import { Stack } from '@gerbang/ui/layout';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { AddButton } from '@gerbang/web-kit/lists/add-button.tsx';
import { FilterRow } from '@gerbang/web-kit/lists/list-filters.tsx';
import { PageTools } from '@gerbang/web-kit/lists/page-tools.tsx';
import { useYearChoice } from '@gerbang/web-kit/lists/year-choice';
import { OneYearSelect } from '@gerbang/web-kit/lists/year-select.tsx';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { useSearchParams } from '@gerbang/web-kit/page/router';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { Suspense, useState } from 'react';
import { useSchool } from '@gerbang/web-kit/api/school';
import { type OpenedWave, WaveLevels } from './wave-levels.tsx';
import { useWaves } from './waves.api.ts';
import { wavesCopy as copy } from './waves.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const WaveDialog = lazySheet(() => import('./wave-dialog.tsx').then((file) => file.WaveDialog));
const DecideWave = lazySheet(() => import('./decide-wave.tsx').then((file) => file.DecideWave));

/** /admin/waves, 'Gelombang pendaftaran': when each level takes registrations, how many, and at which fee. */
export function WavesPage() {
  const school = useSchool();
  const [address, setAddress] = useSearchParams();
  const choice = useYearChoice(address.get('tahun'));
  const year = choice.one;
  const waves = useWaves(choice.year === undefined ? null : year);
  const writes = useCan('waves.write');
  const [opened, setOpened] = useState<OpenedWave | null>(null);
  const close = () => setOpened(null);
  if (!school.data || !waves.data) {
    return <Loading card of={[school, waves]} lines={8} label={copy.loading} failed={copy.loadFailed} />;
  }
  return (
    <Stack>
      {writes ? (
        <PageTools>
          <AddButton label={copy.add} onClick={() => setOpened({ kind: 'form', wave: null })} />
        </PageTools>
      ) : null}
      <FilterRow>
        <OneYearSelect choice={choice} onChange={(tahun) => setAddress({ tahun }, { replace: true })} />
      </FilterRow>
      <WaveLevels list={waves.data} year={year} school={school.data} onOpen={setOpened} />
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
