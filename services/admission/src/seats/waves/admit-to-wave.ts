import { decideWave, owedFee, waveRefusalText, waveTitle } from '@gerbang/domain/waves';
import { preparedIn, type Prepared } from '@gerbang/service-kit/data/database';
import { conflict, Problem } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { Context } from '../../context.ts';
import type { Entry, Terms } from '../../registration-record/moves.ts';
import { levelOf } from '../../registration-record/rules.ts';
import { countApplicants, lockCounter, lockGate, type WaveRow } from './waves.repository.ts';

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

/**
 * The wave in which a registration of this moment is counted where staff correct its level or year: the one that was open then,
 * null where none was. 409 `seats_exceeded` where it is full.
 */
export async function waveForMoved(
  trx: Knex.Transaction,
  place: Pick<Entry, 'academic_year' | 'jenjang'>,
  { since, over }: { readonly since: Date; readonly over: boolean },
): Promise<WaveRow | null> {
  await lockCounter(trx, place);
  const waves = await lockGate(preparedIn(trx), place);
  const wave = waves.find(({ opens_at, closes_at }) => opens_at <= since && since < closes_at) ?? null;
  const most = over ? null : (wave?.applicants_max ?? null);
  if (wave && most !== null && (await countApplicants(trx, wave.id)) >= most) {
    throw new Problem(409, 'seats_exceeded', `${waveTitle(wave.name)} sudah penuh.`, {
      details: { free: 0 },
    });
  }
  return wave;
}
