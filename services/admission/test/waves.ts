import { createWave, type StaffWave } from '@gerbang/contracts/waves';
import type { Caller, Door } from './door.ts';
import { YEAR } from './families.ts';

const MINUTE_MS = 60_000;
const BEGAN = Date.now();

/** A moment so many minutes after the beginning of the test file. */
export const inMinutes = (minutes: number): string => new Date(BEGAN + minutes * MINUTE_MS).toISOString();

/** The form of a wave of SD that is open now. */
export const waveForm = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  academic_year: YEAR,
  jenjang: 'SD',
  name: 'Gelombang 1',
  opens_at: inMinutes(-60),
  closes_at: inMinutes(60),
  ...change,
});

/** A wave, made by the call. */
export async function makeWave(
  door: Door,
  caller: Caller,
  change: Record<string, unknown> = {},
): Promise<StaffWave> {
  const answer = await door.call(createWave, caller, { body: waveForm(change) });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json();
}

/** Ends what a test made of waves and registrations, so that the next one begins without any. */
export async function withoutWaves(door: Door): Promise<void> {
  await door.db('registrations').whereNotNull('wave_id').update({ deleted_at: new Date(), wave_id: null });
  await door.db('admission_waves').delete();
}
