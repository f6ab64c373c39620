import { firstDayOf, YEAR_MACHINE, type YearState } from '@gerbang/domain/academic-years';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

/** A row of `academic_years`. */
export type YearRecord = Omit<Tables['academic_years'], 'state'> & { readonly state: YearState };
/** A year with its registrations that were not deleted. */
export type CountedYear = YearRecord & { readonly registrations: number };

/** The years, the newest first; with `label` that one. */
export async function yearsOf(db: Db, label?: string): Promise<CountedYear[]> {
  const years = db('academic_years as y')
    .select('y.*', {
      registrations: db.raw(
        '(select count(*)::int from registrations r where r.academic_year = y.label and r.deleted_at is null)',
      ),
    })
    .orderBy('label', 'desc');
  if (label !== undefined) void years.where({ label });
  return years as unknown as Promise<CountedYear[]>;
}

/** The years that were closed. */
export async function closedYears(db: Db): Promise<string[]> {
  return db('academic_years')
    .whereIn('state', ['closed', 'archived'])
    .orderBy('label')
    .pluck<string[]>('label');
}

/** A year, locked until the transaction ends: families that register meanwhile wait. */
export async function lockYear(trx: Db, label: string): Promise<YearRecord | undefined> {
  return trx('academic_years').where({ label }).forUpdate().first<YearRecord | undefined>();
}

/** The state of a year that no one changes until the transaction ends; undefined where there is no such year. */
export async function holdYear(trx: Db, label: string): Promise<YearState | undefined> {
  const row = await trx('academic_years').select('state').where({ label }).forShare().first();
  return row?.state as YearState | undefined;
}

/** Writes a planned year; undefined where there is one of this label. */
export async function insertYear(trx: Db, label: string): Promise<YearRecord | undefined> {
  assertEdge(YEAR_MACHINE, null, { to: 'planned', by: 'staff' });
  const [row] = await trx('academic_years')
    .insert({ label, starts_on: firstDayOf(label) })
    .onConflict('label')
    .ignore()
    .returning<YearRecord[]>('*');
  return row;
}

/** Makes the open years those of the settings that come into force, in their transaction. */
export async function openOnly(
  trx: Db,
  labels: readonly string[],
  {
    at,
    by,
  }: { readonly at: Date; readonly by: { readonly id: string; readonly name: string | null } | null },
): Promise<void> {
  // By the order of the labels, so that no two changes wait for each other.
  const present = await trx('academic_years').orderBy('label').forUpdate().select<YearRecord[]>('*');
  for (const { label, state } of present.filter((one) => one.state === 'open')) {
    if (labels.includes(label)) continue;
    assertEdge(YEAR_MACHINE, state, { to: 'planned', by: 'setup' });
    await trx('academic_years')
      .where({ label, state })
      .update({ state: 'planned', version: trx.raw('version + 1'), updated_at: at });
  }
  for (const label of labels) {
    const before = present.find((one) => one.label === label);
    if (before?.state === 'open') continue;
    assertEdge(YEAR_MACHINE, before?.state ?? null, { to: 'open', by: 'setup' });
    const opened = {
      state: 'open',
      opened_at: at,
      opened_by_id: by?.id ?? null,
      opened_by_name: by?.name ?? null,
      updated_at: at,
    };
    await (before
      ? trx('academic_years')
          .where({ label })
          .update({ ...opened, version: before.version + 1 })
      : trx('academic_years').insert({ ...opened, label, starts_on: firstDayOf(label) }));
  }
}
