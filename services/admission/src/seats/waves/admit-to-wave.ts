import { decideWave, owedFee, waveRefusalText } from '@gerbang/domain/waves';
import type { Prepared } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Context } from '../../context.ts';
import type { Entry, Terms } from '../../registration-record/moves.ts';
import { levelOf } from '../../registration-record/rules.ts';
import { lockGate } from './waves.repository.ts';

/**
 * The terms of the wave that a registration of this year and level enters now; null where there are no waves. 409
 * `wave_not_open`, `wave_closed`, `wave_full`. The database's clock decides, because those of two programs may differ. The counter of the year and level must be locked before, by the statement
 * that numbers the registration: then the count is exact.
 */
export async function admitToWave(
  { school }: Pick<Context, 'school'>,
  run: Prepared,
  { in_waves, ...place }: Entry,
): Promise<Terms | null> {
  if (!in_waves) return null;
  const waves = await lockGate(run, place);
  const [first] = waves;
  if (!first) return null;
  const decision = decideWave(waves, first.read_at);
  const { fee, label } = levelOf(school.settings, place.jenjang);
  if (!('refusal' in decision)) {
    const { wave } = decision;
    if (wave === null) return null;
    return {
      wave_id: wave.id,
      wave: wave.name,
      payment_period: wave.payment_period,
      fee: owedFee(wave, fee),
    };
  }
  throw conflict(decision.refusal, waveRefusalText(decision.refusal, decision.wave, label));
}
