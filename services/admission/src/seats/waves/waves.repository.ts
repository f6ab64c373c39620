import type { Jenjang } from '@gerbang/domain/levels';
import type { Db, Prepared } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../../database.types.ts';

/** A row of `admission_waves`. */
export type WaveRow = Tables['admission_waves'];
/** A wave with the number of its registrations that are not deleted. */
export type WaveRecord = WaveRow & { readonly applicants: number };

/** The year and level that a wave belongs to. */
export interface WavePlace {
  readonly academic_year: string;
  readonly jenjang: Jenjang;
}

const APPLICANTS = `(select count(*) from registrations r where r.wave_id = admission_waves.id
  and r.deleted_at is null)::integer as applicants`;

/** The waves of a year, cancelled ones too, by their opening. */
export async function wavesOfYear(db: Db, academicYear: string): Promise<WaveRecord[]> {
  return db('admission_waves')
    .where({ academic_year: academicYear })
    .orderBy(['opens_at', 'id'])
    .select<WaveRecord[]>('*', db.raw(APPLICANTS));
}

/** The waves of these years, or of all, that are not cancelled, by level and opening. */
export async function liveWaves(db: Db, academicYears?: readonly string[]): Promise<WaveRecord[]> {
  const waves = db('admission_waves').whereNull('cancelled_at');
  if (academicYears) void waves.whereIn('academic_year', academicYears);
  return waves
    .orderBy(['academic_year', 'jenjang', 'opens_at'])
    .select<WaveRecord[]>('*', db.raw(APPLICANTS));
}

/** How many waves are not over, and how many of them have a fee that waits for a second person. */
export async function plannedWaves(db: Db, now: Date): Promise<{ planned: number; unconfirmed: number }> {
  const row = await db('admission_waves')
    .whereNull('cancelled_at')
    .where('closes_at', '>', now)
    .first<{ planned: number; unconfirmed: number }>(
      db.raw('count(*) as planned'),
      db.raw(
        'count(*) filter (where fee_override is not null and fee_confirmed_by_id is null) as unconfirmed',
      ),
    );
  return { planned: row.planned, unconfirmed: row.unconfirmed };
}

// Counted only where it decides. The caller holds the counter of the year and level, so that no other registration enters.
const GATE = `
  select *, statement_timestamp() as read_at, case when opens_at <= statement_timestamp()
    and statement_timestamp() < closes_at then ${APPLICANTS.replace(' as applicants', '')} else 0 end as applicants
  from admission_waves where academic_year = $1 and jenjang = $2 and cancelled_at is null
  order by id for no key update`;

/** The waves that decide about a registration now, by the database's clock, locked until the transaction ends. */
export function lockGate(
  run: Prepared,
  { academic_year, jenjang }: WavePlace,
): Promise<(WaveRecord & { readonly read_at: Date })[]> {
  return run('registration_waves', GATE, [academic_year, jenjang]);
}

/** Locks the counter of a year and level, so that no family enters its waves until the transaction ends. */
export async function lockCounter(trx: Db, { academic_year, jenjang }: WavePlace): Promise<void> {
  await trx('registration_counters').where({ academic_year, jenjang }).forUpdate().first('last');
}

/** Locks a wave for a change; undefined where there is none. */
export async function lockWave(trx: Db, id: string): Promise<WaveRow | undefined> {
  return trx('admission_waves').where({ id }).forUpdate().first<WaveRow | undefined>();
}

/** The number of registrations in a wave that are not deleted. */
export async function countApplicants(db: Db, id: string): Promise<number> {
  const row = await db('registrations')
    .where({ wave_id: id })
    .whereNull('deleted_at')
    .count<{ n: number }[]>('* as n')
    .first();
  return row?.n ?? 0;
}

/** The registrations in a wave that are not deleted. */
export async function applicantIds(db: Db, id: string): Promise<string[]> {
  return db('registrations')
    .where({ wave_id: id })
    .whereNull('deleted_at')
    .orderBy('id')
    .pluck<string[]>('id');
}

/** Lets one change of the waves of a year and level run at a time: two rows that exclude each other would deadlock. */
export async function lockPlace(trx: Db, { academic_year, jenjang }: WavePlace): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
    `waves:${academic_year}:${jenjang}`,
  ]);
}

type Written = Omit<WaveRow, 'id' | 'version' | 'created_at' | 'updated_at'>;

/** Writes a new wave. */
export async function insertWave(trx: Db, wave: Partial<Written>): Promise<WaveRecord> {
  const [made] = await trx('admission_waves')
    .insert({ id: uuidv7(), ...wave })
    .returning<WaveRow[]>('*');
  if (!made) throw new Error('A wave that was just written is gone');
  return { ...made, applicants: 0 };
}

/** Writes these fields of a locked wave. */
export async function updateWave(
  trx: Db,
  { id, version }: Pick<WaveRow, 'id' | 'version'>,
  change: Partial<Written>,
): Promise<void> {
  const written = await trx('admission_waves')
    .where({ id, version })
    .update({ ...change, version: version + 1, updated_at: trx.fn.now() });
  if (written !== 1) throw new Error('A locked wave changed');
}

/** One wave with the number of its registrations. */
export async function waveById(db: Db, id: string): Promise<WaveRecord> {
  const row = await db('admission_waves')
    .where({ id })
    .first<WaveRecord | undefined>('*', db.raw(APPLICANTS));
  if (!row) throw new Error('A locked wave is gone');
  return row;
}

/** Deletes a locked wave. */
export async function removeWave(trx: Db, id: string): Promise<void> {
  await trx('admission_waves').where({ id }).delete();
}
