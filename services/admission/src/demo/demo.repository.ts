import type { Db } from '@gerbang/service-kit/data/database';
import type { FileRecord } from '../files/files.repository.ts';
import type { RegistrationRecord } from '../registration-record/registrations.repository.ts';

/** The number of staff accounts. */
export async function countStaff(db: Db): Promise<number> {
  const [row] = await db('accounts').whereNot({ role: 'wali_murid' }).count<{ n: number }[]>('* as n');
  return row?.n ?? 0;
}

/** Whether the trail has this action of this family. */
export async function isNoted(db: Db, action: string, userId: string): Promise<boolean> {
  return (await db('audit_events').where({ action, subject_id: userId }).first('id')) !== undefined;
}

/** The states of a registration now. */
export async function statesOf(
  db: Db,
  id: string,
): Promise<Pick<RegistrationRecord, 'payment_status' | 'current_stage'>> {
  return db('registrations').where({ id }).first('payment_status', 'current_stage');
}

/** The registration of an account's child by its nick name. */
export async function registrationOf(db: Db, userId: string, nick_name: string): Promise<string> {
  const found = await db('registrations as r')
    .join('children as c', 'c.id', 'r.child_id')
    .join('parents as p', 'p.id', 'c.parent_id')
    .where({ 'p.user_id': userId, nick_name })
    .first<{ id: string } | undefined>('r.id');
  if (!found) throw new Error(`${nick_name} is not registered`);
  return found.id;
}

/** Attaches a proof to itself, so that no sweep deletes it and any number of registrations can show it. */
export async function attachProof(db: Db, id: FileRecord['id']): Promise<void> {
  const to = { attached_at: new Date(), attached_to: 'registration_payment', record_id: id };
  await db('files').where({ id }).update(to);
}

/** The number of all children. */
export async function countChildren(db: Db): Promise<number> {
  const [row] = await db('children').count<{ n: number }[]>('* as n');
  return row?.n ?? 0;
}

/** Takes so many numbers of a year and level at once; returns the last one before them. */
export async function reserveNumbers(trx: Db, year: string, jenjang: string, count: number): Promise<number> {
  const { rows } = await trx.raw(
    `insert into registration_counters as counter (academic_year, jenjang, last) values (?, ?, ?)
     on conflict (academic_year, jenjang) do update set last = counter.last + excluded.last returning last`,
    [year, jenjang, count],
  );
  const last = (rows as { last: number }[])[0]?.last;
  if (last === undefined) throw new Error('the counter gave no number');
  return last - count;
}

/** Inserts the rows of many families, each by table: table after table, in the order of the first family's. */
export async function insertFamilies(
  trx: Db,
  families: readonly Readonly<Record<string, readonly object[]>>[],
): Promise<void> {
  for (const table of Object.keys(families[0] ?? {})) {
    const rows = families.flatMap((family) => family[table] ?? []);
    if (rows.length > 0) await trx(table).insert(rows);
  }
}
