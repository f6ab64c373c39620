import { decideWave, waveRefusalText } from '@gerbang/domain/waves';
import type { Prepared } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Context } from '../../context.ts';
import { levelOf } from '../../registration-record/registration-rules.ts';
import { lockGate, type WavePlace, type WaveRecord } from './waves.repository.ts';

/**
 * The wave that a registration of this year and level enters now, locked; null where there are no waves. 409
 * `wave_not_open`, `wave_closed`, `wave_full`. The database's clock decides, because those of two programs may differ. The counter of the year and level must be locked before, by the statement
 * that numbers the registration: then the count is exact.
 */
export async function admitToWave(
  { school }: Pick<Context, 'school'>,
  run: Prepared,
  place: WavePlace,
): Promise<WaveRecord | null> {
  const waves = await lockGate(run, place);
  const [first] = waves;
  if (!first) return null;
  const decision = decideWave(waves, first.read_at);
  if (!('refusal' in decision)) return decision.wave;
  const { label } = levelOf(school.settings, place.jenjang);
  throw conflict(decision.refusal, waveRefusalText(decision.refusal, decision.wave, label));
}
