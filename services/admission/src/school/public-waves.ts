import type { getPublicSchool } from '@gerbang/contracts/school-public';
import type { LevelPlaces, WaveFee } from '@gerbang/domain/school-guide';
import { offeredLevels } from '@gerbang/domain/school-settings';
import { presentWave, waveNotice } from '@gerbang/domain/waves';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { keptFor } from './kept.ts';
import { placesByLevel } from '../seats/record/seat-pools.repository.ts';
import { liveWaves } from '../seats/waves/waves.repository.ts';
import { toWave } from '../seats/waves/waves.view.ts';

type PublicWave = NonNullable<z.output<(typeof getPublicSchool)['response'][200]>['waves']>[number];
type Parts = Pick<Context, 'database' | 'school' | 'now'>;

interface PublicWaves {
  readonly waves: PublicWave[];
  /** What a registration of a level and year with a wave costs now. */
  readonly fees: readonly WaveFee[];
  readonly places: readonly LevelPlaces[];
}

/** The wave that matters now of each level that is offered, by level and year; levels without waves are left out. */
async function publicWaves(parts: Parts): Promise<PublicWaves> {
  const { settings } = parts.school;
  const { knex } = parts.database;
  const [found, places] = await Promise.all([
    liveWaves(knex, settings.academic_years),
    placesByLevel(knex, settings.academic_years),
  ]);
  const fees: WaveFee[] = [];
  const waves = offeredLevels(settings).flatMap(({ jenjang, label }) =>
    settings.academic_years.flatMap((academic_year) => {
      const own = found.filter((one) => one.jenjang === jenjang && one.academic_year === academic_year);
      const present = presentWave(own, parts.now());
      if (!present) return [];
      const { fee, ...shown } = toWave(parts, present);
      // Early fees end with their wave.
      if (shown.state !== 'closed') fees.push({ jenjang, academic_year, fee });
      return [{ jenjang, label, academic_year, ...shown, text: waveNotice(shown) }];
    }),
  );
  return { waves, fees, places };
}

const KEPT_MS = 2000;

/** The same for a call that needs no session: whatever the number of callers, it is read once in two seconds. */
export const keptPublicWaves = (parts: Parts): (() => Promise<PublicWaves>) =>
  keptFor(KEPT_MS, parts.now, () => publicWaves(parts));
