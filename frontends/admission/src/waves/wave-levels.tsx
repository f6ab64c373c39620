import type { SchoolConfig } from '@gerbang/contracts/school';
import type { StaffWave, WaveList } from '@gerbang/contracts/waves';
import { JENJANG } from '@gerbang/domain/levels';
import { Card, CardTitle } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { CalendarRange } from 'lucide-react';
import { useState } from 'react';
import type { WaveDecision } from './decide-wave.tsx';
import { WaveRow } from './wave-row.tsx';
import { spanOf, WaveTrack } from './wave-track.tsx';
import { staffWavesOf } from './waves.api.ts';
import { wavesCopy as copy } from './waves.copy.ts';

/** The dialog of a wave: its form, or a decision. */
export type OpenedWave =
  | { readonly kind: 'form'; readonly wave: StaffWave | null }
  | { readonly kind: WaveDecision; readonly wave: StaffWave };

/** A card a level with waves: a line of time and their list; below, the levels that have none. */
export function WaveLevels({
  list,
  year,
  school,
  onOpen,
}: {
  list: WaveList;
  year: string;
  school: SchoolConfig;
  onOpen: (opened: OpenedWave) => void;
}) {
  const [now] = useState(() => Date.now());
  if (list.levels.length === 0)
    return (
      <Card>
        <EmptyState icon={<CalendarRange size={28} />} title={copy.empty}>
          {copy.emptyText(year)}
        </EmptyState>
      </Card>
    );
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
